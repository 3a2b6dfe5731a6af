"""Where the study's files lie below the path that a person gave."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rubrary.errors import InputError, Place

EXPECTED = (
    "the folder of the ReproScore data set (scores.csv, repos.jsonl) with a folder fair-jupyter beside it "
    "(articles.csv, repositories.csv, journal.csv, authors_reproscore_subset.csv), or a folder that holds "
    "both as reproscore and fair-jupyter"
)


@dataclass(frozen=True, slots=True)
class Files:
    """The files that are read: two of the scorer's data set, four of the notebook study's."""

    scores: Path
    repos: Path
    repositories: Path
    articles: Path
    journals: Path
    authors: Path


def locate(folder: Path) -> Files:
    """The files below ``folder``, or beside it.

    Raises:
        InputError: one of them is missing.
    """
    scored = folder if (folder / "scores.csv").is_file() else folder / "reproscore"
    # resolve: of a path such as "." the parent has to be the real one
    beside = folder if scored != folder else folder.resolve().parent
    notebooks = folder / "fair-jupyter" if (folder / "fair-jupyter").is_dir() else beside / "fair-jupyter"
    return Files(
        scores=_file(scored, "scores.csv", folder),
        repos=_file(scored, "repos.jsonl", folder),
        repositories=_file(notebooks, "repositories.csv", folder),
        articles=_file(notebooks, "articles.csv", folder),
        journals=_file(notebooks, "journal.csv", folder),
        authors=_file(notebooks, "authors_reproscore_subset.csv", folder),
    )


def _file(parent: Path, name: str, folder: Path) -> Path:
    path = parent / name
    if not path.is_file():
        raise InputError(
            f"there is no {name} in {parent}", place=Place(str(folder)), hint=f"give the path of {EXPECTED}"
        )
    return path
