"""What was found and what it was worth: measurements, scores, and, apart from them, outcomes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rubrary.evidence import Evidence


class Status(StrEnum):
    """Why a criterion has a value, or has none. The notations of the scheme ``measurement-status``."""

    MEASURED = "measured"
    NOT_APPLICABLE = "not-applicable"
    NOT_ATTEMPTED = "not-attempted"
    FAILED = "failed"


class Origin(StrEnum):
    """Whose arithmetic a score is. The notations of the scheme ``score-origin``."""

    COMPUTED = "computed"
    PUBLISHED = "published"


@dataclass(frozen=True, slots=True)
class Measurement:
    """What one criterion of a rubric version gave on one snapshot.

    Attributes:
        criterion: the criterion's id within its rubric version.
        status: why there is a value or none; only ``MEASURED`` has one.
        value: a finite number on the criterion's scale (for most, 0 to 100).
        notation: the answer's notation where the scale is nominal (``Y``, ``absent``, ``tier-1``).
        evidence: the observations behind it.
        concept: IRI of the concept that the answer stands for, where the scale has a scheme.
    """

    criterion: str
    status: Status = Status.MEASURED
    value: float | None = None
    notation: str | None = None
    evidence: tuple[Evidence, ...] = ()
    concept: str | None = None


@dataclass(frozen=True, slots=True)
class DimensionScore:
    """One dimension's part in a score.

    Attributes:
        dimension: the dimension's id.
        raw: weighted mean of its criteria, on their scale; ``None`` when every one is not applicable (then
            ``coverage`` is 1), or none was measured (then it is 0).
        contribution: the points that it adds to the score after gate and weight.
        coverage: share of the dimension's applicable criterion weight that was measured, 0 to 1.
    """

    dimension: str
    raw: float | None
    contribution: float
    coverage: float


@dataclass(frozen=True, slots=True)
class Score:
    """A value that a policy derives from measurements.

    Attributes:
        metric: id of the score rule (``RRS``).
        value: the score, unrounded, within the rule's clamp.
        unclamped: the same before clamping.
        coverage: share of the applicable weight that was measured, 0 to 1.
        lower: the least value it could have if what was not measured had been; ``value`` if complete.
        upper: the greatest such value.
        criteria: ids of the criteria it was derived from.
        dimensions: the profile behind it, empty for rules without dimensions.
        penalties: ids of the penalties that were applied.
        alpha: the outcome's weight in a composite, 0 to 1; ``None`` elsewhere.
        origin: whose arithmetic it is.
    """

    metric: str
    value: float
    unclamped: float
    coverage: float
    lower: float
    upper: float
    criteria: tuple[str, ...] = ()
    dimensions: tuple[DimensionScore, ...] = ()
    penalties: tuple[str, ...] = ()
    alpha: float | None = None
    origin: Origin = Origin.COMPUTED
