"""Collect what a score bundle holds, and write it."""

from __future__ import annotations

from rubrary.errors import NotFound, RegistryError
from rubrary.exports.rocrate import BundleContent, write_bundle
from rubrary.graph.canonical import triples_of
from rubrary.graph.read import Facts
from rubrary.ledger import Row
from rubrary.pipeline.registry import Registry
from rubrary.terms import prov, rub


def bundle_bytes(registry: Registry, assessment: str) -> bytes:
    """The score bundle of an assessment as the bytes of a .zip file.

    It holds the deposits of the assessment, of its rubric version (with that one's baseline), of its paper, and
    of the attempts and composites on record for the same snapshot.

    Raises:
        NotFound: no assessment on record has that IRI, or it was withdrawn.
    """
    row = _assessment(registry, assessment)
    facts = Facts(triples_of(row.nquads or b""))
    version = registry.knowledge().rubric(facts.one(assessment, rub.appliesRubric) or "")
    return write_bundle(
        BundleContent(
            base=registry.base,
            assessment=assessment,
            version=version,
            deposits=tuple(_deposits(registry, row, facts, assessment)),
        )
    )


def _deposits(registry: Registry, row: Row, facts: Facts, assessment: str) -> list[Row]:
    ledger = registry.ledger
    found = [row]
    rubric = facts.one(assessment, rub.appliesRubric)
    while rubric:
        defining = ledger.defining(rubric)
        if defining is None or defining.nquads is None:
            raise RegistryError(f"the rubric version <{rubric}> is not on record")
        found.append(defining)
        rubric = Facts(triples_of(defining.nquads)).one(rubric, rub.extends)
    paper = facts.one(assessment, rub.aboutPaper)
    if paper:
        found += [other for other in ledger.by_topic(paper) if other.withdrawn_by is None]
    source = facts.one(assessment, prov.hadPrimarySource)
    if source:
        found += [other for other in ledger.by_topic(source) if other.withdrawn_by is None]
    snapshot = facts.one(assessment, rub.assesses)
    for other in ledger.describing(snapshot) if snapshot else ():
        if other.topic_class in ("ReproductionAttempt", "CompositeScore"):
            found.append(other)
    return list({other.digest: other for other in found}.values())


def _assessment(registry: Registry, iri: str) -> Row:
    row = registry.ledger.defining(iri)
    if row is not None and row.withdrawn_by is not None:
        raise NotFound(f"<{iri}> was withdrawn")
    if (
        row is not None
        and row.nquads is not None
        and iri in Facts(triples_of(row.nquads)).of_type(rub.Assessment)
    ):
        return row
    raise NotFound(
        f"no assessment on record is called <{iri}>",
        hint="List them with: rubrary query 'SELECT ?a { ?a a rub:Assessment }'",
    )
