"""Rates of outcomes over the years."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubrary.figures.style import COLOURS, MARKS, SERIES, percent, whiskers, wrapped
from rubrary.statistics import Trends

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from rubrary.statistics.trend import Trend


def draw_trends(axes: Axes, found: Trends) -> str:
    """A line for the rate of each outcome over the years, with its intervals.

    With more outcomes than can be told apart, the most frequent are drawn, and the text says so.

    Returns:
        The text alternative.
    """
    from matplotlib.ticker import MaxNLocator

    frequent = sorted(found.outcomes, key=lambda trend: -sum(rate.count for rate in trend.years))[:SERIES]
    drawn = [trend for trend in found.outcomes if trend in frequent]
    for number, trend in enumerate(drawn):
        axes.errorbar(
            # A little apart, so that intervals of the same year do not hide each other.
            [rate.year + (number - (len(drawn) - 1) / 2) * 0.06 for rate in trend.years],
            [100 * rate.rate.estimate for rate in trend.years],
            yerr=[
                [100 * whiskers(rate.rate)[0] for rate in trend.years],
                [100 * whiskers(rate.rate)[1] for rate in trend.years],
            ],
            fmt=f"{MARKS[number]}-",
            color=COLOURS[number],
            capsize=2,
            linewidth=1.4,
            elinewidth=0.7,
            markersize=5,
            label=wrapped(trend.outcome),
        )
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_ylim(-2, 102)  # marks at both ends are whole
    axes.set_xlabel("year")
    axes.set_ylabel("share of the year's items, %")
    axes.grid(axis="y", alpha=0.3)
    axes.legend(fontsize="small", loc="upper left", bbox_to_anchor=(1.01, 1.0))
    return _words(found, len(drawn))


def _words(found: Trends, drawn: int) -> str:
    text = f"Rates by year of {len(found.outcomes)} outcomes of {found.n} items."
    if drawn < len(found.outcomes):
        text += f" The {drawn} most frequent are drawn."
    return " ".join([text, *map(_line, found.outcomes)])


def _line(trend: Trend) -> str:
    first, last = trend.years[0], trend.years[-1]
    text = f"{trend.outcome}: {percent(first.rate.estimate)} in {first.year}"
    if last is not first:
        text += f", {percent(last.rate.estimate)} in {last.year}"
    if trend.trend:
        text += f", trend p = {trend.trend.p:.3g}"
    return f"{text}."
