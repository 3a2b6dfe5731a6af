"""Whether the parts of a policy fit together: names that exist, weights that sum to one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from decimal import Decimal

from rubrary.errors import Place
from rubrary.rubric.fields import Findings, Locate, suggest
from rubrary.rubric.method import NEEDS, Over, Weighting, has_numbers, weighting_of
from rubrary.rubric.model import SUM_TOLERANCE, Criterion, Dimension, Method, Policy, ScoreRule
from rubrary.rubric.number import shortest
from rubrary.rubric.tree import check_tree


def check_policy(policy: Policy, locate: Locate, findings: Findings) -> None:
    """Note everything that keeps the policy from being used.

    Args:
        policy: with ``NaN`` for numbers that could not be read; sums that need them are not checked.
        locate: finds the places of parts, or of a section.
        findings: where problems are noted.
    """
    _check_names(policy, locate, findings)
    _check_dimensions(policy, locate, findings)
    for criterion in policy.criteria:
        _check_stand_in(criterion, locate, findings)
    known = {part.id for part in policy.dimensions} | {part.id for part in policy.criteria}
    for penalty in policy.penalties:
        if penalty.on and penalty.on not in known:
            _unknown(
                locate(f"penalty-{penalty.id}"), f"the penalty {penalty.id!r}", penalty.on, known, findings
            )
    for index, rule in enumerate(policy.scores):
        _check_rule(policy, rule, policy.scores[:index], locate, findings)
    used = {part.id for rule in policy.scores for part in _looked_at(policy, rule)}
    for criterion in policy.criteria:
        # An answer in words informs; a number that nothing counts is probably forgotten.
        if (
            criterion.dimension is None
            and criterion.id not in used
            and policy.scores
            and has_numbers(criterion)
        ):
            findings.warn(
                locate(criterion.id), f"no dimension and no score uses the criterion {criterion.id!r}"
            )


def fragments(policy: Policy) -> Iterator[str]:
    """The ends of the IRIs of all parts, after the ``#``."""
    yield from (dimension.id for dimension in policy.dimensions)
    for criterion in policy.criteria:
        yield criterion.id
        yield from (f"{criterion.id}-answer-{answer.notation}" for answer in criterion.scale.answers)
    for penalty in policy.penalties:
        yield f"penalty-{penalty.id}"
    for rule in policy.scores:
        yield rule.id
        if rule.method is Method.GATED_WEIGHTED_SUM:
            yield from (f"{rule.id}-{dimension.id}" for dimension in policy.dimensions)


def _check_names(policy: Policy, locate: Locate, findings: Findings) -> None:
    for fragment, count in Counter(fragments(policy)).items():
        if count > 1 or fragment.startswith("override-"):
            findings.problem(
                locate(fragment),
                f"the id {fragment!r} names more than one part",
                "dimensions, criteria, scores and penalties share one space of names",
            )


def _check_dimensions(policy: Policy, locate: Locate, findings: Findings) -> None:
    known = [dimension.id for dimension in policy.dimensions]
    for criterion in policy.criteria:
        if criterion.dimension is not None and criterion.dimension not in known:
            _unknown(
                locate(criterion.id), f"the criterion {criterion.id!r}", criterion.dimension, known, findings
            )
    for dimension in policy.dimensions:
        if not policy.criteria_of(dimension.id) and not policy.parts_of(dimension.id):
            findings.problem(
                locate(dimension.id),
                f"no criterion is in the dimension {dimension.id!r}",
                f"write 'dimension: {dimension.id}' in one, or take the dimension out",
            )
    weighting = weighting_of(rule.method for rule in policy.scores)
    if weighting is Weighting.SHARES:
        _check_shares(policy, locate, findings)
    check_tree(policy, weighting, locate, findings)


def _check_shares(policy: Policy, locate: Locate, findings: Findings) -> None:
    if policy.dimensions:
        _check_sum("the dimensions", policy.dimensions, locate("dimensions"), findings)
    for dimension in policy.dimensions:
        inside = policy.criteria_of(dimension.id)
        if inside:
            place = locate(*(criterion.id for criterion in inside), dimension.id)
            _check_sum(f"the criteria in {dimension.id}", inside, place, findings)


