"""Shares and how sure they are."""

from __future__ import annotations

from rubrary.statistics.errors import UnsuitableData
from rubrary.statistics.results import Interval
from rubrary.statistics.samples import check_level


def wilson(successes: int, trials: int, level: float = 0.95) -> Interval:
    """The share of successes with Wilson's score interval, which stays within 0 and 1.

    Source: Wilson 1927, https://doi.org/10.1080/01621459.1927.10502953; computed by statsmodels.

    Raises:
        UnsuitableData: no trials, or successes that are not between 0 and the trials.
    """
    check_level(level)
    if trials < 1:
        raise UnsuitableData("a share of nothing is not defined: there are no trials")
    if not 0 <= successes <= trials:
        raise UnsuitableData(f"{successes} successes of {trials} trials cannot be")
    from statsmodels.stats.proportion import proportion_confint

    low, high = proportion_confint(successes, trials, alpha=1 - level, method="wilson")
    share = successes / trials
    # The bounds at 0 and all successes are 0 and 1 but for rounding.
    return Interval(share, min(max(float(low), 0.0), share), max(min(float(high), 1.0), share), level)
