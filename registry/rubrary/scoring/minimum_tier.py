"""Minimum tier: the least tier of all axes, and one above them that needs more.

Where the policy has a top tier, it is reached when every axis stands at the top of its scale and the
condition holds too. Source: the Reproducibility Maturity Model (arXiv 2512.00651), whose tier 3 needs an
independent reproduction.
"""

from __future__ import annotations

from collections.abc import Mapping

from rubrary.assessment import Score
from rubrary.rubric.model import Criterion, Policy, ScoreRule
from rubrary.scoring.measured import Measured
from rubrary.scoring.score import make_score
from rubrary.scoring.tally import Tally, tally

METHOD = "minimum-tier"


def aggregate(
    rule: ScoreRule, policy: Policy, measured: Measured, _earlier: Mapping[str, Score], /
) -> Score | None:
    """The tier by what was measured; ``None`` when no axis was."""
    found = tally(rule, policy, measured)
    if found is None:
        return None
    axes = [policy.criterion(name) for name in (*found.answered, *found.missing)]
    condition = policy.criterion(rule.top.criterion) if rule.top else None
    unknown = condition is not None and measured.missing([condition])
    bounds = None
    if found.missing or unknown:
        worst, best = measured.at_worst(policy), measured.at_best(policy)
        bounds = (_tier(rule, axes, condition, worst), _tier(rule, axes, condition, best))
    known = [axis for axis in axes if axis.id in measured.values]
    return make_score(
        rule,
        # The top tier speaks of every axis, so it is not given while one is missing.
        unclamped=_tier(rule, known, None if found.missing else condition, measured),
        coverage=_coverage(found, condition, measured),
        bounds=bounds,
        criteria=(
            *found.answered,
            *(part.id for part in (condition,) if part and part.id in measured.values),
        ),
    )


def _tier(rule: ScoreRule, axes: list[Criterion], condition: Criterion | None, measured: Measured) -> float:
    if rule.top and condition and measured.at_top(condition) and all(map(measured.at_top, axes)):
        return float(rule.top.tier)
    return min(measured.values[axis.id] for axis in axes)


def _coverage(found: Tally, condition: Criterion | None, measured: Measured) -> float:
    asked = [*found.answered, *found.missing]
    if condition is not None and measured.applies(condition):
        asked.append(condition.id)
    return sum(name in measured.values for name in asked) / len(asked)
