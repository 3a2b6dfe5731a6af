"""The sample, Table 3, and what the paper says of single categories: do they differ between
failure modes, do they predict success?

Computed on the category scores as printed, with two decimals, as the authors did: rounding makes ties, and H
counts them.
"""

from __future__ import annotations

from decimal import Decimal
from functools import partial

from rubrary.checks.data import Data
from rubrary.checks.item import Finding, Recomputed
from rubrary.checks.reproscore.policies import rescorer
from rubrary.checks.reproscore.sample import CATEGORIES, MODES, sample
from rubrary.statistics import (
    TestResult,
    chi_square,
    cohens_d,
    kruskal_wallis,
    point_biserial,
    spearman,
)

Printed = tuple[str, str, str, str]

#: H and its p, r_pb and its p, as the authors' results file has them; it rounds p to six decimals.
_TABLE_3: dict[str, Printed] = {
    "E": ("96.891", "0.0", "-0.0144", "0.7671"),
    "A": ("16.1206", "0.002861", "0.0159", "0.7447"),
    "D": ("53.0913", "0.0", "0.0276", "0.5718"),
    "C": ("56.5463", "0.0", "0.0604", "0.215"),
    "S": ("40.1895", "0.0", "0.1525", "0.0017"),
}
_SIX_DECIMALS = Decimal("0.0000005")
_FOUR_DECIMALS = Decimal("0.00005")

_A_ZERO = {
    "success": "20 of 84",
    "install_dep": "7 of 85",
    "missing_module": "17 of 85",
    "missing_data": "20 of 84",
    "code_error": "13 of 85",
}
_COHENS_D = {"missing_module": "1.164", "missing_data": "1.253", "code_error": "0.653", "success": "0.737"}
_PENALISED = {"missing_data": "92 %", "missing_module": "80 %"}


def h_test(category: str, data: Data) -> TestResult:
    """Kruskal–Wallis H of a category over the five failure modes."""
    return kruskal_wallis(*data.derived(sample).printed_by_mode(category).values())


def success_correlation(category: str, data: Data) -> TestResult:
    """Point-biserial correlation of success with a category."""
    found = data.derived(sample)
    return point_biserial(found.success, found.printed(category))


def _h(category: str, data: Data) -> Recomputed:
    found = h_test(category, data)
    unrounded = data.derived(sample).by_mode(_raw(category, data))
    exact = kruskal_wallis(*unrounded.values()).statistic
    if f"{exact:.3f}" == f"{found.statistic:.3f}":
        return Recomputed(found.statistic)
    return Recomputed(found.statistic, f"on category scores that are not rounded, H is {exact:.4f}")


def _raw(category: str, data: Data) -> list[float]:
    """A category's scores, not rounded."""
    found = data.derived(sample).repositories
    return [
        part.raw
        for one in found
        for part in one.readiness.dimensions
        if part.dimension == category and part.raw is not None
    ]


def _weight_and_h(data: Data) -> TestResult:
    weights = data.derived(rescorer).weights
    return spearman(
        [weights[name] for name in CATEGORIES], [h_test(name, data).statistic for name in CATEGORIES]
    )


def _table_3(category: str) -> list[Finding]:
    h, p_h, r, p_r = _TABLE_3[category]
    name, where = CATEGORIES[category], f"Table 3, row {category}"
    h_words = "Kruskal–Wallis H of the printed category scores over the five failure modes"
    r_words = (
        "point-biserial correlation of success (1) against all failures (0) with the printed category scores"
    )
    return [
        Finding(
            f"table-3-{category}-H",
            f"Kruskal–Wallis H of {name} ({category}) over the failure modes.",
            h,
            where,
            h_words,
            partial(_h, category),
            tolerance=_FOUR_DECIMALS,
        ),
        Finding(
            f"table-3-{category}-H-p",
            f"p of that H ({category}).",
            p_h,
            where,
            h_words,
            lambda data: h_test(category, data).p,
            tolerance=_SIX_DECIMALS,
        ),
        Finding(
            f"table-3-{category}-r",
            f"Point-biserial correlation of {name} ({category}) with success.",
            r,
            where,
            r_words,
            lambda data: success_correlation(category, data).statistic,
        ),
        Finding(
            f"table-3-{category}-r-p",
            f"p of that correlation ({category}).",
            p_r,
            where,
            r_words,
            lambda data: success_correlation(category, data).p,
            tolerance=_FOUR_DECIMALS,
        ),
    ]


