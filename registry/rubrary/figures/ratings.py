"""Two raters' answers, against each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubrary.figures.style import label
from rubrary.statistics import Ratings

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def draw_ratings(axes: Axes, found: Ratings) -> str:
    """A table of how many items got which answers, darker where there are more.

    Returns:
        The text alternative.
    """
    names = [label(answer, 16) for answer in found.answers]
    largest = max(max(row) for row in found.table)
    axes.imshow(found.table, cmap="Blues", vmin=0, vmax=largest)
    for at, row in enumerate(found.table):
        for column, count in enumerate(row):
            dark = count > largest / 2
            axes.text(column, at, str(count), ha="center", va="center", color="white" if dark else "black")
    axes.set_xticks(range(len(names)), names, rotation=45 if len(names) > 6 else 0)
    axes.set_yticks(range(len(names)), names)
    axes.set_xlabel("second rater's answer")
    axes.set_ylabel("first rater's answer")
    return _words(found)


def _words(found: Ratings) -> str:
    plain = found.as_answered
    text = (
        f"Answers of two raters to {plain.n} items; they gave the same answer to {plain.share:.0%}. "
        f"Cohen's κ is {plain.kappa:.3f} ({plain.low:.3f} to {plain.high:.3f})."
    )
    if found.merged:
        merged = found.merged
        text += f" With answers merged it is {merged.kappa:.3f} ({merged.low:.3f} to {merged.high:.3f})."
    return text
