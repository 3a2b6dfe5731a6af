"""The page of a rubric version: what it asks, how it weighs, what it changes of its baseline."""

from __future__ import annotations

from dataclasses import dataclass

from rubrary.rubric import policy_digest
from rubrary.rubric.model import Criterion, Override, Penalty, Policy, RubricVersion, ScoreRule


@dataclass(frozen=True, slots=True)
class ShownCriterion:
    """One criterion in words."""

    id: str
    title: str
    weight: str
    question: str
    scale: str
    not_applicable: str


@dataclass(frozen=True, slots=True)
class ShownDimension:
    """One dimension with its criteria."""

    notation: str
    title: str
    weight: str
    gate: str | None
    exponent: str | None
    criteria: tuple[ShownCriterion, ...]


def rubric_page(version: RubricVersion) -> dict[str, object]:
    """The values of ``rubric_version.html``."""
    policy = version.policy
    return {
        "version": version,
        "extends": version.extends,
        "policy_digest": policy_digest(policy),
        "dimensions": [_dimension(policy, number) for number in range(len(policy.dimensions))],
        "probes": [_criterion(criterion) for criterion in policy.criteria if criterion.dimension is None],
        "penalties": [_penalty(penalty) for penalty in policy.penalties],
        "rules": [_rule(rule) for rule in policy.scores],
        "overrides": [_override(override) for override in version.overrides],
    }


def _dimension(policy: Policy, number: int) -> ShownDimension:
    dimension = policy.dimensions[number]
    gate = dimension.gate
    return ShownDimension(
        notation=dimension.id,
        title=dimension.title,
        weight=f"{dimension.weight:f}",
        gate=f"{gate.threshold:f}" if gate else None,
        exponent=f"{gate.exponent:f}" if gate else None,
        criteria=tuple(_criterion(criterion) for criterion in policy.criteria_of(dimension.id)),
    )


def _criterion(criterion: Criterion) -> ShownCriterion:
    stand_in = criterion.stand_in
    return ShownCriterion(
        id=criterion.id,
        title=criterion.title,
        weight=f"{criterion.weight:f}",
        question=criterion.question,
        scale=str(criterion.scale),
        not_applicable=f"counts as {stand_in:f}" if stand_in is not None else "left out",
    )


def _penalty(penalty: Penalty) -> str:
    return f"{penalty.points:f} points off when {penalty.on} is below {penalty.below:f} ({penalty.title})"


def _rule(rule: ScoreRule) -> dict[str, str]:
    return {
        "id": rule.id,
        "method": rule.method.replace("-", " "),
        "clamp": f"{rule.clamp_minimum:f} and {rule.clamp_maximum:f}",
    }


def _override(override: Override) -> str:
    changes = ", ".join(str(change) for change in override.changes)
    why = f" Rationale: {override.rationale}" if override.rationale else " No rationale given."
    return f"{override.target or 'rounding'}: {changes}.{why}"
