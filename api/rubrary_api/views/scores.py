"""Scores, profiles and measurements of one run, ready to be shown."""

from __future__ import annotations

from dataclasses import dataclass

from rubrary.assessment import Measurement, Status
from rubrary.evidence import Evidence
from rubrary.graph.read import Facts, local_id, measurements_of, stated_scores
from rubrary.rubric.model import Criterion, RubricVersion
from rubrary.terms import rub
from rubrary_api.filters import shown


@dataclass(frozen=True, slots=True)
class ShownScore:
    """One score of a run."""

    metric: str
    label: str
    value: float
    maximum: str
    published: bool
    unclamped: float | None
    coverage: str
    range: str
    penalties: str


@dataclass(frozen=True, slots=True)
class Bar:
    """One dimension of a profile: raw value and gate, both 0 to 100."""

    notation: str
    title: str
    raw: float | None
    gate: float | None


@dataclass(frozen=True, slots=True)
class ShownMeasurement:
    """One measurement with its criterion's words."""

    iri: str
    label: str
    question: str | None
    weight: str | None
    shown: str
    evidence: tuple[Evidence, ...]


_LABELS = {"RRS": "Readiness (RRS)", "ROS": "Outcome (ROS)", "RCS": "Composite (RCS)"}


def scores_of(facts: Facts, activity: str, version: RubricVersion | None) -> list[ShownScore]:
    """The scores of a run, dimension scores left out; computed ones first."""
    scores = set(facts.of_type(rub.Score))
    found = [score for score in stated_scores(facts) if score.activity == activity and score.iri in scores]
    return [
        _shown_score(facts, score.iri, local_id(score.metric), score.value, score.published, version)
        for score in sorted(found, key=lambda score: (score.published, score.metric))
    ]


def _shown_score(
    facts: Facts, iri: str, metric: str, value: float, published: bool, version: RubricVersion | None
) -> ShownScore:
    low, high = facts.number(iri, rub.lowerBound), facts.number(iri, rub.upperBound)
    coverage = facts.number(iri, rub.coverage)
    penalties = (local_id(penalty.value) for penalty in facts.values(iri, rub.penaltyApplied))
    return ShownScore(
        metric=metric,
        label=_LABELS.get(metric, metric),
        value=value,
        maximum=_maximum(version, metric),
        published=published,
        unclamped=facts.number(iri, rub.unclampedValue),
        coverage=f"{shown(coverage * 100, 0)} %" if coverage is not None else "",
        range=f"{shown(low)} to {shown(high)}"
        if low is not None and high is not None and low != high
        else "",
        penalties=", ".join(sorted(name.removeprefix("penalty-") for name in penalties)),
    )


def _maximum(version: RubricVersion | None, metric: str) -> str:
    rules = version.policy.scores if version else ()
    return next((f"{rule.clamp_maximum:f}" for rule in rules if rule.id == metric), "100")


def profile_of(facts: Facts, activity: str, version: RubricVersion | None) -> list[Bar]:
    """The raw value of each dimension of a run, computed ones where there are such, in the policy's order."""
    wanted = set(facts.of_type(rub.DimensionScore))
    values: dict[str, float] = {}
    for score in stated_scores(facts):
        if score.iri in wanted and score.activity == activity:
            dimension = local_id(facts.one(score.iri, rub.inDimension) or "")
            if not (score.published and dimension in values):
                values[dimension] = score.value
    if version is None:
        return [Bar(name, "", value, None) for name, value in sorted(values.items())]
    return [
        Bar(
            dimension.id,
            dimension.title,
            values.get(dimension.id),
            float(dimension.gate.threshold) if dimension.gate else None,
        )
        for dimension in version.policy.dimensions
        if values
    ]


def measurements_shown(
    facts: Facts, activity: str, rubric: str, version: RubricVersion | None
) -> list[ShownMeasurement]:
    """The measurements of a run in the policy's order."""
    found = {measurement.criterion: measurement for measurement in measurements_of(facts, activity)}
    criteria = {criterion.id: criterion for criterion in version.policy.criteria} if version else {}
    order = [name for name in criteria if name in found] + sorted(found.keys() - criteria.keys())
    return [_shown_measurement(found[name], rubric, criteria.get(name)) for name in order]


def _shown_measurement(found: Measurement, rubric: str, criterion: Criterion | None) -> ShownMeasurement:
    value = found.notation or (shown(found.value) if found.value is not None else "–")
    return ShownMeasurement(
        iri=f"{rubric}#{found.criterion}",
        label=found.criterion,
        question=criterion.question if criterion else None,
        weight=f"{criterion.weight:f}" if criterion else None,
        shown=value if found.status is Status.MEASURED else found.status.replace("-", " "),
        evidence=found.evidence,
    )
