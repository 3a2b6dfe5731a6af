"""The notebook study's tables, as far as the scored repositories need them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from rubrary.errors import MalformedInput
from rubrary.studies.reproscore.layout import Files
from rubrary.studies.table import Row, rows

REPOSITORIES = ("id", "article_id", "commit", "license_key")
ARTICLES = ("id", "journal_id", "name", "doi", "published_date")
JOURNALS = ("id", "name", "issn_epub")
AUTHORS = ("article_id", "name", "given_names", "orcid")


@dataclass(frozen=True, slots=True)
class FairJupyter:
    """Rows of the tables by id, and what was wrong in them.

    Attributes:
        repositories: by the id that scored repositories share with this study.
        articles: the articles of these repositories.
        journals: all journals, in the order of their table.
        authors: the authors with an ORCID iD, by article.
        faults: rows that could not be read.
    """

    repositories: Mapping[str, Row]
    articles: Mapping[str, Row]
    journals: Mapping[str, Row]
    authors: Mapping[str, tuple[Row, ...]]
    faults: tuple[MalformedInput, ...]


def load(files: Files, wanted: Iterable[str]) -> FairJupyter:
    """The tables' rows about the repositories whose ids are wanted.

    Raises:
        MalformedInput: a table's header is not as published.
        LimitExceeded: a line is far too long.
    """
    faults: list[MalformedInput] = []
    repositories = _by_id(files.repositories, REPOSITORIES, set(wanted), faults)
    articles = _by_id(
        files.articles, ARTICLES, {row.cells["article_id"] for row in repositories.values()}, faults
    )
    return FairJupyter(
        repositories=repositories,
        articles=articles,
        journals=_by_id(files.journals, JOURNALS, None, faults),
        authors=_authors(files.authors, articles, faults),
        faults=tuple(faults),
    )


def _by_id(
    path: Path, columns: Iterable[str], wanted: set[str] | None, faults: list[MalformedInput]
) -> dict[str, Row]:
    found: dict[str, Row] = {}
    for row in rows(path, columns):
        if isinstance(row, MalformedInput):
            faults.append(row)
            continue
        key = row.cells["id"]
        if wanted is not None and key not in wanted:
            continue
        if key in found:
            where = f"is already the id of line {found[key].line}"
            faults.append(row.fault("id", where, "the first one is used; remove one of the two"))
            continue
        found[key] = row
    return found


def _authors(
    path: Path, articles: Mapping[str, Row], faults: list[MalformedInput]
) -> dict[str, tuple[Row, ...]]:
    found: dict[str, tuple[Row, ...]] = {}
    for row in rows(path, AUTHORS):
        if isinstance(row, MalformedInput):
            faults.append(row)
        elif row.cells["article_id"] in articles and row.cells["orcid"].strip():
            key = row.cells["article_id"]
            found[key] = (*found.get(key, ()), row)
    return found
