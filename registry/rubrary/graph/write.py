"""Records to triples: the one place that knows how a record looks as RDF.

Each function gives the triples of one record, without blank nodes, in a stable order. The shapes in
``shapes/`` describe the same form; a test validates what is written here against them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import timedelta
from functools import singledispatch

from pyoxigraph import Literal, NamedNode, Triple

from rubrary.assessment import DimensionScore, Measurement, Origin, Score, Status
from rubrary.evidence import Evidence
from rubrary.graph import literal
from rubrary.records import (
    Agent,
    Artifact,
    AssessmentRecord,
    AttemptRecord,
    BadgeRecord,
    CompositeRecord,
    FailureCause,
    Instrument,
    PaperRecord,
    Record,
    Repair,
    ResultComparison,
    StudyRecord,
    Venue,
)
from rubrary.snapshot import Snapshot
from rubrary.terms import (
    dcat,
    dcterms,
    dqv,
    foaf,
    oa,
    prov,
    rdf,
    rub,
    schema,
    scheme_concept,
    xsd,
)

_AGENT_CLASS = {"software": prov.SoftwareAgent, "person": prov.Person, "organization": prov.Organization}


def record_triples(records: Iterable[Record]) -> list[Triple]:
    """The triples of several records, each once, in order."""
    return list(dict.fromkeys(triple for record in records for triple in _record(record)))


@singledispatch
def _record(record: Record) -> Iterator[Triple]:
    raise TypeError(f"no RDF form for {type(record).__name__}")


class _Node:
    """Makes the triples of one subject; a value of ``None`` says nothing."""

    def __init__(self, iri: str) -> None:
        self.iri = NamedNode(iri)

    def __call__(self, predicate: NamedNode, value: NamedNode | Literal | str | None) -> Iterator[Triple]:
        if isinstance(value, str):
            value = NamedNode(value)
        if value is not None:
            yield Triple(self.iri, predicate, value)

    def text(self, predicate: NamedNode, value: str | None) -> Iterator[Triple]:
        if value is not None:
            yield Triple(self.iri, predicate, literal.text(value))

    def double(self, predicate: NamedNode, value: float | None) -> Iterator[Triple]:
        if value is not None:
            yield Triple(self.iri, predicate, literal.double(value))


@_record.register
def _(paper: PaperRecord) -> Iterator[Triple]:
    node = _Node(paper.iri)
    yield from node(rdf.type, rub.Paper)
    yield from node.text(dcterms.title, paper.title)
    yield from node.text(dcterms.identifier, paper.doi)
    yield from node(dcterms.issued, literal.date(paper.issued) if paper.issued else None)
    if paper.venue:
        yield from node(rub.publishedIn, paper.venue.iri)
        yield from _venue(paper.venue)
    for creator in paper.creators:
        yield from node(dcterms.creator, creator.iri)
        yield from agent_triples(creator)
    for artifact in paper.artifacts:
        yield from node(rub.hasArtifact, artifact.iri)
        yield from _artifact(artifact)


def _venue(venue: Venue) -> Iterator[Triple]:
    node = _Node(venue.iri)
    yield from node(rdf.type, rub.Venue)
    yield from node.text(dcterms.title, venue.title)
    yield from node.text(schema.issn, venue.issn)


@_record.register
def _artifact(artifact: Artifact) -> Iterator[Triple]:
    node = _Node(artifact.iri)
    yield from node(rdf.type, rub.Artifact)
    yield from node(rub.artifactKind, scheme_concept("artifact-kind", artifact.kind))
    yield from node.text(dcterms.title, artifact.title)
    yield from node(schema.codeRepository, artifact.repository)
    yield from node(dcterms.license, artifact.license)
    if artifact.availability:
        yield from node(rub.availability, scheme_concept("availability", artifact.availability))


def snapshot_triples(snapshot: Snapshot) -> Iterator[Triple]:
    """A snapshot; one without a SWHID is typed as of unknown revision."""
    node = _Node(snapshot.iri)
    yield from node(rdf.type, rub.Snapshot)
    if not snapshot.known:
        yield from node(rdf.type, rub.UnknownRevision)
    yield from node.text(rub.swhid, snapshot.swhid)
    yield from node(prov.specializationOf, snapshot.artifact)


def agent_triples(agent: Agent) -> Iterator[Triple]:
    """A person, organisation or program."""
    node = _Node(agent.iri)
    yield from node(rdf.type, _AGENT_CLASS[agent.kind])
    yield from node.text(foaf.name, agent.name)
    yield from node.text(schema.softwareVersion, agent.version)


def _instrument(instrument: Instrument) -> Iterator[Triple]:
    node = _Node(instrument.iri)
    yield from node(rdf.type, rub.Instrument)
    yield from node.text(foaf.name, instrument.name)
    yield from node.text(schema.softwareVersion, instrument.version)
    yield from node.text(rub.instrumentDigest, instrument.digest)


@_record.register
def _(run: AssessmentRecord) -> Iterator[Triple]:
    node = _Node(run.iri)
    yield from node(rdf.type, rub.Assessment)
    yield from node(rub.assesses, run.snapshot.iri)
    yield from node(rub.appliesRubric, run.rubric)
    yield from node(rub.method, scheme_concept("method", run.method))
    yield from node(prov.wasAssociatedWith, run.agent.iri)
    yield from node(prov.qualifiedAssociation, f"{run.iri}#association")
    yield from node(rub.instrument, run.instrument.iri)
    yield from node.text(rub.instrumentDigest, run.instrument.digest)
    yield from node(prov.startedAtTime, literal.date_time(run.started) if run.started else None)
    yield from node(prov.endedAtTime, literal.date_time(run.ended))
    yield from node(rub.aboutPaper, run.paper)
    yield from node(prov.hadPrimarySource, run.source)
    yield from node(prov.wasInformedBy, run.informed_by)
    association = _Node(f"{run.iri}#association")
    yield from association(rdf.type, prov.Association)
    yield from association(prov.agent, run.agent.iri)
    yield from association(prov.hadPlan, run.rubric)
    yield from snapshot_triples(run.snapshot)
    yield from agent_triples(run.agent)
    yield from _instrument(run.instrument)
    for measurement in run.measurements:
        yield from _measurement(measurement, run.iri, run.rubric, run.snapshot.iri)
    for score in run.scores + run.published:
        yield from _score(score, run.iri, run.rubric, run.snapshot.iri, run.source)


def _measurement(found: Measurement, activity: str, rubric: str, snapshot: str) -> Iterator[Triple]:
    node = _Node(f"{activity}#{found.criterion}")
    yield from node(rdf.type, rub.Measurement)
    yield from node(dqv.isMeasurementOf, f"{rubric}#{found.criterion}")
    yield from node(dqv.computedOn, snapshot)
    yield from node(prov.wasGeneratedBy, activity)
    yield from node(rub.status, scheme_concept("measurement-status", found.status))
    if found.status is Status.MEASURED:
        yield from node.double(dqv.value, found.value)
        yield from node.text(dqv.value, found.notation if found.value is None else None)
    for number, seen in enumerate(found.evidence, start=1):
        iri = f"{node.iri.value}-e{number}"
        yield from node(rub.hasEvidence, iri)
        yield from _evidence(seen, iri)


def _evidence(seen: Evidence, iri: str) -> Iterator[Triple]:
    node = _Node(iri)
    yield from node(rdf.type, rub.Evidence)
    yield from node.text(rub.message, seen.message)
    yield from node.text(rub.path, seen.path)
    yield from node(rub.startLine, literal.integer(seen.start_line) if seen.start_line else None)
    yield from node(rub.endLine, literal.integer(seen.end_line) if seen.end_line else None)
    yield from node.text(rub.excerpt, seen.excerpt)
    yield from node.text(rub.remedy, seen.remedy)
    yield from node(dcterms.source, seen.source)


def _score(score: Score, activity: str, rubric: str, snapshot: str, source: str | None) -> Iterator[Triple]:
    published = score.origin is Origin.PUBLISHED
    prefix = f"{activity}#published-" if published else f"{activity}#"
    node = _Node(prefix + score.metric)
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
        part_node = _Node(f"{prefix}{score.metric}-{part.dimension}")
        metric = f"{rubric}#{score.metric}-{part.dimension}"
        yield from part_node(rdf.type, rub.DimensionScore)
        yield from _score_frame(part_node, metric, activity, snapshot, score.origin)
        yield from _dimension_score(part_node, part, rubric, published)
        if published:
            yield from part_node(prov.hadPrimarySource, source)


def _score_frame(node: _Node, metric: str, activity: str, snapshot: str, origin: Origin) -> Iterator[Triple]:
    yield from node(dqv.isMeasurementOf, metric)
    yield from node(dqv.computedOn, snapshot)
    yield from node(prov.wasGeneratedBy, activity)
    yield from node(rub.scoreOrigin, scheme_concept("score-origin", origin))


def _dimension_score(node: _Node, part: DimensionScore, rubric: str, published: bool) -> Iterator[Triple]:
    yield from node(rub.inDimension, f"{rubric}#{part.dimension}")
    yield from node.double(dqv.value, part.raw)
    yield from node.double(rub.contribution, part.contribution)
    if not published:
        yield from node.double(rub.coverage, part.coverage)


@_record.register
def _(run: AttemptRecord) -> Iterator[Triple]:
    node = _Node(run.iri)
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
        yield from _instrument(run.instrument)
    yield from _attempt_course(node, run)
    yield from _attempt_details(node, run)


def _attempt_course(node: _Node, run: AttemptRecord) -> Iterator[Triple]:
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


def _attempt_details(node: _Node, run: AttemptRecord) -> Iterator[Triple]:
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
            yield from _measurement(measurement, run.iri, run.rubric, run.snapshots[0].iri)
        for score in run.scores:
            yield from _score(score, run.iri, run.rubric, run.snapshots[0].iri, run.source)


def _duration(span: timedelta) -> Literal:
    seconds = int(span.total_seconds())
    hours, rest = divmod(seconds, 3600)
    minutes, seconds = divmod(rest, 60)
    parts = [f"{count}{unit}" for count, unit in ((hours, "H"), (minutes, "M"), (seconds, "S")) if count]
    return Literal("PT" + ("".join(parts) or "0S"), datatype=xsd.dayTimeDuration)


def _cause(cause: FailureCause, iri: str) -> Iterator[Triple]:
    node = _Node(iri)
    yield from node(rdf.type, rub.FailureCause)
    if cause.missing_kind:
        yield from node(rub.missingKind, scheme_concept("artifact-kind", cause.missing_kind))
    if cause.missing_cause:
        yield from node(rub.missingCause, scheme_concept("missing-cause", cause.missing_cause))
    yield from node.text(dcterms.description, cause.description)


def _repair(repair: Repair, iri: str) -> Iterator[Triple]:
    node = _Node(iri)
    yield from node(rdf.type, rub.Repair)
    yield from node(rub.repairKind, scheme_concept("repair-kind", repair.kind))
    yield from node(rub.minimalRepair, literal.boolean(repair.minimal))
    yield from node.text(dcterms.description, repair.description)


def _comparison(comparison: ResultComparison, iri: str) -> Iterator[Triple]:
    node = _Node(iri)
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


@_record.register
def _(composite: CompositeRecord) -> Iterator[Triple]:
    node = _Node(composite.iri)
    yield from node(rdf.type, rub.CompositeScore)
    yield from node(dqv.isMeasurementOf, f"{composite.rubric}#{composite.score.metric}")
    yield from node(rub.readinessScore, composite.readiness)
    yield from node(rub.outcomeScore, composite.outcome)
    yield from node.double(rub.alpha, composite.score.alpha)
    for snapshot in composite.snapshots:
        yield from node(dqv.computedOn, snapshot)
    yield from node.double(dqv.value, composite.score.value)
    yield from node.double(rub.unclampedValue, composite.score.unclamped)
    yield from node(rub.scoreOrigin, scheme_concept("score-origin", composite.score.origin))
    yield from node(prov.wasDerivedFrom, composite.readiness)
    yield from node(prov.wasDerivedFrom, composite.outcome)
    yield from node(prov.wasAttributedTo, composite.agent.iri)
    yield from agent_triples(composite.agent)


@_record.register
def _(award: BadgeRecord) -> Iterator[Triple]:
    node = _Node(award.iri)
    yield from node(rdf.type, rub.BadgeAward)
    yield from node(oa.hasTarget, award.target)
    yield from node(oa.hasBody, award.badge)
    yield from node(oa.motivatedBy, dqv.qualityAssessment)
    yield from node(dcterms.issued, literal.date(award.issued) if award.issued else None)
    yield from node(prov.wasAttributedTo, award.issuer.iri)
    yield from _venue(award.issuer)


@_record.register
def _(study: StudyRecord) -> Iterator[Triple]:
    node = _Node(study.iri)
    yield from node(rdf.type, rub.Study)
    yield from node.text(dcterms.title, study.title)
    yield from node(dcterms.source, study.source)
    yield from node(dcterms.license, study.license)
    yield from node.text(dcterms.rights, study.rights)
    yield from node.text(dcat.version, study.version)
    yield from node.text(dcterms.description, study.description)
