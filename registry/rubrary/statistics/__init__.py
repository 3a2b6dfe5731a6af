"""Statistics of the field: pure functions on sequences, from SciPy and statsmodels.

Nothing here reads, queries or prints. SciPy and statsmodels are imported by the functions, not by the modules:
they take a second to load, and a command that computes nothing must not wait for them.

Every function refuses data that its statistic is not defined for (:class:`UnsuitableData`), instead of
answering NaN.
"""

from __future__ import annotations

from rubrary.statistics.agreement import Agreement, Ratings, cohens_kappa, compare_ratings
from rubrary.statistics.association import (
    chi_square,
    fisher_exact,
    kendall,
    linear_trend,
    odds_ratio,
    point_biserial,
    spearman,
)
from rubrary.statistics.cooccurrence import Cooccurrence, Pair, cooccurrence, item_categories
from rubrary.statistics.discrimination import auc
from rubrary.statistics.errors import UnsuitableData
from rubrary.statistics.groups import cohens_d, kruskal_wallis, mann_whitney, student_t, welch
from rubrary.statistics.multiplicity import benjamini_hochberg
from rubrary.statistics.outcomes import OutcomeShares, outcome_shares
from rubrary.statistics.proportions import wilson
from rubrary.statistics.readiness import Readiness, readiness_and_outcome
from rubrary.statistics.results import Interval, TestResult
from rubrary.statistics.survival import Survival, kaplan_meier
from rubrary.statistics.trend import Trends, outcome_trends

__all__ = [
    "Agreement",
    "Cooccurrence",
    "Interval",
    "OutcomeShares",
    "Pair",
    "Ratings",
    "Readiness",
    "Survival",
    "TestResult",
    "Trends",
    "UnsuitableData",
    "auc",
    "benjamini_hochberg",
    "chi_square",
    "cohens_d",
    "cohens_kappa",
    "compare_ratings",
    "cooccurrence",
    "fisher_exact",
    "item_categories",
    "kaplan_meier",
    "kendall",
    "kruskal_wallis",
    "linear_trend",
    "mann_whitney",
    "odds_ratio",
    "outcome_shares",
    "outcome_trends",
    "point_biserial",
    "readiness_and_outcome",
    "spearman",
    "student_t",
    "welch",
    "wilson",
]
