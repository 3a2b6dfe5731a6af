"""Measurements against a policy: what has a value, what does not apply, what is missing."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rubrary.assessment import Measurement, Status
from rubrary.errors import InputError
from rubrary.rubric.model import Criterion, Policy


@dataclass(frozen=True, slots=True)
class Measured:
    """The state of each criterion of a policy.

    A criterion that is in none of the two is missing: nobody looked, or looking failed. It is never zero.

    Attributes:
        values: the values by criterion id; a policy's constant stands for "not applicable" where it has one.
        left_out: ids of the criteria that do not apply and have no such constant.
        observed: ids of the criteria that were really measured.
    """

    values: Mapping[str, float]
    left_out: frozenset[str] = frozenset()
    observed: frozenset[str] = frozenset()

    def applies(self, criterion: Criterion) -> bool:
        """Whether the criterion counts on this snapshot, measured or not."""
        return criterion.id not in self.left_out

    def missing(self, criteria: Iterable[Criterion]) -> bool:
        """Whether one of the criteria counts but has no value."""
        return any(self.applies(criterion) and criterion.id not in self.values for criterion in criteria)

    def at_top(self, criterion: Criterion) -> bool:
        """Whether the criterion has a value, and it is the greatest of its scale."""
        top = criterion.scale.maximum
        return top is not None and self.values.get(criterion.id) == float(top)

    def at_worst(self, policy: Policy) -> Measured:
        """The same with the least value of its scale wherever one is missing."""
        return self._filled({part.id: float(part.scale.minimum) for part in policy.criteria})

    def at_best(self, policy: Policy) -> Measured:
        """The same with the greatest value of its scale wherever one is missing."""
        ends = {part.id: part.scale.maximum for part in policy.criteria}
        return self._filled({key: float(end) for key, end in ends.items() if end is not None})

    def _filled(self, defaults: Mapping[str, float]) -> Measured:
        missing = {key: value for key, value in defaults.items() if key not in self.left_out}
        return Measured(MappingProxyType({**missing, **self.values}), self.left_out, self.observed)


def take(policy: Policy, measurements: Iterable[Measurement]) -> Measured:
    """Sort measurements by what they say; their order does not matter.

    Raises:
        InputError: a criterion that the policy does not have, or has two measurements; a value that is
            missing, not finite, not on the criterion's scale, or given though nothing was measured.
    """
    criteria = {criterion.id: criterion for criterion in policy.criteria}
    values: dict[str, float] = {}
    left_out: set[str] = set()
    observed: set[str] = set()
    seen: set[str] = set()
    for measurement in measurements:
        criterion = criteria.get(measurement.criterion)
        if criterion is None:
            raise InputError(f"the rubric has no criterion {measurement.criterion!r}")
        if criterion.id in seen:
            raise InputError(f"the criterion {criterion.id!r} is measured twice")
        seen.add(criterion.id)
        value = _number(criterion, measurement)
        if measurement.status is Status.MEASURED:
            observed.add(criterion.id)
        elif measurement.status is Status.NOT_APPLICABLE and criterion.stand_in is not None:
            value = float(criterion.stand_in)
        elif measurement.status is Status.NOT_APPLICABLE:
            left_out.add(criterion.id)
        if value is not None:
            values[criterion.id] = value
    return Measured(MappingProxyType(values), frozenset(left_out), frozenset(observed))


def _number(criterion: Criterion, measurement: Measurement) -> float | None:
    """What the measurement counts as; ``None`` if it is none, or an answer that is no number."""
    given = measurement.value if measurement.notation is None else measurement.notation
    if measurement.status is not Status.MEASURED:
        if given is not None:
            raise InputError(
                f"the criterion {criterion.id!r} has the value {given!r} but the status {measurement.status}"
            )
        return None
    if given is None:
        raise InputError(f"the criterion {criterion.id!r} is measured but has no value")
    if criterion.scale.answers:
        answer = criterion.scale.answer(str(given))
        if answer is None or measurement.notation is None:
            raise _off_scale(criterion, given)
        return None if answer.value is None else float(answer.value)
    if isinstance(given, str) or not math.isfinite(given) or not criterion.scale.admits(given):
        raise _off_scale(criterion, given)
    return float(given)


def _off_scale(criterion: Criterion, given: float | str) -> InputError:
    scale = criterion.scale
    values = [answer.notation for answer in scale.answers] or [str(tier) for tier in scale.tiers]
    return InputError(
        f"the criterion {criterion.id!r} has the value {given!r}, which is not on its {scale.kind} scale",
        hint="values of it: " + ", ".join(values) if values else None,
    )
