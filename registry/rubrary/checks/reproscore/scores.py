"""Tables 4 and 5: what readiness predicts, without each category, and beside outcome and composite."""

from __future__ import annotations

from decimal import Decimal
from functools import partial
from statistics import fmean

from rubrary.assessment import Score
from rubrary.checks.data import Data
from rubrary.checks.item import Finding
from rubrary.checks.reproscore.policies import bioinformatics, leave_one_out, rescorer
from rubrary.checks.reproscore.sample import CATEGORIES, MODES, Sample, probes, sample
from rubrary.statistics import Interval, auc, spearman

#: The authors rank by contributions that are rounded to two decimals: ties, and so the fourth decimal, differ.
AREA_TOLERANCE = Decimal("0.0001")
#: A bootstrap depends on its random numbers; the authors' seed is not published.
_BOOTSTRAP_TOLERANCE = Decimal("0.005")
_BOOTSTRAP = (
    "percentile interval of 2,000 bootstrap samples; the authors' seed is not published, so 0.005 is allowed"
)

#: AUC without the category, and its difference from the full score.
_TABLE_4 = {
    "E": ("0.5635", "0.028"),
    "A": ("0.5558", "0.0204"),
    "D": ("0.536", "0.0006"),
    "C": ("0.5131", "-0.0223"),
    "S": ("0.5138", "-0.0216"),
}

_COLUMNS = ("I", "X", "N", "E′", "ROS", "RCS", "RRS")
_TABLE_5 = {
    "success": ("100.0", "100.0", "100.0", "100.0", "100.0", "59.44", "14.62"),
    "install_dep": ("0.0", "0.0", "1.3", "100.0", "13.51", "19.81", "26.78"),
    "missing_module": ("100.0", "0.0", "3.8", "0.0", "40.51", "24.61", "7.03"),
    "missing_data": ("100.0", "0.0", "8.6", "100.0", "54.48", "31.65", "6.41"),
    "code_error": ("100.0", "0.0", "13.3", "100.0", "55.11", "35.7", "14.25"),
}
_PROBES = {"I": "install", "X": "execution", "N": "notebooks", "E′": "imports"}
_MEANING = {
    "I": "installation (I)",
    "X": "execution (X)",
    "N": "share of notebooks that ran (N)",
    "E′": "imports that succeeded (E′)",
    "ROS": "outcome score (ROS)",
    "RCS": "composite score (RCS)",
    "RRS": "readiness score (RRS)",
}


# -- how well readiness tells success from failure -----------------------------------------------------------


def area(found: Sample, metric: str, resamples: int = 0) -> Interval:
    """AUC of success against failure by RRS, ROS or RCS, as printed with two decimals."""
    return auc(found.success, list(map(found.shown, scores(found, metric))), resamples=resamples)


def scores(found: Sample, metric: str) -> tuple[Score, ...]:
    """The RRS, ROS or RCS of each repository."""
    if metric == "RRS":
        return tuple(one.readiness for one in found.repositories)
    return found.outcomes if metric == "ROS" else found.composites


def _interval(metric: str, data: Data) -> Interval:
    return area(data.derived(sample), metric, resamples=2000)


def _areas() -> list[Finding]:
    where = "analysis_results.json: full_rrs_auc"
    words = "area under the ROC curve of success against all failures, by RRS"
    return [
        Finding(
            "auc-RRS",
            "AUC of RRS: how well it tells success from failure.",
            "0.5355",
            where,
            words,
            lambda data: area(data.derived(sample), "RRS").estimate,
            tolerance=AREA_TOLERANCE,
        ),
        Finding(
            "auc-RRS-low",
            "Lower end of the 95 % interval of that AUC.",
            "0.4711",
            where,
            f"{words}; {_BOOTSTRAP}",
            lambda data: _interval("RRS", data).low or 0.0,
            tolerance=_BOOTSTRAP_TOLERANCE,
        ),
        Finding(
            "auc-RRS-high",
            "Upper end of the 95 % interval of that AUC.",
            "0.6016",
            where,
            f"{words}; {_BOOTSTRAP}",
            lambda data: _interval("RRS", data).high or 0.0,
            tolerance=_BOOTSTRAP_TOLERANCE,
        ),
        *(
            Finding(
                f"auc-{metric}",
                f"AUC of {metric}: how well it tells success from failure.",
                printed,
                "analysis_results.json: ros_rcs.auc",
                words.replace("RRS", metric),
                partial(_estimate, metric),
                tolerance=AREA_TOLERANCE,
            )
            for metric, printed in {"ROS": "1.0", "RCS": "0.9928"}.items()
        ),
    ]


