"""The score sheet: every score that a policy derives from one set of measurements."""

from __future__ import annotations

from collections.abc import Iterable

from rubrary.assessment import Measurement, Score
from rubrary.errors import InputError
from rubrary.rubric.model import Method, Policy
from rubrary.scoring.coverage_blend import blend
from rubrary.scoring.measured import take
from rubrary.scoring.methods import methods


def score_sheet(policy: Policy, measurements: Iterable[Measurement]) -> tuple[Score, ...]:
    """The policy's scores in its order; one that the measurements do not define is left out.

    A missing measurement is never zero: the value is that of what was measured, ``coverage`` says how much
    that is, ``lower`` and ``upper`` where the score could be.

    Raises:
        InputError: a measurement does not fit the policy, or two are of the same criterion.
    """
    measured = take(policy, measurements)
    scores: dict[str, Score] = {}
    for rule in policy.scores:
        score = methods()[rule.method](rule, policy, measured, scores)
        if score is not None:
            scores[rule.id] = score
    return tuple(scores.values())


def composite(policy: Policy, readiness: Score, outcome: Score) -> Score:
    """The composite of a readiness and an outcome score of different deposits.

    Raises:
        InputError: the policy has no rule that blends these two.
    """
    for rule in policy.scores:
        if rule.method is Method.COVERAGE_BLEND and rule.of == (readiness.metric, outcome.metric):
            return blend(rule, policy, readiness, outcome)
    raise InputError(f"the rubric has no composite of {readiness.metric} and {outcome.metric}")
