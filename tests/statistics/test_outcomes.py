"""Counts and shares of outcomes, and whether groups differ."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubrary.statistics import UnsuitableData, outcome_shares

_items = st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("xyz")), min_size=1, max_size=40)


def test_each_outcome_has_its_count_share_and_interval() -> None:
    found = outcome_shares(["failed"] * 3 + ["success"])
    assert [(share.outcome, share.count) for share in found.overall.shares] == [("failed", 3), ("success", 1)]
    assert found.overall.shares[1].share.estimate == 0.25
    assert found.groups == ()
    assert found.difference is None


def test_groups_list_every_outcome_and_are_compared() -> None:
    outcomes = ["a"] * 12 + ["b"] * 5 + ["a"] * 3 + ["b"] * 9
    groups = ["one"] * 17 + ["two"] * 12
    found = outcome_shares(outcomes, groups)
    assert [group.name for group in found.groups] == ["one", "two"]
    assert [[share.count for share in group.shares] for group in found.groups] == [[12, 5], [3, 9]]
    assert found.difference is not None
    assert found.difference.statistic == pytest.approx(29 * (12 * 9 - 5 * 3) ** 2 / (17 * 12 * 15 * 14))
    assert found.small_expected == 0


def test_cells_with_a_small_expected_count_are_counted() -> None:
    assert outcome_shares(["a", "b", "a", "b"], ["x", "x", "y", "y"]).small_expected == 4


@given(_items)
def test_counts_add_up(items: list[tuple[str, str]]) -> None:
    found = outcome_shares([outcome for outcome, _ in items], [group for _, group in items])
    assert sum(share.count for share in found.overall.shares) == len(items)
    assert sum(group.n for group in found.groups) == len(items)
    for at, share in enumerate(found.overall.shares):
        assert sum(group.shares[at].count for group in found.groups) == share.count


def test_one_group_or_one_outcome_leaves_nothing_to_compare() -> None:
    assert outcome_shares(["a", "b"], ["x", "x"]).difference is None
    assert outcome_shares(["a", "a"], ["x", "y"]).difference is None


def test_nothing_to_count_and_unequal_lengths_are_refused() -> None:
    with pytest.raises(UnsuitableData, match="no outcomes"):
        outcome_shares([])
    with pytest.raises(UnsuitableData, match="2 and 1"):
        outcome_shares(["a", "b"], ["x"])
