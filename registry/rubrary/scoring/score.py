"""What every method does at its end: clamp, bound, and take penalties."""

from __future__ import annotations

from collections.abc import Mapping

from rubrary.assessment import Score
from rubrary.rubric.model import Penalty, Policy, ScoreRule


def make_score(
    rule: ScoreRule,
    *,
    unclamped: float,
    coverage: float,
    bounds: tuple[float, float] | None,
    criteria: tuple[str, ...],
) -> Score:
    """A score within the rule's clamp.

    Args:
        rule: what it is a score of.
        unclamped: the value before clamping.
        coverage: share of the applicable weight that was measured, 0 to 1.
        bounds: least and greatest value if all had been measured, unclamped; ``None`` when all was.
        criteria: ids of the criteria it was derived from.
    """
    value = clamp(rule, unclamped)
    lower, upper = (clamp(rule, bound) for bound in bounds or (unclamped, unclamped))
    return Score(
        metric=rule.id,
        value=value,
        unclamped=unclamped,
        coverage=coverage,
        # Rounding in the last bit must not push the value out of its own bounds.
        lower=min(lower, value),
        upper=max(upper, value),
        criteria=criteria,
    )


def clamp(rule: ScoreRule, value: float) -> float:
    """The nearest value that the rule allows."""
    return min(float(rule.clamp_maximum), max(float(rule.clamp_minimum), value))


def penalised(policy: Policy, values: Mapping[str, float]) -> list[Penalty]:
    """The penalties whose dimension or criterion has a value strictly below the threshold."""
    return [
        penalty
        for penalty in policy.penalties
        if penalty.on in values and values[penalty.on] < float(penalty.below)
    ]
