"""One row of ``outcomes.csv`` as two records: what of the bundle was there, and how the rerun went."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import TypeVar

from rubrary.assessment import Measurement, Status
from rubrary.records import Agent, AssessmentRecord, AttemptRecord, FailureCause, Instrument, ResultComparison
from rubrary.rubric import RubricVersion, answered, instrument_digest
from rubrary.scoring import score_sheet
from rubrary.studies.nsai_2025.papers import paper_id
from rubrary.studies.table import Row
from rubrary.terms import scheme_concept

OUTCOME_COLUMNS = (
    "paper_id", "title", "doi_or_url", "year_answer", "outcome", "late_exclusion", "annotator", "assessed_on",
    "repository_url", "has_codebase", "all_artifacts_public", "results_reproduced", "outcome_form",
    "reproducible_all_artifacts", "venue_group", "publication_year", "venue_class",
)  # fmt: skip
#: The study's words for its outcomes, and the concepts that they stand for.
OUTCOMES = {
    "full": "O1",
    "partial": "O2",
    "missing_artifacts": "O3",
    "missing_code": "O4",
    "failed_with_artifacts": "O5",
}
LATE_EXCLUSIONS = {
    "Not attempted - off topic": "off-topic",
    "No quantitative evaluation": "no-quantitative-evaluation",
    "Not attempted - no fulltext": "no-fulltext",
    "Not attempted - background article": "background-article",
    "Not attempted - not a research article": "not-a-research-article",
}
_YES_NO = {"Yes": True, "No": False}
_FLAG = {"1": "Yes", "0": "No"}
T = TypeVar("T")

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


class Runs:
    """Makes the records of rows.

    Args:
        base: the registry's base IRI.
        study: IRI of the study.
        rubric: ``nsai-inventory``.
    """

    def __init__(self, base: str, study: str, rubric: RubricVersion) -> None:
        self._base, self._study, self._rubric = base, study, rubric
        name, version = "form of the NSAI audit", "1.0.0"
        self._instrument = Instrument(
            f"{base}instrument/nsai-form-1.0.0", name, version, instrument_digest(name, version, {})
        )

    def inventory(self, row: Row, paper: str) -> AssessmentRecord:
        """What the form says of the bundle: of the code by itself, of the rest as a whole.

        Raises:
            InputError: an answer is none of the table's.
        """
        policy = self._rubric.policy
        code = policy.criterion("code")
        answer = "present" if _choice(row, "has_codebase", _YES_NO) else "absent"
        parts = ("data", "weights", "evaluation_harness", "environment", "documentation")
        flag = _choice(row, "reproducible_all_artifacts", _FLAG)
        public = row.required("all_artifacts_public")
        _choice(row, "all_artifacts_public", _YES_NO)
        measurements = (
            answered(code, answer),
            *(Measurement(part, Status.NOT_ATTEMPTED) for part in parts),
            answered(policy.criterion("all_artifacts_public"), public),
            answered(policy.criterion("reproducible_all_artifacts"), flag),
        )
        return AssessmentRecord(
            iri=f"{self._base}assessment/nsai-inventory-{paper_id(row)}",
            snapshot=None,
            rubric=self._rubric.iri,
            method="manual",
            agent=self._annotator(row),
            instrument=self._instrument,
            ended=_day(row),
            measurements=measurements,
            scores=score_sheet(policy, measurements),
            paper=paper,
            source=self._study,
        )

    def attempt(self, row: Row, paper: str) -> AttemptRecord:
        """How the rerun went, or why it was not made after all.

        Raises:
            InputError: an answer is none of the table's.
        """
        outcome = row.required("outcome")
        if outcome == "late_exclusion":
            concept = scheme_concept("nsai-late-exclusion", _choice(row, "late_exclusion", LATE_EXCLUSIONS))
        else:
            concept = scheme_concept("nsai-outcome", _choice(row, "outcome", OUTCOMES))
        holds = _choice(row, "results_reproduced", _YES_NO)
        form = row.text("outcome_form")
        return AttemptRecord(
            iri=f"{self._base}attempt/nsai-{paper_id(row)}",
            outcomes=(concept.value,),
            agent=self._annotator(row),
            method="manual",
            paper=paper,
            ended=_day(row),
            # The form asks of the results as a whole; where its answer contradicts the outcome, both stand.
            comparisons=(ResultComparison("reported results as a whole", claim_holds=holds),),
            causes=(FailureCause(missing_kind="code"),) if outcome == "missing_code" else (),
            description=f"Verdict on the form: {form}." if form else None,
            source=self._study,
        )

    def _annotator(self, row: Row) -> Agent:
        name = row.required("annotator")
        label = f"{name.replace('-', ' ')} of the NSAI audit"
        return Agent(f"{self._base}agent/nsai-{name}", "person", label)


def _choice(row: Row, column: str, known: Mapping[str, T]) -> T:
    value = row.required(column)
    if value not in known:
        raise row.fault(column, "is no answer of the form", f"write one of {', '.join(known)}")
    return known[value]


def _day(row: Row) -> datetime | None:
    """The day of the assessment, as its beginning in UTC: the table has no times."""
    text = row.text("assessed_on")
    if not text:
        return None
    try:
        if not _DATE.fullmatch(text):
            raise ValueError
        return datetime.fromisoformat(text).replace(tzinfo=UTC)
    except ValueError:
        raise row.fault("assessed_on", "is not a day", "write it as 2025-07-31") from None
