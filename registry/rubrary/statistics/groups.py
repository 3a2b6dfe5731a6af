"""Whether groups of values differ, and by how much."""

from __future__ import annotations

import warnings
from collections.abc import Sequence

from rubrary.statistics.errors import UnsuitableData
from rubrary.statistics.results import TestResult
from rubrary.statistics.samples import check_varies, finite, varies


def kruskal_wallis(*groups: Sequence[float]) -> TestResult:
    """The Kruskal–Wallis H test of two or more groups, corrected for ties; p from χ².

    Raises:
        UnsuitableData: fewer than two groups, an empty one, NaN, or values that are all alike.
    """
    if len(groups) < 2:
        raise UnsuitableData(f"two groups or more are compared, and {len(groups)} is there")
    checked = [finite(group, f"group {position}") for position, group in enumerate(groups, start=1)]
    everything = [value for group in checked for value in group]
    check_varies(everything, "all groups")
    from scipy.stats import kruskal

    found = kruskal(*checked)
    return TestResult(
        "Kruskal–Wallis H",
        float(found.statistic),
        float(found.pvalue),
        len(everything),
        float(len(groups) - 1),
    )


def mann_whitney(a: Sequence[float], b: Sequence[float]) -> TestResult:
    """The Mann–Whitney U test; U counts the pairs in which the value of ``a`` is the greater, ties as half.

    p is exact in samples without ties of which one has at most 8 values, else from the normal approximation
    with correction for ties and continuity.

    Raises:
        UnsuitableData: an empty group, or NaN.
    """
    first, second = finite(a, "first group"), finite(b, "second group")
    from scipy.stats import mannwhitneyu

    found = mannwhitneyu(first, second, alternative="two-sided")
    return TestResult("Mann–Whitney U", float(found.statistic), float(found.pvalue), len(first) + len(second))


def welch(a: Sequence[float], b: Sequence[float]) -> TestResult:
    """Welch's t-test of two means, variances unequal; t is above 0 if the mean of ``a`` is the greater.

    Raises:
        UnsuitableData: a group of fewer than two values, NaN, or groups within which nothing varies.
    """
    return _t_test(a, b, equal_variances=False)


def student_t(a: Sequence[float], b: Sequence[float]) -> TestResult:
    """Student's t-test of two means, variances pooled; the sign is as in :func:`welch`.

    Raises:
        UnsuitableData: as :func:`welch`.
    """
    return _t_test(a, b, equal_variances=True)


def cohens_d(a: Sequence[float], b: Sequence[float]) -> float:
    """Cohen's d: the difference of the means in pooled standard deviations, above 0 if that of ``a`` is greater.

    Raises:
        UnsuitableData: as :func:`student_t`.
    """
    # Student's t is d over the square root of the summed inverse sizes.
    return float(student_t(a, b).statistic * (1 / len(a) + 1 / len(b)) ** 0.5)


def _t_test(a: Sequence[float], b: Sequence[float], *, equal_variances: bool) -> TestResult:
    first, second = finite(a, "first group", least=2), finite(b, "second group", least=2)
    if not varies(first) and not varies(second):
        raise UnsuitableData(
            f"within the groups nothing varies: all are {first[0]:g} in the first, {second[0]:g} in the second",
            hint="A t-test and Cohen's d measure against the variation within groups, and there is none.",
        )
    from scipy.stats import ttest_ind

    # A group in which nothing varies is given without its rounding: its variance is 0, of which SciPy warns.
    samples = [group if varies(group) else [group[0]] * len(group) for group in (first, second)]
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Precision loss occurred", RuntimeWarning)
        found = ttest_ind(*samples, equal_var=equal_variances)
    name = "Student's t" if equal_variances else "Welch's t"
    return TestResult(
        name, float(found.statistic), float(found.pvalue), len(first) + len(second), float(found.df)
    )
