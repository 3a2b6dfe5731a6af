"""Score what is on record under another rubric version: from stored measurements alone, nothing is looked at again.

The new assessment restates the measurements that the other policy can take, each derived from the stored one, and
names the assessment that measured; the published source of that one is not its own. Its IRI follows from that
assessment and the policy, and its time is that of the measuring, so the same input gives the same deposit on every
machine.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime

from pyoxigraph import NamedNode, Triple

from rubrary.errors import InputError
from rubrary.graph.canonical import triples_of
from rubrary.graph.read import Facts, measurements_of
from rubrary.graph.write import record_triples
from rubrary.pipeline.deposit import Result, append
from rubrary.pipeline.examine import Examiner
from rubrary.pipeline.registry import Registry
from rubrary.records import Agent, AssessmentRecord, Instrument
from rubrary.rubric import RubricVersion, policy_digest
from rubrary.scoring import score_sheet
from rubrary.scoring.carry import carried
from rubrary.snapshot import Snapshot
from rubrary.terms import foaf, prov, rub, schema

SUBMITTER = "rubrary rescore"
#: The version of what is done here; a change of it makes other assessments.
_VERSION = "1"
_IRI_DIGITS = 24


@dataclass(frozen=True, slots=True)
class Rescored:
    """One assessment under another policy, or why it cannot be.

    Attributes:
        source: IRI of the assessment that measured.
        record: the new assessment; ``None`` where there is a problem.
        triples: its graph.
        problem: what keeps the measurements from being scored so.
    """

    source: str
    record: AssessmentRecord | None = None
    triples: tuple[Triple, ...] = ()
    problem: str | None = None


def rescored(
    registry: Registry, version: RubricVersion, wanted: Collection[str] | None = None
) -> Iterator[Rescored]:
    """The assessments on record under another rubric version, in the order of the ledger.

    Those that apply it already are left out, and so are those that were rescored themselves: each is scored from
    what was measured.

    Args:
        registry: where they are.
        version: the rubric version to score by.
        wanted: IRIs of assessments; ``None`` takes all.
    """
    knowledge = registry.knowledge()
    head = registry.ledger.head()
    for row in registry.ledger.of_kind("Assessment", mentioning=[rub.Assessment.value]):
        if row.seq > head.seq:
            return  # put on record meanwhile, by the caller for example
        facts = Facts(triples_of(row.nquads or b""))
        for iri in facts.of_type(rub.Assessment):
            rubric = facts.one(iri, rub.appliesRubric) or ""
            again = rubric == version.iri or facts.one(iri, prov.wasInformedBy)
            if not again and (wanted is None or iri in wanted):
                yield _one(registry.base, facts, iri, knowledge.rubric_of(rubric), version)


def rescore(
    registry: Registry, version: RubricVersion, wanted: Collection[str] | None = None
) -> Iterator[tuple[Rescored, Result | None]]:
    """Put the assessments of ``rescored`` on record; what cannot be scored comes with its problem.

    Raises:
        NotFound: the rubric version is not on record.
    """
    examiner = Examiner(registry.knowledge(), registry.validator)
    shapes = registry.remember_shapes()
    for found in rescored(registry, version, wanted):
        if found.record is None:
            yield found, None
            continue
        examined = examiner.examine(found.triples, found.source)
        result = append(registry, examined, shapes=shapes, submitter=SUBMITTER)
        yield found, result


def _one(
    base: str, facts: Facts, iri: str, measured_by: RubricVersion | None, version: RubricVersion
) -> Rescored:
    if measured_by is None:
        return Rescored(iri, problem="the rubric version that it applied is unknown here")
    try:
        taken = tuple(carried(measurements_of(facts, iri), measured_by.policy, version.policy))
        scores = score_sheet(version.policy, taken)
        instrument = _instrument(facts, iri)
    except InputError as error:
        return Rescored(iri, problem=str(error))
    if not scores:
        return Rescored(
            iri, problem=f"none of its measurements is of a criterion that {version.reference} scores"
        )
    snapshot = _snapshot(facts, iri)
    record = AssessmentRecord(
        iri=f"{base}assessment/rescored-{_name(iri, version)}",
        snapshot=snapshot,
        rubric=version.iri,
        method="automated",
        agent=Agent(f"{base}agent/rubrary-rescoring-{_VERSION}", "software", "rubrary rescoring", _VERSION),
        instrument=instrument,
        ended=_ended(facts, iri),
        measurements=taken,
        scores=scores,
        paper=facts.one(iri, rub.aboutPaper) or (None if snapshot else facts.one(iri, rub.assesses)),
        informed_by=iri,
    )
    return Rescored(iri, record, tuple(_triples(record, iri)))


def _triples(record: AssessmentRecord, source: str) -> Iterator[Triple]:
    yield from record_triples([record])
    for found in record.measurements:
        yield Triple(
            NamedNode(f"{record.iri}#{found.criterion}"),
            prov.wasDerivedFrom,
            NamedNode(f"{source}#{found.criterion}"),
        )


def _name(iri: str, version: RubricVersion) -> str:
    text = "\n".join((_VERSION, iri, version.iri, policy_digest(version.policy)))
    return hashlib.sha256(text.encode()).hexdigest()[:_IRI_DIGITS]


def _snapshot(facts: Facts, iri: str) -> Snapshot | None:
    subject = facts.one(iri, rub.assesses) or ""
    artifact = facts.one(subject, prov.specializationOf)
    return Snapshot(subject, artifact, facts.one(subject, rub.swhid)) if artifact else None


def _instrument(facts: Facts, iri: str) -> Instrument:
    """What measured, as the source says: to score again is not to measure again.

    Raises:
        InputError: the source names no instrument, so nothing could be compared.
    """
    node = facts.one(iri, rub.instrument) or ""
    digest = facts.one(iri, rub.instrumentDigest)
    if digest is None:
        raise InputError(f"{iri} names no instrument")
    return Instrument(
        node, facts.one(node, foaf.name) or "", facts.one(node, schema.softwareVersion) or "", digest
    )


def _ended(facts: Facts, iri: str) -> datetime | None:
    text = facts.one(iri, prov.endedAtTime)
    return datetime.fromisoformat(text) if text else None
