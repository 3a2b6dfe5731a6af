"""The five analyses: which columns each reads, and what it computes of them, part by part."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from rubrary.errors import InputError
from rubrary.pipeline.stats.selection import Selection
from rubrary.statistics import (
    Cooccurrence,
    OutcomeShares,
    Ratings,
    Readiness,
    Trends,
    UnsuitableData,
    compare_ratings,
    item_categories,
    outcome_shares,
    outcome_trends,
    readiness_and_outcome,
)
from rubrary.statistics.discrimination import SEED

Result = Ratings | OutcomeShares | Cooccurrence | Trends | Readiness

#: The column that splits a selection into parts that must not be mixed, such as outcomes of two schemes.
PART = "part"
#: The group of a row whose ``?group`` is unbound.
NO_GROUP = "(none)"


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a selection.

    Attributes:
        name: the text of ``?part``; ``None`` where the selection has no such column.
        rows: number of its rows.
        result: what was computed.
        reason: why nothing could be computed; ``None`` when it was.
    """

    name: str | None
    rows: int
    result: Result | None
    reason: str | None


@dataclass(frozen=True, slots=True)
class Analysis:
    """What an analysis found.

    Attributes:
        name: ``agreement``, ``outcomes``, ``cooccurrence``, ``trend`` or ``readiness``.
        parts: the parts of the selection, in order of name; at least one has a result.
        left_out: number of rows in which a required column is unbound.
    """

    name: str
    parts: tuple[Part, ...]
    left_out: int


def agreement(selection: Selection, merge: Mapping[str, str] | None = None) -> Analysis:
    """Cohen's κ of two raters. Columns: ``item``, ``first``, ``second``.

    Args:
        selection: one row an item.
        merge: answers to take as another.

    Raises:
        InputError: a column is missing, there are no rows, or an item has two.
        UnsuitableData: κ is defined for no part.
    """

    def compute(part: Selection) -> Ratings:
        part.check_unique("item")
        return compare_ratings(part.texts("first"), part.texts("second"), merge)

    return _analyse("agreement", selection, ("item", "first", "second"), compute)


def outcomes(selection: Selection) -> Analysis:
    """Counts and shares of outcomes. Columns: ``outcome``, optional ``group`` and ``item``.

    Raises:
        InputError: as :func:`agreement`.
    """

    def compute(part: Selection) -> OutcomeShares:
        _check_items(part)
        groups = [name or NO_GROUP for name in part.optional_texts("group")] if part.has("group") else None
        return outcome_shares(part.texts("outcome"), groups)

    return _analyse("outcomes", selection, ("outcome",), compute)


def cooccurrence(selection: Selection, least: int = 1) -> Analysis:
    """Categories that occur together. Columns: ``item``, ``category`` (unbound: an item without one).

    Args:
        selection: a row for each category of each item.
        least: leave out categories that fewer items have.

    Raises:
        InputError: a column is missing, or there are no rows.
        UnsuitableData: there are fewer than two categories in every part.
    """
    selection.require("item", "category")

    def compute(part: Selection) -> Cooccurrence:
        return item_categories(part.texts("item"), part.optional_texts("category"), least)

    return _analyse("cooccurrence", selection, ("item",), compute)


def trend(selection: Selection) -> Analysis:
    """Rates of outcomes by year. Columns: ``year``, ``outcome``, optional ``item``.

    Raises:
        InputError: as :func:`agreement`, or a year is none.
    """

    def compute(part: Selection) -> Trends:
        _check_items(part)
        return outcome_trends(part.years("year"), part.texts("outcome"))

    return _analyse("trend", selection, ("year", "outcome"), compute)


def readiness(
    selection: Selection, success: Collection[str] = (), resamples: int = 2000, seed: int = SEED
) -> Analysis:
    """Whether scores tell successes from failures. Columns: ``label``, ``score``, optional ``item``.

    Args:
        selection: one row an item.
        success: labels that count as a success; none: the labels are truth values or 0 and 1.
        resamples: bootstrap samples of the interval of the AUC; 0: no interval.
        seed: of the bootstrap.

    Raises:
        InputError: as :func:`agreement`, or a label or score is none.
        UnsuitableData: no part has two items of both classes.
    """

    def compute(part: Selection) -> Readiness:
        _check_items(part)
        return readiness_and_outcome(part.truths("label", success), part.numbers("score"), resamples, seed)

    return _analyse("readiness", selection, ("label", "score"), compute)


def _check_items(part: Selection) -> None:
    if part.has("item"):
        part.check_unique("item")


def _analyse(
    name: str, selection: Selection, required: tuple[str, ...], compute: Callable[[Selection], Result]
) -> Analysis:
    selection.require(*required)
    complete = selection.complete(*required)
    if not complete:
        raise _no_rows(selection, required)
    found = list(complete.split(PART))
    parts, errors = [], []
    for part_name, rows in found:
        try:
            parts.append(Part(part_name, len(rows), compute(rows), None))
        except UnsuitableData as error:
            errors.append(error)
            parts.append(Part(part_name, len(rows), None, error.message))
    if len(errors) == len(found):
        raise errors[0]
    return Analysis(name, tuple(parts), len(selection) - len(complete))


def _no_rows(selection: Selection, required: tuple[str, ...]) -> InputError:
    if not selection:
        return InputError(
            "the selection gives no rows",
            hint="Nothing on record fits it. --show-query prints the built-in selection, --select takes another.",
        )
    names = " and ".join(f"?{name}" for name in required)
    return InputError(
        f"no row of the selection has {names}; there are {len(selection)}",
        hint="Bind these columns in the query's pattern.",
    )
