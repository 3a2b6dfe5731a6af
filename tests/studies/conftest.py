"""A small invented study in the published layout, and copies of it to spoil."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from rubrary import studies
from rubrary.rubric import shipped_rubric
from rubrary.studies import StudyItem

FIXTURES = Path(__file__).parent / "fixtures"
BASE = "https://registry.example/"

Read = Callable[[Path], list[StudyItem]]
Spoil = Callable[[str, str, str], Path]


@pytest.fixture
def read_study() -> Read:
    """All items of the ReproScore study below a path."""

    def read(folder: Path) -> list[StudyItem]:
        rubrics = {"reproscore@1.0.0": shipped_rubric("reproscore@1.0.0")}
        return list(studies.find("reproscore").read(folder, base=BASE, rubrics=rubrics))

    return read


@pytest.fixture
def items(read_study: Read) -> list[StudyItem]:
    """The items of the invented study as it is."""
    return read_study(FIXTURES)


@pytest.fixture
def spoil(tmp_path: Path) -> Spoil:
    """Copies the invented study once and replaces a text, which has to be there, in one of its files."""
    folder = tmp_path / "study"
    shutil.copytree(FIXTURES, folder)

    def spoil(file: str, old: str, new: str) -> Path:
        path = folder / file
        data = path.read_bytes()
        assert old.encode() in data
        path.write_bytes(data.replace(old.encode(), new.encode("utf-8", "surrogateescape"), 1))
        return folder

    return spoil
