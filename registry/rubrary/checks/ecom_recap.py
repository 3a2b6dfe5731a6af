"""What the study of GECCO's ECOM track printed (arXiv 2602.07059), by people and by its RECAP.

Its answers are not at hand, so nothing of it can be derived again: the findings say so, each with its number.
"""

from __future__ import annotations

from collections.abc import Mapping

from rubrary.checks.item import Finding

NAME = "ecom-recap"
TITLE = "ECOM checklist and RECAP: printed figures"
SOURCE = "https://arxiv.org/abs/2602.07059"
STUDY = None
SELECTIONS: Mapping[str, str] = {}
_REASON = "the answers to the checklist, by people and by RECAP, are not at hand"


def _printed(name: str, statement: str, published: str) -> Finding:
    return Finding(name, statement, published, "results", reason=_REASON)


FINDINGS = (
    _printed("papers", "168 papers were assessed.", "168"),
    _printed("completeness-median", "The median completeness is 0.61.", "0.61"),
    _printed("completeness-nominated", "Mean and median completeness of nominated papers.", "0.64/0.63"),
    _printed(
        "completeness-not-nominated", "Mean and median completeness of papers not nominated.", "0.61/0.61"
    ),
    _printed("completeness-winners", "Mean and median completeness of winners.", "0.60/0.60"),
    _printed("artifact", "36.90 % of the papers have an artifact.", "36.90 %"),
    _printed("dead-links", "6.55 % of the papers have a dead link.", "6.55 %"),
    _printed("sufficient", "3 papers are sufficient in every item.", "3"),
    _printed("accuracy", "RECAP agrees with people in 76.8 % of the answers.", "76.8 %"),
    _printed("accuracy-merged", "With N and NA taken as one, in 79.5 %.", "79.5 %"),
    _printed("kappa", "Cohen's κ between RECAP and people is 0.67.", "0.67"),
    _printed("kappa-merged", "With N and NA taken as one, κ is 0.75.", "0.75"),
    _printed("not-processed", "13 papers could not be processed by RECAP.", "13"),
)
