"""How far the results hang on the rubric's numbers: its weights and its gates."""

from __future__ import annotations

from decimal import Decimal
from functools import partial
from statistics import fmean

from rubrary.checks.data import Data
from rubrary.checks.item import Finding, Recomputed
from rubrary.checks.reproscore.policies import gate_sweep, gated, rescorer, stability, weight_grid
from rubrary.checks.reproscore.sample import CATEGORIES
from rubrary.checks.reproscore.scores import AREA_TOLERANCE

#: The authors rank by contributions that are rounded to two decimals, which makes other ties.
_RANK_TOLERANCE = Decimal("0.0002")
#: Least and mean τ of the weight of each category.
_STABILITY = {
    "E": ("0.9106", "0.9609"),
    "A": ("0.9418", "0.9724"),
    "D": ("0.9588", "0.9781"),
    "C": ("0.9492", "0.9793"),
    "S": ("0.9745", "0.9875"),
}


# -- weights -------------------------------------------------------------------------------------------------


def _least(category: str, data: Data) -> float:
    return min(data.derived(stability)[category])


def _mean(category: str, data: Data) -> float:
    return fmean(data.derived(stability)[category])


def _stability() -> list[Finding]:
    where = "analysis_results.json: rank_stability"
    words = (
        "the weight of one category multiplied by 20 factors from 0.5 to 1.5, the others sharing what remains of 1; "
        "Kendall's τ-b of the RRS with the published one"
    )
    overall = Finding(
        "stability",
        "Weights changed by up to half leave the ranking nearly as it is: Kendall's τ.",
        "≥ 0.911",
        "the paper's text",
        f"{words}; the least of all",
        lambda data: min(map(min, data.derived(stability).values())),
    )
    return [
        overall,
        *(
            finding
            for category, (least, mean) in _STABILITY.items()
            for finding in (
                Finding(
                    f"stability-{category}-least",
                    f"Least τ when the weight of {category} changes.",
                    least,
                    where,
                    words,
                    partial(_least, category),
                    tolerance=_RANK_TOLERANCE,
                ),
                Finding(
                    f"stability-{category}-mean",
                    f"Mean τ when the weight of {category} changes.",
                    mean,
                    where,
                    words,
                    partial(_mean, category),
                    tolerance=_RANK_TOLERANCE,
                ),
            )
        ),
    ]


def _best(data: Data) -> str:
    grid = data.derived(weight_grid)
    best = max(grid, key=grid.__getitem__)
    return " ".join(f"{name} {part / 10}" for name, part in zip(CATEGORIES, best, strict=True))


#: Weights that the authors tried afterwards; as printed they sum to 1.05.
_POST_HOC = {"E": 0.3, "A": 0.15, "D": 0.2, "C": 0.15, "S": 0.25}


def _post_hoc(data: Data) -> Recomputed:
    scorer = data.derived(rescorer)
    return Recomputed(scorer.area(scorer.weighted(_POST_HOC)), "the printed weights sum to 1.05, not to 1")


def _grid() -> list[Finding]:
    where = "analysis_results.json: grid_search"
    words = "all ways to share ten tenths of weight among the five categories, each having one at least; AUC of RRS"
    return [
        Finding(
            "grid",
            "Weightings that were tried.",
            "126",
            where,
            words,
            lambda data: len(data.derived(weight_grid)),
        ),
        Finding(
            "grid-least",
            "Least AUC of all weightings.",
            "0.5088",
            where,
            words,
            lambda data: min(data.derived(weight_grid).values()),
            tolerance=AREA_TOLERANCE,
        ),
        Finding(
            "grid-greatest",
            "Greatest AUC of all weightings.",
            "0.581",
            where,
            words,
            lambda data: max(data.derived(weight_grid).values()),
            tolerance=AREA_TOLERANCE,
        ),
        Finding(
            "grid-best",
            "The weighting with the greatest AUC.",
            "E 0.1 A 0.1 D 0.1 C 0.2 S 0.5",
            where,
            words,
            _best,
        ),
        Finding(
            "post-hoc",
            "AUC with weights chosen afterwards (A 0.15, S 0.25).",
            "0.5438",
            f"{where}, s_sensitivity_posthoc",
            "RRS scored anew under the printed weights; AUC of RRS",
            _post_hoc,
            tolerance=AREA_TOLERANCE,
        ),
    ]


# -- gates ---------------------------------------------------------------------------------------------------


def _with_exponent(exponent: float, data: Data) -> float:
    scorer = data.derived(rescorer)
    return scorer.area(gated(scorer.policy, exponent=exponent))


def _gates() -> list[Finding]:
    where = "analysis_results.json: gate_robustness"
    words = "all gates with one threshold from 10 to 70 in steps of 5; AUC of RRS"
    return [
        Finding(
            "gates-least",
            "Least AUC of the gate sweep.",
            "0.5281",
            where,
            words,
            lambda data: min(data.derived(gate_sweep).values()),
            tolerance=AREA_TOLERANCE,
        ),
        Finding(
            "gates-greatest",
            "Greatest AUC of the gate sweep.",
            "0.5362",
            where,
            words,
            lambda data: max(data.derived(gate_sweep).values()),
            tolerance=AREA_TOLERANCE,
        ),
        Finding(
            "gates-none",
            "AUC without gates.",
            "0.5355",
            f"{where}, linear_k1",
            "all gates with exponent 1, which is no gate; AUC of RRS",
            partial(_with_exponent, 1.0),
            tolerance=AREA_TOLERANCE,
        ),
        Finding(
            "gates-strict",
            "AUC with strict gates.",
            "0.5341",
            f"{where}, strict_k25",
            "all gates with exponent 2.5; AUC of RRS",
            partial(_with_exponent, 2.5),
            tolerance=AREA_TOLERANCE,
        ),
    ]


FINDINGS = (*_stability(), *_grid(), *_gates())
