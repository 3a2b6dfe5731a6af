"""What the deposits of a score bundle say, as values.

Deposits are by anybody, so what is missing is left out and never made up; the shapes have judged the rest.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property

from pyoxigraph import NamedNode

from rubrary.assessment import Measurement
from rubrary.graph.canonical import triples_of
from rubrary.graph.read import Facts, local_id, measurements_of
from rubrary.ledger import Row
from rubrary.terms import SCHEME, dcterms, dqv, prov, rdf, rub

_PUBLISHED = f"{SCHEME}score-origin/published"


@dataclass(frozen=True, slots=True)
class FoundMeasurement:
    """A measurement with its node, the criterion's IRI and the snapshot that it was made on."""

    iri: str
    criterion: str
    snapshot: str | None
    measurement: Measurement


@dataclass(frozen=True, slots=True)
class FoundScore:
    """A score, dimension score or composite as its deposit states it.

    Attributes:
        iri: its node.
        metric: IRI of the score metric.
        dimension: IRI of the dimension, for the score of one.
        value: the stated value; ``None`` where a dimension is not applicable.
        published: whether it stands as a source printed it.
        snapshots: what it was computed on.
        derived_from: what it was computed from.
        penalties: IRIs of the penalties that were applied.
        numbers: the other stated numbers by name: unclamped, coverage, lower, upper, contribution, alpha.
    """

    iri: str
    metric: str
    dimension: str | None
    value: float | None
    published: bool
    snapshots: tuple[str, ...]
    derived_from: tuple[str, ...]
    penalties: tuple[str, ...]
    numbers: dict[str, float]

    @property
    def origin(self) -> str:
        """Whose arithmetic it is, in one word."""
        return "published" if self.published else "computed"


_NUMBERS = {
    "unclamped": rub.unclampedValue,
    "coverage": rub.coverage,
    "lower": rub.lowerBound,
    "upper": rub.upperBound,
    "contribution": rub.contribution,
    "alpha": rub.alpha,
}


@dataclass(frozen=True, slots=True)
class Run:
    """An assessment or an attempt, with what it gave. Times are ``+00:00``, to the second."""

    iri: str
    facts: Facts
    snapshots: tuple[str, ...]
    measurements: tuple[FoundMeasurement, ...]
    scores: tuple[FoundScore, ...]
    started: str | None
    ended: str | None

    def one(self, predicate: str) -> str | None:
        """The first value of a property of the run, by the local name of one of our terms."""
        return self.facts.one(self.iri, getattr(rub, predicate))

    @property
    def agent(self) -> str | None:
        """Who or what made the run."""
        return self.facts.one(self.iri, prov.wasAssociatedWith)

    @property
    def study(self) -> str | None:
        """The study that it comes from."""
        return self.facts.one(self.iri, prov.hadPrimarySource)

    @property
    def manual(self) -> bool:
        """Whether people did it, rather than a program."""
        stated = self.one("method") or self.one("attemptMethod") or ""
        return stated == f"{SCHEME}method/manual"


