"""ML code completeness: 221 repositories of NeurIPS 2019 papers, and which of five items each has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from pyoxigraph import NamedNode

from rubrary.errors import InputError, LimitExceeded, MalformedInput
from rubrary.records import Agent, Artifact, AssessmentRecord, Instrument, StudyRecord
from rubrary.rubric import RubricVersion, answered, instrument_digest
from rubrary.scoring import score_sheet
from rubrary.snapshot import Snapshot
from rubrary.studies.files import required_file
from rubrary.studies.item import StudyItem
from rubrary.studies.table import Row, rows

NAME = "ml-code-completeness"
TITLE = "ML code completeness: five items of 221 repositories of NeurIPS 2019"
RUBRICS = ("ml-code-completeness@1.0.0",)
FILES = "ml_code_completeness_neurips2019.csv (one row a repository)"

FILE = "ml_code_completeness_neurips2019.csv"
ITEMS = ("training", "evaluation", "pretrained_model", "results", "dependencies")
_ANSWERS = {"1": "Y", "0": "N"}


def read(folder: Path, *, base: str, rubrics: Mapping[str, RubricVersion]) -> Iterator[StudyItem]:
    """The study, then artifact and assessment of each row.

    Raises:
        InputError: the file is missing, or the rubric version was not given.
    """
    rubric = rubrics.get(RUBRICS[0])
    if rubric is None:
        raise InputError(f"the study needs the rubric {RUBRICS[0]}")
    return _items(required_file(folder, FILE), base, rubric)


def _items(path: Path, base: str, rubric: RubricVersion) -> Iterator[StudyItem]:
    study = study_record(base)
    yield StudyItem(path.name, (study,))
    lines: dict[str, int] = {}
    number = 0
    try:
        for row in rows(path, ("url", *ITEMS)):
            number += 1  # the table has no identifiers; the position in it is one
            yield from _row_items(row, number, lines, base, rubric)
    except (MalformedInput, LimitExceeded) as fault:
        yield StudyItem.of(fault)


def study_record(base: str) -> StudyRecord:
    """The data set itself."""
    return StudyRecord(
        iri=f"{base}study/ml-code-completeness",
        title="ML code completeness of repositories of NeurIPS 2019",
        source="https://github.com/paperswithcode/releasing-research-code",
        license="https://spdx.org/licenses/MIT",
        version="a5b2c85490435108e306d38c64a0d2a558f110e6",
        description="Which papers the repositories belong to, and which revision was looked at, is not published.",
    )


def _row_items(
    row: Row | MalformedInput, number: int, lines: dict[str, int], base: str, rubric: RubricVersion
) -> Iterator[StudyItem]:
    if isinstance(row, MalformedInput):
        yield StudyItem.of(row)
        return
    try:
        address = _address(row)
        if address in lines:
            raise row.fault("url", f"is already in line {lines[address]}", "keep one of the two rows")
        run = _assessment(row, number, address, base, rubric)
    except MalformedInput as fault:
        yield StudyItem.of(fault)
        return
    lines[address] = row.line
    name = "/".join(address.rstrip("/").split("/")[-2:])
    yield StudyItem(str(row.place), (Artifact(address, "code", name, repository=address),))
    yield StudyItem(str(row.place), (run,))


def _address(row: Row) -> str:
    address = row.required("url")
    try:
        if address.startswith(("https://", "http://")):
            return NamedNode(address).value
    except ValueError:
        pass
    raise row.fault("url", "is not a web address", "write the address of the repository")


def _assessment(row: Row, number: int, address: str, base: str, rubric: RubricVersion) -> AssessmentRecord:
    measurements = []
    for item in ITEMS:
        answer = _ANSWERS.get(row.required(item))
        if answer is None:
            raise row.fault(item, "is neither 1 nor 0", "write 1 where the repository has it, else 0")
        measurements.append(answered(rubric.policy.criterion(item), answer))
    name, version = "reading of the repository", "1.0.0"
    return AssessmentRecord(
        iri=f"{base}assessment/ml-code-completeness-{number}",
        snapshot=Snapshot(f"{base}snapshot/ml-code-completeness-{number}-unknown", address),
        rubric=rubric.iri,
        method="manual",
        agent=Agent(f"{base}agent/papers-with-code", "organization", "Papers with Code"),
        instrument=Instrument(
            f"{base}instrument/ml-code-completeness-reading-1.0.0",
            name,
            version,
            instrument_digest(name, version, {}),
        ),
        ended=None,
        measurements=tuple(measurements),
        scores=score_sheet(rubric.policy, measurements),
        source=f"{base}study/ml-code-completeness",
    )