def _estimate(metric: str, data: Data) -> float:
    return area(data.derived(sample), metric).estimate


# -- Table 4 -------------------------------------------------------------------------------------------------


def _without(category: str, data: Data) -> float:
    return data.derived(leave_one_out)[category]


def _difference(category: str, data: Data) -> float:
    scorer = data.derived(rescorer)
    return _without(category, data) - scorer.area(scorer.policy)


def _table_4(category: str) -> list[Finding]:
    printed, difference = _TABLE_4[category]
    where = f"Table 4, row −{category}"
    words = (
        f"RRS scored anew without {category}: its weight shared among the others in proportion, its own penalty "
        "dropped with it; AUC of success against failure"
    )
    return [
        Finding(
            f"table-4-{category}",
            f"AUC without {CATEGORIES[category]} ({category}).",
            printed,
            where,
            words,
            partial(_without, category),
            tolerance=AREA_TOLERANCE,
        ),
        Finding(
            f"table-4-{category}-change",
            f"Change of AUC without {category}, against all five categories.",
            difference,
            where,
            f"{words}, less AUC of the full score",
            partial(_difference, category),
            tolerance=AREA_TOLERANCE,
        ),
    ]


# -- Table 5 -------------------------------------------------------------------------------------------------


def mean_by_mode(column: str, data: Data) -> dict[str, float]:
    """The mean of a column of Table 5 for each failure mode, 0 to 100."""
    found = data.derived(sample)
    if column in _PROBES:
        numbers = [probes(one)[_PROBES[column]] for one in found.repositories]
    else:
        numbers = [score.value for score in scores(found, column)]
    return {mode: fmean(group) for mode, group in found.by_mode(numbers).items()}


def _cell(mode: str, column: str, data: Data) -> float:
    return mean_by_mode(column, data)[mode]


def _derivation(column: str) -> str:
    if column in _PROBES:
        return "mean over the repositories of the mode; I, X and E′ follow from the failure mode, N from the counts"
    rule = {
        "ROS": "weighted mean of I, X, N and E′ under the rubric",
        "RCS": "coverage blend of RRS and that ROS under the rubric",
        "RRS": "gated weighted sum of the 26 sub-metrics under the rubric",
    }
    return f"{rule[column]}; mean over the repositories of the mode"


def _table_5(mode: str) -> list[Finding]:
    return [
        Finding(
            f"table-5-{mode}-{column.replace('′', '')}" if column != "E′" else f"table-5-{mode}-E-prime",
            f"Mean {_MEANING[column]} of {mode}.",
            printed,
            f"Table 5, row {mode}",
            _derivation(column),
            partial(_cell, mode, column),
        )
        for column, printed in zip(_COLUMNS, _TABLE_5[mode], strict=True)
    ]


def _alpha(data: Data) -> float:
    return fmean(score.alpha or 0.0 for score in data.derived(sample).composites)


# -- another community's rubric ------------------------------------------------------------------------------


def _rank_agreement(data: Data) -> float:
    scorer = data.derived(rescorer)
    return spearman(scorer.scores(scorer.policy), data.derived(bioinformatics)).statistic


FINDINGS = (
    *_areas(),
    *(finding for category in CATEGORIES for finding in _table_4(category)),
    *(finding for mode in MODES for finding in _table_5(mode)),
    Finding(
        "table-5-alpha",
        "Weight of the outcome in the composite (α).",
        "0.525",
        "Table 5",
        "coverage of I, X, N and E′ times the greatest α of the rubric",
        _alpha,
    ),
    Finding(
        "rank-agreement",
        "Rank agreement of the default rubric with the bioinformatics one: Spearman's ρ of RRS.",
        "0.957",
        "the paper's text",
        "all repositories scored anew under the weights and gates of examples/rubrics/bioinformatics-v1.yaml",
        _rank_agreement,
    ),
)
