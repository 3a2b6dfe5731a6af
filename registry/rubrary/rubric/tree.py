"""Whether the dimensions of a policy that have parents form a tree that a score can use."""

from __future__ import annotations

from rubrary.rubric.fields import Findings, Locate, suggest
from rubrary.rubric.method import Weighting
from rubrary.rubric.model import Policy

#: How many dimensions may lie above a criterion.
DEPTH_LIMIT = 64


def check_tree(policy: Policy, weighting: Weighting, locate: Locate, findings: Findings) -> None:
    """Note parents that do not exist, cycles, trees that nothing adds up, and nodes without any weight."""
    parents = {dimension.id: dimension.parent for dimension in policy.dimensions}
    for dimension in policy.dimensions:
        place = locate(dimension.id)
        if dimension.parent is None:
            continue
        if dimension.parent not in parents:
            findings.problem(
                place,
                f"the dimension {dimension.id!r} names the unknown parent {dimension.parent!r}",
                suggest(dimension.parent, parents),
            )
        elif weighting is Weighting.SHARES:
            findings.problem(
                place,
                f"the dimension {dimension.id!r} has a parent, but no score adds up a tree",
                "use the method weighted-tree, or take 'parent' out",
            )
        elif _circular(dimension.id, parents):
            findings.problem(
                place,
                f"the dimension {dimension.id!r} lies below itself, or more than {DEPTH_LIMIT} levels deep",
            )
    if weighting is Weighting.RELATIVE:
        _check_weights(policy, locate, findings)


def _circular(start: str, parents: dict[str, str | None]) -> bool:
    above = parents.get(start)
    for _ in range(DEPTH_LIMIT):
        if above is None:
            return False
        above = parents.get(above)
    return True


def _check_weights(policy: Policy, locate: Locate, findings: Findings) -> None:
    for dimension in policy.dimensions:
        branches = [branch.weight for branch in policy.parts_of(dimension.id)]
        leaves = [leaf.weight for leaf in policy.criteria_of(dimension.id)]
        if (branches or leaves) and not any((*branches, *leaves)):
            findings.problem(
                locate(dimension.id),
                f"everything below the dimension {dimension.id!r} has the weight 0",
                "give at least one part a weight above 0",
            )
