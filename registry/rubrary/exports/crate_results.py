"""What came of it, as entities of a crate: measurements, scores, the runs that gave them, and a review."""

from __future__ import annotations

from rubrary.assessment import Status
from rubrary.exports.crate_entities import Entities, Reference, Value, number, reference, references
from rubrary.exports.crate_facts import BundleFacts, FoundMeasurement, FoundScore, Run
from rubrary.exports.crate_references import add_concept
from rubrary.exports.crate_subjects import add_instruments, add_operator
from rubrary.graph.read import local_id
from rubrary.rubric import RubricVersion
from rubrary.schemes import label_of
from rubrary.scoring.rounding import rounded
from rubrary.terms import SCHEME, dcterms, prov, rub

EVIDENCE = "evidence/report.json"
SCORES = "scores.json"

_COMPLETED = "http://schema.org/CompletedActionStatus"
_FAILED = "http://schema.org/FailedActionStatus"
# An outcome of a scheme that is not listed here leaves the status open: nobody said whether it is a failure.
_SUCCEEDED = {f"{SCHEME}{code}" for code in ("failure-mode/success", "reproduced/yes")}
_SUCCEEDED |= {f"{SCHEME}nsai-outcome/O{n}" for n in (1, 2)}
_ENDED_IN_FAILURE = {f"{SCHEME}nsai-outcome/O{n}" for n in (3, 4, 5)} | {f"{SCHEME}reproduced/no"}
_ENDED_IN_FAILURE |= {
    f"{SCHEME}failure-mode/{code}" for code in ("install_dep", "missing_module", "missing_data", "code_error")
}


