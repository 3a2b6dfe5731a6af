"""Many tests at once."""

from __future__ import annotations

from collections.abc import Sequence

from rubrary.statistics.errors import UnsuitableData
from rubrary.statistics.samples import finite


def benjamini_hochberg(ps: Sequence[float]) -> tuple[float, ...]:
    """p-values adjusted so that the rate of false discoveries is held, in the order given.

    Source: Benjamini & Hochberg 1995, https://doi.org/10.1111/j.2517-6161.1995.tb02031.x; computed by SciPy.

    Raises:
        UnsuitableData: no p-value, or one that is not within 0 and 1.
    """
    checked = finite(ps, "p-values")
    for p in checked:
        if not 0 <= p <= 1:
            raise UnsuitableData(f"a p-value lies within 0 and 1, and {p:g} does not")
    from scipy.stats import false_discovery_control

    return tuple(float(p) for p in false_discovery_control(checked, method="bh"))
