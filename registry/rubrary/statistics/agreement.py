"""How far two raters agree beyond chance."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rubrary.statistics.errors import UnsuitableData
from rubrary.statistics.samples import check_lengths


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far two raters agree.

    Attributes:
        kappa: Cohen's κ, at most 1; 0 is what chance alone would give.
        low: lower bound of its 95 % interval (normal approximation), not below −1.
        high: upper bound, not above 1.
        share: share of the items on which they agree, 0 to 1.
        n: number of items.
    """

    kappa: float
    low: float
    high: float
    share: float
    n: int


@dataclass(frozen=True, slots=True)
class Ratings:
    """Two raters' answers to the same items, compared.

    Attributes:
        answers: the answers that occur, in order; they head the rows and columns of ``table``.
        table: number of items by the first rater's answer (row) and the second's (column).
        as_answered: agreement on the answers as they are.
        merged: agreement once answers were merged; ``None`` where none were to be.
    """

    answers: tuple[str, ...]
    table: tuple[tuple[int, ...], ...]
    as_answered: Agreement
    merged: Agreement | None


def compare_ratings(
    first: Sequence[str], second: Sequence[str], merge: Mapping[str, str] | None = None
) -> Ratings:
    """What two raters answered, and how far they agree, with and without merging answers.

    Args:
        first: the first rater's answers.
        second: the second's, in the same order.
        merge: answers to take as another.

    Raises:
        UnsuitableData: as :func:`cohens_kappa`, for either of the two.
    """
    as_answered = cohens_kappa(first, second)
    answers = tuple(sorted(set(first) | set(second), key=_order))
    counts = Counter(zip(first, second, strict=True))
    return Ratings(
        answers=answers,
        table=tuple(tuple(counts[ours, theirs] for theirs in answers) for ours in answers),
        as_answered=as_answered,
        merged=cohens_kappa(first, second, merge) if merge else None,
    )


def cohens_kappa(
    first: Sequence[str], second: Sequence[str], merge: Mapping[str, str] | None = None
) -> Agreement:
    """Cohen's κ of two raters' answers to the same items, unweighted.

    Args:
        first: the first rater's answers.
        second: the second's, in the same order.
        merge: answers to take as another, for example ``{"NA": "N"}`` where not applicable counts as no.

    Raises:
        UnsuitableData: unequal lengths, no items, a missing answer, or one and the same answer everywhere, for
            which κ is not defined.
    """
    check_lengths(first, second, "the answers of the two raters")
    if not first:
        raise UnsuitableData("there are no items to agree on")
    ours, theirs = _merged(first, merge or {}), _merged(second, merge or {})
    answers = sorted(set(ours) | set(theirs))
    if len(answers) == 1:
        raise UnsuitableData(
            f"both raters answered {answers[0]!r} to all {len(ours)} items: κ is not defined",
            hint="Agreement beyond chance needs items that got another answer.",
        )
    position = {answer: at for at, answer in enumerate(answers)}
    import numpy as np
    from statsmodels.stats.inter_rater import cohens_kappa as statsmodels_kappa

    table = np.zeros((len(answers), len(answers)))
    np.add.at(table, ([position[answer] for answer in ours], [position[answer] for answer in theirs]), 1)
    with np.errstate(invalid="ignore"):  # of the root of a variance of 0 that rounding brought below 0
        found = statsmodels_kappa(table)
    kappa, low, high = float(found.kappa), float(found.kappa_low), float(found.kappa_upp)
    if math.isnan(low):
        low = high = kappa
    share = float(np.trace(table)) / len(ours)
    return Agreement(kappa, max(low, -1.0), min(high, 1.0), share, len(ours))


def _merged(answers: Sequence[str], merge: Mapping[str, str]) -> list[str]:
    for position, answer in enumerate(answers, start=1):
        if not isinstance(answer, str) or not answer:
            raise UnsuitableData(
                f"the answer at position {position} is missing: {answer!r}",
                hint="Leave out the items that one of the raters did not answer.",
            )
    return [merge.get(answer, answer) for answer in answers]


def _order(answer: str) -> tuple[float, str]:
    """Numbers by size, then words by letters."""
    try:
        return float(answer), answer
    except ValueError:
        return math.inf, answer
