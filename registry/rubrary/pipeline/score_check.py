"""Do the stated scores follow from the stated measurements? Asked of every deposit, beside SHACL.

A computed score that its own complete measurements do not give under its policy is refused, with both values.
A published score stays as its source printed it; where it deviates, a warning says so.
"""

from __future__ import annotations

from collections.abc import Callable

from rubrary.assessment import Measurement, Score, Status
from rubrary.errors import InputError
from rubrary.graph.read import Facts, StatedScore, local_id, measurements_of, stated_scores
from rubrary.rubric.model import RubricVersion
from rubrary.scoring import composite, score_sheet
from rubrary.terms import dqv, prov, rub
from rubrary.validation.report import Finding, Severity

#: How far a stated score may lie from the recomputed one: stored inputs are rounded to two places.
TOLERANCE = 0.01

RubricFinder = Callable[[str], RubricVersion | None]
ScoreFinder = Callable[[str], Score | None]


def check_scores(facts: Facts, rubric_of: RubricFinder, score_of: ScoreFinder) -> list[Finding]:
    """Findings on every stated score of one deposit.

    Args:
        facts: the deposit's statements.
        rubric_of: the rubric version that a metric's or criterion's IRI belongs to, if known.
        score_of: for the IRI of a score on record, what it states.
    """
    stated = stated_scores(facts)
    found: list[Finding] = []
    runs = {score.activity for score in stated if score.activity}
    runs |= {run for node in facts.of_type(rub.Measurement) if (run := facts.one(node, prov.wasGeneratedBy))}
    for activity in sorted(runs):
        own = [score for score in stated if score.activity == activity]
        found += _check_run(facts, activity, own, rubric_of)
    for score in stated:
        if score.readiness and score.outcome:
            found += _check_composite(facts, score, rubric_of, score_of)
    return found


def _check_run(
    facts: Facts, activity: str, stated: list[StatedScore], rubric_of: RubricFinder
) -> list[Finding]:
    applied = facts.one(activity, rub.appliesRubric)
    version = rubric_of(stated[0].metric if stated else applied or "")
    if version is None:
        return []  # the shapes have already refused a metric of an unknown rubric
    measurements = measurements_of(facts, activity)
    try:
        sheet = score_sheet(version.policy, measurements)
    except InputError as error:
        focus = stated[0].iri if stated else activity
        return [Finding(Severity.VIOLATION, focus, dqv.value.value, None, str(error), error.hint)]
    given = _values(sheet)
    complete = _complete(measurements)
    found = []
    for score in stated:
        metric = local_id(score.metric)
        if metric not in given:
            if not score.published:
                found.append(_underivable(score))
        elif abs(given[metric] - score.value) > TOLERANCE:
            found.append(_deviation(score, given[metric], complete(sheet, metric)))
    return found


def _values(sheet: tuple[Score, ...]) -> dict[str, float]:
    values = {score.metric: score.value for score in sheet}
    for score in sheet:
        values |= {
            f"{score.metric}-{part.dimension}": part.raw for part in score.dimensions if part.raw is not None
        }
    return values


def _complete(measurements: tuple[Measurement, ...]) -> Callable[[tuple[Score, ...], str], bool]:
    open_ends = any(found.status in (Status.NOT_ATTEMPTED, Status.FAILED) for found in measurements)

    def complete(sheet: tuple[Score, ...], metric: str) -> bool:
        score = next(score for score in sheet if metric in (score.metric, *_parts(score)))
        return not open_ends and score.lower == score.upper

    return complete


def _parts(score: Score) -> tuple[str, ...]:
    return tuple(f"{score.metric}-{part.dimension}" for part in score.dimensions)


def _check_composite(
    facts: Facts, stated: StatedScore, rubric_of: RubricFinder, score_of: ScoreFinder
) -> list[Finding]:
    version = rubric_of(stated.metric)
    readiness = score_of(stated.readiness) if stated.readiness else None
    outcome = score_of(stated.outcome) if stated.outcome else None
    if version is None or readiness is None or outcome is None:
        return []
    given = composite(version.policy, readiness, outcome)
    alpha = facts.number(stated.iri, rub.alpha)
    found = []
    if abs(given.value - stated.value) > TOLERANCE:
        found.append(_deviation(stated, given.value, complete=True))
    if alpha is not None and given.alpha is not None and abs(given.alpha - alpha) > 1e-4:
        message = f"α is stated as {alpha:g}, but the outcome's coverage gives {given.alpha:g}."
        found.append(_finding(Severity.VIOLATION, stated, message, "State the α that the policy gives."))
    return found


def _underivable(score: StatedScore) -> Finding:
    message = f"No measurement in this deposit gives {local_id(score.metric)}, yet it is stated as computed."
    remedy = "Add the measurements, or state it as published with prov:hadPrimarySource naming the source."
    return _finding(Severity.VIOLATION, score, message, remedy)


def _deviation(score: StatedScore, given: float, complete: bool) -> Finding:
    metric = local_id(score.metric)
    message = (
        f"{metric} is stated as {score.value:.4f}, but its measurements give {given:.4f} under this policy."
    )
    if score.published:
        return _finding(Severity.WARNING, score, f"As published: {message}", None)
    severity = Severity.VIOLATION if complete else Severity.WARNING
    return _finding(
        severity, score, message, "Correct the score or the measurements, or leave the score out."
    )


def _finding(severity: Severity, score: StatedScore, message: str, remedy: str | None) -> Finding:
    return Finding(
        severity=severity,
        focus=score.iri,
        path=dqv.value.value,
        value=f"{score.value!r}",
        message=message,
        remedy=remedy,
    )
