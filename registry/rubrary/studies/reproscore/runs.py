"""One row of ``scores.csv`` as two records: what the repository scored, and how its notebooks ran."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from rubrary.assessment import DimensionScore, Measurement, Origin, Score
from rubrary.records import Agent, AssessmentRecord, AttemptRecord, Instrument
from rubrary.rubric import Policy, RubricVersion, instrument_digest
from rubrary.scoring import score_sheet
from rubrary.snapshot import Snapshot
from rubrary.studies.table import Row
from rubrary.terms import scheme_concept

#: The publication of the protocol by which the notebooks were run.
PROTOCOL = "https://doi.org/10.1093/gigascience/giad113"

MODES = ("success", "install_dep", "missing_module", "missing_data", "code_error")

_SCORER, _VERSION = "reproscore", "1.0.0"
_PENALTY_COLUMNS = {"penalty_E": "E", "penalty_A": "A", "penalty_seed": "seed_management"}
_FRAME = (
    "repo", "giga_repo_id", "clone_url", "cloned_commit", "score_timestamp_utc", "score_seconds", "rrs",
    "failure_mode", "dominant_reason", "success_nb_count", "total_exec_count",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Subject:
    """What a row is about, with everything that other tables know of it.

    Attributes:
        id: the repository's number in both data sets.
        paper: IRI of its paper.
        scored: the snapshot that was scored.
        executed: the snapshot whose notebooks were run; often another.
        started: when scoring began.
        ended: when it ended.
    """

    id: str
    paper: str
    scored: Snapshot
    executed: Snapshot
    started: datetime
    ended: datetime


class Runs:
    """Makes the records of rows, under one rubric version and one base.

    Args:
        base: the registry's base IRI.
        study: IRI of the study.
        rubric: the rubric version that names the sub-metrics.
    """

    def __init__(self, base: str, study: str, rubric: RubricVersion) -> None:
        self._base, self._study, self._rubric = base, study, rubric
        policy = rubric.policy
        self._criteria = tuple(criterion.id for criterion in policy.criteria if criterion.dimension)
        detectors = dict.fromkeys(self._criteria, _VERSION)
        self._scorer = Agent(f"{base}agent/{_SCORER}-{_VERSION}", "software", _SCORER, _VERSION)
        self._instrument = Instrument(
            iri=f"{base}instrument/{_SCORER}-{_VERSION}",
            name=_SCORER,
            version=_VERSION,
            digest=instrument_digest(_SCORER, _VERSION, detectors),
        )
        # Which version of the pipeline ran is not published.
        name = "computational-reproducibility-pmc"
        self._pipeline = Agent(f"{base}agent/{name}", "software", name)

    def assessment(self, row: Row, subject: Subject) -> AssessmentRecord:
        """The readiness that the published scorer found, with its scores and those that the policy gives.

        Raises:
            InputError: a value cannot be read, or is not one that the policy can have.
        """
        policy = self._rubric.policy
        measurements = tuple(
            Measurement(name, value=row.number(f"sub_{name}", least=0, greatest=100))
            for name in self._criteria
        )
        return AssessmentRecord(
            iri=f"{self._base}assessment/{_SCORER}-{subject.id}",
            snapshot=subject.scored,
            rubric=self._rubric.iri,
            method="automated",
            agent=self._scorer,
            instrument=self._instrument,
            started=subject.started,
            ended=subject.ended,
            measurements=measurements,
            scores=_only("RRS", policy, measurements),
            published=(self._published(row),),
            paper=subject.paper,
            source=self._study,
        )

    def attempt(self, row: Row, subject: Subject) -> AttemptRecord:
        """How the repository's notebooks ran, with the outcome score that their share gives.

        Raises:
            InputError: a value cannot be read, or the counts contradict each other.
        """
        mode = row.required("failure_mode")
        if mode not in MODES:
            raise row.fault("failure_mode", "is not a failure mode", f"write one of {', '.join(MODES)}")
        executed, succeeded = row.whole("total_exec_count"), row.whole("success_nb_count")
        if succeeded > executed:
            what = f"is more than the {executed} notebooks that were run"
            raise row.fault("success_nb_count", what, "correct one of the two counts")
        # Where no notebook was run, no share of them is known.
        probes = (Measurement("notebooks", value=100 * succeeded / executed),) if executed else ()
        return AttemptRecord(
            iri=f"{self._base}attempt/{_SCORER}-{subject.id}",
            outcomes=(scheme_concept("failure-mode", mode).value,),
            agent=self._pipeline,
            snapshots=(subject.executed,),
            paper=subject.paper,
            rubric=self._rubric.iri if probes else None,
            measurements=probes,
            scores=_only("ROS", self._rubric.policy, probes),
            protocol=PROTOCOL,
            executed=executed,
            succeeded=succeeded,
            failure_message=row.text("dominant_reason") or None,
            source=self._study,
        )

    def _published(self, row: Row) -> Score:
        value = row.number("rrs", least=0, greatest=100)
        return Score(
            metric="RRS",
            value=value,
            unclamped=value,  # not printed; the record leaves it out for published scores
            coverage=1.0,
            lower=value,
            upper=value,
            criteria=self._criteria,
            dimensions=tuple(
                DimensionScore(
                    dimension=dimension.id,
                    raw=row.number(f"cat_{dimension.id}_raw", least=0, greatest=100),
                    contribution=row.number(f"cat_{dimension.id}_gated", least=0, greatest=100),
                    coverage=1.0,
                )
                for dimension in self._rubric.policy.dimensions
            ),
            penalties=self._penalties(row),
            origin=Origin.PUBLISHED,
        )

    def _penalties(self, row: Row) -> tuple[str, ...]:
        by_target = {penalty.on: penalty for penalty in self._rubric.policy.penalties}
        found = []
        for column, target in _PENALTY_COLUMNS.items():
            points = row.number(column, least=0, greatest=100)
            penalty = by_target[target]
            if points not in {0.0, float(penalty.points)}:
                what = f"is neither 0 nor the {penalty.points} points that the rubric takes off"
                raise row.fault(column, what, "correct the value")
            if points:
                found.append(penalty.id)
        return tuple(found)


def score_columns(policy: Policy) -> tuple[str, ...]:
    """The columns that ``scores.csv`` must have."""
    return (
        *_FRAME,
        *_PENALTY_COLUMNS,
        *(f"cat_{dimension.id}_{part}" for dimension in policy.dimensions for part in ("raw", "gated")),
        *(f"sub_{criterion.id}" for criterion in policy.criteria if criterion.dimension),
    )


def _only(metric: str, policy: Policy, measurements: tuple[Measurement, ...]) -> tuple[Score, ...]:
    """The one score: readiness never stands in an attempt, an outcome never in an assessment."""
    return tuple(score for score in score_sheet(policy, measurements) if score.metric == metric)
