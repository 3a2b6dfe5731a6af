"""The picture of an analysis."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from rubrary.figures import (
    Panel,
    draw_cooccurrence,
    draw_outcomes,
    draw_ratings,
    draw_readiness,
    draw_trends,
    save,
)
from rubrary.figures.cooccurrence import CATEGORIES
from rubrary.figures.style import SERIES
from rubrary.pipeline.stats.analysis import Analysis, Result
from rubrary.statistics import Cooccurrence, OutcomeShares, Ratings, Readiness, Trends


def draw(analysis: Analysis, path: Path) -> str:
    """Draws each part that has a result, one above the other, into a PNG or SVG file.

    Returns:
        The text alternative.

    Raises:
        UsageError: the file's name ends otherwise.
        InputError: there are more parts than a page can hold.
    """
    panels = [_panel(part.name, part.result) for part in analysis.parts if part.result is not None]
    return save(panels, path, title=f"rubrary stats {analysis.name}")


def _panel(title: str | None, result: Result) -> Panel:
    match result:
        case OutcomeShares():
            groups = len(result.groups) if 2 <= len(result.groups) <= SERIES else 1
            rows = len(result.overall.shares)
            return Panel(
                title, partial(draw_outcomes, found=result), (7.0, 1.3 + rows * (0.2 + 0.15 * groups))
            )
        case Trends():
            return Panel(title, partial(draw_trends, found=result), (7.0, 3.8))
        case Ratings():
            side = 1.8 + 0.5 * len(result.answers)
            return Panel(title, partial(draw_ratings, found=result), (max(side, 4.0), max(side, 3.0)))
        case Cooccurrence():
            side = 2.5 + 0.45 * min(len(result.categories), CATEGORIES)
            return Panel(title, partial(draw_cooccurrence, found=result), (side + 1.5, side))
        case Readiness():
            return Panel(title, partial(draw_readiness, found=result), (7.0, 3.8))
