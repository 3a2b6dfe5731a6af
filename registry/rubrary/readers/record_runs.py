"""Assessments and attempts of a record file, with their measurements and scores."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rubrary import records
from rubrary.assessment import Measurement
from rubrary.evidence import Evidence as EvidenceValue
from rubrary.readers.record_answers import SECTIONS, Answers
from rubrary.readers.record_model import Assessment, Attempt, Measurements
from rubrary.readers.record_names import repository_iri, slug
from rubrary.readers.record_parts import Agent, Evidence, Instrument, Snapshot
from rubrary.readers.record_scores import published_scores, run_scores
from rubrary.readers.record_things import Things
from rubrary.rubric import RubricVersion, instrument_digest
from rubrary.snapshot import Snapshot as SnapshotValue
from rubrary.snapshot import swhid_iri


@dataclass(frozen=True, slots=True)
class Subject:
    """What the runs of a file are about unless they say otherwise: IRIs of paper, study, code artifact."""

    paper: str | None = None
    study: str | None = None
    code: str | None = None


class Runs:
    """Makes the runs of one file.

    Args:
        things: makes what they refer to, and notes problems.
        answers: the answers of each section.
        subject: what the runs are about.
    """

    def __init__(self, things: Things, answers: Mapping[str, Answers], subject: Subject) -> None:
        self._things = things
        self._names = things.names
        self._answers = answers
        self._subject = subject

    def assessment(self, run: Assessment) -> records.AssessmentRecord | None:
        """The assessment with its scores; ``None`` if what it needs is missing, which is noted."""
        section = "assessment"
        version = self._answers[section].rubric
        iri = self._names.mark(self._names.below(section, run.id), section)
        snapshot = self._snapshot(run.snapshot, section, run.id)
        if version is None or snapshot is None:
            return None
        things = self._things
        measurements = self._measurements(run.measurements, iri, section)
        source = things.reference("study", run.source, self._subject.study, section, "source")
        scores, faults = run_scores(version, measurements, run.scores)
        published, more = published_scores(version, run.published, source)
        things.faults(faults, section, "scores")
        things.faults(more, section, "published")
        for score in scores:
            self._names.mark(f"{iri}#{score.metric}", section, "scores", score.metric)
        return records.AssessmentRecord(
            iri=iri,
            snapshot=snapshot,
            rubric=self._names.mark(version.iri, section, "rubric"),
            method=run.method,
            agent=things.agent(run.assessor, section, "assessor"),
            instrument=self._instrument(run.instrument, run.assessor, run.method, version, section),
            ended=run.ended,
            measurements=measurements,
            scores=scores,
            published=published,
            started=run.started,
            paper=things.reference("paper", run.paper, self._subject.paper, section, "paper"),
            source=source,
            informed_by=things.reference("assessment", run.informed_by, None, section, "informed_by"),
        )

    def attempt(self, run: Attempt) -> records.AttemptRecord:
        """The attempt with the scores of its probes."""
        section = "attempt"
        version = self._answers[section].rubric
        iri = self._names.mark(self._names.below(section, run.id), section)
        snapshot = self._snapshot(run.snapshot, section, run.id) if run.snapshot else None
        if run.probes and not run.snapshot:
            self._things.fault("has probes, but no snapshot", "add 'snapshot: …': what was executed", section)
        measurements = self._measurements(run.probes, iri, section)
        scores, faults = run_scores(version, measurements, run.scores) if version else ((), {})
        self._things.faults(faults, section, "scores")
        for score in scores:
            self._names.mark(f"{iri}#{score.metric}", section, "scores", score.metric)
        method = run.method or ("automated" if run.team.software else "manual")
        measured = version is not None and bool(measurements or run.instrument)
        return records.AttemptRecord(
            iri=iri,
            outcomes=tuple(dict.fromkeys(outcome.concepts[0].iri for outcome in run.outcome)),
            agent=self._things.agent(run.team, section, "team"),
            method=method,
            snapshots=(snapshot,) if snapshot else (),
            paper=self._things.reference("paper", run.paper, self._subject.paper, section, "paper"),
            rubric=self._names.mark(version.iri, section, "rubric") if version else None,
            instrument=self._instrument(run.instrument, run.team, method, version, section)
            if version and measured
            else None,
            measurements=measurements,
            scores=scores,
            started=run.started,
            ended=run.ended,
            protocol=run.protocol,
            hardware=run.hardware,
            wall_time=run.wall_time,
            executed=run.executed,
            succeeded=run.succeeded,
            failure_message=run.failure_message,
            causes=self._causes(run, iri),
            repairs=self._repairs(run, iri),
            comparisons=self._comparisons(run, iri),
            description=run.description,
            source=self._things.reference("study", run.source, self._subject.study, section, "source"),
        )

    def _causes(self, run: Attempt, iri: str) -> tuple[records.FailureCause, ...]:
        for at, _ in enumerate(run.causes):
            self._names.mark(f"{iri}#cause-{at + 1}", "attempt", "causes", at)
        return tuple(
            records.FailureCause(cause.description, cause.missing, cause.how) for cause in run.causes
        )

    def _repairs(self, run: Attempt, iri: str) -> tuple[records.Repair, ...]:
        for at, _ in enumerate(run.repairs):
            self._names.mark(f"{iri}#repair-{at + 1}", "attempt", "repairs", at)
        return tuple(
            records.Repair(repair.kind, repair.minimal, repair.description) for repair in run.repairs
        )

    def _comparisons(self, run: Attempt, iri: str) -> tuple[records.ResultComparison, ...]:
        for at, _ in enumerate(run.comparisons):
            self._names.mark(f"{iri}#comparison-{at + 1}", "attempt", "comparisons", at)
        return tuple(
            records.ResultComparison(
                metric=result.metric,
                task=result.task,
                reported=result.reported,
                reproduced=result.reproduced,
                deviation_at_most=result.deviation_at_most,
                unit=result.unit,
                tolerance_kind=result.tolerance_kind,
                tolerance=result.tolerance,
                within_tolerance=result.within_tolerance,
                claim_holds=result.claim_holds,
            )
            for result in run.comparisons
        )

    def _snapshot(self, given: Snapshot, section: str, run: str) -> SnapshotValue | None:
        artifact = repository_iri(given.artifact) if given.artifact else self._subject.code
        if artifact is None:
            hint = "add 'artifact: <address>'; only where the file has one code artifact it may be left out"
            self._things.fault("does not say of which artifact it is", hint, section, "snapshot")
            return None
        self._names.mark(artifact, section, "snapshot", "artifact")
        if given.commit:
            snapshot = SnapshotValue.at_commit(given.commit, artifact)
        elif given.swhid:
            snapshot = SnapshotValue(swhid_iri(given.swhid), artifact, given.swhid)
        else:
            snapshot = SnapshotValue(self._names.below("snapshot", given.id or f"{section}-{run}"), artifact)
        self._names.mark(snapshot.iri, section, "snapshot")
        return snapshot

    def _measurements(self, given: Measurements, run: str, section: str) -> tuple[Measurement, ...]:
        key, answers = SECTIONS[section], self._answers[section].measurements
        found = []
        for criterion, part in given.items():
            if criterion not in answers:
                continue  # noted when the answers were read
            answer = answers[criterion]
            iri = self._names.mark(f"{run}#{criterion}", section, key, criterion)
            for at, _ in enumerate(part.evidence):
                self._names.mark(f"{iri}-e{at + 1}", section, key, criterion, "evidence", at)
            evidence = tuple(_evidence(seen) for seen in part.evidence)
            found.append(Measurement(criterion, answer.status, answer.value, answer.notation, evidence))
        return tuple(found)

    def _instrument(
        self, given: Instrument | None, agent: Agent, method: str, version: RubricVersion, section: str
    ) -> records.Instrument:
        """The instrument given; else the program itself; else people who read, or ran, by the rubric."""
        detectors: Mapping[str, str] = {}
        if given:
            name, release, detectors = given.name, given.version, given.detectors
        elif agent.software and agent.version:
            name, release = agent.software, agent.version
        else:
            if method != "manual":
                hint = "add 'instrument: {name: …, version: …}': what measured"
                self._things.fault(f"has the method {method}, but no instrument", hint, section, "method")
            what = "reading" if section == "assessment" else "execution"
            name, release = f"manual {what} of {version.reference}", version.version
        end = slug(name if name.endswith(release) else f"{name} {release}") or "unnamed"
        iri = self._names.mark(self._names.below("instrument", end), section, "instrument")
        return records.Instrument(iri, name, release, instrument_digest(name, release, detectors))


def _evidence(seen: Evidence) -> EvidenceValue:
    first, last = (seen.lines[0], seen.lines[-1]) if seen.lines else (None, None)
    return EvidenceValue(seen.message, seen.path, first, last, seen.excerpt, seen.remedy, seen.source)
