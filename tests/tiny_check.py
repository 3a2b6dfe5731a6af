"""A study of two assessments and what its paper is said to print: matches, a deviation, and what cannot be had."""

from __future__ import annotations

from statistics import fmean
from types import SimpleNamespace
from typing import TYPE_CHECKING

from rubrary.checks import Data, Figure, Finding, Recomputed
from rubrary.records import Record, StudyRecord
from rubrary.statistics import spearman
from samples import BASE, assessment_record, paper_record

if TYPE_CHECKING:
    from matplotlib.axes import Axes

STUDY = StudyRecord(
    f"{BASE}study/example", "Tiny: two repositories", "https://doi.org/10.5555/tiny", rights="none stated"
)


def records() -> list[Record]:
    """The study, a paper, and assessments of its repository with a published RRS of 100 and of 0."""
    return [
        STUDY,
        paper_record(),
        assessment_record("high", value=100.0, published=100.0),
        assessment_record("low", value=0.0, published=0.0),
    ]


def mean(data: Data) -> float:
    return fmean(data["scores"].numbers("value"))


def draw(axes: Axes, data: Data) -> str:
    values = data["scores"].numbers("value")
    axes.bar(range(len(values)), values)
    return f"Two scores: {values[0]:.0f} & {values[1]:.0f}."


def impossible(axes: Axes, data: Data) -> str:
    return f"{len(data['nothing'])} rows"


SCORES = """
SELECT ?run ?value {
  ?run a rub:Assessment ; prov:hadPrimarySource <study/example> .
  ?score a rub:Score ; prov:wasGeneratedBy ?run ; dqv:value ?value ;
         rub:scoreOrigin <https://w3id.org/rubrary/scheme/score-origin/computed> .
} ORDER BY ?run
"""

TINY = SimpleNamespace(
    NAME="tiny",
    TITLE="Tiny: <two> repositories",
    SOURCE="https://doi.org/10.5555/tiny",
    STUDY="study/example",
    SELECTIONS={"scores": SCORES, "nothing": "SELECT ?x { ?x a rub:BadgeAward }"},
    FINDINGS=(
        Finding("mean", "The mean readiness is 50.0.", "50.0", "Table 1, row 1", "mean of RRS", mean),
        Finding(
            "many", "Three repositories were scored.", "3", "Table 1, row 2", "count of RRS",
            lambda data: Recomputed(len(data["scores"]), "one of <them> is gone"),
        ),
        Finding("best", "The best is called high.", "high", "section 2", "the run with the greatest RRS",
                lambda data: data["scores"].texts("run")[0].rpartition("/")[2]),
        Finding("bound", "The least score is below 1.", "< 1", "section 2", "least RRS",
                lambda data: min(data["scores"].numbers("value"))),
        Finding("lost", "Five repositories were gone.", "5", "section 3", reason="no log of it is published"),
        Finding("badges", "No repository has a badge.", "0", "section 3", "count of badges",
                lambda data: len(data["nothing"])),
        Finding("ranks", "Ranks agree.", "0.5", "section 3", "Spearman's ρ of RRS with itself",
                lambda data: spearman(data["scores"].numbers("value"), data["scores"].numbers("value")).statistic),
    ),
    FIGURES=(Figure("scores", "Scores & <more>", draw), Figure("none", "Nothing to see", impossible)),
)  # fmt: skip

#: What comes out of it.
VERDICTS = {
    "mean": "match",
    "many": "deviates",
    "best": "match",
    "bound": "match",
    "lost": "cannot-be-recomputed",
    "badges": "cannot-be-recomputed",
    "ranks": "cannot-be-recomputed",
}
