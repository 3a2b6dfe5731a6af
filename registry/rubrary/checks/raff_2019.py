"""What Raff 2019 printed (arXiv 1909.06674): which features of a paper go with its being reproduced.

Counts are tested by χ² with Yates's correction where the table is two by two, means by Welch's t-test. That gives
every p-value that the paper prints.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from functools import partial
from typing import TYPE_CHECKING

from rubrary.checks.data import Columns, Data
from rubrary.checks.item import Figure, Finding
from rubrary.figures.outcomes import draw_outcomes
from rubrary.statistics import chi_square, outcome_shares, welch

if TYPE_CHECKING:  # loading matplotlib takes half a second, and only the report with figures needs it
    from matplotlib.axes import Axes

NAME = "raff-2019"
TITLE = "Raff 2019: what goes with a paper's being reproduced"
SOURCE = "https://arxiv.org/abs/1909.06674"
STUDY = "study/raff-2019"
SELECTIONS = {
    "attempts": """
# How the attempt at each paper ended
SELECT DISTINCT ?paper ?outcome {
  ?attempt a rub:ReproductionAttempt ; prov:hadPrimarySource <study/raff-2019> ;
           rub:aboutPaper ?paper ; rub:outcome/skos:notation ?outcome .
} ORDER BY ?paper
""",
    "features": """
# The features of each paper, with how the attempt at it ended
SELECT DISTINCT ?paper ?feature ?value ?outcome {
  ?assessment a rub:Assessment ; prov:hadPrimarySource <study/raff-2019> ; rub:assesses ?paper .
  ?measurement a rub:Measurement ; prov:wasGeneratedBy ?assessment ; dqv:isMeasurementOf ?of ; dqv:value ?value .
  ?attempt a rub:ReproductionAttempt ; prov:hadPrimarySource <study/raff-2019> ;
           rub:aboutPaper ?paper ; rub:outcome/skos:notation ?outcome .
  BIND(STRAFTER(STR(?of), "#") AS ?feature)
} ORDER BY ?feature ?paper
""",
}


#: 8.4497e-6 is printed as 8.5e-6, rounded by way of 8.45e-6.
_ROUNDED_TWICE = Decimal("0.6e-7")


def _feature(feature: str, data: Data) -> Columns:
    return data["features"].where("feature", feature)


def table_of(feature: str, data: Data) -> dict[str, tuple[int, int]]:
    """For each answer of a nominal feature, how many papers were reproduced and how many were not."""
    found: dict[str, list[int]] = {}
    rows = _feature(feature, data)
    for answer, outcome in zip(rows.texts("value"), rows.texts("outcome"), strict=True):
        found.setdefault(answer, [0, 0])[outcome != "yes"] += 1
    return {answer: (counts[0], counts[1]) for answer, counts in found.items()}


def count(outcome: str, data: Data) -> float:
    """How many attempts ended so."""
    return len(data["attempts"].where("outcome", outcome))


def chi_square_p(feature: str, data: Data) -> float:
    """p of χ² between a nominal feature and the outcome."""
    return chi_square(list(table_of(feature, data).values()), correction=True).p


def welch_p(feature: str, data: Data) -> float:
    """p of Welch's t-test of a counted feature between papers reproduced and not reproduced."""
    groups = _feature(feature, data).groups("value", "outcome")
    return welch(groups["yes"], groups["no"]).p


def reproduced_of(answer: str, data: Data) -> str:
    """How many of the papers whose authors replied so were reproduced: ``22/26``."""
    had, had_not = table_of("authors_reply", data)[answer]
    return f"{had}/{had + had_not}"


def _p(
    feature: str,
    what: str,
    published: str,
    recompute: Callable[[str, Data], float],
    tolerance: Decimal | None = None,
) -> Finding:
    counted = recompute is welch_p
    test = "Welch's t-test" if counted else "χ², with Yates's correction for two answers,"
    return Finding(
        id=f"p-{feature.replace('_', '-')}",
        statement=f"Whether a paper was reproduced goes with {what}: p = {published}.",
        published=published,
        where="tests of the features",
        derivation=f"p of {test} between {feature} and the outcome",
        recompute=partial(recompute, feature),
        tolerance=tolerance,
    )


FINDINGS = (
    Finding(
        id="reproduced",
        statement="162 papers were reproduced.",
        published="162",
        where="abstract",
        derivation="count of attempts with the outcome yes",
        recompute=partial(count, "yes"),
    ),
    Finding(
        id="not-reproduced",
        statement="93 papers were not reproduced.",
        published="93",
        where="abstract",
        derivation="count of attempts with the outcome no",
        recompute=partial(count, "no"),
    ),
    _p("year", "the year of its publication", ".554", welch_p),
    _p("type", "the kind of its venue", ".502", chi_square_p),
    _p("code_available", "the authors' code being available", ".184", chi_square_p),
    _p("appendix", "its having an appendix", ".330", chi_square_p),
    _p("toy_problem", "its using a toy problem", ".720", chi_square_p),
    _p("exact_compute", "its saying exactly which computers were used", ".257", chi_square_p),
    _p("pages", "the number of its pages", ".134", welch_p),
    _p("rigor", "its leaning to theory or to experiments", "1.5e-9", chi_square_p),
    _p("difficulty", "the difficulty of its algorithm", "2.9e-5", chi_square_p),
    _p("pseudo_code", "its pseudo code", "2.3e-4", chi_square_p),
    _p("hyperparameters", "its specifying hyper-parameters", "8.5e-6", chi_square_p, _ROUNDED_TWICE),
    _p("authors_reply", "its authors' replying", "6.0e-8", chi_square_p),
    Finding(
        id="replied",
        statement="Of 26 papers whose authors replied 22 were reproduced.",
        published="22/26",
        where="section on the authors' replies",
        derivation="papers reproduced, of those with the answer Yes to authors_reply",
        recompute=partial(reproduced_of, "Yes"),
    ),
    Finding(
        id="not-replied",
        statement="Of 24 papers whose authors did not reply 1 was reproduced.",
        published="1/24",
        where="section on the authors' replies",
        derivation="papers reproduced, of those with the answer No to authors_reply",
        recompute=partial(reproduced_of, "No"),
    ),
)


def draw_feature(feature: str, axes: Axes, data: Data) -> str:
    """The share of papers reproduced and not, for each answer of a feature."""
    rows = _feature(feature, data)
    words = {"yes": "reproduced", "no": "not reproduced"}
    outcomes = [words.get(outcome, outcome) for outcome in rows.texts("outcome")]
    return draw_outcomes(axes, outcome_shares(outcomes, rows.texts("value")))


FIGURES = tuple(
    Figure(feature.replace("_", "-"), title, partial(draw_feature, feature))
    for feature, title in (
        ("rigor", "Reproduced, by leaning to theory or experiments"),
        ("difficulty", "Reproduced, by difficulty of the algorithm"),
        ("pseudo_code", "Reproduced, by kind of pseudo code"),
        ("authors_reply", "Reproduced, by whether the authors replied"),
    )
)
