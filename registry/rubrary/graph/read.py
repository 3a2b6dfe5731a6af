"""Triples to values: what a deposit's graph says of its runs, measurements and scores.

The counterpart of :mod:`rubrary.graph.write` for what other layers compute with. It reads deposits by anybody,
so it takes what is there and leaves the judging of what is missing to the shapes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pyoxigraph import Literal, NamedNode, Triple

from rubrary.assessment import Measurement, Score, Status
from rubrary.errors import MalformedInput
from rubrary.evidence import Evidence
from rubrary.graph import literal
from rubrary.terms import SCHEME, dcterms, dqv, prov, rdf, rub

_STATUSES = {f"{SCHEME}measurement-status/{status}": status for status in Status}
_PUBLISHED = f"{SCHEME}score-origin/published"


@dataclass(frozen=True, slots=True)
class StatedScore:
    """A score as a deposit states it.

    Attributes:
        iri: the score's node.
        metric: IRI of the score metric.
        value: the stated value.
        published: whether it stands as a source printed it, rather than as a computed one.
        activity: the run that gave it; ``None`` for a composite.
        readiness: the readiness score of a composite.
        outcome: the outcome score of a composite.
    """

    iri: str
    metric: str
    value: float
    published: bool
    activity: str | None
    readiness: str | None = None
    outcome: str | None = None


class Facts:
    """The statements of one graph, found by subject or by type. Built once, asked many times."""

    def __init__(self, triples: Iterable[Triple]) -> None:
        self._statements: dict[str, dict[str, list[NamedNode | Literal]]] = defaultdict(dict)
        self._of_type: dict[str, list[str]] = defaultdict(list)
        type_iri = rdf.type.value
        for triple in triples:
            subject, value = triple.subject, triple.object
            if not isinstance(subject, NamedNode) or not isinstance(value, NamedNode | Literal):
                continue
            iri, predicate = subject.value, triple.predicate.value
            self._statements[iri].setdefault(predicate, []).append(value)
            if predicate == type_iri and isinstance(value, NamedNode):
                self._of_type[value.value].append(iri)

    def of_type(self, cls: NamedNode) -> list[str]:
        """IRIs of the subjects with that type, sorted."""
        return sorted(self._of_type.get(cls.value, ()))

    def subjects(self) -> Mapping[str, dict[str, list[NamedNode | Literal]]]:
        """Each IRI subject with what is said of it, by predicate IRI."""
        return self._statements

    def values(self, subject: str, predicate: NamedNode) -> list[NamedNode | Literal]:
        """All values of a predicate."""
        return self._statements.get(subject, {}).get(predicate.value, [])

    def one(self, subject: str, predicate: NamedNode) -> str | None:
        """The text or IRI of the first value, or ``None``."""
        found = self.values(subject, predicate)
        return found[0].value if found else None

    def number(self, subject: str, predicate: NamedNode) -> float | None:
        """The first numeric value, or ``None`` where there is none or it is no number."""
        for value in self.values(subject, predicate):
            if isinstance(value, Literal):
                try:
                    return literal.number(value)
                except MalformedInput:
                    return None
        return None

    def whole(self, subject: str, predicate: NamedNode) -> int | None:
        """The first numeric value as an integer, or ``None``."""
        found = self.number(subject, predicate)
        return int(found) if found is not None else None


def local_id(iri: str) -> str:
    """The fragment of an IRI: the id of a criterion, metric or dimension within its rubric version."""
    return iri.rpartition("#")[2]


def measurements_of(facts: Facts, activity: str) -> tuple[Measurement, ...]:
    """The measurements that a run gave, with their evidence, in order of criterion."""
    found = [
        _measurement(facts, node)
        for node in facts.of_type(rub.Measurement)
        if facts.one(node, prov.wasGeneratedBy) == activity
    ]
    return tuple(sorted(found, key=lambda measurement: measurement.criterion))


def _measurement(facts: Facts, node: str) -> Measurement:
    status = facts.one(node, rub.status) or ""
    value = facts.number(node, dqv.value)
    notation = facts.one(node, dqv.value) if value is None else None
    evidence = [_evidence(facts, seen.value) for seen in facts.values(node, rub.hasEvidence)]
    return Measurement(
        criterion=local_id(facts.one(node, dqv.isMeasurementOf) or ""),
        status=_STATUSES.get(status, Status.FAILED),
        value=value,
        notation=notation,
        concept=facts.one(node, rub.valueConcept),
        evidence=tuple(
            sorted(evidence, key=lambda seen: (seen.path or "", seen.start_line or 0, seen.message))
        ),
    )


def _evidence(facts: Facts, node: str) -> Evidence:
    return Evidence(
        message=facts.one(node, rub.message) or "",
        path=facts.one(node, rub.path),
        start_line=facts.whole(node, rub.startLine),
        end_line=facts.whole(node, rub.endLine),
        excerpt=facts.one(node, rub.excerpt),
        remedy=facts.one(node, rub.remedy),
        source=facts.one(node, dcterms.source),
    )


def stated_scores(facts: Facts) -> tuple[StatedScore, ...]:
    """Every score, dimension score and composite that the graph states with a numeric value."""
    classes = (rub.Score, rub.DimensionScore, rub.CompositeScore)
    stated = (_stated(facts, node) for cls in classes for node in facts.of_type(cls))
    return tuple(score for score in stated if score is not None)


def computed_scores(facts: Facts, activity: str) -> dict[str, StatedScore]:
    """The computed scores of a run by the ids of their metrics, without the parts of their profiles."""
    stated = (_stated(facts, node) for node in facts.of_type(rub.Score))
    return {
        local_id(score.metric): score
        for score in stated
        if score is not None and score.activity == activity and not score.published
    }


def _stated(facts: Facts, node: str) -> StatedScore | None:
    value = facts.number(node, dqv.value)
    if value is None:
        return None
    return StatedScore(
        iri=node,
        metric=facts.one(node, dqv.isMeasurementOf) or "",
        value=value,
        published=facts.one(node, rub.scoreOrigin) == _PUBLISHED,
        activity=facts.one(node, prov.wasGeneratedBy),
        readiness=facts.one(node, rub.readinessScore),
        outcome=facts.one(node, rub.outcomeScore),
    )


def stated_score(facts: Facts, iri: str) -> Score | None:
    """One score as it is stated, if it is there; its coverage is 0 where none is stated."""
    value, metric = facts.number(iri, dqv.value), facts.one(iri, dqv.isMeasurementOf)
    if value is None or metric is None:
        return None
    return Score(
        metric=local_id(metric),
        value=value,
        unclamped=value,
        coverage=facts.number(iri, rub.coverage) or 0.0,
        lower=value,
        upper=value,
        criteria=tuple(local_id(found.value) for found in facts.values(iri, prov.wasDerivedFrom)),
    )
