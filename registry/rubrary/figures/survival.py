"""A survival curve."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubrary.figures.style import COLOURS
from rubrary.statistics import Survival

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def draw_survival(axes: Axes, found: Survival, unit: str) -> str:
    """The share that is left over time, in steps, with its interval as a band.

    Args:
        axes: where to draw.
        found: the curve.
        unit: unit of its times, for the axis: ``days``.

    Returns:
        The text alternative.
    """
    times = [0.0, *found.times]
    axes.step(times, [1.0, *found.survival], where="post", color=COLOURS[0])
    banded = [
        (time, low, high)
        for time, low, high in zip(found.times, found.low, found.high, strict=True)
        if low is not None and high is not None
    ]
    if banded:
        axes.fill_between(
            [time for time, _, _ in banded],
            [low for _, low, _ in banded],
            [high for _, _, high in banded],
            step="post",
            alpha=0.2,
            color=COLOURS[0],
        )
    axes.set_ylim(0, 1.02)
    axes.set_xlim(left=0)
    axes.set_xlabel(f"time, {unit}")
    axes.set_ylabel("share to which it has not happened")
    axes.grid(alpha=0.3)
    median = "is not reached" if found.median is None else f"is {found.median:g} {unit}"
    return (
        f"Survival curve of {found.at_risk[0]} items at the first event: {found.survival[-1]:.0%} are left after "
        f"{found.times[-1]:g} {unit}; the median {median}."
    )
