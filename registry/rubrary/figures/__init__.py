"""Pictures of the results of :mod:`rubrary.statistics`, as PNG or SVG, without a display.

One module a result; each draws onto axes and gives the text alternative: what a reader who cannot see the picture
should know. Importing this package does not load matplotlib; drawing does.
"""

from __future__ import annotations

from rubrary.figures.canvas import SUFFIXES, Panel, check_target, save
from rubrary.figures.cooccurrence import draw_cooccurrence
from rubrary.figures.outcomes import draw_outcomes
from rubrary.figures.ratings import draw_ratings
from rubrary.figures.readiness import draw_readiness
from rubrary.figures.survival import draw_survival
from rubrary.figures.trend import draw_trends

__all__ = [
    "SUFFIXES",
    "Panel",
    "check_target",
    "draw_cooccurrence",
    "draw_outcomes",
    "draw_ratings",
    "draw_readiness",
    "draw_survival",
    "draw_trends",
    "save",
]