def _check_stand_in(criterion: Criterion, locate: Locate, findings: Findings) -> None:
    if criterion.stand_in is not None and not criterion.scale.admits(float(criterion.stand_in)):
        findings.problem(
            locate(criterion.id),
            f"{shortest(criterion.stand_in)} stands for 'not applicable' in the criterion {criterion.id!r}, "
            "but its scale has no such value",
        )


def _check_rule(
    policy: Policy, rule: ScoreRule, earlier: tuple[ScoreRule, ...], locate: Locate, findings: Findings
) -> None:
    place, what, needs = locate(rule.id), f"the score {rule.id!r}", NEEDS[rule.method]
    if needs.blends:
        _check_blend(rule, earlier, place, findings)
    if rule.method in _SUMS_DIMENSIONS and not policy.dimensions:
        findings.problem(place, f"{what} sums dimensions, but the rubric has none")
    known = {criterion.id: criterion for criterion in policy.criteria}
    for name in (*rule.over, *((rule.top.criterion,) if rule.top else ())):
        if name not in known:
            _unknown(place, what, name, known, findings)
    read = _looked_at(policy, rule)
    if rule.method is Method.WEIGHTED_MEAN_OF_AVAILABLE and len(read) == len(rule.over) and read:
        _check_sum(f"the criteria of {rule.id}", read, locate(rule.id, *rule.over), findings)
    if needs.over is Over.OR_ALL and not read:
        findings.problem(place, f"{what} has no criterion to look at", "list some in 'over'")
    for criterion in read:
        if not has_numbers(criterion):
            findings.problem(
                locate(criterion.id),
                f"{what} needs numbers between two ends, but the criterion {criterion.id!r} has none",
                "give each answer a number, or leave the criterion out of 'over'",
            )
        elif needs.hundred and (criterion.scale.minimum != 0 or criterion.scale.maximum != 100):
            findings.problem(
                locate(criterion.id),
                f"{what} needs scales from 0 to 100, but the criterion {criterion.id!r} has another",
            )


_SUMS_DIMENSIONS = {Method.GATED_WEIGHTED_SUM, Method.WEIGHTED_TREE}


def _looked_at(policy: Policy, rule: ScoreRule) -> list[Criterion]:
    if rule.method in _SUMS_DIMENSIONS:
        return [criterion for criterion in policy.criteria if criterion.dimension is not None]
    names = {*rule.over, rule.top.criterion} if rule.top else set(rule.over)
    return [criterion for criterion in policy.criteria if criterion.id in names]


def _check_blend(rule: ScoreRule, earlier: tuple[ScoreRule, ...], place: Place, findings: Findings) -> None:
    what = f"the score {rule.id!r}"
    by_name = {score.id: score for score in earlier}
    for name in rule.of:
        if name not in by_name:
            _unknown(place, what, name, by_name, findings)
    if rule.of and len(rule.of) != 2:
        findings.problem(place, f"{what} must blend two scores (readiness, then outcome), not {len(rule.of)}")
    elif rule.of and rule.of[1] in by_name:
        outcome = by_name[rule.of[1]]
        if outcome.method is not Method.WEIGHTED_MEAN_OF_AVAILABLE:
            findings.problem(
                place, f"{what} weighs {outcome.id!r} by its coverage, so that must be a weighted mean"
            )
    low, high = rule.alpha_minimum, rule.alpha_maximum
    if low is not None and high is not None and low > high:
        findings.problem(place, f"alpha_min of {what} is above alpha_max")


def _check_sum(what: str, parts: Iterable[Dimension | Criterion], place: Place, findings: Findings) -> None:
    weights = {part.id: part.weight for part in parts}
    if any(weight.is_nan() for weight in weights.values()):
        return
    total = sum(weights.values(), Decimal(0))
    if abs(total - 1) > SUM_TOLERANCE:
        listed = ", ".join(f"{name} {shortest(weight)}" for name, weight in weights.items())
        findings.problem(
            place,
            f"the weights of {what} sum to {shortest(total)}, not to 1 ({listed})",
            "change them so that they sum to 1",
        )


def _unknown(place: Place, what: str, name: str, known: Iterable[str], findings: Findings) -> None:
    findings.problem(place, f"{what} names {name!r}, which this rubric does not have", suggest(name, known))
