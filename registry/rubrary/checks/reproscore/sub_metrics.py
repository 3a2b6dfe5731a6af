"""What simpler scores than RRS predict: single sub-metrics and categories, counts, equal weights."""

from __future__ import annotations

from decimal import Decimal
from functools import partial

from rubrary.checks.data import Data
from rubrary.checks.item import Finding, Recomputed
from rubrary.checks.reproscore.policies import gated, rescorer
from rubrary.checks.reproscore.sample import CATEGORIES, sample
from rubrary.checks.reproscore.scores import AREA_TOLERANCE
from rubrary.statistics import TestResult, auc, benjamini_hochberg, point_biserial

#: r_pb of each sub-metric with success.
_SUB_METRICS = {
    "config_externalised": "-0.0794",
    "python_version_declared": "-0.0506",
    "data_acquisition_script": "-0.049",
    "hardware_requirements": "-0.0327",
    "data_description": "-0.0312",
    "dep_pinning": "-0.0219",
    "import_resolvability": "-0.0202",
    "expected_outputs": "-0.0164",
    "reuse_metadata": "-0.0154",
    "doc_structure": "-0.0122",
    "env_bootstrap": "-0.0085",
    "test_file_presence": "0.0134",
    "usage_examples": "0.0172",
    "docstring_coverage": "0.0179",
    "install_instructions": "0.0197",
    "execution_entry_point": "0.0214",
    "workflow_orchestration": "0.0414",
    "container_spec": "0.0415",
    "data_pointer": "0.0492",
    "inline_explanation_density": "0.0557",
    "no_hardcoded_credentials": "0.0604",
    "silent_failure_masking": "0.0992",
    "ci_presence": "0.1027",
    "no_absolute_paths": "0.1074",
    "seed_management": "0.1131",
    "notebook_exec_order": "0.1454",
}
_FOUR_DECIMALS = Decimal("0.00005")


# -- simpler scores ------------------------------------------------------------------------------------------


def _equal(gates: bool, data: Data) -> float:
    scorer = data.derived(rescorer)
    policy = scorer.weighted(dict.fromkeys(CATEGORIES, 0.2))
    return scorer.area(policy if gates else gated(policy, exponent=1.0))


def _alone(category: str, data: Data) -> float:
    found = data.derived(sample)
    return auc(found.success, found.printed(category), resamples=0).estimate


def _counted(data: Data) -> float:
    found = data.derived(sample)
    counts = [sum(value > 0 for value in one.values.values()) for one in found.repositories]
    return auc(found.success, counts, resamples=0).estimate


def sub_metric_areas(data: Data) -> dict[str, float]:
    """AUC of success against failure for each sub-metric."""
    found = data.derived(sample)
    return {name: auc(found.success, found.sub_metric(name), resamples=0).estimate for name in _SUB_METRICS}


def _best_sub_metric(data: Data) -> str:
    areas = data.derived(sub_metric_areas)
    return max(areas, key=areas.__getitem__)


def _baselines() -> list[Finding]:
    where = "analysis_results.json: enhanced_baselines"
    return [
        Finding(
            "baseline-count",
            "AUC of the number of sub-metrics above 0.",
            "0.509",
            where,
            "count of sub-metrics with a value above 0; AUC",
            _counted,
            tolerance=AREA_TOLERANCE,
        ),
        Finding(
            "baseline-equal",
            "AUC with equal weights and without gates.",
            "0.5405",
            where,
            "RRS scored anew with weights of 0.2 and exponent 1, penalties kept; AUC of RRS",
            partial(_equal, False),
            tolerance=AREA_TOLERANCE,
        ),
        Finding(
            "baseline-equal-gated",
            "AUC with equal weights and gates.",
            "0.5433",
            where,
            "RRS scored anew with weights of 0.2, gates and penalties kept; AUC of RRS",
            partial(_equal, True),
            tolerance=AREA_TOLERANCE,
        ),
        *(
            Finding(
                f"baseline-{name}",
                f"AUC of {CATEGORIES[name]} ({name}) alone.",
                printed,
                where,
                "AUC of the printed category score",
                partial(_alone, name),
                tolerance=AREA_TOLERANCE,
            )
            for name, printed in {"S": "0.6109", "E": "0.5027"}.items()
        ),
        Finding(
            "sub-metric-best",
            "The sub-metric that tells success from failure best.",
            "notebook_exec_order",
            where,
            "the greatest AUC of all 26 sub-metrics",
            _best_sub_metric,
        ),
        Finding(
            "sub-metric-auc",
            "AUC of notebook_exec_order.",
            "0.6379",
            where,
            "AUC of the sub-metric",
            lambda data: data.derived(sub_metric_areas)["notebook_exec_order"],
            tolerance=AREA_TOLERANCE,
        ),
    ]


# -- sub-metrics ---------------------------------------------------------------------------------------------


def correlations(data: Data) -> dict[str, tuple[TestResult, float]]:
    """For each sub-metric its correlation with success, and p adjusted for all of them."""
    found = data.derived(sample)
    tests = [point_biserial(found.success, found.sub_metric(name)) for name in _SUB_METRICS]
    adjusted = benjamini_hochberg([test.p for test in tests])
    return dict(zip(_SUB_METRICS, zip(tests, adjusted, strict=True), strict=True))


def _correlation(name: str, data: Data) -> Recomputed:
    test, adjusted = data.derived(correlations)[name]
    return Recomputed(
        test.statistic, f"p = {test.p:.4f}; adjusted for 26 tests (Benjamini–Hochberg) {adjusted:.4f}"
    )


FINDINGS = (
    *_baselines(),
    *(
        Finding(
            f"sub-metric-{name}",
            f"Point-biserial correlation of {name} with success.",
            printed,
            f"analysis_results.json: sub_metric_rpb, sub_{name}",
            "point-biserial correlation of success (1) against all failures (0) with the sub-metric",
            partial(_correlation, name),
            tolerance=_FOUR_DECIMALS,
        )
        for name, printed in _SUB_METRICS.items()
    ),
)
