"""Scores and outcomes over time, in two drawings: readiness and outcome are never one line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rubrary.figures.style import COLOURS, MARKS, SERIES, wrapped

if TYPE_CHECKING:  # loading matplotlib takes half a second, and only pictures need it
    from matplotlib.axes import Axes


@dataclass(frozen=True, slots=True)
class Point:
    """One value at one moment.

    Attributes:
        when: the moment, as it is shown; equal ones stand at the same place.
        label: the series of a score, or the outcome.
        value: the score; 0 for outcomes, which have no number.
    """

    when: str
    label: str
    value: float = 0.0


def draw_scores_over_time(axes: Axes, points: Sequence[Point]) -> str:
    """A line for each series of scores; gives the text alternative."""
    moments = list(dict.fromkeys(point.when for point in points))
    labels = list(dict.fromkeys(point.label for point in points))
    words = []
    for number, label in enumerate(labels):
        own = [point for point in points if point.label == label]
        words.append(f"{label}: " + ", ".join(f"{point.when} {point.value:.1f}" for point in own))
        if number < SERIES:
            axes.plot(
                [moments.index(point.when) for point in own],
                [point.value for point in own],
                f"{MARKS[number]}-",
                color=COLOURS[number],
                label=wrapped(label),
            )
    _moments(axes, moments)
    values = [point.value for point in points]
    top = next((end for end in (1.0, 100.0) if max(values) <= end), max(values))  # shares, marks, counts
    axes.set_ylim(min(0.0, *values) - 0.02 * top, 1.02 * top)
    axes.set_ylabel("score")
    axes.legend(fontsize="small", loc="upper left", bbox_to_anchor=(1.01, 1.0))
    return f"Scores over time. {'; '.join(words)}."


def draw_outcomes_over_time(axes: Axes, points: Sequence[Point]) -> str:
    """A mark for each outcome at its moment; gives the text alternative."""
    moments = list(dict.fromkeys(point.when for point in points))
    labels = list(dict.fromkeys(point.label for point in points))
    axes.plot(
        [moments.index(point.when) for point in points],
        [labels.index(point.label) for point in points],
        MARKS[0],
        color=COLOURS[0],
    )
    axes.set_yticks(range(len(labels)), [wrapped(label) for label in labels])
    axes.set_ylim(-0.6, len(labels) - 0.4)
    _moments(axes, moments)
    words = "; ".join(f"{point.when} {point.label}" for point in points)
    return f"Outcomes over time: {words}."


def _moments(axes: Axes, moments: Sequence[str]) -> None:
    axes.set_xticks(range(len(moments)), moments, rotation=30, ha="right", fontsize="small")
    axes.set_xlim(-0.5, len(moments) - 0.5)
    axes.grid(axis="x", alpha=0.3)
