"""Carry measurements over to another policy: what both ask on the same scale."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rubrary.assessment import Measurement, Status
from rubrary.errors import InputError
from rubrary.rubric.answer import answered
from rubrary.rubric.model import Criterion, Policy


def carried(measurements: Iterable[Measurement], before: Policy, after: Policy) -> Iterator[Measurement]:
    """The measurements of criteria that both policies have, with the same scale, restated under the other.

    Args:
        measurements: made under the policy ``before``.
        before: the policy by which they were measured.
        after: the policy that is to use them.
    """
    asked = {criterion.id: criterion for criterion in before.criteria}
    now = {criterion.id: criterion for criterion in after.criteria}
    for found in measurements:
        old, new = asked.get(found.criterion), now.get(found.criterion)
        if old is not None and new is not None and _same_scale(old, new):
            restated = _restated(found, new)
            if restated is not None:
                yield restated


def _same_scale(old: Criterion, new: Criterion) -> bool:
    return (old.scale.kind, old.scale.minimum, old.scale.maximum) == (
        new.scale.kind,
        new.scale.minimum,
        new.scale.maximum,
    )


def _restated(found: Measurement, criterion: Criterion) -> Measurement | None:
    if found.status is not Status.MEASURED or found.notation is None:
        return Measurement(criterion.id, found.status, found.value)
    try:
        return answered(criterion, found.notation)
    except InputError:  # an answer that the other scale does not have says nothing there
        return None
