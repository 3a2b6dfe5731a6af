"""Weighted tree: the value of a node is the weighted mean of its children, down to the criteria, the leaves.

What does not apply is left out with its weight, and so is what was not measured; a node with nothing below
it is left out of its parent. Source: PaperBench, whose rubrics are such trees.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from rubrary.assessment import DimensionScore, Score
from rubrary.rubric.model import Dimension, Policy, ScoreRule
from rubrary.scoring.measured import Measured
from rubrary.scoring.score import make_score

METHOD = "weighted-tree"


@dataclass(frozen=True, slots=True)
class _Branch:
    """The children of one node, and their weights."""

    node: Dimension | None
    leaves: list[tuple[str, float]] = field(default_factory=list)
    branches: list[_Branch] = field(default_factory=list)

    @property
    def weight(self) -> float:
        return float(self.node.weight) if self.node else 1.0


def aggregate(
    rule: ScoreRule, policy: Policy, measured: Measured, _earlier: Mapping[str, Score], /
) -> Score | None:
    """The value of the tree with that of each node; ``None`` when no leaf was measured."""
    leaves = {part.id for part in policy.criteria if part.dimension is not None}
    if not leaves & measured.observed:
        return None
    tree = _tree(policy)
    values = measured.values
    whole = _mean(tree, values)
    if whole is None:
        return None
    applying = {name for name in leaves if name not in measured.left_out}
    bounds = None
    if any(name not in values for name in applying):
        worst = _mean(tree, measured.at_worst(policy).values)
        best = _mean(tree, measured.at_best(policy).values)
        bounds = (worst or 0.0, best or 0.0)
    score = make_score(
        rule,
        unclamped=whole,
        coverage=_covered(tree, applying, values),
        bounds=bounds,
        criteria=tuple(part.id for part in policy.criteria if part.id in leaves and part.id in values),
    )
    return replace(score, dimensions=tuple(_profile(tree, applying, values, 1.0)))


def _tree(policy: Policy) -> _Branch:
    root = _Branch(None)
    branches = {dimension.id: _Branch(dimension) for dimension in policy.dimensions}
    for dimension in policy.dimensions:
        above = branches[dimension.parent] if dimension.parent else root
        above.branches.append(branches[dimension.id])
    for criterion in policy.criteria:
        if criterion.dimension is not None:
            branches[criterion.dimension].leaves.append((criterion.id, float(criterion.weight)))
    return root


def _mean(branch: _Branch, values: Mapping[str, float]) -> float | None:
    parts = [(weight, values[name]) for name, weight in branch.leaves if name in values]
    for inner in branch.branches:
        value = _mean(inner, values)
        if value is not None:
            parts.append((inner.weight, value))
    whole = math.fsum(weight for weight, _ in parts)
    return math.fsum(weight * value for weight, value in parts) / whole if whole else None


def _covered(branch: _Branch, applying: set[str], values: Mapping[str, float]) -> float:
    """The share of the weight below a branch that was measured; 1 where nothing applies."""
    shares = [(weight, float(name in values)) for name, weight in branch.leaves if name in applying]
    shares += [
        (inner.weight, _covered(inner, applying, values))
        for inner in branch.branches
        if _applies(inner, applying)
    ]
    whole = math.fsum(weight for weight, _ in shares)
    return math.fsum(weight * share for weight, share in shares) / whole if whole else 1.0


def _applies(branch: _Branch, applying: set[str]) -> bool:
    return any(name in applying for name, _ in branch.leaves) or any(
        _applies(inner, applying) for inner in branch.branches
    )


def _profile(
    branch: _Branch, applying: set[str], values: Mapping[str, float], share: float
) -> list[DimensionScore]:
    """Each node with its value, and the points that it adds to the whole: its value times its share."""
    means = [(inner, _mean(inner, values)) for inner in branch.branches]
    whole = math.fsum(
        [
            *(inner.weight for inner, value in means if value is not None),
            *(weight for name, weight in branch.leaves if name in values),
        ]
    )
    found: list[DimensionScore] = []
    for inner, value in means:
        part = share * inner.weight / whole if whole and value is not None else 0.0
        if inner.node is not None:
            coverage = _covered(inner, applying, values)
            found.append(DimensionScore(inner.node.id, value, part * (value or 0.0), coverage))
        found += _profile(inner, applying, values, part)
    return found
