"""Rounding for people. What is stored is never rounded."""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, Decimal

from rubrary.rubric.model import Rounding, RoundingMode

_MODES = {RoundingMode.HALF_EVEN: ROUND_HALF_EVEN}


def rounded(value: float, rounding: Rounding) -> Decimal:
    """The value as the policy wants it shown, for example 70.80.

    The shortest decimal text of the binary64 number is rounded, so 2.675 is half-way and becomes 2.68, as a
    reader of the unrounded value expects.
    """
    step = Decimal(1).scaleb(-rounding.decimals)
    result = Decimal(repr(float(value))).quantize(step, rounding=_MODES[rounding.mode])
    return result or abs(result)  # never -0.00