class Results:
    """Describes the results of runs under one rubric version.

    Args:
        entities: where to.
        facts: what the deposits say.
        version: the rubric version of the assessment.
    """

    def __init__(self, entities: Entities, facts: BundleFacts, version: RubricVersion) -> None:
        self._entities = entities
        self._facts = facts
        self._version = version
        self._criteria = {f"{version.iri}#{one.id}": one for one in version.policy.criteria}
        self._rules = {f"{version.iri}#{rule.id}": rule for rule in version.policy.scores}
        self._dimensions = {f"{version.iri}#{one.id}": one for one in version.policy.dimensions}

    def shown(self, value: float) -> str:
        """A score as the policy wants it shown."""
        return str(rounded(value, self._version.policy.rounding))

    def criterion_title(self, iri: str) -> str:
        """The name of a criterion; of one of another rubric version its id."""
        return self._criteria[iri].title if iri in self._criteria else local_id(iri) or iri

    def add_measurement(self, found: FoundMeasurement) -> Reference:
        """Describe a measurement. One without a value says why, and has no value."""
        measured = found.measurement
        criterion = self._criteria.get(found.criterion)
        ends = criterion.scale if criterion and not criterion.scale.answers else None
        status = f"{SCHEME}measurement-status/{measured.status.value}"
        value = number(measured.value) if measured.value is not None else measured.notation
        return self._entities.add(
            found.iri,
            ("PropertyValue", "TestResult", "QualityMeasurement"),
            {
                "name": self.criterion_title(found.criterion),
                "description": _measurement_text(found),
                "propertyID": found.criterion,
                "value": value if measured.status is Status.MEASURED else None,
                "minValue": number(ends.minimum) if ends else None,
                "maxValue": number(ends.maximum) if ends and ends.maximum is not None else None,
                "measurementStatus": add_concept(self._entities, status),
                "isMeasurementOf": reference(found.criterion),
                "computedOn": reference(found.snapshot) if found.snapshot else None,
                "assessmentTarget": reference(found.snapshot) if found.snapshot else None,
                "subjectOf": reference(EVIDENCE) if measured.evidence else None,
            },
        )

    def add_score(self, score: FoundScore) -> Reference:
        """Describe a score; its name and text say whether it was computed or stands as published."""
        rule = self._rules.get(score.metric)
        low, high = (rule.clamp_minimum, rule.clamp_maximum) if rule else (None, None)
        origin = f"{SCHEME}score-origin/{score.origin}"
        return self._entities.add(
            score.iri,
            ("PropertyValue", "BenchmarkScore"),
            {
                "name": f"{local_id(score.metric)} ({score.origin})",
                "description": self._score_text(score),
                "propertyID": score.metric,
                "value": _optional(score.value),
                "minValue": number(low) if low is not None else None,
                "maxValue": number(high) if high is not None else None,
                "unclampedValue": _optional(score.numbers.get("unclamped")),
                "coverage": _optional(score.numbers.get("coverage")),
                "lowerBound": _optional(score.numbers.get("lower")),
                "upperBound": _optional(score.numbers.get("upper")),
                "contribution": _optional(score.numbers.get("contribution")),
                "alpha": _optional(score.numbers.get("alpha")),
                "scoreOrigin": add_concept(self._entities, origin),
                "inDimension": reference(score.dimension) if score.dimension else None,
                "penaltyApplied": references(score.penalties),
                "wasDerivedFrom": references(score.derived_from),
                "computedOn": references(score.snapshots),
                "outputFromAlgorithm": reference(score.metric),
                "scoredTestResults": reference(SCORES),
            },
        )

    def _score_text(self, score: FoundScore) -> str:
        rule, dimension = self._rules.get(score.metric), self._dimensions.get(score.dimension or "")
        title = rule.title if rule else dimension.title if dimension else local_id(score.metric)
        whose = "as its source published it" if score.published else "computed from the measurements"
        if score in self._facts.composites and not score.published:
            whose = "computed from a readiness and an outcome score"
        value = self.shown(score.value) if score.value is not None else "not applicable"
        return f"{title}: {value}, {whose}, under {self._version.reference}."

    def add_assessment(self, run: Run, name: str, texts: list[str], results: list[Reference]) -> Reference:
        """Describe the run that gave the measurements; ``texts`` are the files with the rubric version.

        An assessment that people made is an ``AssessAction``: a ``CreateAction`` has to name a program.
        """
        measured = sum(found.measurement.status is Status.MEASURED for found in run.measurements)
        return self._entities.add(
            run.iri,
            "AssessAction" if run.manual else "CreateAction",
            {
                "name": f"Assessment of {name}",
                "description": (
                    f"{measured} of {len(run.measurements)} criteria of {self._version.reference} have a value."
                ),
                "instrument": add_instruments(self._entities, run, self._facts),
                "agent": add_operator(self._entities, run, self._facts),
                "object": references([*run.snapshots, self._version.iri, *texts]),
                "result": results,
                "startTime": run.started,
                "endTime": run.ended,
                "actionStatus": _COMPLETED,
            },
        )

    def add_attempt(self, run: Run, position: int, results: list[Reference]) -> Reference:
        """Describe an attempt to rerun what was assessed, and how it ended.

        Where no program ran it, the code that was run is the instrument; a protocol that people followed is
        among the objects, for an instrument has to be a program.
        """
        outcomes = sorted({value.value for value in run.facts.values(run.iri, rub.outcome)})
        status = action_status(outcomes)
        failure = run.one("failureMessage")
        description = run.facts.one(run.iri, dcterms.description)
        parts = [description, "Outcome: " + ", ".join(map(label_of, outcomes))]
        parts.append(failure if status != _FAILED else None)
        used = add_instruments(self._entities, run, self._facts)
        ran = [] if run.manual else used
        instruments = ran or references(run.snapshots)
        return self._entities.add(
            run.iri,
            "CreateAction" if instruments else "Action",
            {
                "name": f"Execution of {', '.join(map(self._facts.snapshot_name, run.snapshots)) or 'the artifact'}",
                "description": " ".join(f"{part.rstrip('.')}." for part in parts if part),
                "instrument": instruments,
                "agent": add_operator(self._entities, run, self._facts),
                "object": [*references(run.snapshots), *(used if run.manual else ())],
                "result": [*(self._add_outcome(position, outcome) for outcome in outcomes), *results],
                "startTime": run.started,
                "endTime": run.ended,
                "actionStatus": status,
                "error": failure if status == _FAILED else None,
            },
        )

    def _add_outcome(self, position: int, outcome: str) -> Reference:
        return self._entities.add(
            f"#outcome-{position}-{outcome.rpartition('/')[2]}",
            "PropertyValue",
            {
                "name": "Outcome",
                "description": f"How the attempt ended: {label_of(outcome)}.",
                "propertyID": rub.outcome.value,
                "value": label_of(outcome),
                "valueReference": add_concept(self._entities, outcome),
            },
        )

    def add_review(self, run: Run, score: FoundScore, snapshot: str) -> Reference:
        """Describe the headline score as a review and a rating, which is what CodeMeta and search engines read."""
        rule = self._rules.get(score.metric)
        metric = local_id(score.metric)
        rating: dict[str, Value] = {
            "name": f"{metric} {self.shown(score.value or 0.0)} ({score.origin})",
            "description": self._score_text(score),
            "ratingValue": number(score.value or 0.0),
            "worstRating": number(rule.clamp_minimum) if rule else None,
            "bestRating": number(rule.clamp_maximum) if rule else None,
            "reviewAspect": metric,
            "ratingExplanation": self._score_text(score),
        }
        operator = add_operator(self._entities, run, self._facts)
        by_person = self._facts.is_a(operator["@id"], prov.Person.value)
        return self._entities.add(
            "#review",
            "Review",
            {
                "name": "Reproducibility review",
                "description": f"The {metric} of the assessment, as a review.",
                "itemReviewed": reference(snapshot),
                "reviewAspect": "reproducibility",
                # Validators want the affiliation of a person who is an author, which records do not hold.
                "creator" if by_person else "author": operator,
                "datePublished": (run.ended or "")[:10] or None,
                "isBasedOn": reference(self._version.iri),
                "reviewRating": self._entities.add("#rating", "Rating", rating),
            },
        )


def action_status(outcomes: list[str]) -> str | None:
    """Whether outcomes mean that an attempt ended well or in failure; ``None`` where they do not tell."""
    if any(outcome in _ENDED_IN_FAILURE for outcome in outcomes):
        return _FAILED
    return _COMPLETED if any(outcome in _SUCCEEDED for outcome in outcomes) else None


def _measurement_text(found: FoundMeasurement) -> str:
    messages = [seen.message for seen in found.measurement.evidence]
    words = found.measurement.status.value.replace("-", " ").capitalize()
    return f"{words}. {' '.join(messages)}".strip()


def _optional(value: float | None) -> int | float | None:
    return None if value is None else number(value)
