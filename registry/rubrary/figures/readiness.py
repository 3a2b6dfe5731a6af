"""Scores of what succeeded and of what did not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubrary.figures.style import COLOURS, MARKS
from rubrary.statistics import Readiness

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: In a class of more items, points would hide each other and make the file large: the box alone is drawn.
_POINTS = 2000
#: How far points are set apart sideways, in turn, so that equal scores do not hide each other.
_SIDEWAYS = (-0.12, -0.06, 0.0, 0.06, 0.12)


def draw_readiness(axes: Axes, found: Readiness) -> str:
    """The scores of both classes: a box from quartile to quartile with the median, and a point for each
    item where they are not too many.

    Returns:
        The text alternative.
    """
    classes = [found.negative, found.positive]
    axes.boxplot(
        [one.values for one in classes],
        widths=0.5,
        showfliers=False,
        medianprops={"color": "black", "linewidth": 2},
    )
    for at, one in enumerate(classes, start=1):
        if one.n > _POINTS:
            continue
        axes.scatter(
            [at + _SIDEWAYS[index % len(_SIDEWAYS)] for index in range(one.n)],
            one.values,
            s=10,
            alpha=0.5,
            color=COLOURS[at - 1],
            marker=MARKS[at - 1],
        )
    axes.set_xticks(
        [1, 2], [f"did not succeed (n = {found.negative.n})", f"succeeded (n = {found.positive.n})"]
    )
    axes.set_xlabel("outcome")
    axes.set_ylabel("score")
    axes.grid(axis="y", alpha=0.3)
    return _words(found)


def _words(found: Readiness) -> str:
    area = found.auc
    bounds = "" if area.low is None or area.high is None else f" ({area.low:.3f} to {area.high:.3f})"
    return (
        f"Scores of {found.positive.n} items that succeeded, median {found.positive.median:.2f}, and of "
        f"{found.negative.n} that did not, median {found.negative.median:.2f}. AUC {area.estimate:.3f}{bounds}, "
        f"point-biserial r = {found.correlation.statistic:.3f}, p = {found.correlation.p:.3g}."
    )
