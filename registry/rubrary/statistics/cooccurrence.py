"""Which categories occur together more often than by chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from rubrary.statistics.association import fisher_exact
from rubrary.statistics.errors import UnsuitableData
from rubrary.statistics.multiplicity import benjamini_hochberg
from rubrary.statistics.samples import check_lengths


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
        adjusted_p: the same adjusted for all pairs that were tested (Benjamini–Hochberg).
    """

    first: str
    second: str
    count: int
    lift: float | None
    phi: float | None
    p: float | None
    adjusted_p: float | None


@dataclass(frozen=True, slots=True)
class Cooccurrence:
    """Which categories occur together.

    Attributes:
        n: number of items.
        categories: each category with the number of items that have it, the most frequent first.
        pairs: each two of them, those that go together most strongly (by the size of φ) first.
    """

    n: int
    categories: tuple[tuple[str, int], ...]
    pairs: tuple[Pair, ...]


def item_categories(items: Sequence[str], categories: Sequence[str | None], least: int = 1) -> Cooccurrence:
    """How the categories of items occur together.

    Args:
        items: an item for each row; an item with several categories has several rows.
        categories: the category of each row; ``None`` is an item without one.
        least: leave out categories that fewer items have.

    Raises:
        UnsuitableData: lists of unequal length, or fewer than two categories are left.
    """
    check_lengths(items, categories, "items and categories")
    members: dict[str, set[str]] = {}
    for item, category in zip(items, categories, strict=True):
        if category is not None:
            members.setdefault(category, set()).add(item)
    kept = sorted(
        (name for name in members if len(members[name]) >= least),
        key=lambda name: (-len(members[name]), name),
    )
    if len(kept) < 2:
        enough = f" that {least} items or more have" if least > 1 else ""
        raise UnsuitableData(
            f"two categories or more can occur together, and there is {len(kept)}{enough}",
            hint="Select items of more categories" + (", or ask for fewer items." if enough else "."),
        )
    everything = list(dict.fromkeys(items))
    pairs = cooccurrence({name: [item in members[name] for item in everything] for name in kept})
    ranked = sorted(pairs, key=lambda pair: -abs(pair.phi or 0))
    return Cooccurrence(len(everything), tuple((name, len(members[name])) for name in kept), tuple(ranked))


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
    pairs = [_pair(first, second, columns) for first, second in combinations(columns, 2)]
    tested = [pair.p for pair in pairs if pair.p is not None]
    adjusted = iter(benjamini_hochberg(tested) if tested else ())
    return tuple(pair if pair.p is None else replace(pair, adjusted_p=next(adjusted)) for pair in pairs)


def _pair(first: str, second: str, columns: Mapping[str, Sequence[bool]]) -> Pair:
    table = [[0, 0], [0, 0]]
    for has_first, has_second in zip(columns[first], columns[second], strict=True):
        table[not has_first][not has_second] += 1
    (both, only_first), (only_second, neither) = table
    with_first, with_second = both + only_first, both + only_second
    n = with_first + only_second + neither
    lift = both * n / (with_first * with_second) if with_first and with_second else None
    if not (0 < with_first < n and 0 < with_second < n):
        return Pair(first, second, both, lift, None, None, None)
    phi = _phi(columns[first], columns[second])
    return Pair(first, second, both, lift, phi, fisher_exact(table).p, None)


def _phi(first: Sequence[bool], second: Sequence[bool]) -> float:
    import numpy as np

    # φ is Pearson's correlation of two yes/no variables.
    matrix = np.corrcoef(np.array(first, dtype=float), np.array(second, dtype=float))
    return float(matrix[0, 1])
