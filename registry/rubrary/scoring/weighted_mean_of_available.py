"""Weighted mean of what is available: Σ w·v / Σ w over the criteria that have a value.

Source: arXiv 2605.13275, outcome score (ROS), whose probes are the criteria named by ``over``.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from rubrary.assessment import Score
from rubrary.rubric.model import Criterion, Policy, ScoreRule
from rubrary.scoring.measured import Measured
from rubrary.scoring.score import make_score

METHOD = "weighted-mean-of-available"


def aggregate(
    rule: ScoreRule, policy: Policy, measured: Measured, _earlier: Mapping[str, Score], /
) -> Score | None:
    """The score; ``None`` when none of its criteria was measured."""
    named = [policy.criterion(name) for name in rule.over]
    known = [criterion for criterion in named if criterion.id in measured.values]
    weight = _weight(known)
    if not weight or not any(criterion.id in measured.observed for criterion in known):
        return None
    applicable = [criterion for criterion in named if measured.applies(criterion)]
    bounds = None
    if measured.missing(named):
        bounds = (
            _mean(applicable, measured.at_worst(policy).values),
            _mean(applicable, measured.at_best(policy).values),
        )
    return make_score(
        rule,
        unclamped=_mean(known, measured.values),
        coverage=weight / _weight(applicable),
        bounds=bounds,
        criteria=tuple(criterion.id for criterion in known),
    )


def _mean(criteria: list[Criterion], values: Mapping[str, float]) -> float:
    return math.fsum(float(part.weight) * values[part.id] for part in criteria) / _weight(criteria)


def _weight(criteria: Iterable[Criterion]) -> float:
    return math.fsum(float(criterion.weight) for criterion in criteria)
