"""Gated weighted sum: dimensions held down when they are weak, summed by weight, less penalties.

    raw(d)  = Σ w·v / Σ w                    over the criteria of d that have a value
    g(x)    = x / 100                        for x ≥ τ,   else (x/τ)^k · τ/100
    score   = 100 · Σ w(d)·g(raw(d)) · f − Σ points

f shares the weight of dimensions without a value among the others; it is 1 when all have one. The arithmetic
is binary64, summed exactly (``math.fsum``) in the policy's order. Source: arXiv 2605.13275, readiness score
(RRS).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

from rubrary.assessment import DimensionScore, Score
from rubrary.rubric.model import Criterion, Dimension, Gate, Policy, ScoreRule
from rubrary.scoring.measured import Measured
from rubrary.scoring.score import make_score, penalised

METHOD = "gated-weighted-sum"


def aggregate(
    rule: ScoreRule, policy: Policy, measured: Measured, _earlier: Mapping[str, Score], /
) -> Score | None:
    """The score with its profile; ``None`` when no criterion of a dimension was measured."""
    used = [criterion for criterion in policy.criteria if criterion.dimension is not None]
    if not any(criterion.id in measured.observed for criterion in used):
        return None
    whole = _sum(policy, measured)
    bounds = None
    if measured.missing(used):
        bounds = (
            _sum(policy, measured.at_worst(policy)).total,
            _sum(policy, measured.at_best(policy)).total,
        )
    score = make_score(
        rule,
        unclamped=whole.total,
        coverage=whole.coverage,
        bounds=bounds,
        criteria=tuple(criterion.id for criterion in used if criterion.id in measured.values),
    )
    return replace(score, dimensions=whole.dimensions, penalties=whole.penalties)


def gate(raw: float, rule: Gate | None) -> float:
    """What a raw value from 0 to 100 counts, from 0 to 1."""
    if rule is None:
        return raw / 100
    threshold = float(rule.threshold)
    if raw >= threshold:
        return raw / 100
    return (raw / threshold) ** float(rule.exponent) * threshold / 100  # type: ignore[no-any-return]


@dataclass(frozen=True, slots=True)
class _Whole:
    total: float
    coverage: float
    dimensions: tuple[DimensionScore, ...]
    penalties: tuple[str, ...]


def _sum(policy: Policy, measured: Measured) -> _Whole:
    raws = {dimension.id: _raw(policy.criteria_of(dimension.id), measured) for dimension in policy.dimensions}
    counted = [dimension for dimension in policy.dimensions if raws[dimension.id] is not None]
    factor = _weight(policy.dimensions) / _weight(counted) if _weight(counted) else 0.0
    profile = tuple(
        _score(dimension, raws[dimension.id], factor, policy, measured) for dimension in policy.dimensions
    )
    known = {**measured.values, **{key: raw for key, raw in raws.items() if raw is not None}}
    applied = penalised(policy, known)
    total = math.fsum(
        [*(part.contribution for part in profile), *(-float(penalty.points) for penalty in applied)]
    )
    return _Whole(total, _coverage(policy, measured, profile), profile, tuple(part.id for part in applied))


def _score(
    dimension: Dimension, raw: float | None, factor: float, policy: Policy, measured: Measured
) -> DimensionScore:
    contribution = 0.0 if raw is None else 100 * float(dimension.weight) * gate(raw, dimension.gate) * factor
    applicable = [part for part in policy.criteria_of(dimension.id) if measured.applies(part)]
    known = [part for part in applicable if part.id in measured.values]
    weight = _weight(applicable)
    return DimensionScore(dimension.id, raw, contribution, _weight(known) / weight if weight else 1.0)


def _coverage(policy: Policy, measured: Measured, profile: tuple[DimensionScore, ...]) -> float:
    pairs = [
        (float(dimension.weight), part.coverage)
        for dimension, part in zip(policy.dimensions, profile, strict=True)
        if any(measured.applies(criterion) for criterion in policy.criteria_of(dimension.id))
    ]
    whole = math.fsum(weight for weight, _ in pairs)
    return math.fsum(weight * share for weight, share in pairs) / whole if whole else 1.0


def _raw(criteria: tuple[Criterion, ...], measured: Measured) -> float | None:
    known = [criterion for criterion in criteria if criterion.id in measured.values]
    weight = _weight(known)
    if not weight:
        return None
    return math.fsum(float(part.weight) * measured.values[part.id] for part in known) / weight


def _weight(parts: tuple[Dimension, ...] | list[Dimension] | list[Criterion]) -> float:
    return math.fsum(float(part.weight) for part in parts)
