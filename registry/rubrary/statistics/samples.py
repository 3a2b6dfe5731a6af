"""Checks of what the statistics are given, each worded once."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence, Sized

from rubrary.statistics.errors import UnsuitableData

#: Deviations from the mean below this share of it are rounding, not variation (SciPy warns below it).
_ROUNDING = 1e-13

Table = Sequence[Sequence[int]]


def check_level(level: float) -> None:
    """Refuses a confidence level that is not strictly between 0 and 1."""
    if not 0 < level < 1:
        raise UnsuitableData(f"a confidence level lies between 0 and 1, not at {level}")


def check_lengths(first: Sized, second: Sized, names: str) -> None:
    """Refuses two sequences of unequal length; ``names`` says what they are."""
    if len(first) != len(second):
        raise UnsuitableData(
            f"{names} are {len(first)} and {len(second)}, which is not the same number",
            hint="Give one of each for every item.",
        )


def finite(values: Iterable[float], name: str, least: int = 1) -> list[float]:
    """The values as floats.

    Raises:
        UnsuitableData: one of them is no finite number, or there are fewer than ``least``.
    """
    found = []
    for position, value in enumerate(values, start=1):
        try:
            number = float(value)
        except (TypeError, ValueError):
            number = math.nan
        if not math.isfinite(number):
            raise UnsuitableData(
                f"{name}: the value at position {position} is not a finite number: {value!r}",
                hint="Leave out what was not measured, or give its value.",
            )
        found.append(number)
    if len(found) < least:
        there = f"there {'is' if len(found) == 1 else 'are'} {len(found)}"
        raise UnsuitableData(f"{name}: {least} or more values are needed, and {there}")
    return found


def varies(values: Sequence[float]) -> bool:
    """Whether the values differ by more than rounding."""
    mean = math.fsum(values) / len(values)
    return max(abs(value - mean) for value in values) > _ROUNDING * abs(mean)


def check_varies(values: Sequence[float], name: str) -> None:
    """Refuses values that are all alike, for which a correlation or test is not defined."""
    if not varies(values):
        raise UnsuitableData(f"{name}: all {len(values)} values are {values[0]:g}, nothing varies")


def split(labels: Sequence[bool], values: Sequence[float]) -> tuple[list[float], list[float]]:
    """The values of the items labelled true, and of those labelled false.

    Raises:
        UnsuitableData: unequal lengths, a label that is neither true nor false, values that are no finite
            numbers, or only one of the two classes is there.
    """
    check_lengths(labels, values, "labels and values")
    for position, label in enumerate(labels, start=1):
        if label not in (True, False):
            raise UnsuitableData(f"the label at position {position} is neither true nor false: {label!r}")
    numbers = finite(values, "values", least=2)
    positive = [number for label, number in zip(labels, numbers, strict=True) if label]
    negative = [number for label, number in zip(labels, numbers, strict=True) if not label]
    if not positive or not negative:
        raise UnsuitableData(
            f"all {len(numbers)} labels are {'true' if positive else 'false'}",
            hint="Two classes are compared: give items of both.",
        )
    return positive, negative


def counts(table: Table) -> list[list[int]]:
    """A contingency table of two or more rows and columns, none of them empty.

    Raises:
        UnsuitableData: it is smaller, ragged, holds something else than whole numbers from 0, or a row or
            column without any observation.
    """
    rows = [list(row) for row in table]
    width = len(rows[0]) if rows else 0
    if len(rows) < 2 or width < 2:
        raise UnsuitableData(f"a contingency table has 2 rows and columns or more, not {len(rows)} × {width}")
    if any(len(row) != width for row in rows):
        raise UnsuitableData("the rows of the contingency table are not of the same length")
    for row in rows:
        for cell in row:
            if not (math.isfinite(cell) and cell >= 0 and cell == int(cell)):
                raise UnsuitableData(f"a contingency table holds counts, and {cell!r} is none")
    for what, lines in (("row", rows), ("column", list(zip(*rows, strict=True)))):
        for position, line in enumerate(lines, start=1):
            if not any(line):
                raise UnsuitableData(
                    f"{what} {position} of the contingency table is empty",
                    hint=f"Leave out the {what}: nothing was observed there.",
                )
    return [[int(cell) for cell in row] for row in rows]
