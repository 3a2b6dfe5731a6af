"""From a checked record file to the records of one deposit."""

from __future__ import annotations

from collections.abc import Mapping

from rubrary import records
from rubrary.readers.record_adoption import adoption_record, archive_record
from rubrary.readers.record_answers import Answers
from rubrary.readers.record_model import RecordFile
from rubrary.readers.record_parts import Badge
from rubrary.readers.record_runs import Runs, Subject
from rubrary.readers.record_scores import composite_score
from rubrary.readers.record_things import Things
from rubrary.rubric import RubricVersion
from rubrary.terms import scheme_concept

_PAPER = "paper"


def build_records(
    file: RecordFile, things: Things, answers: Mapping[str, Answers], adopted: RubricVersion | None
) -> list[records.Record]:
    """The records of a file in the order of the form. They are complete only if ``things`` noted no problem.

    Args:
        file: the file, in the form.
        things: makes the shared things, remembers places and notes problems.
        answers: the answers of each section, read against their rubric.
        adopted: the rubric version that the file's adoption names.
    """
    subject = _subject(file, things)
    runs = Runs(things, answers, subject)
    made: list[records.Record] = []
    if file.study and subject.study:
        made.append(things.study(file.study, subject.study))
    if file.paper and subject.paper:
        made.append(things.paper(file.paper, subject.paper))
    made += [things.artifact(part, "artifacts", at) for at, part in enumerate(file.artifacts)]
    assessment = runs.assessment(file.assessment) if file.assessment else None
    attempt = runs.attempt(file.attempt) if file.attempt else None
    made += [run for run in (assessment, attempt) if run]
    made += _composite(file, things, answers, assessment, attempt)
    made += _badges(file, things, subject)
    archive = archive_record(file.archive, things) if file.archive else None
    adoption = adoption_record(file.adoption, archive, adopted, things) if file.adoption and adopted else None
    return made + [one for one in (archive, adoption) if one]


def _subject(file: RecordFile, things: Things) -> Subject:
    names = things.names
    parts = (*(file.paper.artifacts if file.paper else ()), *file.artifacts)
    code = {names.artifact(part) for part in parts if part.kind == "code"}
    return Subject(
        paper=names.paper(file.paper) if file.paper else None,
        study=names.below("study", file.study.id) if file.study else None,
        code=code.pop() if len(code) == 1 else None,
    )


def _composite(
    file: RecordFile,
    things: Things,
    answers: Mapping[str, Answers],
    assessment: records.AssessmentRecord | None,
    attempt: records.AttemptRecord | None,
) -> list[records.Record]:
    version = answers["assessment"].rubric if "assessment" in answers else None
    made = composite_score(version, assessment, attempt, file.composite.value if file.composite else None)
    if isinstance(made, str) or assessment is None or attempt is None:
        if file.composite:
            things.fault(f"cannot be made: {made}", "mend that, or take this section away", "composite")
        return []
    readiness, outcome, score = made
    end = (file.composite and file.composite.id) or assessment.iri.rpartition("/")[2]
    section = "composite" if file.composite else "attempt"
    snapshots = (assessment.subject, *(snapshot.iri for snapshot in attempt.snapshots[:1]))
    return [
        records.CompositeRecord(
            iri=things.names.mark(things.names.below("composite", end), section),
            rubric=assessment.rubric,
            score=score,
            readiness=f"{assessment.iri}#{readiness}",
            outcome=f"{attempt.iri}#{outcome}",
            snapshots=tuple(dict.fromkeys(snapshots)),
            agent=assessment.agent,
        )
    ]


def _badges(file: RecordFile, things: Things, subject: Subject) -> list[records.Record]:
    made: dict[str, records.Record] = {}
    for at, badge in enumerate(file.badges):
        award = _badge(file, badge, things, subject, at)
        if award and award.iri in made:
            things.fault("is awarded twice", "keep one of the two, or give each an id", "badges", at)
        elif award:
            made[award.iri] = award
    return list(made.values())


def _badge(
    file: RecordFile, badge: Badge, things: Things, subject: Subject, at: int
) -> records.BadgeRecord | None:
    said = None if badge.target in {None, _PAPER} else badge.target
    target = things.reference(_PAPER, said, subject.paper, "badges", at)
    issuer = badge.issuer or (file.paper.venue if file.paper else None)
    if target is None and said is None:
        things.fault("has no target", "add 'target: <IRI>', or describe the paper here", "badges", at)
    if issuer is None:
        things.fault("does not say who awarded it", "add 'issuer: {id: …, title: …}'", "badges", at)
    if target is None or issuer is None:
        return None
    return records.BadgeRecord(
        iri=things.names.mark(things.names.badge(badge, target), "badges", at),
        target=target,
        badge=scheme_concept("badge", badge.badge).value,
        issuer=things.venue(issuer, "badges", at),
        issued=badge.issued,
    )