class BundleFacts:
    """The runs and composites among the deposits of a bundle, and everything that is said around them.

    Args:
        assessment: IRI of the assessment that the bundle is about.
        deposits: its deposits, the assessment's first.
    """

    def __init__(self, assessment: str, deposits: Iterable[Row]) -> None:
        graphs = [triples_of(row.nquads) for row in deposits if row.nquads is not None]
        #: All statements together, for what only one deposit may define anyway.
        self.all = Facts(dict.fromkeys(triple for graph in graphs for triple in graph))
        self._each = [Facts(graph) for graph in graphs]
        self.assessment = _run(self._each[0], assessment, rub.assesses)

    @cached_property
    def attempts(self) -> tuple[Run, ...]:
        """The reproduction attempts, in order of IRI."""
        found = {
            iri: _run(facts, iri, rub.reproduces)
            for facts in self._each
            for iri in facts.of_type(rub.ReproductionAttempt)
        }
        return tuple(found[iri] for iri in sorted(found))

    @cached_property
    def composites(self) -> tuple[FoundScore, ...]:
        """The composites of one of the assessment's scores, in order of IRI."""
        own = {score.iri for score in self.assessment.scores}
        return tuple(
            _score(self.all, iri)
            for iri in sorted(set(self.all.of_type(rub.CompositeScore)))
            if self.all.one(iri, rub.readinessScore) in own
        )

    @cached_property
    def headline(self) -> FoundScore | None:
        """The one number to show first: a composite, else a readiness score; a computed one before a published."""
        candidates = [*self.composites, *(score for score in self.assessment.scores if not score.dimension)]
        ranked = sorted(
            candidates, key=lambda score: (score not in self.composites, score.published, score.iri)
        )
        return next((score for score in ranked if score.value is not None), None)

    def title(self, iri: str) -> str | None:
        """The title that some deposit gives to a thing."""
        return self.all.one(iri, dcterms.title)

    def snapshot_name(self, iri: str) -> str:
        """A snapshot for people: its artifact and the start of its revision; a paper's title."""
        if self.is_a(iri, rub.Paper.value):
            return self.title(iri) or iri
        artifact = self.all.one(iri, prov.specializationOf)
        name = (self.title(artifact) or _last_parts(artifact)) if artifact else "artifact"
        revision = self.revision(iri)
        return f"{name} @ {revision[:7]}" if revision else f"{name} @ unknown revision"

    def revision(self, iri: str) -> str | None:
        """The hexadecimal part of a snapshot's SWHID; ``None`` when the revision is not known."""
        swhid = self.all.one(iri, rub.swhid)
        return swhid.rpartition(":")[2] if swhid else None

    def is_a(self, iri: str, *classes: str) -> bool:
        """Whether some deposit gives the thing one of those class IRIs."""
        return any(value.value in classes for value in self.all.values(iri, rdf.type))


def utc(stated: str | None) -> str | None:
    """An ``xsd:dateTime`` in UTC to the second with ``+00:00``; ``None`` for one that no calendar here has.

    Validators of Process Run Crates refuse ``Z`` and fractions of a second.
    """
    try:
        moment = datetime.fromisoformat(stated or "")
        return moment.astimezone(UTC).replace(microsecond=0).isoformat() if moment.tzinfo else None
    except (ValueError, OverflowError):
        return None


def _run(facts: Facts, iri: str, subject: NamedNode) -> Run:
    return Run(
        iri=iri,
        facts=facts,
        snapshots=_iris(facts, iri, subject),
        measurements=_measurements(facts, iri),
        scores=tuple(
            _score(facts, node)
            for cls in (rub.Score, rub.DimensionScore)
            for node in facts.of_type(cls)
            if facts.one(node, prov.wasGeneratedBy) == iri
        ),
        started=utc(facts.one(iri, prov.startedAtTime)),
        ended=utc(facts.one(iri, prov.endedAtTime)),
    )


def _measurements(facts: Facts, activity: str) -> tuple[FoundMeasurement, ...]:
    nodes = [
        node for node in facts.of_type(rub.Measurement) if facts.one(node, prov.wasGeneratedBy) == activity
    ]
    # In the order that measurements_of gives: by criterion, then by node.
    nodes.sort(key=lambda node: local_id(facts.one(node, dqv.isMeasurementOf) or ""))
    return tuple(
        FoundMeasurement(
            iri=node,
            criterion=facts.one(node, dqv.isMeasurementOf) or "",
            snapshot=facts.one(node, dqv.computedOn),
            measurement=measurement,
        )
        for node, measurement in zip(nodes, measurements_of(facts, activity), strict=True)
    )


def _score(facts: Facts, iri: str) -> FoundScore:
    stated = {name: facts.number(iri, predicate) for name, predicate in _NUMBERS.items()}
    return FoundScore(
        iri=iri,
        metric=facts.one(iri, dqv.isMeasurementOf) or "",
        dimension=facts.one(iri, rub.inDimension),
        value=facts.number(iri, dqv.value),
        published=facts.one(iri, rub.scoreOrigin) == _PUBLISHED,
        snapshots=_iris(facts, iri, dqv.computedOn),
        derived_from=_iris(facts, iri, prov.wasDerivedFrom),
        penalties=_iris(facts, iri, rub.penaltyApplied),
        numbers={name: number for name, number in stated.items() if number is not None},
    )


def _iris(facts: Facts, subject: str, predicate: NamedNode) -> tuple[str, ...]:
    found = {value.value for value in facts.values(subject, predicate) if isinstance(value, NamedNode)}
    return tuple(sorted(found))


def _last_parts(iri: str) -> str:
    return "/".join(part for part in iri.rstrip("/").split("/")[-2:] if part)
