"""How the rate of an outcome changes over the years."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rubrary.statistics.association import chi_square, linear_trend
from rubrary.statistics.errors import UnsuitableData
from rubrary.statistics.multiplicity import benjamini_hochberg
from rubrary.statistics.proportions import wilson
from rubrary.statistics.results import Interval, TestResult
from rubrary.statistics.samples import check_lengths


@dataclass(frozen=True, slots=True)
class YearRate:
    """How often the outcome occurred in one year: ``count`` of ``n``, and Wilson's interval of the rate."""

    year: int
    n: int
    count: int
    rate: Interval


@dataclass(frozen=True, slots=True)
class Trend:
    """One outcome over the years.

    Attributes:
        outcome: the outcome.
        years: its rate in each year that has items, ascending.
        trend: test for a linear trend, z above 0 if the rate rises; ``None`` with a single year, or where the
            outcome is the only one.
        difference: χ² test for any difference between the years; ``None`` likewise.
        adjusted_p: p of the linear trend, adjusted for all outcomes that were tested (Benjamini–Hochberg).
    """

    outcome: str
    years: tuple[YearRate, ...]
    trend: TestResult | None
    difference: TestResult | None
    adjusted_p: float | None


@dataclass(frozen=True, slots=True)
class Trends:
    """Each outcome over the years, in order of name."""

    n: int
    outcomes: tuple[Trend, ...]


def outcome_trends(years: Sequence[int], outcomes: Sequence[str], level: float = 0.95) -> Trends:
    """The rate of each outcome in each year, and whether it rises or falls.

    Args:
        years: the year of each item.
        outcomes: the outcome of each item.
        level: confidence level of the intervals.

    Raises:
        UnsuitableData: no items, or lists of unequal length.
    """
    check_lengths(years, outcomes, "years and outcomes")
    if not years:
        raise UnsuitableData("there are no outcomes to follow over the years")
    found = [_trend(kind, years, outcomes, level) for kind in sorted(set(outcomes))]
    tested = [trend.trend.p for trend in found if trend.trend]
    adjusted = iter(benjamini_hochberg(tested) if tested else ())
    return Trends(
        len(years),
        tuple(replace(trend, adjusted_p=next(adjusted)) if trend.trend else trend for trend in found),
    )


def _trend(kind: str, years: Sequence[int], outcomes: Sequence[str], level: float) -> Trend:
    counts: dict[int, list[int]] = {year: [0, 0] for year in sorted(set(years))}
    for year, outcome in zip(years, outcomes, strict=True):
        counts[year][outcome != kind] += 1
    rates = tuple(
        YearRate(year, had + had_not, had, wilson(had, had + had_not, level))
        for year, (had, had_not) in counts.items()
    )
    if len(rates) < 2 or all(rate.count == rate.n for rate in rates):
        return Trend(kind, rates, None, None, None)
    trend = linear_trend(
        [rate.count for rate in rates], [rate.n for rate in rates], [rate.year for rate in rates]
    )
    return Trend(kind, rates, trend, chi_square(list(counts.values())), None)
