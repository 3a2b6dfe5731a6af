"""The measurements on record, read from the ledger for scoring them under other policies.

Nothing is fetched or looked at again: a run is what its deposit says that it measured.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from rubrary.assessment import Measurement
from rubrary.graph.canonical import triples_of
from rubrary.graph.read import Facts, measurements_of
from rubrary.ledger import LedgerReader
from rubrary.rubric import Method, RubricVersion
from rubrary.terms import dqv, prov, rub

# A deposit's kind is the first of these that it holds; each of them may hold a run.
_KINDS = ("Study", "Assessment", "ReproductionAttempt")


@dataclass(frozen=True, slots=True)
class StoredRun:
    """An assessment or a reproduction attempt with what it measured.

    Attributes:
        iri: the run.
        rubric: IRI of the rubric version that it applied.
        subject: IRI of the artifact that it looked at; of the snapshot or paper where none is named.
        measurements: what it measured; never empty.
        scores: IRIs of the scores that its deposit states.
    """

    iri: str
    rubric: str
    subject: str
    measurements: tuple[Measurement, ...]
    scores: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StoredComposite:
    """A composite of two scores of different runs, named by the IRIs of these scores."""

    iri: str
    subject: str
    readiness: str
    outcome: str


def read_runs(
    ledger: LedgerReader, versions: Collection[RubricVersion]
) -> Iterator[StoredRun | StoredComposite]:
    """The runs on record that applied one of the versions, and the composites of their scores.

    A run without measurements of its own, such as one that rescores another, is left out. So is what was
    withdrawn. Memory holds a few dozen deposits at a time.

    Raises:
        RegistryError: the ledger cannot be read.
    """
    rubrics = {version.iri for version in versions}
    blends = {
        f"{version.iri}#{rule.id}"
        for version in versions
        for rule in version.policy.scores
        if rule.method is Method.COVERAGE_BLEND
    }
    for kind in _KINDS:
        for row in ledger.of_kind(kind, mentioning=rubrics):
            facts = Facts(triples_of(row.nquads or b""))
            yield from _runs(facts, rubrics)
            yield from _composites(facts, blends)
    for row in ledger.of_kind("CompositeScore", mentioning=blends):
        yield from _composites(Facts(triples_of(row.nquads or b"")), blends)


def _runs(facts: Facts, rubrics: Collection[str]) -> Iterator[StoredRun]:
    for cls, looks_at in ((rub.Assessment, rub.assesses), (rub.ReproductionAttempt, rub.reproduces)):
        for iri in facts.of_type(cls):
            rubric = facts.one(iri, rub.appliesRubric)
            measurements = measurements_of(facts, iri) if rubric in rubrics else ()
            if rubric is None or not measurements:
                continue
            scores = (
                node for node in facts.of_type(rub.Score) if facts.one(node, prov.wasGeneratedBy) == iri
            )
            seen = facts.one(iri, looks_at) or facts.one(iri, rub.aboutPaper)
            subject = _artifact(facts, seen or iri)
            yield StoredRun(iri, rubric, subject, measurements, tuple(scores))


def _composites(facts: Facts, blends: Collection[str]) -> Iterator[StoredComposite]:
    for iri in facts.of_type(rub.CompositeScore):
        readiness, outcome = facts.one(iri, rub.readinessScore), facts.one(iri, rub.outcomeScore)
        if readiness and outcome and facts.one(iri, dqv.isMeasurementOf) in blends:
            yield StoredComposite(
                iri, _artifact(facts, facts.one(iri, dqv.computedOn) or iri), readiness, outcome
            )


def _artifact(facts: Facts, snapshot: str) -> str:
    return facts.one(snapshot, prov.specializationOf) or snapshot
