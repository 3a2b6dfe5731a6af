"""Coverage blend: a readiness and an outcome score in one, the outcome weighing more the more was run.

    s     = sum of the weights of the probes that the outcome score was derived from
    α     = max(α_min, min(s, 1) · α_max)
    score = (1 − α) · readiness + α · outcome

Without an outcome there is no composite. Source: arXiv 2605.13275, composite score (RCS).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

from rubrary.assessment import Score
from rubrary.rubric.model import Policy, ScoreRule
from rubrary.scoring.measured import Measured
from rubrary.scoring.score import make_score

METHOD = "coverage-blend"


def aggregate(
    rule: ScoreRule, policy: Policy, _measured: Measured, earlier: Mapping[str, Score], /
) -> Score | None:
    """The composite; ``None`` when one of its two scores is not there."""
    readiness, outcome = (earlier.get(name) for name in rule.of)
    if readiness is None or outcome is None:
        return None
    return blend(rule, policy, readiness, outcome)


def blend(rule: ScoreRule, policy: Policy, readiness: Score, outcome: Score) -> Score:
    """The composite of two scores, which may come from different deposits.

    Its bounds are those of both scores with α as it would be if every missing probe had been run. Its
    coverage weighs theirs as it weighs them.
    """
    share = _coverage_sum(policy, outcome)
    alpha = _alpha(rule, share)
    bounds = None
    if readiness.coverage < 1 or outcome.coverage < 1:
        full = _alpha(rule, share / outcome.coverage if outcome.coverage else 1.0)
        bounds = (
            _mix(full, readiness.lower, outcome.lower),
            _mix(full, readiness.upper, outcome.upper),
        )
    score = make_score(
        rule,
        unclamped=_mix(alpha, readiness.value, outcome.value),
        coverage=readiness.coverage + alpha * (outcome.coverage - readiness.coverage),
        bounds=bounds,
        criteria=(*readiness.criteria, *outcome.criteria),
    )
    return replace(score, alpha=alpha)


def _coverage_sum(policy: Policy, outcome: Score) -> float:
    """The weights of the probes behind an outcome; its coverage where it names none (published ones)."""
    weights = {criterion.id: float(criterion.weight) for criterion in policy.criteria}
    if not outcome.criteria:
        return outcome.coverage
    return math.fsum(weights[name] for name in outcome.criteria if name in weights)


def _alpha(rule: ScoreRule, share: float) -> float:
    return max(float(rule.alpha_minimum or 0), min(share, 1.0) * float(rule.alpha_maximum or 0))


def _mix(alpha: float, readiness: float, outcome: float) -> float:
    return math.fsum([(1 - alpha) * readiness, alpha * outcome])
