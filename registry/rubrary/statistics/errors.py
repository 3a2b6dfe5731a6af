"""What the statistics raise."""

from __future__ import annotations

from rubrary.errors import InputError


class UnsuitableData(InputError):
    """The statistic is not defined for these data: too few, all alike, not numbers, of unequal length."""
