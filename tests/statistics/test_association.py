"""Tables of counts, rank correlations, trends."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubrary.statistics import (
    UnsuitableData,
    chi_square,
    fisher_exact,
    kendall,
    linear_trend,
    odds_ratio,
    point_biserial,
    spearman,
)

#: Agresti, Categorical Data Analysis, Table 3.8: a lady tasting tea.
_TEA = [[3, 1], [1, 3]]
#: Agresti, Introduction to Categorical Data Analysis, Table 2.5: party by gender.
_PARTY = [[762, 327, 468], [484, 239, 477]]


def test_chi_square_of_a_textbook_table() -> None:
    found = chi_square(_PARTY)
    assert found.statistic == pytest.approx(30.07, abs=0.005)
    assert (found.degrees, found.n) == (2, 2757)
    assert found.p < 0.0001


def test_yates_correction_makes_chi_square_less() -> None:
    table = [[12, 5], [3, 9]]
    assert chi_square(table, correction=True).statistic < chi_square(table).statistic


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ([[1, 2]], "not 1 × 2"),
        ([], "not 0 × 0"),
        ([[1, 2], [3]], "same length"),
        ([[1, -2], [3, 4]], "holds counts"),
        ([[1, 2.5], [3, 4]], "holds counts"),
        ([[1, math.nan], [3, 4]], "holds counts"),
        ([[0, 0], [3, 4]], "row 1"),
        ([[0, 2], [0, 4]], "column 1"),
    ],
)
def test_no_contingency_table(table: list[list[int]], words: str) -> None:
    with pytest.raises(UnsuitableData, match=words):
        chi_square(table)


def test_fisher_of_the_tea_tasting() -> None:
    found = fisher_exact(_TEA)
    assert found.statistic == pytest.approx(9.0)
    assert found.p == pytest.approx(0.4857, abs=5e-5)


def test_fisher_takes_two_by_two_only() -> None:
    with pytest.raises(UnsuitableData, match="2 × 3"):
        fisher_exact(_PARTY)


def test_odds_ratio_of_a_textbook_table() -> None:
    # Agresti, Introduction, 2.3.3: aspirin and heart attacks; 1.83 (1.44, 2.33).
    found = odds_ratio([[189, 10845], [104, 10933]])
    assert found.estimate == pytest.approx(1.832, abs=5e-4)
    assert (found.low, found.high) == pytest.approx((1.44, 2.33), abs=0.005)


def test_an_odds_ratio_with_an_empty_cell_has_an_exact_bound() -> None:
    found = odds_ratio([[3, 0], [1, 4]])
    assert found.estimate == found.high == math.inf
    assert found.low == pytest.approx(0.533, abs=5e-4)
    turned = odds_ratio([[0, 3], [4, 1]])
    assert turned.estimate == turned.low == 0


def test_spearman_and_kendall_of_small_ranks() -> None:
    x, y = [1, 2, 3, 4, 5], [2, 1, 4, 3, 5]
    assert spearman(x, y).statistic == pytest.approx(0.8)  # 1 - 6·4/(5·24)
    assert kendall(x, y).statistic == pytest.approx(0.6)  # 8 of 10 pairs in order


@given(st.lists(st.integers(-1000, 1000), min_size=3, max_size=40, unique=True))
def test_order_alone_decides_rank_correlations(values: list[int]) -> None:
    cubes = [value**3 for value in values]
    assert spearman(values, cubes).statistic == pytest.approx(1)
    assert kendall(values, [-cube for cube in cubes]).statistic == pytest.approx(-1)


@pytest.mark.parametrize("correlation", [spearman, kendall])
@pytest.mark.parametrize(
    ("x", "y", "words"),
    [
        ([1, 2, 3], [1, 2], "3 and 2"),
        ([1, 2], [1, 2], "3 or more"),
        ([1, 1, 1], [1, 2, 3], "all 3 values are 1"),
        ([1, 2, 3], [1, math.nan, 3], "position 2 is not a finite number: nan"),
        ([1, 2, 3], [1, "two", 3], "'two'"),
    ],
)
def test_what_has_no_rank_correlation(
    correlation: object, x: list[float], y: list[float], words: str
) -> None:
    with pytest.raises(UnsuitableData, match=words):
        correlation(x, y)  # type: ignore[operator]


def test_point_biserial_is_pearson_with_nought_and_one() -> None:
    found = point_biserial([True, True, False, False], [4, 3, 2, 1])
    assert found.statistic == pytest.approx(2 / 5**0.5)
    assert found.n == 4


@pytest.mark.parametrize(
    ("labels", "values", "words"),
    [
        ([True, True, True], [1, 2, 3], "all 3 labels are true"),
        ([True, False, True], [2, 2, 2], "nothing varies"),
        ([True, False, True], [0.1 + 0.2, 0.3, 0.3], "nothing varies"),
        ([True, False], [1, 2], "3 or more"),
        ([True, "no", True], [1, 2, 3], "neither true nor false: 'no'"),
    ],
)
def test_what_has_no_point_biserial_correlation(labels: list[bool], values: list[float], words: str) -> None:
    with pytest.raises(UnsuitableData, match=words):
        point_biserial(labels, values)


def test_a_linear_trend_of_a_textbook_table() -> None:
    # Agresti, Introduction, Table 2.7: infant malformation by alcohol consumption; z² is 6.57 with midpoints.
    malformed, infants = [48, 38, 5, 1, 1], [17114, 14502, 793, 127, 38]
    found = linear_trend(malformed, infants, [0, 0.5, 1.5, 4, 7])
    assert found.statistic**2 == pytest.approx(6.57, abs=0.005)
    assert found.p == pytest.approx(0.0104, abs=5e-5)
    assert found.n == sum(infants)


def test_a_linear_trend_of_a_small_table() -> None:
    # Cochran–Armitage: T = 8, variance ¼ · (50 − 30²/30) = 5; here with n − 1 in place of n.
    assert linear_trend([1, 5, 9], [10, 10, 10], [0, 1, 2]).statistic == pytest.approx(
        (8**2 / 5 * 29 / 30) ** 0.5
    )


def test_the_sign_of_a_trend_is_that_of_the_slope() -> None:
    years = [2021, 2022, 2023]
    assert linear_trend([1, 5, 9], [10, 10, 10], years).statistic > 0
    assert linear_trend([9, 5, 1], [10, 10, 10], years).statistic < 0


def test_nothing_but_successes_has_no_trend() -> None:
    with pytest.raises(UnsuitableData, match="column 2"):
        linear_trend([10, 10], [10, 10], [2021, 2022])
