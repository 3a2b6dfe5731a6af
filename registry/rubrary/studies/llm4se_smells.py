"""LLM-for-SE smells: the printed tables of a study whose annotation of 640 papers is not public."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

from rubrary.errors import LimitExceeded, MalformedInput, Place
from rubrary.records import FindingRecord, PaperRecord, StudyRecord
from rubrary.rubric import RubricVersion
from rubrary.studies.files import required_file
from rubrary.studies.item import StudyItem
from rubrary.studies.table import LINE_LIMIT, Row, rows

NAME = "llm4se-smells"
TITLE = "LLM-for-SE smells: 640 paper ids and the printed tables"
RUBRICS = ()
FILES = "paper_ids.csv (one row a paper), published_tables.json (Tables 3, 4 and 5 as printed)"

PAPER = "https://arxiv.org/abs/2512.00651"
#: The smells as Table 5 heads its columns.
SMELLS = ("legal", "code", "data", "doc", "env", "model", "version")
_REASON = "the annotation of the papers one by one is not public; only the printed table is at hand"


def read(folder: Path, *, base: str, rubrics: Mapping[str, RubricVersion]) -> Iterator[StudyItem]:
    """The study, its papers by their ids, then each printed number as a finding.

    Raises:
        InputError: a file is missing.
    """
    del rubrics  # it applies none: what the papers were judged by is printed in sums only
    ids, tables = (required_file(folder, name) for name in ("paper_ids.csv", "published_tables.json"))
    return _items(ids, tables, base)


def _items(ids: Path, tables: Path, base: str) -> Iterator[StudyItem]:
    study = study_record(base)
    yield StudyItem(ids.name, (study,))
    try:
        for row in rows(ids, ("paper_id", "year", "source")):
            yield StudyItem.of(row) if isinstance(row, MalformedInput) else _paper(row, base)
        printed = _tables(tables)
    except (MalformedInput, LimitExceeded) as fault:
        yield StudyItem.of(fault)
        return
    for name, cells in (("3", _table3), ("4", _table4), ("5", _table5)):
        for iri, statement, value in cells(printed):
            yield StudyItem(
                f"{tables.name} (Table {name})", (_finding(study.iri, iri, statement, value, name),)
            )


def study_record(base: str) -> StudyRecord:
    """The data set itself, which is a transcription of what the paper prints."""
    return StudyRecord(
        iri=f"{base}study/llm4se-smells",
        title="Reproducibility smells of LLM-for-SE papers: ids and printed tables",
        source=PAPER,
        rights="Facts that the paper prints. Its package (Zenodo 10.5281/zenodo.17496408) was not at hand.",
        description="Titles of the papers are not printed, and neither is which paper has which smell.",
    )


def _paper(row: Row, base: str) -> StudyItem:
    try:
        name = row.required("paper_id")
        source = row.required("source")
        record = PaperRecord(
            iri=f"{base}paper/llm4se-{name.lower()}",
            title=f"{name} (of the corpus {source}; its title is not printed)",
            issued=str(row.whole("year")),
        )
    except MalformedInput as fault:
        return StudyItem.of(fault)
    return StudyItem(str(row.place), (record,))


def _tables(path: Path) -> dict[str, Any]:
    hint = f"use {path.name} as it was transcribed"
    if path.stat().st_size > LINE_LIMIT:
        raise LimitExceeded(
            f"the file is larger than {LINE_LIMIT:,} bytes", place=Place(path.name), hint=hint
        )
    try:
        found = json.loads(path.read_text("utf-8"))
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", None)
        raise MalformedInput(f"not JSON: {error}", place=Place(path.name, line), hint=hint) from error
    wanted = {"table3_smell_distribution", "table4_badges_by_year", "table5_badges_by_smell"}
    if not isinstance(found, dict) or not wanted <= found.keys():
        raise MalformedInput("one of the tables 3, 4 and 5 is missing", place=Place(path.name), hint=hint)
    return found


def _table3(printed: Mapping[str, Any]) -> Iterator[tuple[str, str, int]]:
    for row in printed["table3_smell_distribution"]:
        smell = str(row["smell"])
        yield (
            f"table3-{smell.lower().replace(' ', '-')}",
            f"Papers with the smell {smell}",
            int(row["papers"]),
        )


def _table4(printed: Mapping[str, Any]) -> Iterator[tuple[str, str, int]]:
    table = printed["table4_badges_by_year"]
    for column, numbers in table.items():
        for year, number in zip(table["years"], numbers, strict=True):
            if column != "years":
                yield f"table4-{year}-{column}", f"Papers of {year}: {column.replace('_', ' ')}", int(number)


def _table5(printed: Mapping[str, Any]) -> Iterator[tuple[str, str, int]]:
    for row in printed["table5_badges_by_smell"]:
        year, badges = row["year"], str(row["badges"])
        for column in ("papers", *SMELLS):
            yield (
                f"table5-{year}-{badges.lower().replace('+', '-')}-{column}",
                f"Papers of {year} with the badges {badges}: {column}",
                int(row[column]),
            )


def _finding(study: str, name: str, statement: str, value: int, table: str) -> FindingRecord:
    return FindingRecord(
        iri=f"{study}/{name}",
        statement=f"{statement}: {value}.",
        verdict="cannot-be-recomputed",
        source=PAPER,
        reported_text=str(value),
        reported=Decimal(value),
        where=f"Table {table}",
        reason=_REASON,
        study=study,
    )
