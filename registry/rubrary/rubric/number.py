"""Decimal numbers as text: one number, one spelling."""

from __future__ import annotations

from decimal import Decimal


def shortest(number: Decimal) -> str:
    """The shortest plain spelling: no exponent, no needless zeros, no minus before zero (``0.3``, ``40``)."""
    return format(number.normalize(), "f") if number else "0"
