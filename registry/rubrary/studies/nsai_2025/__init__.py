"""The NSAI audit: reruns of 455 neuro-symbolic papers, and the screening that led to them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from rubrary.errors import InputError
from rubrary.rubric import RubricVersion
from rubrary.studies.files import required_file
from rubrary.studies.item import StudyItem
from rubrary.studies.nsai_2025.items import items

NAME = "nsai-2025"
TITLE = "NSAI audit: reruns of 455 neuro-symbolic papers"
RUBRICS = ("nsai-inventory@1.0.0", "nsai-screening@1.0.0")
FILES = (
    "outcomes.csv (one row a paper that was to be rerun), screening.csv (one row a paper that was screened)"
)


def read(folder: Path, *, base: str, rubrics: Mapping[str, RubricVersion]) -> Iterator[StudyItem]:
    """The study, its papers, then the screening, inventory and attempt of each.

    Raises:
        InputError: a file is missing, or a rubric version was not given.
    """
    missing = [name for name in RUBRICS if name not in rubrics]
    if missing:
        raise InputError(f"the study needs the rubric {missing[0]}")
    outcomes, screening = (required_file(folder, name) for name in ("outcomes.csv", "screening.csv"))
    return items(outcomes, screening, base, rubrics)
