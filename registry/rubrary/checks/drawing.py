"""Figures as SVG, in light and in dark, without a display."""

from __future__ import annotations

import base64
import io
import warnings
from dataclasses import dataclass
from pathlib import Path

from rubrary.checks.data import Data
from rubrary.checks.item import Figure

_STYLES = Path(__file__).parent / "styles"


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawn figure.

    Attributes:
        title: what it shows.
        alternative: the same in words, with the numbers that matter.
        light: as a ``data:`` address, for a light page.
        dark: likewise, for a dark one.
    """

    title: str
    alternative: str
    light: str
    dark: str


def draw(figure: Figure, data: Data) -> Drawing:
    """Draw a figure of a study; the same rows give the same bytes.

    Raises:
        RubraryError: what it shows cannot be derived from the rows.
    """
    alternative, light = _svg(figure, data, _STYLES / "light.mplstyle")
    _, dark = _svg(figure, data, _STYLES / "dark.mplstyle")
    return Drawing(figure.title, alternative, light, dark)


def _svg(figure: Figure, data: Data, style: Path) -> tuple[str, str]:
    # Half a second, which only a report with figures needs.
    import matplotlib  # noqa: PLC0415
    from matplotlib.figure import Figure as Page  # noqa: PLC0415

    with matplotlib.rc_context(fname=style), warnings.catch_warnings():
        # A character that the font lacks is drawn as a box; the text alternative has it.
        warnings.filterwarnings("ignore", r"Glyph .* missing", UserWarning)
        page = Page(figsize=figure.size, layout="constrained")
        alternative = figure.draw(page.subplots(), data)
        target = io.BytesIO()
        page.savefig(target, format="svg", metadata={"Date": None, "Creator": None})
    return alternative, "data:image/svg+xml;base64," + base64.b64encode(target.getvalue()).decode()
