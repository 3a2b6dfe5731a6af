"""Measurements with their evidence, and scores."""

from __future__ import annotations

from collections.abc import Iterator

from pyoxigraph import Triple

from rubrary.assessment import DimensionScore, Measurement, Origin, Score, Status
from rubrary.evidence import Evidence
from rubrary.graph import literal
from rubrary.graph.write.node import Node
from rubrary.terms import dcterms, dqv, prov, rdf, rub, scheme_concept


def measurement_triples(found: Measurement, activity: str, rubric: str, snapshot: str) -> Iterator[Triple]:
    """One measurement of an activity under a rubric version, with its evidence."""
    node = Node(f"{activity}#{found.criterion}")
    yield from node(rdf.type, rub.Measurement)
    yield from node(dqv.isMeasurementOf, f"{rubric}#{found.criterion}")
    yield from node(dqv.computedOn, snapshot)
    yield from node(prov.wasGeneratedBy, activity)
    yield from node(rub.status, scheme_concept("measurement-status", found.status))
    if found.status is Status.MEASURED:
        yield from node.double(dqv.value, found.value)
        yield from node.text(dqv.value, found.notation if found.value is None else None)
        yield from node(rub.valueConcept, found.concept)
    for number, seen in enumerate(found.evidence, start=1):
        iri = f"{node.iri.value}-e{number}"
        yield from node(rub.hasEvidence, iri)
        yield from _evidence(seen, iri)


def _evidence(seen: Evidence, iri: str) -> Iterator[Triple]:
    node = Node(iri)
    yield from node(rdf.type, rub.Evidence)
    yield from node.text(rub.message, seen.message)
    yield from node.text(rub.path, seen.path)
    yield from node(rub.startLine, literal.integer(seen.start_line) if seen.start_line else None)
    yield from node(rub.endLine, literal.integer(seen.end_line) if seen.end_line else None)
    yield from node.text(rub.excerpt, seen.excerpt)
    yield from node.text(rub.remedy, seen.remedy)
    yield from node(dcterms.source, seen.source)


def score_triples(
    score: Score, activity: str, rubric: str, snapshot: str, source: str | None
) -> Iterator[Triple]:
    """One score of an activity with its dimensions; a published one names its source."""
    published = score.origin is Origin.PUBLISHED
    prefix = f"{activity}#published-" if published else f"{activity}#"
    node = Node(prefix + score.metric)
    yield from node(rdf.type, rub.Score)
    yield from _score_frame(node, f"{rubric}#{score.metric}", activity, snapshot, score.origin)
    yield from node.double(dqv.value, score.value)
    if published:
        yield from node(prov.hadPrimarySource, source)
    else:
        yield from node.double(rub.unclampedValue, score.unclamped)
        yield from node.double(rub.coverage, score.coverage)
        yield from node.double(rub.lowerBound, score.lower)
        yield from node.double(rub.upperBound, score.upper)
    for penalty in score.penalties:
        yield from node(rub.penaltyApplied, f"{rubric}#penalty-{penalty}")
    for criterion in score.criteria:
        yield from node(prov.wasDerivedFrom, f"{activity}#{criterion}")
    for part in score.dimensions:
        part_node = Node(f"{prefix}{score.metric}-{part.dimension}")
        metric = f"{rubric}#{score.metric}-{part.dimension}"
        yield from part_node(rdf.type, rub.DimensionScore)
        yield from _score_frame(part_node, metric, activity, snapshot, score.origin)
        yield from _dimension_score(part_node, part, rubric, published)
        if published:
            yield from part_node(prov.hadPrimarySource, source)


def _score_frame(node: Node, metric: str, activity: str, snapshot: str, origin: Origin) -> Iterator[Triple]:
    yield from node(dqv.isMeasurementOf, metric)
    yield from node(dqv.computedOn, snapshot)
    yield from node(prov.wasGeneratedBy, activity)
    yield from node(rub.scoreOrigin, scheme_concept("score-origin", origin))


def _dimension_score(node: Node, part: DimensionScore, rubric: str, published: bool) -> Iterator[Triple]:
    yield from node(rub.inDimension, f"{rubric}#{part.dimension}")
    yield from node.double(dqv.value, part.raw)
    yield from node.double(rub.contribution, part.contribution)
    if not published:
        yield from node.double(rub.coverage, part.coverage)
