"""Collect what a score bundle holds, and write it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rubrary.errors import NotFound, RegistryError
from rubrary.exports.rocrate import BundleContent, write_bundle
from rubrary.graph.canonical import triples_of
from rubrary.graph.read import Facts
from rubrary.ledger import Row
from rubrary.pipeline.registry import Registry
from rubrary.terms import prov, rub


def bundle_bytes(registry: Registry, assessment: str) -> bytes:
    """The score bundle of an assessment as the bytes of a .zip file.

    It holds the deposits of the assessment, of its rubric version (with that one's baselines), of its paper,
    artifact and study, of the attempts on record for the same snapshot, and of the composites of its scores
    with the attempts that these name.

    Raises:
        NotFound: no assessment on record has that IRI, or it was withdrawn.
        RegistryError: its rubric version is not on record.
    """
    row = _assessment(registry, assessment)
    facts = Facts(triples_of(row.nquads or b""))
    version = registry.knowledge().rubric(facts.one(assessment, rub.appliesRubric) or "")
    found = [
        row,
        *_rubrics(registry, version.iri),
        *_readable(_around(registry, facts, assessment)),
        *_readable(_outcomes(registry, facts, assessment)),
    ]
    deposits = tuple({other.digest: other for other in found}.values())
    return write_bundle(BundleContent(registry.base, assessment, version, deposits))


def _readable(rows: Iterable[Row | None]) -> Iterator[Row]:
    """Those that stand: what was withdrawn or erased is no part of a bundle."""
    for row in rows:
        if row is not None and row.withdrawn_by is None and row.nquads is not None:
            yield row


def _rubrics(registry: Registry, rubric: str | None) -> Iterator[Row]:
    """The rubric version and its baselines, also withdrawn ones: without them the scores could not be checked."""
    while rubric:
        row = registry.ledger.defining(rubric)
        if row is None or row.nquads is None:
            raise RegistryError(f"the rubric version <{rubric}> is not on record")
        yield row
        rubric = Facts(triples_of(row.nquads)).one(rubric, rub.extends)


def _around(registry: Registry, facts: Facts, assessment: str) -> Iterator[Row | None]:
    ledger = registry.ledger
    for predicate in (rub.aboutPaper, prov.hadPrimarySource):
        topic = facts.one(assessment, predicate)
        yield from ledger.by_topic(topic) if topic else ()
    snapshot = facts.one(assessment, rub.assesses)
    artifact = facts.one(snapshot, prov.specializationOf) if snapshot else None
    yield ledger.defining(artifact) if artifact else None


def _outcomes(registry: Registry, facts: Facts, assessment: str) -> Iterator[Row | None]:
    ledger = registry.ledger
    snapshot = facts.one(assessment, rub.assesses)
    for row in ledger.describing(snapshot) if snapshot else ():
        if row.topic_class == "ReproductionAttempt":
            yield row
    scores = {
        score for score in facts.of_type(rub.Score) if facts.one(score, prov.wasGeneratedBy) == assessment
    }
    for row in ledger.of_kind("CompositeScore", mentioning=scores):
        composites = Facts(triples_of(row.nquads or b""))
        for composite in composites.of_type(rub.CompositeScore):
            if composites.one(composite, rub.readinessScore) in scores:
                yield row
                # It may have been run at another commit than the one that was scored.
                outcome = composites.one(composite, rub.outcomeScore)
                yield ledger.defining(outcome) if outcome else None


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
