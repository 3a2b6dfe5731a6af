"""Rates of outcomes over the years."""

from __future__ import annotations

import pytest

from rubrary.statistics import UnsuitableData, linear_trend, outcome_trends


def test_each_outcome_has_a_rate_in_each_year() -> None:
    found = outcome_trends([2021, 2020, 2021, 2021], ["ok", "no", "no", "ok"])
    no, ok = found.outcomes
    assert (no.outcome, ok.outcome) == ("no", "ok")
    assert [(rate.year, rate.count, rate.n) for rate in ok.years] == [(2020, 0, 1), (2021, 2, 3)]
    assert ok.years[1].rate.estimate == pytest.approx(2 / 3)


def test_the_trend_is_that_of_the_rates() -> None:
    years = [2020] * 10 + [2021] * 10 + [2024] * 10
    outcomes = ["ok"] * 2 + ["no"] * 8 + ["ok"] * 5 + ["no"] * 5 + ["ok"] * 9 + ["no"]
    no, ok = outcome_trends(years, outcomes).outcomes
    assert ok.trend == linear_trend([2, 5, 9], [10, 10, 10], [2020, 2021, 2024])
    assert no.trend is not None
    assert no.trend.statistic == pytest.approx(-ok.trend.statistic)
    assert ok.difference is not None
    assert ok.difference.degrees == 2
    assert ok.adjusted_p == pytest.approx(ok.trend.p)  # both outcomes have the same p


def test_p_is_adjusted_for_the_outcomes_that_were_tested() -> None:
    years = [2020] * 20 + [2021] * 20
    outcomes = ["a"] * 15 + ["b"] * 3 + ["c"] * 2 + ["a"] * 4 + ["b"] * 10 + ["c"] * 6
    trends = outcome_trends(years, outcomes).outcomes
    assert all(trend.adjusted_p >= trend.trend.p for trend in trends)  # type: ignore[union-attr, operator]
    least = min(trends, key=lambda trend: trend.trend.p)  # type: ignore[union-attr]
    assert least.adjusted_p == pytest.approx(3 * least.trend.p)  # type: ignore[union-attr]


@pytest.mark.parametrize(("years", "outcomes"), [([2020, 2020], ["a", "b"]), ([2020, 2021], ["a", "a"])])
def test_a_single_year_or_outcome_has_rates_and_no_trend(years: list[int], outcomes: list[str]) -> None:
    for trend in outcome_trends(years, outcomes).outcomes:
        assert trend.years
        assert (trend.trend, trend.difference, trend.adjusted_p) == (None, None, None)


def test_nothing_to_follow_is_refused() -> None:
    with pytest.raises(UnsuitableData, match="no outcomes"):
        outcome_trends([], [])
    with pytest.raises(UnsuitableData, match="1 and 2"):
        outcome_trends([2020], ["a", "b"])
