"""Whether readiness scores tell which attempts succeed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, median

from rubrary.statistics.association import point_biserial
from rubrary.statistics.discrimination import SEED, auc
from rubrary.statistics.groups import cohens_d, mann_whitney
from rubrary.statistics.results import Interval, TestResult
from rubrary.statistics.samples import split


@dataclass(frozen=True, slots=True)
class ScoredClass:
    """The scores of the items with one label: their mean and median, and the scores themselves."""

    n: int
    mean: float
    median: float
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Readiness:
    """How scores and a yes/no outcome go together.

    Attributes:
        n: number of items.
        positive: those whose label is true.
        negative: those whose label is false.
        correlation: point-biserial correlation, above 0 if true goes with high scores.
        mann_whitney: test of the two classes' scores.
        cohens_d: standardised difference of the means, above 0 if true has the higher.
        auc: chance that an item labelled true has the higher score, with its bootstrap interval.
    """

    n: int
    positive: ScoredClass
    negative: ScoredClass
    correlation: TestResult
    mann_whitney: TestResult
    cohens_d: float
    auc: Interval


def readiness_and_outcome(
    labels: Sequence[bool], scores: Sequence[float], resamples: int = 2000, seed: int = SEED
) -> Readiness:
    """How well scores tell items labelled true from those labelled false.

    Args:
        labels: whether each item succeeded.
        scores: its score, on any scale.
        resamples: bootstrap samples of the interval of the AUC; 0: no interval.
        seed: of the bootstrap.

    Raises:
        UnsuitableData: unequal lengths, a class with fewer than two items, NaN, or scores that do not vary.
    """
    positive, negative = split(labels, scores)
    return Readiness(
        n=len(labels),
        positive=_class(positive),
        negative=_class(negative),
        correlation=point_biserial(labels, scores),
        mann_whitney=mann_whitney(positive, negative),
        cohens_d=cohens_d(positive, negative),
        auc=auc(labels, scores, resamples, seed),
    )


def _class(values: Sequence[float]) -> ScoredClass:
    return ScoredClass(len(values), fmean(values), median(values), tuple(values))
