"""Colours, marks and words that all figures share."""

from __future__ import annotations

from textwrap import wrap

from rubrary.statistics import Interval

#: The colours of Okabe and Ito, told apart with any colour vision, the darkest first.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
#: Marks, so that colour is never the only difference.
MARKS = ("o", "s", "^", "D", "v", "P", "X")
#: The most series that one panel tells apart.
SERIES = len(COLOURS)
#: The longest label, in characters.
_LABEL = 40
#: The longest line of a wrapped label.
_LINE = 22


def label(text: str, limit: int = _LABEL) -> str:
    """A text for a figure: printable, on one line, cut at ``limit`` characters."""
    shown = "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)
    return shown if len(shown) <= limit else f"{shown[: limit - 1]}…"


def wrapped(text: str) -> str:
    """The same over lines of limited length, for labels beside the axes, which must leave them room."""
    return "\n".join(wrap(label(text), _LINE)) or " "


def percent(share: float) -> str:
    """A share as a percentage with one decimal: ``10.5 %``."""
    return f"{100 * share:.1f} %"


def span(interval: Interval) -> str:
    """An estimated share with its interval, in words: ``10.5 % (8.1 % to 13.7 %)``."""
    if interval.low is None or interval.high is None:
        return percent(interval.estimate)
    return f"{percent(interval.estimate)} ({percent(interval.low)} to {percent(interval.high)})"


def whiskers(interval: Interval) -> tuple[float, float]:
    """How far the interval reaches below and above the estimate."""
    low, high = interval.low, interval.high
    return (
        0.0 if low is None else max(interval.estimate - low, 0.0),
        0.0 if high is None else max(high - interval.estimate, 0.0),
    )
