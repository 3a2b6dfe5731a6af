"""Printed values: what a paper prints as a number, and when a recomputed one is the same.

A printed number is a rounded one. A recomputed value matches when it lies within half a unit of the last printed
digit, both ends included, so that it does not matter how the authors rounded a tie: ``0.36`` is matched by
0.3551 and 0.365, and ``48`` only by 48 where it counts something. A finding may state a wider or narrower
tolerance, as for a bootstrap interval.

``< .001`` and ``> 5`` are bounds, and strict. ``≤`` and ``≥`` bound by a number that was rounded itself, so half
a unit of its last digit is allowed there, too. ``%`` is only a unit: the recomputed value is in per cent then.
Everything else is a text and has to be the same, white space apart.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from decimal import Decimal

_NUMBER = re.compile(
    r"(?P<bound>[<>≤≥])?\s*(?P<number>[+-]?(?:\d+(?:,\d{3})*(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)\s*%?"
)
#: Binary64 cannot hold most decimals: what is this close to the edge of a tolerance lies on it.
_SLACK = 1e-9


@dataclass(frozen=True, slots=True)
class Printed:
    """A value as printed, taken apart.

    Attributes:
        text: as printed.
        number: its number; ``None`` when it is a text.
        bound: ``<``, ``>``, ``≤`` or ``≥`` when the number bounds the value; else empty.
    """

    text: str
    number: Decimal | None = None
    bound: str = ""

    @classmethod
    def read(cls, text: str) -> Printed:
        """Take a printed value apart."""
        found = _NUMBER.fullmatch(text.strip().replace("−", "-"))
        if found is None:
            return cls(text)
        return cls(text, Decimal(found["number"].replace(",", "")), found["bound"] or "")

    @property
    def half_unit(self) -> Decimal:
        """Half a unit of the last printed digit.

        Raises:
            ValueError: it is a text.
        """
        if self.number is None:
            raise ValueError(f"{self.text!r} is no number")
        exponent = self.number.as_tuple().exponent
        return Decimal(5).scaleb(int(exponent) - 1)


def agrees(printed: Printed, value: float | str, tolerance: Decimal | None = None) -> bool:
    """Whether a recomputed value is the printed one.

    Args:
        printed: the printed value.
        value: the recomputed one, unrounded, in the printed unit.
        tolerance: how far apart they may be; ``None``: half a unit of the last printed digit.
    """
    if printed.number is None or isinstance(value, str):
        return isinstance(value, str) and printed.text.split() == value.split()
    number = float(printed.number)
    room = float(printed.half_unit if tolerance is None else tolerance)
    room += _SLACK * max(room, abs(number))
    if printed.bound == "<":
        return value < number
    if printed.bound == ">":
        return value > number
    if printed.bound == "≤":
        return value <= number + room
    if printed.bound == "≥":
        return value >= number - room
    return math.isclose(value, number, rel_tol=0, abs_tol=room)


def as_printed(printed: Printed, value: float | str) -> str:
    """A recomputed value for people: with two digits more than the printed one, so that its rounding shows."""
    if isinstance(value, str):
        return value
    if isinstance(value, int):
        return f"{value}"
    exponent = 0 if printed.number is None else int(printed.number.as_tuple().exponent)
    tiny = abs(value) < 10.0 ** (exponent - 2)
    if printed.bound or "e" in printed.text.lower() or exponent > 0 or tiny:
        return f"{value:.4g}"
    return f"{value:.{2 - exponent}f}"
