"""How well a value tells two classes apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rubrary.statistics.errors import UnsuitableData
from rubrary.statistics.results import Interval
from rubrary.statistics.samples import check_level, split

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: Values resampled at once, which bounds the memory of the bootstrap to some 100 MB.
_AT_ONCE = 2_000_000
#: The seed of the bootstrap where none is given: the same data answer the same interval.
SEED = 20_250_101


def auc(
    labels: Sequence[bool],
    values: Sequence[float],
    resamples: int = 2000,
    seed: int = SEED,
    level: float = 0.95,
) -> Interval:
    """The area under the ROC curve: the chance that an item labelled true has the greater value, ties as half.

    The interval is the bootstrap's percentile interval, resampled within each class.

    Args:
        labels: the class of each item.
        values: its value.
        resamples: how many bootstrap samples; 0: no interval.
        seed: of the resampling; the same seed gives the same interval.
        level: confidence level of the interval.

    Raises:
        UnsuitableData: unequal lengths, one class only, NaN, or an interval of a class with a single item.
    """
    check_level(level)
    positive, negative = split(labels, values)
    import numpy as np

    classes = np.array(positive), np.array(negative)
    estimate = float(_area(*classes))
    if not resamples:
        return Interval(estimate, None, None, level)
    if resamples < 0:
        raise UnsuitableData(f"the number of resamples is 0 or more, not {resamples}")
    if min(len(positive), len(negative)) < 2:
        raise UnsuitableData(
            "a class has a single item, which cannot be resampled",
            hint="Ask for no interval (resamples=0), or give more items.",
        )
    from scipy.stats import bootstrap

    bounds = bootstrap(
        classes,
        _area,
        n_resamples=resamples,
        batch=max(1, _AT_ONCE // len(labels)),
        method="percentile",
        confidence_level=level,
        rng=seed,
    ).confidence_interval
    return Interval(estimate, float(bounds.low), float(bounds.high), level)


def _area(
    positive: NDArray[np.float64], negative: NDArray[np.float64], axis: int = -1
) -> NDArray[np.float64]:
    from scipy.stats import mannwhitneyu

    pairs = positive.shape[axis] * negative.shape[axis]
    # `method` concerns p only, which is not used; the asymptotic one is the quick one.
    return mannwhitneyu(positive, negative, axis=axis, method="asymptotic").statistic / pairs  # type: ignore[no-any-return]
