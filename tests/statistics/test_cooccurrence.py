"""Categories that occur together."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubrary.statistics import UnsuitableData, cooccurrence

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
