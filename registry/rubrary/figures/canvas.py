"""The page that figures are drawn on, and the file that it becomes."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rubrary.errors import InputError, UsageError
from rubrary.figures.style import label

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: The kinds of picture, by the end of the file's name.
SUFFIXES = (".png", ".svg")
#: The most panels on one page; more cannot be read.
_PANELS = 12
#: Longest title of a panel, in characters.
_TITLE = 90


@dataclass(frozen=True, slots=True)
class Panel:
    """One drawing of a figure.

    Attributes:
        title: what it shows; ``None``: no title.
        draw: draws it and gives its text alternative.
        size: width and height in inches.
    """

    title: str | None
    draw: Callable[[Axes], str]
    size: tuple[float, float]


def check_target(path: Path) -> None:
    """Refuses a file whose name does not say which kind of picture it is.

    Raises:
        UsageError: the name ends otherwise than in ``.png`` or ``.svg``.
    """
    if path.suffix.lower() not in SUFFIXES:
        raise UsageError(
            f"{path}: a picture's name ends in {' or '.join(SUFFIXES)}",
            hint="PNG is for pages and slides, SVG for print; give one of the two.",
        )


def save(panels: Sequence[Panel], path: Path, title: str) -> str:
    """Draws the panels one above the other into a PNG or SVG file.

    Args:
        panels: what to draw.
        path: the file; its suffix says which kind.
        title: of the picture, kept in the file's metadata.

    Returns:
        The text alternative of the whole picture.

    Raises:
        UsageError: as :func:`check_target`.
        InputError: there are more panels than a page can hold.
    """
    check_target(path)
    if not 1 <= len(panels) <= _PANELS:
        raise InputError(
            f"a figure holds 1 to {_PANELS} panels, and there are {len(panels)}",
            hint="Select fewer parts.",
        )
    import matplotlib

    with warnings.catch_warnings():
        # A character that the font lacks is drawn as a box; the text alternative has it.
        warnings.filterwarnings("ignore", r"Glyph .* missing", UserWarning)
        # With very wide labels no room is left to lay out; what then lies outside of the page is still saved.
        warnings.filterwarnings("ignore", "constrained_layout not applied", UserWarning)
        # The same data give the same bytes; texts stay texts; nobody's data is a formula.
        with matplotlib.rc_context(
            {"svg.hashsalt": "rubrary", "svg.fonttype": "none", "text.parse_math": False, "font.size": 9.0}
        ):
            return _draw(panels, path, title)


def _draw(panels: Sequence[Panel], path: Path, title: str) -> str:
    from matplotlib.figure import Figure

    heights = [panel.size[1] for panel in panels]
    page = Figure(figsize=(max(panel.size[0] for panel in panels), sum(heights)), layout="constrained")
    areas = page.subplots(len(panels), squeeze=False, height_ratios=heights)[:, 0]
    alternatives = []
    for panel, area in zip(panels, areas, strict=True):
        words = panel.draw(area)
        if panel.title:
            area.set_title(label(panel.title, _TITLE), loc="left", fontsize="medium")
            words = f"{panel.title}: {words}"
        alternatives.append(words)
    alternative = " ".join(alternatives)
    page.savefig(path, dpi=150, bbox_inches="tight", metadata=_metadata(path, title, alternative))
    return alternative


def _metadata(path: Path, title: str, alternative: str) -> dict[str, str | None]:
    words = {"Title": label(title, 200), "Description": label(alternative, 4000)}
    if path.suffix.lower() == ".svg":
        return {**words, "Date": None, "Creator": "Rubrary"}
    return {**words, "Software": "Rubrary"}
