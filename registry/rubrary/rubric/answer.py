"""An answer on a nominal scale as a measurement."""

from __future__ import annotations

from rubrary.assessment import Measurement
from rubrary.errors import InputError
from rubrary.evidence import Evidence
from rubrary.rubric.fields import suggest
from rubrary.rubric.model import Criterion
from rubrary.terms import scheme_concept


def answered(criterion: Criterion, notation: str, evidence: tuple[Evidence, ...] = ()) -> Measurement:
    """The measurement that says that a criterion was answered so, with its concept where the scale has a scheme.

    Raises:
        InputError: the criterion's scale has no such answer.
    """
    scale = criterion.scale
    if scale.answer(notation) is None:
        raise InputError(
            f"the criterion {criterion.id!r} has no answer {notation!r}",
            hint=suggest(notation, [answer.notation for answer in scale.answers]),
        )
    concept = scheme_concept(scale.scheme, notation).value if scale.scheme else None
    return Measurement(criterion.id, notation=notation, concept=concept, evidence=evidence)
