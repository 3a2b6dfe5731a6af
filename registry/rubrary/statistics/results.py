"""What estimates and tests answer."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate with its confidence interval.

    Attributes:
        estimate: the point estimate, in the unit of what is estimated.
        low: lower bound; ``None`` where no interval was asked for.
        high: upper bound; ``None`` likewise.
        level: confidence level, between 0 and 1.
    """

    estimate: float
    low: float | None
    high: float | None
    level: float


@dataclass(frozen=True, slots=True)
class TestResult:
    """What a two-sided test found.

    Attributes:
        method: the test's name, as one writes it in a paper.
        statistic: its statistic (χ², H, U, t, r, ρ, τ, z, or an odds ratio).
        p: two-sided p-value, 0 to 1.
        n: number of observations.
        degrees: degrees of freedom, where the test has them.
    """

    __test__ = False  # pytest takes classes of this name for tests

    method: str
    statistic: float
    p: float
    n: int
    degrees: float | None = None
