"""Which categories occur together."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rubrary.figures.style import label
from rubrary.statistics import Cooccurrence

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: The most categories that are drawn: the most frequent.
CATEGORIES = 20


def draw_cooccurrence(axes: Axes, found: Cooccurrence) -> str:
    """A square for each two categories, coloured by φ, with the number of items that have both.

    Returns:
        The text alternative.
    """
    names = [name for name, _ in found.categories[:CATEGORIES]]
    position = {name: at for at, name in enumerate(names)}
    phi = [[math.nan] * len(names) for _ in names]
    for pair in found.pairs:
        if pair.first in position and pair.second in position:
            row, column = sorted((position[pair.first], position[pair.second]), reverse=True)
            phi[row][column] = math.nan if pair.phi is None else pair.phi
            strong = pair.phi is not None and abs(pair.phi) > 0.6
            axes.text(
                column, row, str(pair.count), ha="center", va="center", color="white" if strong else "black"
            )
    image = axes.imshow(phi, cmap="PuOr", vmin=-1, vmax=1)
    figure = axes.get_figure()
    if figure is not None:
        figure.colorbar(image, ax=axes, label="φ (−1: never together, 1: always)", shrink=0.8)
    shown = [f"{label(name, 24)} ({count})" for name, count in found.categories[:CATEGORIES]]
    axes.set_xticks(range(len(names)), shown, rotation=45, ha="right")
    axes.set_yticks(range(len(names)), shown)
    axes.set_xlabel("category (number of items)")
    axes.set_ylabel("category (number of items)")
    return _words(found)


def _words(found: Cooccurrence) -> str:
    text = f"How {len(found.categories)} categories of {found.n} items occur together."
    if len(found.categories) > CATEGORIES:
        text += f" The {CATEGORIES} most frequent are drawn."
    strongest = [pair for pair in found.pairs if pair.phi is not None][:3]
    for pair in strongest:
        text += f" {pair.first} and {pair.second}: {pair.count} items have both, φ = {pair.phi:.2f}."
    return text
