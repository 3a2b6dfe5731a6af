"""Which of a rule's criteria were answered, which stand at the top of their scale, which are missing."""

from __future__ import annotations

from dataclasses import dataclass

from rubrary.rubric.model import Policy, ScoreRule
from rubrary.scoring.measured import Measured


@dataclass(frozen=True, slots=True)
class Tally:
    """Ids of criteria that apply, in the order of the rule.

    Attributes:
        answered: those that have a value.
        at_top: those whose value is the greatest of their scale.
        missing: those that count but have no value.
    """

    answered: tuple[str, ...]
    at_top: tuple[str, ...]
    missing: tuple[str, ...]

    @property
    def coverage(self) -> float:
        """Share of the criteria that apply that were answered, 0 to 1."""
        return len(self.answered) / (len(self.answered) + len(self.missing))


def tally(rule: ScoreRule, policy: Policy, measured: Measured) -> Tally | None:
    """The tally of the rule's criteria; ``None`` when none of them was really looked at."""
    applicable = [part for name in rule.over if measured.applies(part := policy.criterion(name))]
    answered = [part for part in applicable if part.id in measured.values]
    if not any(part.id in measured.observed for part in answered):
        return None
    return Tally(
        answered=tuple(part.id for part in answered),
        at_top=tuple(part.id for part in answered if measured.at_top(part)),
        missing=tuple(part.id for part in applicable if part.id not in measured.values),
    )
