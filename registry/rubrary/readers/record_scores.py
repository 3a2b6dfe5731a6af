"""The scores of a record file: computed from its answers, or as the file states them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from rubrary.assessment import Measurement, Origin, Score
from rubrary.records import AssessmentRecord, AttemptRecord
from rubrary.rubric import Method, RubricVersion, ScoreRule
from rubrary.rubric.fields import suggest
from rubrary.scoring import composite, score_sheet

#: What is wrong with a key, and how to mend it.
Faults = dict[str, tuple[str, str]]


def run_scores(
    version: RubricVersion, measurements: Sequence[Measurement], stated: Mapping[str, Decimal]
) -> tuple[tuple[Score, ...], Faults]:
    """The scores of one run, composites left out.

    A stated value takes the place of the computed one; the check at deposit refuses it if the answers give
    another. Faults are by the stated score's id.
    """
    rules = {rule.id: rule for rule in _plain_rules(version)}
    given = {
        score.metric: score for score in score_sheet(version.policy, measurements) if score.metric in rules
    }
    faults: Faults = {}
    for metric, value in stated.items():
        if metric in given:
            given[metric] = _stated(given[metric], float(value))
        elif metric in rules:
            faults[metric] = (f"no answer of this section gives {metric}", "add the answers, or leave it out")
        else:
            faults[metric] = _no_score(version, metric, rules)
    return tuple(given.values()), faults


def published_scores(
    version: RubricVersion, printed: Mapping[str, Decimal], source: str | None
) -> tuple[tuple[Score, ...], Faults]:
    """Scores as a source prints them. Faults are by the score's id."""
    rules = {rule.id: rule for rule in _plain_rules(version)}
    faults: Faults = {}
    found = []
    for metric, printed_value in printed.items():
        value = float(printed_value)
        if metric not in rules:
            faults[metric] = _no_score(version, metric, rules)
        elif source is None:
            message = f"{metric} is published, but the assessment names no source"
            faults[metric] = (message, "add 'source: …', the study that prints it")
        found.append(Score(metric, value, value, 1.0, value, value, origin=Origin.PUBLISHED))
    return tuple(found), faults


def composite_score(
    version: RubricVersion | None,
    assessment: AssessmentRecord | None,
    attempt: AttemptRecord | None,
    stated: Decimal | None = None,
) -> tuple[str, str, Score] | str:
    """The ids of the readiness and the outcome score, and their composite; or why there is none."""
    if version is None or assessment is None or attempt is None:
        return "it needs an assessment and an attempt in the same file"
    if assessment.rubric != attempt.rubric:
        return "assessment and attempt apply different rubrics, or the attempt has no probes"
    readiness = {score.metric: score for score in assessment.scores}
    outcome = {score.metric: score for score in attempt.scores}
    for rule in version.policy.scores:
        if rule.method is Method.COVERAGE_BLEND and rule.of[0] in readiness and rule.of[1] in outcome:
            first, second = rule.of
            score = composite(version.policy, readiness[first], outcome[second])
            return first, second, _stated(score, float(stated)) if stated is not None else score
    return "the answers do not give both of its scores"


def _plain_rules(version: RubricVersion) -> list[ScoreRule]:
    return [rule for rule in version.policy.scores if rule.method is not Method.COVERAGE_BLEND]


def _stated(score: Score, value: float) -> Score:
    # The bounds must hold the value, or the shapes would speak first and never say what the answers give.
    return replace(score, value=value, lower=min(score.lower, value), upper=max(score.upper, value))


def _no_score(version: RubricVersion, metric: str, rules: Mapping[str, ScoreRule]) -> tuple[str, str]:
    if any(rule.id == metric for rule in version.policy.scores):
        return f"{metric} is a composite", "write it as 'composite: {value: …}', a section of its own"
    return f"the rubric {version.reference} has no score {metric!r}", suggest(metric, rules)
