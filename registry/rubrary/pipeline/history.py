"""What became of an artifact: its scores and outcomes over its snapshots, in order, and what made the difference.

Scores and outcomes are two lists and stay two: an event is an assessment or an attempt, never both.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rubrary.assessment import Measurement, Status
from rubrary.errors import NotFound
from rubrary.graph.canonical import triples_of
from rubrary.graph.read import Facts, computed_scores, measurements_of
from rubrary.ledger import Row
from rubrary.pipeline.registry import Registry
from rubrary.terms import prov, rub


@dataclass(frozen=True, slots=True)
class Event:
    """One assessment or attempt of a snapshot of the artifact.

    Attributes:
        iri: identifies it.
        kind: ``assessment`` or ``attempt``.
        when: the end (else the start) that it states, ISO 8601; ``None`` where it states none.
        sequence: the row of the ledger that put it on record.
        snapshot: IRI of what was looked at.
        rubric: IRI of the rubric version that it applied, if any.
        scores: computed scores by metric.
        outcomes: IRIs of outcome concepts; only of an attempt.
        measurements: what it measured, by criterion.
        informed_by: IRI of the assessment whose measurements it uses, if it did not measure itself.
    """

    iri: str
    kind: str
    when: str | None
    sequence: int
    snapshot: str
    rubric: str | None
    scores: dict[str, float]
    outcomes: tuple[str, ...]
    measurements: dict[str, Measurement]
    informed_by: str | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """One criterion that answers otherwise than the last time.

    Attributes:
        criterion: its id.
        before: what it was; ``None`` where it was not measured.
        after: what it is now.
        evidence: what was seen now, as ``path: message``.
    """

    criterion: str
    before: str | None
    after: str | None
    evidence: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """An event with what it changed since the last event of its kind and rubric.

    Attributes:
        event: what happened.
        moved: for each score how far it moved since the last event with that rubric version.
        changes: the criteria that answer otherwise.
    """

    event: Event
    moved: dict[str, float]
    changes: tuple[Change, ...]


def history(registry: Registry, artifact: str) -> tuple[Step, ...]:
    """The events of all snapshots of an artifact, the earliest first; those without a time come first.

    Args:
        registry: where they are on record.
        artifact: IRI of an artifact, or of one snapshot or paper.

    Raises:
        NotFound: nothing on record is an assessment or attempt of it.
    """
    events = sorted(_events(registry, artifact), key=lambda event: (event.when or "", event.sequence))
    if not events:
        raise NotFound(
            f"no assessment or attempt of <{artifact}> is on record",
            hint="give the IRI of an artifact, for example the address of its repository",
        )
    last: dict[tuple[str, str | None], Event] = {}
    steps = []
    for event in events:
        key = (event.kind, event.rubric)
        steps.append(_step(event, last.get(key)))
        last[key] = event
    return tuple(steps)


def _step(event: Event, before: Event | None) -> Step:
    if before is None:
        return Step(event, {}, ())
    moved = {
        metric: value - before.scores[metric]
        for metric, value in event.scores.items()
        if metric in before.scores
    }
    changes = tuple(_changes(before.measurements, event.measurements))
    return Step(event, moved, changes)


def _changes(before: dict[str, Measurement], after: dict[str, Measurement]) -> Iterator[Change]:
    for criterion in dict.fromkeys((*before, *after)):
        old, new = _said(before.get(criterion)), _said(after.get(criterion))
        if old != new:
            seen = after[criterion].evidence if criterion in after else ()
            words = tuple(f"{one.path}: {one.message}" if one.path else one.message for one in seen)
            yield Change(criterion, old, new, words)


def _said(found: Measurement | None) -> str | None:
    if found is None:
        return None
    if found.status is not Status.MEASURED:
        return found.status.value
    return found.notation if found.value is None else f"{found.value:g}"


def _events(registry: Registry, artifact: str) -> Iterator[Event]:
    """From all deposits that describe the artifact or one of its snapshots."""
    subjects = {artifact}
    rows: dict[int, tuple[Row, Facts]] = {}
    # A second look finds the runs whose deposits name a snapshot that another deposit describes.
    for _ in range(2):
        for kind in ("Assessment", "ReproductionAttempt"):
            for row in registry.ledger.of_kind(kind, mentioning=sorted(subjects)):
                if row.seq not in rows:
                    rows[row.seq] = (row, Facts(triples_of(row.nquads or b"")))
        subjects |= {
            snapshot
            for _, facts in rows.values()
            for snapshot in facts.of_type(rub.Snapshot)
            if facts.one(snapshot, prov.specializationOf) == artifact
        }
    for row, facts in rows.values():
        for run in facts.of_type(rub.Assessment):
            subject = facts.one(run, rub.assesses)
            if subject in subjects:
                yield _event(row, facts, run, "assessment", subject or "")
        for run in facts.of_type(rub.ReproductionAttempt):
            for snapshot in facts.values(run, rub.reproduces)[:1]:
                if snapshot.value in subjects:
                    yield _event(row, facts, run, "attempt", snapshot.value)


def _event(row: Row, facts: Facts, run: str, kind: str, snapshot: str) -> Event:
    return Event(
        iri=run,
        kind=kind,
        when=facts.one(run, prov.endedAtTime) or facts.one(run, prov.startedAtTime),
        sequence=row.seq,
        snapshot=snapshot,
        rubric=facts.one(run, rub.appliesRubric),
        scores={metric: score.value for metric, score in computed_scores(facts, run).items()},
        outcomes=tuple(outcome.value for outcome in facts.values(run, rub.outcome)),
        measurements={found.criterion: found for found in measurements_of(facts, run)},
        informed_by=facts.one(run, prov.wasInformedBy),
    )