def _weights() -> list[Finding]:
    where = "Table 3"
    words = "Spearman's ρ of the five weights of the rubric with the five H"
    return [
        Finding(
            "table-3-weight-rho",
            "Rank correlation of a category's weight with its H.",
            "0.3",
            where,
            words,
            lambda data: _weight_and_h(data).statistic,
        ),
        Finding(
            "table-3-weight-p",
            "p of that rank correlation.",
            "0.6238",
            where,
            words,
            lambda data: _weight_and_h(data).p,
        ),
    ]


def _sample() -> list[Finding]:
    where = "analysis_results.json: the sample"
    return [
        Finding(
            "repositories",
            "Repositories that were scored and executed.",
            "423",
            f"{where}, n_repos",
            "count of repositories with outcome, sub-metrics and printed scores",
            lambda data: len(data.derived(sample).repositories),
        ),
        Finding(
            "modes",
            f"Repositories of each failure mode: {', '.join(MODES)}.",
            "84/85/85/84/85",
            f"{where}, failure_mode_counts",
            "count of attempts by outcome",
            lambda data: "/".join(str(len(data.derived(sample).of(mode))) for mode in MODES),
        ),
    ]


# -- no data at all ------------------------------------------------------------------------------------------


def no_data_counts(data: Data) -> dict[str, tuple[int, int]]:
    """For each failure mode how many repositories score 0 in data accessibility, and of how many."""
    groups = data.derived(sample).printed_by_mode("A")
    return {mode: (sum(value == 0 for value in values), len(values)) for mode, values in groups.items()}


def _no_data(mode: str, data: Data) -> str:
    zeros, of = no_data_counts(data)[mode]
    return f"{zeros} of {of}"


def _no_data_test(data: Data) -> TestResult:
    counts = no_data_counts(data).values()
    return chi_square([[zeros for zeros, _ in counts], [of - zeros for zeros, of in counts]])


def _contingency() -> list[Finding]:
    where = "analysis_results.json: a_zero_contingency"
    counted = [
        Finding(
            f"no-data-{mode}",
            f"Repositories of mode {mode} without any data accessibility (A = 0).",
            _A_ZERO[mode],
            where,
            "count of printed category scores A that are 0",
            partial(_no_data, mode),
        )
        for mode in MODES
    ]
    words = "Pearson's χ² of A = 0 against A > 0 over the five failure modes"
    return [
        *counted,
        Finding(
            "no-data-chi2",
            "χ² of A = 0 over the failure modes.",
            "9.8858",
            where,
            words,
            lambda data: _no_data_test(data).statistic,
        ),
        Finding(
            "no-data-degrees",
            "Degrees of freedom of that χ².",
            "4",
            where,
            words,
            lambda data: int(_no_data_test(data).degrees or 0),
        ),
        Finding("no-data-p", "p of that χ².", "0.0424", where, words, lambda data: _no_data_test(data).p),
    ]


# -- the environment score -----------------------------------------------------------------------------------


def _effect(mode: str, data: Data) -> Recomputed:
    """Cohen's d, its standard deviations dividing by n; the usual ones divide by n − 2."""
    groups = data.derived(sample).printed_by_mode("E")
    usual = cohens_d(groups["install_dep"], groups[mode])
    size = len(groups["install_dep"]) + len(groups[mode])
    return Recomputed(
        usual * (size / (size - 2)) ** 0.5,
        f"with sample variances, which divide by n − 2 and are the usual ones, d is {usual:.3f}",
    )


def _effects() -> list[Finding]:
    return [
        Finding(
            f"cohens-d-{mode}",
            f"Cohen's d of the environment score, install_dep against {mode}.",
            printed,
            "analysis_results.json: cohens_d_E",
            "difference of the mean printed E, in pooled standard deviations that divide by n",
            partial(_effect, mode),
        )
        for mode, printed in _COHENS_D.items()
    ]


def _penalised(mode: str, data: Data) -> Recomputed:
    values = data.derived(sample).printed_by_mode("E")[mode]
    below = sum(value < 10 for value in values)
    return Recomputed(100 * below / len(values), f"{below} of {len(values)} repositories")


def _penalties() -> list[Finding]:
    return [
        Finding(
            f"penalised-{mode}",
            f"Share of {mode} repositories that the environment penalty (E < 10) hits.",
            printed,
            "the paper's text",
            "share of printed category scores E below 10",
            partial(_penalised, mode),
        )
        for mode, printed in _PENALISED.items()
    ]


FINDINGS = (
    *_sample(),
    *(finding for category in CATEGORIES for finding in _table_3(category)),
    *_weights(),
    *_contingency(),
    *_effects(),
    *_penalties(),
)
