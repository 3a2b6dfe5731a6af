"""Shares of outcomes with their intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubrary.figures.style import COLOURS, MARKS, SERIES, label, span, whiskers, wrapped
from rubrary.statistics import OutcomeShares

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def draw_outcomes(axes: Axes, found: OutcomeShares) -> str:
    """A point for the share of each outcome, with a line for its interval; groups side by side.

    With more groups than can be told apart, only all items together are drawn, and the text says so.

    Returns:
        The text alternative.
    """
    groups = found.groups if 2 <= len(found.groups) <= SERIES else (found.overall,)
    kinds = [share.outcome for share in found.overall.shares]
    for number, group in enumerate(groups):
        offset = (number - (len(groups) - 1) / 2) * 0.7 / len(groups)
        axes.errorbar(
            [share.share.estimate * 100 for share in group.shares],
            [row + offset for row in range(len(kinds))],
            xerr=[
                [100 * whiskers(share.share)[0] for share in group.shares],
                [100 * whiskers(share.share)[1] for share in group.shares],
            ],
            fmt=MARKS[number],
            color=COLOURS[number],
            capsize=3,
            label=wrapped(f"{label(group.name, 28)} (n = {group.n})") if group.name is not None else None,
        )
    axes.set_yticks(range(len(kinds)), [wrapped(kind) for kind in kinds])
    axes.set_ylim(len(kinds) - 0.4, -0.6)
    axes.set_xlim(-2, 102)  # marks at both ends are whole
    axes.set_xlabel(
        f"share of items, % (n = {found.overall.n}; line: {found.overall.shares[0].share.level * 100:g} % interval)"
    )
    axes.set_ylabel("outcome")
    axes.grid(axis="x", alpha=0.3)
    if groups is found.groups:
        axes.legend(fontsize="small", loc="upper left", bbox_to_anchor=(1.01, 1.0))
    return _words(found, drawn=groups is found.groups)


def _words(found: OutcomeShares, *, drawn: bool) -> str:
    shares = "; ".join(
        f"{share.outcome} {share.count}, {span(share.share)}" for share in found.overall.shares
    )
    text = f"Shares of {len(found.overall.shares)} outcomes of {found.overall.n} items: {shares}."
    if drawn:
        text += (
            f" Drawn for {len(found.groups)} groups: {', '.join(group.name or '' for group in found.groups)}."
        )
    elif len(found.groups) > SERIES:
        text += f" The {len(found.groups)} groups are too many to draw apart."
    if found.difference:
        text += f" Between the groups: χ² = {found.difference.statistic:.3f}, p = {found.difference.p:.3g}."
    return text
