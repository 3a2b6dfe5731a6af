"""Raff 2019: 255 papers that one person tried to reproduce without looking at the authors' code."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from rubrary.assessment import Measurement, Status
from rubrary.errors import InputError, LimitExceeded, MalformedInput
from rubrary.records import Agent, AssessmentRecord, AttemptRecord, Instrument, PaperRecord, StudyRecord
from rubrary.rubric import Criterion, RubricVersion, ScaleKind, answered, instrument_digest
from rubrary.studies.files import required_file
from rubrary.studies.item import StudyItem
from rubrary.studies.table import Row, rows
from rubrary.terms import scheme_concept

NAME = "raff-2019"
TITLE = "Raff 2019: features of 255 papers and whether they were reproduced"
RUBRICS = ("raff-paper-features@1.0.0",)
FILES = "reproducable_blind.csv (one row a paper, without title or identifier)"

FILE = "reproducable_blind.csv"
#: The columns of the table, by the criteria that they answer.
COLUMNS = {
    "year": "Year",
    "type": "Type",
    "topic": "Primary Topic",
    "code_available": "Author Code Available",
    "authors_reply": "Authors Reply",
    "rigor": "Rigor vs Empirical",
    "authors": "Number of Authors",
    "pages": "Pages",
    "references": "Num References",
    "equations": "Number of Equations",
    "proofs": "Number of Proofs",
    "appendix": "Has Appendix",
    "intimidating": "Looks Intimidating",
    "readability": "Paper Readability",
    "difficulty": "Algo Difficulty",
    "pseudo_code": "Pseudo Code",
    "data_available": "Data Available",
    "exhibits": "Total Tables and Figures",
    "tables": "Number of Tables",
    "graphs": "Number of Graphs/Plots",
    "other_figures": "Number of Other Figures",
    "conceptual_figures": "Conceptualization Figures",
    "toy_problem": "Uses Exemplar Toy Problem",
    "exact_compute": "Exact Compute Used",
    "hyperparameters": "Hyperparameters Specified",
    "compute": "Compute Needed",
}
#: Answers that the paper's own tests count as another one, with what it says of them.
_COUNTED_AS = {("compute", "500 CPUs"): "Cluster"}
_NOT_APPLICABLE = "N/A"
_OUTCOMES = {"Yes": "yes", "No": "no"}
_NOT_A_NOTATION = re.compile(r"[^A-Za-z0-9]+")


def read(folder: Path, *, base: str, rubrics: Mapping[str, RubricVersion]) -> Iterator[StudyItem]:
    """The study, then paper, features and attempt of each row.

    Raises:
        InputError: the file is missing, or the rubric version was not given.
    """
    rubric = rubrics.get(RUBRICS[0])
    if rubric is None:
        raise InputError(f"the study needs the rubric {RUBRICS[0]}")
    path = required_file(folder, FILE)
    return _items(path, base, rubric)


def _items(path: Path, base: str, rubric: RubricVersion) -> Iterator[StudyItem]:
    study = study_record(base)
    yield StudyItem(path.name, (study,))
    makes = _Rows(base, study.iri, rubric)
    number = 0
    try:
        for row in rows(path, ("Reproduced", "Year Attempted", *COLUMNS.values())):
            number += 1  # the table has no identifiers; the position in it is one
            yield from _row_items(makes, row, number)
    except (MalformedInput, LimitExceeded) as fault:
        yield StudyItem.of(fault)


def _row_items(makes: _Rows, row: Row | MalformedInput, number: int) -> Iterator[StudyItem]:
    if isinstance(row, MalformedInput):
        yield StudyItem.of(row)
        return
    try:
        records = (makes.paper(row, number), makes.features(row, number), makes.attempt(row, number))
    except InputError as fault:
        yield StudyItem.of(fault, str(row.place))
        return
    for record in records:
        yield StudyItem(str(row.place), (record,))


def study_record(base: str) -> StudyRecord:
    """The data set itself."""
    return StudyRecord(
        iri=f"{base}study/raff-2019",
        title="Quantifying independently reproducible machine learning research",
        source="https://github.com/EdwardRaff/Quantifying-Independently-Reproducible-ML",
        version="1cf86b0e9afea40147b263363a0a9e5f2171f0b3",
        rights="The repository states no licence; it asks for a citation of the paper (arXiv 1909.06674).",
        description="One row an anonymous paper: no title or identifier exists, by design.",
    )


class _Rows:
    """Makes the records of rows, under one base."""

    def __init__(self, base: str, study: str, rubric: RubricVersion) -> None:
        self._base, self._study, self._rubric = base, study, rubric
        self._criteria = {criterion.id: criterion for criterion in rubric.policy.criteria}
        self._agent = Agent(f"{base}agent/edward-raff", "person", "Edward Raff")
        name, version = "reading of the paper by one person", "1.0.0"
        self._instrument = Instrument(
            f"{base}instrument/raff-reading-1.0.0", name, version, instrument_digest(name, version, {})
        )

    def paper(self, row: Row, number: int) -> PaperRecord:
        return PaperRecord(
            self._paper(number), f"Paper {number} of the study, anonymous", issued=str(row.whole("Year"))
        )

    def features(self, row: Row, number: int) -> AssessmentRecord:
        return AssessmentRecord(
            iri=f"{self._base}assessment/raff-2019-{number}",
            snapshot=None,
            rubric=self._rubric.iri,
            method="manual",
            agent=self._agent,
            instrument=self._instrument,
            ended=None,
            measurements=tuple(
                _measurement(row, self._criteria[criterion], column) for criterion, column in COLUMNS.items()
            ),
            paper=self._paper(number),
            source=self._study,
        )

    def attempt(self, row: Row, number: int) -> AttemptRecord:
        reproduced = row.required("Reproduced")
        if reproduced not in _OUTCOMES:
            raise row.fault("Reproduced", "is neither Yes nor No", "write Yes or No")
        return AttemptRecord(
            iri=f"{self._base}attempt/raff-2019-{number}",
            outcomes=(scheme_concept("reproduced", _OUTCOMES[reproduced]).value,),
            agent=self._agent,
            method="manual",
            paper=self._paper(number),
            description=f"Attempted in {row.whole('Year Attempted')}, from the paper alone.",
            source=self._study,
        )

    def _paper(self, number: int) -> str:
        return f"{self._base}paper/raff-2019-{number}"


def _measurement(row: Row, criterion: Criterion, column: str) -> Measurement:
    if criterion.scale.kind is ScaleKind.COUNT:
        return Measurement(criterion.id, value=float(row.whole(column)))
    text = row.required(column)
    if text == _NOT_APPLICABLE:
        return Measurement(criterion.id, Status.NOT_APPLICABLE)
    text = _COUNTED_AS.get((criterion.id, text), text)
    notation = _NOT_A_NOTATION.sub("-", text).strip("-")
    try:
        return answered(criterion, notation)
    except InputError as error:
        raise row.fault(
            column, "is no answer of this feature", error.hint or "write it as published"
        ) from error
