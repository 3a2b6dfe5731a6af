"""A reproduction attempt: its outcome, course, causes, repairs and comparisons."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from pyoxigraph import Literal, Triple

from rubrary.graph import literal
from rubrary.graph.write.agent import agent_triples, instrument_triples, snapshot_triples
from rubrary.graph.write.measurement import measurement_triples, score_triples
from rubrary.graph.write.node import Node, write
from rubrary.records import AttemptRecord, FailureCause, Repair, ResultComparison
from rubrary.terms import dcterms, prov, rdf, rub, scheme_concept, xsd


@write.register
def _(run: AttemptRecord) -> Iterator[Triple]:
    node = Node(run.iri)
    yield from node(rdf.type, rub.ReproductionAttempt)
    for outcome in run.outcomes:
        yield from node(rub.outcome, outcome)
    for snapshot in run.snapshots:
        yield from node(rub.reproduces, snapshot.iri)
        yield from snapshot_triples(snapshot)
    yield from node(rub.aboutPaper, run.paper)
    yield from node(rub.appliesRubric, run.rubric)
    yield from node(rub.attemptMethod, scheme_concept("method", run.method))
    yield from node(prov.wasAssociatedWith, run.agent.iri)
    yield from agent_triples(run.agent)
    if run.instrument:
        yield from node(rub.instrument, run.instrument.iri)
        yield from node.text(rub.instrumentDigest, run.instrument.digest)
        yield from instrument_triples(run.instrument)
    yield from _attempt_course(node, run)
    yield from _attempt_details(node, run)


def _attempt_course(node: Node, run: AttemptRecord) -> Iterator[Triple]:
    yield from node(prov.startedAtTime, literal.date_time(run.started) if run.started else None)
    yield from node(prov.endedAtTime, literal.date_time(run.ended) if run.ended else None)
    yield from node(rub.protocol, run.protocol)
    yield from node.text(rub.hardware, run.hardware)
    yield from node(rub.wallTime, _duration(run.wall_time) if run.wall_time is not None else None)
    yield from node(rub.executedCount, literal.integer(run.executed) if run.executed is not None else None)
    yield from node(rub.succeededCount, literal.integer(run.succeeded) if run.succeeded is not None else None)
    yield from node.text(rub.failureMessage, run.failure_message)
    yield from node.text(dcterms.description, run.description)
    yield from node(prov.hadPrimarySource, run.source)


def _attempt_details(node: Node, run: AttemptRecord) -> Iterator[Triple]:
    for number, cause in enumerate(run.causes, start=1):
        yield from node(rub.failureCause, f"{run.iri}#cause-{number}")
        yield from _cause(cause, f"{run.iri}#cause-{number}")
    for number, repair in enumerate(run.repairs, start=1):
        yield from node(rub.hasRepair, f"{run.iri}#repair-{number}")
        yield from _repair(repair, f"{run.iri}#repair-{number}")
    for number, comparison in enumerate(run.comparisons, start=1):
        yield from node(rub.hasComparison, f"{run.iri}#comparison-{number}")
        yield from _comparison(comparison, f"{run.iri}#comparison-{number}")
    if run.rubric and run.snapshots:
        for measurement in run.measurements:
            yield from measurement_triples(measurement, run.iri, run.rubric, run.snapshots[0].iri)
        for score in run.scores:
            yield from score_triples(score, run.iri, run.rubric, run.snapshots[0].iri, run.source)


def _duration(span: timedelta) -> Literal:
    seconds = int(span.total_seconds())
    hours, rest = divmod(seconds, 3600)
    minutes, seconds = divmod(rest, 60)
    parts = [f"{count}{unit}" for count, unit in ((hours, "H"), (minutes, "M"), (seconds, "S")) if count]
    return Literal("PT" + ("".join(parts) or "0S"), datatype=xsd.dayTimeDuration)


def _cause(cause: FailureCause, iri: str) -> Iterator[Triple]:
    node = Node(iri)
    yield from node(rdf.type, rub.FailureCause)
    if cause.missing_kind:
        yield from node(rub.missingKind, scheme_concept("artifact-kind", cause.missing_kind))
    if cause.missing_cause:
        yield from node(rub.missingCause, scheme_concept("missing-cause", cause.missing_cause))
    yield from node.text(dcterms.description, cause.description)


def _repair(repair: Repair, iri: str) -> Iterator[Triple]:
    node = Node(iri)
    yield from node(rdf.type, rub.Repair)
    yield from node(rub.repairKind, scheme_concept("repair-kind", repair.kind))
    yield from node(rub.minimalRepair, literal.boolean(repair.minimal))
    yield from node.text(dcterms.description, repair.description)


def _comparison(comparison: ResultComparison, iri: str) -> Iterator[Triple]:
    node = Node(iri)
    yield from node(rdf.type, rub.ResultComparison)
    yield from node.text(rub.metricName, comparison.metric)
    yield from node.text(dcterms.title, comparison.task)
    for predicate, number in (
        (rub.reportedValue, comparison.reported),
        (rub.reproducedValue, comparison.reproduced),
        (rub.deviationAtMost, comparison.deviation_at_most),
        (rub.tolerance, comparison.tolerance),
    ):
        yield from node(predicate, literal.decimal(number) if number is not None else None)
    yield from node.text(rub.unit, comparison.unit)
    if comparison.tolerance_kind:
        yield from node(rub.toleranceKind, scheme_concept("tolerance-kind", comparison.tolerance_kind))
    for predicate, answer in (
        (rub.withinTolerance, comparison.within_tolerance),
        (rub.qualitativeClaimHolds, comparison.claim_holds),
    ):
        yield from node(predicate, literal.boolean(answer) if answer is not None else None)
