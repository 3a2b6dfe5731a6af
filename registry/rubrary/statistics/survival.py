"""Time until something happens, where some were not followed to the end."""

from __future__ import annotations

import math
import warnings
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from rubrary.statistics.errors import UnsuitableData
from rubrary.statistics.samples import check_lengths, check_level, finite


@dataclass(frozen=True, slots=True)
class Survival:
    """A survival curve at the times of its events.

    Attributes:
        times: distinct times at which the event happened, ascending, in the unit of the durations.
        survival: share that "survives" just after each time, 0 to 1.
        low: lower bound of it; ``None`` where the share is 0, which has no interval.
        high: upper bound; ``None`` likewise.
        at_risk: how many were followed up to each time.
        median: least time at which half or fewer survive; ``None`` if more than half survive all times.
    """

    times: tuple[float, ...]
    survival: tuple[float, ...]
    low: tuple[float | None, ...]
    high: tuple[float | None, ...]
    at_risk: tuple[int, ...]
    median: float | None


def kaplan_meier(durations: Sequence[float], observed: Sequence[bool], level: float = 0.95) -> Survival:
    """The Kaplan–Meier estimate of a survival curve, with pointwise log-log intervals (Greenwood's variance).

    Args:
        durations: time until the event, or for how long it did not happen; 0 or more.
        observed: whether the event happened; false: the item was followed for that long without it.
        level: confidence level of the pointwise intervals.

    Raises:
        UnsuitableData: unequal lengths, no items, NaN, a negative duration, or no event at all.
    """
    check_level(level)
    check_lengths(durations, observed, "durations and observations")
    times = finite(durations, "durations")
    if min(times) < 0:
        raise UnsuitableData(f"a duration is 0 or more, and {min(times):g} is less")
    if not any(observed):
        raise UnsuitableData(
            f"the event happened to none of the {len(times)} items",
            hint="A survival curve needs one event or more.",
        )
    from scipy.stats import CensoredData, ecdf

    censored = [not event for event in observed]
    curve = ecdf(CensoredData.right_censored(times, censored)).sf
    with warnings.catch_warnings():
        # SciPy warns that a share of 0 has no interval; we answer None there.
        warnings.simplefilter("ignore", RuntimeWarning)
        bounds = curve.confidence_interval(level, method="log-log")
    events = sorted({time for time, event in zip(times, observed, strict=True) if event})
    ascending = sorted(times)
    survival = [float(share) for share in curve.evaluate(events)]
    return Survival(
        times=tuple(events),
        survival=tuple(survival),
        low=tuple(_bound(value) for value in bounds.low.evaluate(events)),
        high=tuple(_bound(value) for value in bounds.high.evaluate(events)),
        at_risk=tuple(len(times) - bisect_left(ascending, event) for event in events),
        median=next((time for time, share in zip(events, survival, strict=True) if share <= 0.5), None),
    )


def _bound(value: float) -> float | None:
    return None if math.isnan(value) else float(value)
