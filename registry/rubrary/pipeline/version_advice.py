"""Semantic version advice: which number a changed rubric needs, and why.

    major   a score that both versions have can differ for the same measurements, or something is gone
    minor   something is new or asked otherwise, but every score that both have stays the same
    patch   words only

While a rubric is at 0.y.z nothing is promised yet: a major change needs no more than another y. A pre-release
promises nothing at all: the next one is enough.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

import semver

from rubrary.pipeline.policies import number_of
from rubrary.pipeline.policy_diff import (
    ChangeKind,
    FieldChange,
    PartChange,
    PartKind,
    PolicyDiff,
    is_weighted,
)
from rubrary.rubric import Criterion, Method, Policy

_SUMS_DIMENSIONS = {Method.GATED_WEIGHTED_SUM, Method.WEIGHTED_TREE}


class Level(StrEnum):
    """How large a step a change is, the largest first."""

    MAJOR = "major"
    MINOR = "minor"
    PATCH = "patch"


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a change is a step of that size, in words."""

    level: Level
    text: str


@dataclass(frozen=True, slots=True)
class Advice:
    """The step from one version to another.

    Attributes:
        level: the largest step that a change asks for; ``None`` when nothing changed.
        reasons: one a change, the largest steps first.
        least: the least number that the newer version may have.
        enough: whether its number is at least that; ``None`` where the two are versions of different rubrics.
    """

    level: Level | None
    reasons: tuple[Reason, ...]
    least: str
    enough: bool | None


def advise(difference: PolicyDiff) -> Advice:
    """What the change asks of the newer version's number."""
    levels = tuple(Level)
    reasons = [reason for change in difference.changes for reason in _reasons(change, difference)]
    reasons.sort(key=lambda reason: levels.index(reason.level))
    level = reasons[0].level if reasons else None
    least = _least(number_of(difference.before.version), level)
    before, after = difference.before, difference.after
    enough = number_of(after.version) >= least if before.name == after.name else None
    return Advice(level, tuple(reasons), str(least), enough)


def _least(earlier: semver.Version, level: Level | None) -> semver.Version:
    if level is None:
        return earlier
    if earlier.prerelease:
        return earlier.bump_prerelease()
    if level is Level.MAJOR and earlier.major > 0:
        return earlier.bump_major()
    return earlier.bump_patch() if level is Level.PATCH else earlier.bump_minor()


def _reasons(change: PartChange, difference: PolicyDiff) -> Iterator[Reason]:
    if change.kind is ChangeKind.REMOVED:
        yield Reason(Level.MAJOR, f"{change.name} is gone")
    elif change.kind is ChangeKind.ADDED:
        yield _added(change, difference)
    else:
        decisive = [field for field in change.fields if field.decides]
        said = [field for field in change.fields if not field.decides]
        if decisive:
            level = _level(change, decisive, difference)
            yield Reason(level, f"{change.name} changes its {_listed(decisive)}")
        if said:
            yield _reworded(change, said)


def _listed(fields: list[FieldChange]) -> str:
    names = [field.field for field in fields]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _added(change: PartChange, difference: PolicyDiff) -> Reason:
    after = difference.after.policy
    if change.part is PartKind.SCORE:
        return Reason(Level.MINOR, f"{change.name} is new")
    old_scores = {rule.id for rule in difference.before.policy.scores}
    if change.part is PartKind.CRITERION:
        counts = _counts(after, change.id, old_scores)
    else:  # dimensions and penalties count where a score sums dimensions
        counts = any(rule.id in old_scores and rule.method in _SUMS_DIMENSIONS for rule in after.scores)
    if counts:
        return Reason(Level.MAJOR, f"{change.name} is new and counts in a score that was there before")
    return Reason(Level.MINOR, f"{change.name} is new and counts in no score that was there before")


def _counts(policy: Policy, criterion: str, scores: set[str]) -> bool:
    """Whether one of the scores looks at the criterion."""
    part = policy.criterion(criterion)
    for rule in policy.scores:
        if rule.id in scores and (
            criterion in rule.over
            or (rule.top is not None and rule.top.criterion == criterion)
            or (rule.method in _SUMS_DIMENSIONS and part.dimension is not None)
        ):
            return True
    return False


def _level(change: PartChange, fields: list[FieldChange], difference: PolicyDiff) -> Level:
    if change.part is PartKind.ROUNDING:
        return Level.MINOR  # what is stored is never rounded
    names = {field.field for field in fields}
    before, after = difference.before.policy, difference.after.policy
    if change.part is PartKind.CRITERION and names <= {"scale", "dimension"}:
        old, new = before.criterion(change.id), after.criterion(change.id)
        regrouped = "dimension" in names and not _sums_dimensions(before) and not _sums_dimensions(after)
        widened = "scale" in names and _only_more_answers(old, new)
        if all({"scale": widened, "dimension": regrouped}[name] for name in names):
            return Level.MINOR
    if change.part is PartKind.DIMENSION and not is_weighted(before) and not is_weighted(after):
        return Level.MINOR  # it only groups
    return Level.MAJOR


def _sums_dimensions(policy: Policy) -> bool:
    return any(rule.method in _SUMS_DIMENSIONS for rule in policy.scores)


def _only_more_answers(old: Criterion, new: Criterion) -> bool:
    """Whether every earlier answer is still there and counts the same, between the same ends."""
    if not old.scale.answers or (old.scale.minimum, old.scale.maximum) != (
        new.scale.minimum,
        new.scale.maximum,
    ):
        return False
    known = {answer.notation: answer.value for answer in new.scale.answers}
    return all(
        answer.notation in known and known[answer.notation] == answer.value for answer in old.scale.answers
    )


def _reworded(change: PartChange, fields: list[FieldChange]) -> Reason:
    names = {field.field for field in fields}
    if "detector" in names:
        return Reason(Level.MINOR, f"{change.name} is answered by another detector")
    if "question" in names:
        return Reason(
            Level.PATCH,
            f"{change.name} words its question otherwise (major, should it now ask something else)",
        )
    return Reason(Level.PATCH, f"{change.name} changes its {_listed(fields)}")
