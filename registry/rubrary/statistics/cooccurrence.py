"""Which categories occur together more often than by chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from rubrary.statistics.association import fisher_exact
from rubrary.statistics.errors import UnsuitableData


@dataclass(frozen=True, slots=True)
class Pair:
    """Two categories and how they occur together.

    Attributes:
        first: a category.
        second: another.
        count: number of items that have both.
        lift: the share of items with both over what independence would give, 0 and up; 1 is independence.
            ``None`` where one of them never occurs.
        phi: correlation of the two, −1 to 1; ``None`` where one occurs always or never.
        p: of Fisher's exact test; ``None`` likewise.
    """

    first: str
    second: str
    count: int
    lift: float | None
    phi: float | None
    p: float | None


def cooccurrence(columns: Mapping[str, Sequence[bool]]) -> tuple[Pair, ...]:
    """How each two categories occur together, in the order of the columns.

    Args:
        columns: for each category, whether each item has it; the items are in the same order everywhere.

    Raises:
        UnsuitableData: fewer than two categories, columns of unequal length, or no items.
    """
    if len(columns) < 2:
        raise UnsuitableData(f"two categories or more can occur together, and there is {len(columns)}")
    lengths = {len(column) for column in columns.values()}
    if len(lengths) != 1:
        raise UnsuitableData(
            f"the categories' columns are not of the same length: {', '.join(map(str, sorted(lengths)))}"
        )
    if not lengths.pop():
        raise UnsuitableData("there are no items")
    return tuple(_pair(first, second, columns) for first, second in combinations(columns, 2))


def _pair(first: str, second: str, columns: Mapping[str, Sequence[bool]]) -> Pair:
    table = [[0, 0], [0, 0]]
    for has_first, has_second in zip(columns[first], columns[second], strict=True):
        table[not has_first][not has_second] += 1
    (both, only_first), (only_second, neither) = table
    with_first, with_second = both + only_first, both + only_second
    n = with_first + only_second + neither
    lift = both * n / (with_first * with_second) if with_first and with_second else None
    if not (0 < with_first < n and 0 < with_second < n):
        return Pair(first, second, both, lift, None, None)
    return Pair(first, second, both, lift, _phi(columns[first], columns[second]), fisher_exact(table).p)


def _phi(first: Sequence[bool], second: Sequence[bool]) -> float:
    import numpy as np

    # φ is Pearson's correlation of two yes/no variables.
    matrix = np.corrcoef(np.array(first, dtype=float), np.array(second, dtype=float))
    return float(matrix[0, 1])
