"""Categories that occur together."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubrary.statistics import UnsuitableData, cooccurrence, item_categories

_rows = st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=40)


def test_lift_and_phi_of_a_small_table() -> None:
    # 10 items: 3 have both, 1 only a, 1 only b.
    a = [True] * 4 + [False] * 6
    b = [True] * 3 + [False] + [True] + [False] * 5
    (pair,) = cooccurrence({"a": a, "b": b})
    assert pair.count == 3
    assert pair.lift == pytest.approx(0.3 / (0.4 * 0.4))
    assert pair.phi == pytest.approx((3 * 5 - 1) / 24)
    assert pair.p == pytest.approx(0.1905, abs=5e-5)


def test_every_pair_is_there_once_in_the_order_of_the_columns() -> None:
    columns = {"c": [True, False], "a": [True, True], "b": [False, False]}
    pairs = cooccurrence(columns)
    assert [(pair.first, pair.second) for pair in pairs] == [("c", "a"), ("c", "b"), ("a", "b")]


def test_what_never_or_always_occurs_has_no_phi() -> None:
    always, never = cooccurrence({"x": [True, False], "always": [True, True], "never": [False, False]})[:2]
    assert (always.lift, always.phi, always.p) == (1, None, None)
    assert (never.lift, never.phi, never.p) == (None, None, None)


@given(_rows)
def test_phi_and_lift_point_the_same_way(rows: list[tuple[bool, bool]]) -> None:
    (pair,) = cooccurrence({"a": [a for a, _ in rows], "b": [b for _, b in rows]})
    if pair.phi is None:
        return
    assert -1.0000001 <= pair.phi <= 1.0000001
    assert pair.lift is not None
    assert (pair.lift > 1 + 1e-9) == (pair.phi > 1e-9)


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        ({"a": [True]}, "there is 1"),
        ({"a": [True], "b": [True, False]}, "1, 2"),
        ({"a": [], "b": []}, "no items"),
    ],
)
def test_columns_that_cannot_be_paired(columns: dict[str, list[bool]], words: str) -> None:
    with pytest.raises(UnsuitableData, match=words):
        cooccurrence(columns)


def test_p_is_adjusted_for_the_pairs_that_were_tested() -> None:
    a = [True] * 8 + [False] * 8
    found = cooccurrence({"a": a, "b": a, "c": a[1:] + a[:1], "always": [True] * 16})
    tested = [pair for pair in found if pair.p is not None]
    assert len(tested) == 3
    assert all(pair.adjusted_p >= pair.p for pair in tested)  # type: ignore[operator]
    assert all(pair.adjusted_p is None for pair in found if pair.p is None)


def test_rows_of_items_become_categories_with_the_strongest_pair_first() -> None:
    items = ["1", "1", "2", "2", "3", "4", "5", "1"]
    categories = ["data", "code", "data", "code", "env", "data", None, "code"]
    found = item_categories(items, categories)
    assert found.n == 5
    assert found.categories == (("data", 3), ("code", 2), ("env", 1))
    assert (found.pairs[0].first, found.pairs[0].second, found.pairs[0].count) == ("data", "code", 2)
    sizes = [abs(pair.phi or 0) for pair in found.pairs]
    assert sizes == sorted(sizes, reverse=True)


def test_an_item_without_a_category_counts_as_an_item() -> None:
    with_it = item_categories(["1", "2", "3"], ["a", "b", None])
    assert with_it.n == 3
    assert with_it.pairs[0].phi == pytest.approx(-0.5)


def test_rare_categories_can_be_left_out() -> None:
    items, categories = ["1", "2", "1", "2", "3"], ["a", "a", "b", "b", "c"]
    assert [name for name, _ in item_categories(items, categories, least=2).categories] == ["a", "b"]
    with pytest.raises(UnsuitableData, match="there is 0 that 3 items or more have"):
        item_categories(items, categories, least=3)
