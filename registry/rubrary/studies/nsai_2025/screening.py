"""The screening of a paper as an assessment of it: decision, and the labels given for leaving it out."""

from __future__ import annotations

from rubrary.assessment import Measurement
from rubrary.records import Agent, AssessmentRecord, Instrument
from rubrary.rubric import RubricVersion, answered, instrument_digest
from rubrary.studies.table import Row

SCREENING_COLUMNS = ("paper_id", "title", "year", "decision", "exclusion_reasons")


class Screening:
    """Makes the screening records of rows.

    Args:
        base: the registry's base IRI.
        study: IRI of the study.
        rubric: ``nsai-screening``.
    """

    def __init__(self, base: str, study: str, rubric: RubricVersion) -> None:
        self._base, self._study, self._rubric = base, study, rubric
        self._agent = Agent(
            f"{base}agent/nsai-reproducibility-audit", "organization", "NSAI reproducibility audit"
        )
        name, version = "reading of titles and abstracts", "1.0.0"
        self._instrument = Instrument(
            f"{base}instrument/nsai-screening-1.0.0", name, version, instrument_digest(name, version, {})
        )

    def assessment(self, row: Row, identifier: str, paper: str) -> AssessmentRecord:
        """The screening of one paper; the table has no date.

        Raises:
            MalformedInput: a decision or label is not one of the table's.
        """
        policy = self._rubric.policy
        known = {criterion.id: criterion for criterion in policy.criteria}
        decision = row.required("decision")
        if known["decision"].scale.answer(decision) is None:
            raise row.fault("decision", "is no decision", "write in-scope or out-of-scope")
        found: list[Measurement] = [answered(known["decision"], decision)]
        for label in dict.fromkeys(filter(None, map(str.strip, row.text("exclusion_reasons").split(";")))):
            reason = known.get(label.replace("-", "_").replace(" ", "_"))
            if reason is None or reason.id == "decision":
                raise row.fault(
                    "exclusion_reasons", f"has the unknown label {label!r}", "write the label as published"
                )
            found.append(answered(reason, "Yes"))
        return AssessmentRecord(
            iri=f"{self._base}assessment/nsai-screening-{identifier}",
            snapshot=None,
            rubric=self._rubric.iri,
            method="manual",
            agent=self._agent,
            instrument=self._instrument,
            ended=None,
            measurements=tuple(found),
            paper=paper,
            source=self._study,
        )
