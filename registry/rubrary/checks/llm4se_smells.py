"""What the study of LLM-for-SE papers printed (arXiv 2512.00651), as far as its own tables give it again.

Which paper has which smell is not public. What can be derived are the shares of Table 3 from its counts, and the
counts of Table 4 from those of Table 5 and from the years of the paper ids.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from rubrary.checks.data import Data
from rubrary.checks.item import Figure, Finding, Recomputed
from rubrary.figures.style import whiskers
from rubrary.statistics import wilson

if TYPE_CHECKING:  # loading matplotlib takes half a second, and only the report with figures needs it
    from matplotlib.axes import Axes

NAME = "llm4se-smells"
TITLE = "LLM-for-SE smells: shares and badges from the printed counts"
SOURCE = "https://arxiv.org/abs/2512.00651"
STUDY = "study/llm4se-smells"
SELECTIONS = {
    "papers": """
# The papers of the corpus, by year
SELECT DISTINCT ?paper ?year {
  ?paper a rub:Paper ; dcterms:issued ?issued .
  FILTER(CONTAINS(STR(?paper), "/paper/llm4se-"))
  BIND(SUBSTR(STR(?issued), 1, 4) AS ?year)
} ORDER BY ?paper
""",
    "cells": """
# The cells of Tables 3, 4 and 5 as printed
SELECT DISTINCT ?cell ?count {
  ?finding a rub:PublishedFinding ; prov:hadPrimarySource <study/llm4se-smells> ; rub:reportedValue ?count .
  BIND(STRAFTER(STR(?finding), "study/llm4se-smells/") AS ?cell)
  FILTER(STRSTARTS(?cell, "table"))
} ORDER BY ?cell
""",
}
YEARS = (2020, 2021, 2022, 2023, 2024, 2025)
#: Name in Table 3, with the share that is printed.
SHARES = {
    "access-and-legal": ("Access and Legal", "35.9 %"),
    "code-and-execution": ("Code and Execution", "35.5 %"),
    "versioning": ("Versioning", "32.2 %"),
    "environment-and-tooling": ("Environment and Tooling", "21.1 %"),
    "model": ("Model", "9.2 %"),
    "data": ("Data", "8.0 %"),
    "documentation": ("Documentation", "3.6 %"),
    "no-smells": ("No Smells", "13.3 %"),
}
#: Table 4, by column: what is printed for each of the years.
BADGES = {
    "any_badge": (1, 1, 4, 11, 12, 34),
    "available": (1, 1, 3, 11, 12, 34),
    "functional": (0, 1, 2, 5, 2, 22),
    "reusable": (1, 0, 0, 1, 7, 17),
}
PAPERS = (7, 13, 56, 272, 123, 169)
_LETTER = {"available": "a", "functional": "f", "reusable": "r"}


def cells(data: Data) -> dict[str, float]:
    """The printed counts by the names of their cells."""
    rows = data["cells"]
    return dict(zip(rows.texts("cell"), rows.numbers("count"), strict=True))


def share(smell: str, data: Data) -> Recomputed:
    """The share of papers with a smell, in per cent, from the printed count and the number of paper ids."""
    count, papers = int(data.derived(cells)[f"table3-{smell}"]), len(data["papers"])
    found = wilson(count, papers)
    return Recomputed(100 * found.estimate, f"from the printed count {count}, of {papers} paper ids")


def papers_of(year: int, data: Data) -> float:
    """How many paper ids are of that year."""
    return len(data["papers"].where("year", str(year)))


def badges_of(column: str, year: int, data: Data) -> float:
    """Table 4 from Table 5: the papers of a year whose combination of badges has the letter."""
    found = 0.0
    for name, number in data.derived(cells).items():
        table, *rest = name.split("-")
        if table == "table5" and rest[0] == str(year) and rest[-1] == "papers":
            found += number if column == "any_badge" or _LETTER[column] in rest[1:-1] else 0
    return found


def _share(smell: str, title: str, published: str) -> Finding:
    return Finding(
        id=f"share-{smell}",
        statement=f"{published} of the papers: {title}.",
        published=published,
        where="Table 3",
        derivation="the printed count of papers, of the number of paper ids; the annotation itself is not public",
        recompute=partial(share, smell),
    )


def _papers(year: int, published: int) -> Finding:
    return Finding(
        id=f"papers-{year}",
        statement=f"{published} papers are of {year}.",
        published=str(published),
        where="Table 4, n",
        derivation="count of paper ids of that year",
        recompute=partial(papers_of, year),
    )


def _badges(column: str, year: int, published: int) -> Finding:
    words = "any badge" if column == "any_badge" else f"the badge {column}"
    return Finding(
        id=f"badges-{year}-{column.replace('_', '-')}",
        statement=f"{published} papers of {year} have {words}.",
        published=str(published),
        where=f"Table 4, {column.replace('_', ' ')}",
        derivation="sum of the papers in Table 5 whose combination of badges holds it",
        recompute=partial(badges_of, column, year),
    )


FINDINGS = (
    *(_share(smell, title, published) for smell, (title, published) in SHARES.items()),
    *(_papers(year, number) for year, number in zip(YEARS, PAPERS, strict=True)),
    *(
        _badges(column, year, number)
        for column, numbers in BADGES.items()
        for year, number in zip(YEARS, numbers, strict=True)
    ),
    Finding(
        id="smells-by-paper",
        statement="Which of the 640 papers has which smell.",
        published="640 papers",
        where="annotation behind Tables 3 and 5",
        reason="only the printed tables exist: the package Zenodo 10.5281/zenodo.17496408 was not at hand",
    ),
    Finding(
        id="venue-policies",
        statement="Which venue has an artifact evaluation track, badges, rules on code and data, and a checklist.",
        published="Table 6",
        where="Table 6",
        reason="the rows of the table are not at hand; its dimensions are the rubric venue-policy",
    ),
)


def draw_smells(axes: Axes, data: Data) -> str:
    """The share of papers with each smell, with its Wilson interval."""
    papers, counts = len(data["papers"]), data.derived(cells)
    found = {title: wilson(int(counts[f"table3-{smell}"]), papers) for smell, (title, _) in SHARES.items()}
    axes.barh(
        list(found),
        [100 * one.estimate for one in found.values()],
        xerr=[[100 * whiskers(one)[side] for one in found.values()] for side in (0, 1)],
        capsize=2,
    )
    axes.invert_yaxis()
    axes.set_xlabel(f"share of {papers} papers, % (line: 95 % interval)")
    words = "; ".join(f"{title} {one.estimate:.1%}" for title, one in found.items())
    return f"Share of papers with each smell: {words}."


FIGURES = (Figure("smells", "Papers with each smell", draw_smells),)
