"""ReproScore: published readiness scores of 423 repositories, and how their notebooks ran before that.

Two data sets make one chain. The scorer's own (``scores.csv``, ``repos.jsonl``) says what each repository
scored; the study of notebooks behind PubMed Central articles (``repositories.csv``, ``articles.csv``,
``journal.csv``, authors) says which paper it belongs to and which commit was executed. They meet in
``giga_repo_id``, the ``id`` of ``repositories.csv``.

Gives the study, its papers in order of first appearance, then for each row of ``scores.csv`` an assessment
and an attempt. What is kept in memory is the tables' rows about scored repositories, never the runs.

Source: arXiv 2605.13275; https://doi.org/10.1093/gigascience/giad113.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from rubrary.errors import InputError
from rubrary.rubric import RubricVersion
from rubrary.studies.item import StudyItem
from rubrary.studies.reproscore.items import items
from rubrary.studies.reproscore.layout import EXPECTED, locate

NAME = "reproscore"
TITLE = "ReproScore: 423 repositories behind 370 biomedical papers, scored and executed"
RUBRICS = ("reproscore@1.0.0",)
FILES = EXPECTED


def read(folder: Path, *, base: str, rubrics: Mapping[str, RubricVersion]) -> Iterator[StudyItem]:
    """The study's deposits; see :meth:`rubrary.studies.item.Study.read`.

    Raises:
        InputError: a file is missing, or ``rubrics`` lacks ``reproscore@1.0.0``.
    """
    rubric = rubrics.get(RUBRICS[0])
    if rubric is None:
        raise InputError(f"the study needs the rubric {RUBRICS[0]}", hint="deposit that rubric version first")
    return items(locate(folder), base, rubric)
