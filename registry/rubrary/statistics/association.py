"""Whether two things go together: tables of counts, ranks, a label and a value."""

from __future__ import annotations

from collections.abc import Sequence

from rubrary.statistics.errors import UnsuitableData
from rubrary.statistics.results import Interval, TestResult
from rubrary.statistics.samples import (
    Table,
    check_lengths,
    check_level,
    check_varies,
    counts,
    finite,
    split,
)


def chi_square(table: Table, correction: bool = False) -> TestResult:
    """Pearson's χ² test of independence in a table of counts.

    Args:
        table: counts, one sequence a row.
        correction: Yates's continuity correction; it acts on tables of 2 × 2 only.

    Raises:
        UnsuitableData: as :func:`rubrary.statistics.samples.counts`.
    """
    checked = counts(table)
    from scipy.stats import chi2_contingency

    found = chi2_contingency(checked, correction=correction)
    return TestResult("χ²", float(found.statistic), float(found.pvalue), _total(checked), float(found.dof))


def fisher_exact(table: Table) -> TestResult:
    """Fisher's exact test of a table of 2 × 2 counts; its statistic is the sample odds ratio.

    Raises:
        UnsuitableData: the table is not 2 × 2, or as :func:`rubrary.statistics.samples.counts`.
    """
    checked = _two_by_two(table)
    from scipy.stats import fisher_exact as scipy_fisher_exact

    found = scipy_fisher_exact(checked)
    return TestResult("Fisher's exact", float(found.statistic), float(found.pvalue), _total(checked))


def odds_ratio(table: Table, level: float = 0.95) -> Interval:
    """The sample odds ratio of a table of 2 × 2 counts.

    The interval is that of the logarithm under a normal approximation. Where a cell is 0 that has none: then it
    is the exact conditional one, with 0 or infinity as the bound on the estimate's side.

    Raises:
        UnsuitableData: as :func:`fisher_exact`.
    """
    check_level(level)
    checked = _two_by_two(table)
    from scipy.stats.contingency import odds_ratio as scipy_odds_ratio

    if all(cell for row in checked for cell in row):
        found = scipy_odds_ratio(checked, kind="sample")
        estimate = float(found.statistic)
    else:
        # Without an empty row or column, a zero cell makes the estimate exactly 0 or infinite in both kinds.
        found = scipy_odds_ratio(checked, kind="conditional")
        estimate = float(found.statistic)
    bounds = found.confidence_interval(level)
    return Interval(estimate, float(bounds.low), float(bounds.high), level)


def spearman(x: Sequence[float], y: Sequence[float]) -> TestResult:
    """Spearman's rank correlation ρ of paired values, ties at their mean rank.

    Raises:
        UnsuitableData: unequal lengths, fewer than three pairs, NaN, or values that do not vary.
    """
    first, second = _paired(x, y)
    from scipy.stats import spearmanr

    found = spearmanr(first, second)
    return TestResult("Spearman's ρ", float(found.statistic), float(found.pvalue), len(first))


def kendall(x: Sequence[float], y: Sequence[float]) -> TestResult:
    """Kendall's rank correlation τ-b of paired values.

    Raises:
        UnsuitableData: as :func:`spearman`.
    """
    first, second = _paired(x, y)
    from scipy.stats import kendalltau

    found = kendalltau(first, second)
    return TestResult("Kendall's τ", float(found.statistic), float(found.pvalue), len(first))


def point_biserial(labels: Sequence[bool], values: Sequence[float]) -> TestResult:
    """The point-biserial correlation of a yes/no label with a value: above 0 if "yes" goes with high values.

    Raises:
        UnsuitableData: unequal lengths, one class only, fewer than three items, NaN, or values that do not vary.
    """
    split(labels, values)
    numbers = finite(values, "values", least=3)
    check_varies(numbers, "values")
    from scipy.stats import pointbiserialr

    found = pointbiserialr([bool(label) for label in labels], numbers)
    return TestResult("point-biserial r", float(found.statistic), float(found.pvalue), len(numbers))


def linear_trend(successes: Sequence[int], trials: Sequence[int], scores: Sequence[float]) -> TestResult:
    """The test for a linear trend of shares over ordered groups, such as years.

    It is the linear-by-linear association of Agresti (z² = (n − 1) r²), which is the Cochran–Armitage test with
    n − 1 in place of n. z is above 0 if the share rises.

    Args:
        successes: number of successes, one a group.
        trials: number of trials, one a group.
        scores: where the group stands on the axis of the trend, such as its year.

    Raises:
        UnsuitableData: unequal lengths, fewer than two groups, an empty group, or nothing but successes or
            failures.
    """
    check_lengths(successes, trials, "successes and trials")
    check_lengths(trials, scores, "groups and scores")
    positions = finite(scores, "scores", least=2)
    check_varies(positions, "scores")
    rows = [[done, of - done] for done, of in zip(successes, trials, strict=True)]
    checked = counts(rows)
    import numpy as np
    from statsmodels.stats.contingency_tables import Table as StatsmodelsTable

    found = StatsmodelsTable(np.array(checked, dtype=float), shift_zeros=False).test_ordinal_association(
        row_scores=np.array(positions) - min(positions), col_scores=np.array([1.0, 0.0])
    )
    return TestResult("linear-by-linear z", float(found.zscore), float(found.pvalue), _total(checked))


def _paired(x: Sequence[float], y: Sequence[float]) -> tuple[list[float], list[float]]:
    check_lengths(x, y, "the paired values")
    first, second = finite(x, "first values", least=3), finite(y, "second values", least=3)
    check_varies(first, "first values")
    check_varies(second, "second values")
    return first, second


def _two_by_two(table: Table) -> list[list[int]]:
    checked = counts(table)
    if len(checked) != 2 or len(checked[0]) != 2:
        raise UnsuitableData(f"the table is {len(checked)} × {len(checked[0])}, and 2 × 2 is needed")
    return checked


def _total(table: list[list[int]]) -> int:
    return sum(map(sum, table))
