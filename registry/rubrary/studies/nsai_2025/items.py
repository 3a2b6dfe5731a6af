"""The audit's deposits in order: study, papers, screening, then inventory and attempt of each row."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from rubrary.errors import InputError, LimitExceeded, MalformedInput
from rubrary.records import PaperRecord, Record, StudyRecord
from rubrary.rubric import RubricVersion
from rubrary.studies.item import StudyItem
from rubrary.studies.nsai_2025.papers import paper_id, paper_iri, paper_record
from rubrary.studies.nsai_2025.runs import OUTCOME_COLUMNS, Runs
from rubrary.studies.nsai_2025.screening import SCREENING_COLUMNS, Screening
from rubrary.studies.table import Row, rows


def items(
    outcomes: Path, screening: Path, base: str, rubrics: Mapping[str, RubricVersion]
) -> Iterator[StudyItem]:
    """The items of the study; a file that cannot be read at all is the only one."""
    record = study_record(base)
    yield StudyItem(outcomes.name, (record,))
    try:
        attempted = list(rows(outcomes, OUTCOME_COLUMNS))
        screened = list(rows(screening, SCREENING_COLUMNS))
    except (MalformedInput, LimitExceeded) as fault:
        yield StudyItem.of(fault)
        return
    iris: dict[str, str] = {}
    yield from _papers(attempted, base, iris)
    screens = Screening(base, record.iri, rubrics["nsai-screening@1.0.0"])
    yield from _screened(screened, base, iris, screens)
    runs = Runs(base, record.iri, rubrics["nsai-inventory@1.0.0"])
    for row in attempted:
        if isinstance(row, Row):
            yield _made(row, lambda found: runs.inventory(found, iris[paper_id(found)]))
            yield _made(row, lambda found: runs.attempt(found, iris[paper_id(found)]))


def study_record(base: str) -> StudyRecord:
    """The data set itself."""
    return StudyRecord(
        iri=f"{base}study/nsai-2025",
        title="NSAI audit: reproducibility of neuro-symbolic AI, screening and reruns",
        source="https://github.com/Brandonio-c/NSAI-2025-Survey",
        version="109fa4d94a32719bac8c1ac6876301ff10c9c2b9",
        rights="The repository states no licence.",
        description=(
            "From docs/data of the repository at that commit, facts only: no abstracts, notes, names or "
            "addresses of annotators."
        ),
    )


def _papers(found: list[Row | MalformedInput], base: str, iris: dict[str, str]) -> Iterator[StudyItem]:
    written: set[str] = set()
    for row in found:
        if isinstance(row, MalformedInput):
            yield StudyItem.of(row)
            continue
        try:
            identifier = paper_id(row)
            if identifier in iris:
                raise row.fault("paper_id", "is there twice", "keep one of the two rows")
            iri = paper_iri(base, identifier, row.text("doi_or_url"))
            if iri in written:  # two rows with one address are two entries of the study, each with its venue
                iri = f"{base}paper/nsai-{identifier}"
            record, fault = paper_record(row, iri, base)
        except MalformedInput as problem:
            yield StudyItem.of(problem)
            continue
        iris[identifier] = iri
        if fault:
            yield StudyItem.of(fault)
        written.add(iri)
        yield StudyItem(str(row.place), (record,))


def _screened(
    found: list[Row | MalformedInput], base: str, iris: dict[str, str], screens: Screening
) -> Iterator[StudyItem]:
    for row in found:
        if isinstance(row, MalformedInput):
            yield StudyItem.of(row)
            continue
        try:
            identifier = paper_id(row)
            if identifier not in iris:
                iris[identifier] = f"{base}paper/nsai-{identifier}"
                year = row.text("year") or None
                yield StudyItem(
                    str(row.place), (PaperRecord(iris[identifier], row.required("title"), issued=year),)
                )
            yield StudyItem(str(row.place), (screens.assessment(row, identifier, iris[identifier]),))
        except MalformedInput as problem:
            yield StudyItem.of(problem)


def _made(row: Row, make: Callable[[Row], Record]) -> StudyItem:
    try:
        return StudyItem(str(row.place), (make(row),))
    except KeyError:
        return StudyItem(str(row.place), problem="the paper of this row could not be read; mend that first")
    except InputError as fault:
        return StudyItem.of(fault, str(row.place))
