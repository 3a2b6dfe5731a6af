"""Whether groups of values differ."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubrary.statistics import UnsuitableData, cohens_d, kruskal_wallis, mann_whitney, student_t, welch

#: Student 1908: additional hours of sleep under two drugs (R's data set `sleep`).
_SLEEP_1 = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]
_SLEEP_2 = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]

_groups = st.lists(st.floats(-1e6, 1e6).map(lambda x: round(x, 2)), min_size=2, max_size=30)


def test_welch_and_student_of_the_sleep_data() -> None:
    found = welch(_SLEEP_1, _SLEEP_2)
    assert (found.statistic, found.degrees, found.p) == pytest.approx((-1.8608, 17.776, 0.07939), rel=1e-4)
    pooled = student_t(_SLEEP_1, _SLEEP_2)
    assert (pooled.statistic, pooled.degrees, pooled.p) == pytest.approx((-1.8608, 18, 0.07919), rel=1e-4)


def test_mann_whitney_counts_the_pairs_won() -> None:
    assert mann_whitney([3, 4, 5], [1, 2, 4]).statistic == 7.5
    assert mann_whitney([1, 2], [3, 4]).p == pytest.approx(1 / 3)  # the least of 6 orders, twice


def test_mann_whitney_of_equal_values_finds_nothing() -> None:
    found = mann_whitney([2, 2, 2], [2, 2])
    assert (found.statistic, found.p) == (3, 1)


def test_kruskal_wallis_of_a_textbook_example() -> None:
    # Hollander & Wolfe 1973, p. 116: mucociliary efficiency (R's example): H = 0.77143, df = 2, p = 0.68.
    found = kruskal_wallis([2.9, 3.0, 2.5, 2.6, 3.2], [3.8, 2.7, 4.0, 2.4], [2.8, 3.4, 3.7, 2.2, 2.0])
    assert (found.statistic, found.degrees, found.p) == pytest.approx((0.77143, 2, 0.67998), abs=1e-4)
    assert found.n == 14


def test_cohens_d_is_the_difference_in_pooled_deviations() -> None:
    assert cohens_d([4, 5, 6], [1, 2, 3]) == pytest.approx(3)
    assert cohens_d([1, 2, 3], [4, 5, 6]) == pytest.approx(-3)
    assert cohens_d(_SLEEP_1, _SLEEP_2) == pytest.approx(-0.8322, abs=5e-5)


@given(_groups, _groups)
def test_swapping_the_groups_turns_the_sign(a: list[float], b: list[float]) -> None:
    try:
        forward = welch(a, b)
    except UnsuitableData:
        assert len(set(a)) == len(set(b)) == 1
        return
    back = welch(b, a)
    assert back.statistic == pytest.approx(-forward.statistic, abs=1e-12)
    assert back.p == pytest.approx(forward.p)
    assert 0 <= forward.p <= 1


@given(_groups, _groups)
def test_u_of_both_sides_adds_up_to_all_pairs(a: list[float], b: list[float]) -> None:
    assert mann_whitney(a, b).statistic + mann_whitney(b, a).statistic == len(a) * len(b)


def test_one_group_may_be_constant_in_a_t_test() -> None:
    found = welch([0.1 + 0.2, 0.3, 0.3], [1.0, 2.0, 3.0])
    assert found.statistic < 0
    assert found.degrees == pytest.approx(2)


@pytest.mark.parametrize("test", [welch, student_t, cohens_d])
def test_groups_without_variation_have_no_t(test: object) -> None:
    with pytest.raises(UnsuitableData, match="all are 1 in the first, 2 in the second"):
        test([1, 1, 1], [2, 2])  # type: ignore[operator]


@pytest.mark.parametrize("test", [welch, student_t, cohens_d])
@pytest.mark.parametrize(("a", "b"), [([], [1, 2]), ([1], [1, 2]), ([1, 2], [3])])
def test_a_t_test_needs_two_values_in_each_group(test: object, a: list[float], b: list[float]) -> None:
    with pytest.raises(UnsuitableData, match="2 or more"):
        test(a, b)  # type: ignore[operator]


@pytest.mark.parametrize("test", [welch, student_t, cohens_d, mann_whitney, kruskal_wallis])
def test_nan_and_infinity_are_refused(test: object) -> None:
    with pytest.raises(UnsuitableData, match="position 2 is not a finite number: nan"):
        test([1, math.nan], [1, 2])  # type: ignore[operator]
    with pytest.raises(UnsuitableData, match="not a finite number: inf"):
        test([1, 2], [math.inf, 2])  # type: ignore[operator]


def test_empty_groups_are_refused() -> None:
    with pytest.raises(UnsuitableData, match="second group: 1 or more"):
        mann_whitney([1], [])
    with pytest.raises(UnsuitableData, match="group 2: 1 or more"):
        kruskal_wallis([1], [])


def test_kruskal_wallis_needs_groups_and_variation() -> None:
    with pytest.raises(UnsuitableData, match="two groups"):
        kruskal_wallis([1, 2])
    with pytest.raises(UnsuitableData, match="all 4 values are 1"):
        kruskal_wallis([1, 1], [1, 1])
