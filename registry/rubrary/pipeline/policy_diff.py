"""What differs between two rubric versions: part by part, field by field.

Parts are matched by their ids. What decides a score is told apart from what is only said in words, as the policy
digest does it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from rubrary.rubric import (
    Criterion,
    Dimension,
    Gate,
    Penalty,
    Policy,
    Rounding,
    RubricVersion,
    Scale,
    ScaleKind,
    ScoreRule,
    policy_digest,
)
from rubrary.rubric.method import Weighting, weighting_of
from rubrary.rubric.number import shortest


class PartKind(StrEnum):
    """What kind of part a change is in."""

    DIMENSION = "dimension"
    CRITERION = "criterion"
    PENALTY = "penalty"
    SCORE = "score"
    ROUNDING = "rounding"
    RUBRIC = "rubric"


class ChangeKind(StrEnum):
    """What happened to a part. The notations of the scheme ``policy-change``."""

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"


@dataclass(frozen=True, slots=True)
class FieldChange:
    """One field of a part.

    Attributes:
        field: its name (``weight``, ``gate threshold``, ``question``).
        before: its value as text; ``None`` where the part or the field was not there.
        after: likewise.
        decides: whether it can change a score, and so is part of the policy digest.
    """

    field: str
    before: str | None
    after: str | None
    decides: bool

    @property
    def shift(self) -> Decimal | None:
        """How far a number moved; ``None`` where one of the two is no number."""
        if self.before is None or self.after is None or self.field not in _NUMBERS:
            return None
        return Decimal(self.after) - Decimal(self.before)


@dataclass(frozen=True, slots=True)
class PartChange:
    """One part that differs.

    Attributes:
        kind: what happened to it.
        part: what kind of part it is.
        id: its id; empty for the rounding and for the rubric version itself.
        title: its name for people, of the newer version if it is there.
        fields: what differs; all that a part had or has where it was removed or added.
    """

    kind: ChangeKind
    part: PartKind
    id: str
    title: str
    fields: tuple[FieldChange, ...]

    @property
    def decides(self) -> bool:
        """Whether it can change a score."""
        return any(field.decides for field in self.fields)

    @property
    def name(self) -> str:
        """What messages call the part."""
        return f"the {self.part} {self.id}" if self.id else f"the {self.part}"


@dataclass(frozen=True, slots=True)
class PolicyDiff:
    """The difference between two rubric versions.

    Attributes:
        before: the version that is compared with.
        after: the version that is looked at.
        changes: the parts that differ, in the order of the file: dimensions, criteria, penalties, scores,
            rounding, the rubric itself.
    """

    before: RubricVersion
    after: RubricVersion
    changes: tuple[PartChange, ...]

    @property
    def same_policy(self) -> bool:
        """Whether both judge alike: their policy digests are equal."""
        return policy_digest(self.before.policy) == policy_digest(self.after.policy)

    def of(self, part: PartKind) -> tuple[PartChange, ...]:
        """The changes in one kind of part."""
        return tuple(change for change in self.changes if change.part is part)


@dataclass(frozen=True, slots=True)
class _Part:
    title: str
    decides: Mapping[str, str]
    words: Mapping[str, str]


#: Fields whose values are single numbers.
_NUMBERS = frozenset(
    {
        "weight",
        "gate threshold",
        "gate exponent",
        "below",
        "points",
        "least",
        "greatest",
        "alpha_min",
        "alpha_max",
        "decimals",
    }
)


def diff(before: RubricVersion, after: RubricVersion) -> PolicyDiff:
    """What ``after`` has otherwise than ``before``."""
    old, new = dict(_parts(before)), dict(_parts(after))
    order = [*old, *(key for key in new if key not in old)]
    kinds = tuple(PartKind)
    found = [
        change
        for key in sorted(order, key=lambda key: kinds.index(key[0]))
        if (change := _change(*key, old.get(key), new.get(key))) is not None
    ]
    return PolicyDiff(before, after, tuple(found))


def _change(part: PartKind, identifier: str, old: _Part | None, new: _Part | None) -> PartChange | None:
    if new is None and old is not None:
        kind = ChangeKind.REMOVED
    elif old is None:
        kind = ChangeKind.ADDED
    else:
        kind = ChangeKind.CHANGED
    fields = (
        *_fields(old.decides if old else {}, new.decides if new else {}, decides=True),
        *_fields(old.words if old else {}, new.words if new else {}, decides=False),
    )
    shown = new or old
    return PartChange(kind, part, identifier, shown.title, fields) if fields and shown else None


def _fields(old: Mapping[str, str], new: Mapping[str, str], *, decides: bool) -> Iterator[FieldChange]:
    for name in [*old, *(name for name in new if name not in old)]:
        if old.get(name) != new.get(name):
            yield FieldChange(name, old.get(name), new.get(name), decides)


def _parts(version: RubricVersion) -> Iterator[tuple[tuple[PartKind, str], _Part]]:
    policy = version.policy
    weighted = is_weighted(policy)
    for dimension in policy.dimensions:
        yield (PartKind.DIMENSION, dimension.id), _dimension(dimension, weighted)
    for criterion in policy.criteria:
        yield (PartKind.CRITERION, criterion.id), _criterion(criterion, weighted)
    for penalty in policy.penalties:
        yield (PartKind.PENALTY, penalty.id), _penalty(penalty)
    for rule in policy.scores:
        yield (PartKind.SCORE, rule.id), _score(rule)
    yield (PartKind.ROUNDING, ""), _rounding(policy.rounding)
    yield (PartKind.RUBRIC, ""), _rubric(version)


def is_weighted(policy: Policy) -> bool:
    """Whether any score of the policy uses weights."""
    return weighting_of(rule.method for rule in policy.scores) is not Weighting.UNUSED


def _dimension(part: Dimension, weighted: bool) -> _Part:
    decides = {"weight": shortest(part.weight)} if weighted else {}
    decides |= _gate(part.gate)
    return _Part(
        part.title,
        decides | _given({"parent": part.parent}),
        _given({"title": part.title, "description": part.description}),
    )


def _gate(gate: Gate | None) -> dict[str, str]:
    if gate is None:
        return {}
    return {"gate threshold": shortest(gate.threshold), "gate exponent": shortest(gate.exponent)}


def _criterion(part: Criterion, weighted: bool) -> _Part:
    stand_in = "left out" if part.stand_in is None else f"counts as {shortest(part.stand_in)}"
    decides = _given(
        {"dimension": part.dimension, "scale": scale_text(part.scale), "not applicable": stand_in}
    )
    if weighted:
        decides = {"weight": shortest(part.weight)} | decides
    words = {
        "title": part.title,
        "question": part.question,
        "detector": part.detector,
        "scheme": part.scale.scheme,
    }
    return _Part(part.title, decides, _given(words))


def scale_text(scale: Scale) -> str:
    """A scale in words, the same for the same scale: ``tiered: 0, 50, 100``."""
    if scale.answers:
        answers = (
            answer.notation if answer.value is None else f"{answer.notation} ({shortest(answer.value)})"
            for answer in scale.answers
        )
        return f"{scale.kind}: {', '.join(answers)}"
    low = shortest(scale.minimum)
    if scale.maximum is None:
        return f"{scale.kind}: {low} or more"
    high = shortest(scale.maximum)
    if scale.kind is ScaleKind.BINARY:
        return f"{scale.kind}: {low} or {high}"
    if scale.tiers:
        tiers = [shortest(tier) for tier in scale.tiers]
        outer = "" if (tiers[0], tiers[-1]) == (low, high) else f" (from {low} to {high})"
        return f"{scale.kind}: {', '.join(tiers)}{outer}"
    return f"{scale.kind}: {low} to {high}"


def _penalty(part: Penalty) -> _Part:
    return _Part(
        part.title,
        {"on": part.on, "below": shortest(part.below), "points": shortest(part.points)},
        {"title": part.title},
    )


def _score(part: ScoreRule) -> _Part:
    top = f"{shortest(part.top.tier)} with {part.top.criterion}" if part.top else None
    numbers = {
        "least": part.clamp_minimum,
        "greatest": part.clamp_maximum,
        "alpha_min": part.alpha_minimum,
        "alpha_max": part.alpha_maximum,
    }
    decides = {
        "method": part.method.value,
        **{name: None if number is None else shortest(number) for name, number in numbers.items()},
        "over": ", ".join(sorted(part.over)) or None,
        "of": ", ".join(part.of) or None,
        "top": top,
    }
    return _Part(part.title, _given(decides), {"title": part.title})


def _rounding(part: Rounding) -> _Part:
    return _Part("Rounding", {"decimals": str(part.decimals), "mode": part.mode.value}, {})


def _rubric(version: RubricVersion) -> _Part:
    words = {
        "title": version.title,
        "description": version.description,
        "license": version.license,
        "source": version.source,
        "status": version.status.value if version.status else None,
        "missing": version.missing,
        "extends": version.extends,
    }
    return _Part(version.title, {}, _given(words))


def _given(values: Mapping[str, str | None]) -> dict[str, str]:
    return {name: value for name, value in values.items() if value}
