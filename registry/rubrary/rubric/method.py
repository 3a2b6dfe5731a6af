"""What each method of aggregation asks of a rubric file. ``rubrary.scoring`` has one module for each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import Enum
from types import MappingProxyType

from rubrary.rubric.model import Criterion, Method, ScoreRule


class Weighting(Enum):
    """What the weights of a policy mean: shares that sum to 1, weights beside siblings, or nothing."""

    SHARES = "shares"
    RELATIVE = "relative"
    UNUSED = "unused"


class Over(Enum):
    """Whether a score names the criteria that it looks at in ``over``."""

    NEVER = "never"
    ALWAYS = "always"
    #: Without it the score looks at every criterion whose scale has numbers and two ends.
    OR_ALL = "or all"


@dataclass(frozen=True, slots=True)
class Needs:
    """What a method asks of the file.

    Attributes:
        weighting: what it makes of weights.
        over: whether it names criteria.
        blends: whether it mixes two scores by α.
        top: whether it may have a tier above those of its criteria.
        hundred: whether its criteria must have scales from 0 to 100.
        unit: whether it gives a share, from 0 to 1.
    """

    weighting: Weighting = Weighting.UNUSED
    over: Over = Over.NEVER
    blends: bool = False
    top: bool = False
    hundred: bool = False
    unit: bool = False


NEEDS: Mapping[Method, Needs] = MappingProxyType(
    {
        Method.GATED_WEIGHTED_SUM: Needs(Weighting.SHARES, hundred=True),
        Method.WEIGHTED_MEAN_OF_AVAILABLE: Needs(Weighting.SHARES, Over.ALWAYS, hundred=True),
        Method.COVERAGE_BLEND: Needs(blends=True),
        Method.COMPLETENESS: Needs(over=Over.OR_ALL, unit=True),
        Method.COUNT_PRESENT: Needs(over=Over.OR_ALL),
        Method.ALL_OF: Needs(over=Over.OR_ALL, unit=True),
        Method.MINIMUM_TIER: Needs(over=Over.OR_ALL, top=True),
        Method.WEIGHTED_TREE: Needs(Weighting.RELATIVE),
    }
)


def weighting_of(methods: Iterable[Method]) -> Weighting:
    """What weights mean in a policy whose scores have these methods."""
    used = {NEEDS[method].weighting for method in methods}
    return next((kind for kind in Weighting if kind in used), Weighting.UNUSED)


def has_numbers(criterion: Criterion) -> bool:
    """Whether a score can use the criterion: each of its answers is a number between two ends."""
    return criterion.scale.maximum is not None


def completed(rule: ScoreRule, criteria: Sequence[Criterion]) -> ScoreRule:
    """The rule with what the file left to its method: the criteria it looks at, the ends it is clamped to."""
    over = rule.over
    if not over and NEEDS[rule.method].over is Over.OR_ALL:
        condition = rule.top.criterion if rule.top else None
        over = tuple(part.id for part in criteria if has_numbers(part) and part.id != condition)
    low, high = _ends(rule, [part for part in criteria if part.id in over or part.dimension], len(over))
    return replace(
        rule,
        over=over,
        clamp_minimum=low if rule.clamp_minimum.is_nan() else rule.clamp_minimum,
        clamp_maximum=high if rule.clamp_maximum.is_nan() else rule.clamp_maximum,
    )


def _ends(rule: ScoreRule, read: Sequence[Criterion], count: int) -> tuple[Decimal, Decimal]:
    least = min((part.scale.minimum for part in read), default=Decimal(0))
    greatest = max((part.scale.maximum or Decimal(0) for part in read), default=Decimal(100))
    if NEEDS[rule.method].unit:
        return Decimal(0), Decimal(1)
    if rule.method is Method.COUNT_PRESENT:
        return Decimal(0), Decimal(count)
    if rule.method is Method.MINIMUM_TIER:
        return least, max(greatest, rule.top.tier) if rule.top else greatest
    if rule.method is Method.WEIGHTED_TREE:
        return least, greatest
    return Decimal(0), Decimal(100)
