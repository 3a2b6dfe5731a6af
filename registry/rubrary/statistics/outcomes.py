"""How attempts ended: counts and shares, in all and by group."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from rubrary.statistics.association import chi_square
from rubrary.statistics.errors import UnsuitableData
from rubrary.statistics.proportions import wilson
from rubrary.statistics.results import Interval, TestResult
from rubrary.statistics.samples import check_lengths

#: Below this expected count in a cell, the χ² distribution is a rough approximation (Cochran 1954).
_LEAST_EXPECTED = 5


@dataclass(frozen=True, slots=True)
class Share:
    """How often one outcome occurred.

    Attributes:
        outcome: the outcome.
        count: number of items that had it.
        share: its share of the group's items with Wilson's interval, 0 to 1.
    """

    outcome: str
    count: int
    share: Interval


@dataclass(frozen=True, slots=True)
class Group:
    """The outcomes of a group of items; ``name`` is ``None`` for all of them. Every outcome is listed."""

    name: str | None
    n: int
    shares: tuple[Share, ...]


@dataclass(frozen=True, slots=True)
class OutcomeShares:
    """How items ended.

    Attributes:
        overall: all items.
        groups: the same by group, in order of name; empty where none were given.
        difference: χ² test of outcome against group; ``None`` with fewer than two of either.
        small_expected: number of cells of that test whose expected count is below 5.
    """

    overall: Group
    groups: tuple[Group, ...]
    difference: TestResult | None
    small_expected: int


def outcome_shares(
    outcomes: Sequence[str], groups: Sequence[str] | None = None, level: float = 0.95
) -> OutcomeShares:
    """Counts and shares of each outcome, in all and by group, and whether the groups differ.

    Args:
        outcomes: the outcome of each item.
        groups: the group of each item.
        level: confidence level of the intervals.

    Raises:
        UnsuitableData: no items, or lists of unequal length.
    """
    if not outcomes:
        raise UnsuitableData("there are no outcomes to count")
    kinds = sorted(set(outcomes))
    overall = _group(None, outcomes, kinds, level)
    if groups is None:
        return OutcomeShares(overall, (), None, 0)
    check_lengths(outcomes, groups, "outcomes and groups")
    members: dict[str, list[str]] = {}
    for outcome, group in zip(outcomes, groups, strict=True):
        members.setdefault(group, []).append(outcome)
    by_group = tuple(_group(name, members[name], kinds, level) for name in sorted(members))
    if len(by_group) < 2 or len(kinds) < 2:
        return OutcomeShares(overall, by_group, None, 0)
    table = [[share.count for share in group.shares] for group in by_group]
    return OutcomeShares(overall, by_group, chi_square(table), _small_expected(table))


def _group(name: str | None, outcomes: Sequence[str], kinds: Sequence[str], level: float) -> Group:
    counts, n = Counter(outcomes), len(outcomes)
    return Group(name, n, tuple(Share(kind, counts[kind], wilson(counts[kind], n, level)) for kind in kinds))


def _small_expected(table: Sequence[Sequence[int]]) -> int:
    from scipy.stats.contingency import expected_freq

    return int((expected_freq(table) < _LEAST_EXPECTED).sum())
