"""What is doubtful in a rubric that is valid: questions that nobody can answer, rules that never count."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache

from rubrary.errors import NotFound, Place, Problem
from rubrary.pipeline.policy_diff import PartKind
from rubrary.pipeline.policy_draft import PLACEHOLDER
from rubrary.pipeline.policy_places import PartPlaces
from rubrary.rubric import Baselines, Criterion, Policy, RubricVersion, policy_digest, shipped
from rubrary.rubric.number import shortest


def doubts(version: RubricVersion, baselines: Baselines, places: PartPlaces) -> Iterator[Problem]:
    """What a curator should look at in the parts that the file itself writes.

    Args:
        version: the version that the file defines.
        baselines: gives the version that it extends.
        places: where the file writes its parts.
    """
    if version.license is None:
        yield Problem(
            "the rubric states no licence",
            places.key("extends"),
            "add 'license: CC-BY-4.0', or another SPDX identifier",
        )
    asked: dict[str, str] = {}
    for criterion in version.policy.criteria:
        place = places.of(PartKind.CRITERION, criterion.id)
        if place is not None:  # what comes from the baseline is not for this file to mend
            yield from _measurable(criterion, place)
            yield from _asked_twice(criterion, asked, place)
        asked.setdefault(_bare(criterion.question), criterion.id)
    yield from _idle_penalties(version.policy, places)
    yield from _unwritten_reasons(version)
    if version.extends:
        yield from _idle_override(version, baselines, places)


@cache
def known_detectors() -> frozenset[str]:
    """The ids of the detectors that the shipped rubrics name."""
    return frozenset(
        criterion.detector
        for version in shipped()
        for criterion in version.policy.criteria
        if criterion.detector
    )


def _measurable(criterion: Criterion, place: Place) -> Iterator[Problem]:
    """Whether somebody can answer: a detector that is known, or a person who is asked something."""
    detectors = known_detectors()
    if criterion.detector in detectors:
        return
    named = _bare(criterion.question) in {"", _bare(criterion.id), _bare(criterion.title)}
    if named:
        unknown = f", and no detector {criterion.detector!r} is known" if criterion.detector else ""
        yield Problem(
            f"nobody can measure the criterion {criterion.id!r}: its question only repeats its name{unknown}",
            place,
            "ask something that a person can answer by looking",
        )
    elif criterion.detector:
        close = get_close_matches(criterion.detector, detectors, n=1)
        yield Problem(
            f"no detector {criterion.detector!r} is known, so only people can answer the criterion {criterion.id!r}",
            place,
            f"did you mean {close[0]!r}?"
            if close
            else "take 'detector' out where people are meant to answer",
        )


def _asked_twice(criterion: Criterion, asked: dict[str, str], place: Place) -> Iterator[Problem]:
    other = asked.get(_bare(criterion.question))
    if other is not None and _bare(criterion.question):
        yield Problem(
            f"the criteria {other!r} and {criterion.id!r} ask the same question",
            place,
            "word what tells them apart",
        )


def _bare(text: str) -> str:
    return re.sub(r"[\W_]+", "", text).lower()


def _idle_penalties(policy: Policy, places: PartPlaces) -> Iterator[Problem]:
    least = {criterion.id: criterion.scale.minimum for criterion in policy.criteria}
    for penalty in policy.penalties:
        place = places.of(PartKind.PENALTY, penalty.id)
        if place is not None and penalty.below <= least.get(penalty.on, 0):
            yield Problem(
                f"the penalty {penalty.id!r} never counts: nothing is strictly below {shortest(penalty.below)}",
                place,
                "raise 'below', or take the penalty out",
            )


def _unwritten_reasons(version: RubricVersion) -> Iterator[Problem]:
    for override in version.overrides:
        if override.rationale == PLACEHOLDER and override.place is not None:
            yield Problem(
                f"the rationale of {override.target or 'rounding'} is still {PLACEHOLDER!r}",
                override.place,
                "say why your community judges otherwise there",
            )


def _idle_override(version: RubricVersion, baselines: Baselines, places: PartPlaces) -> Iterator[Problem]:
    try:
        baseline = baselines(version.extends or "")
    except NotFound:  # it is in a file of the same run
        return
    if policy_digest(baseline.policy) == policy_digest(version.policy):
        yield Problem(
            f"it judges exactly as {baseline.reference} does: their policy digests are equal",
            places.key("extends"),
            "change what your community judges otherwise, or use the baseline itself",
        )
