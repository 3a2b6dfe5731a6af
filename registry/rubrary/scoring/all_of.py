"""All of it: 1 when every criterion that applies stands at the top of its scale, else 0.

Source: the artifact inventory of the NSAI audit, which is complete or not.
"""

from __future__ import annotations

from collections.abc import Mapping

from rubrary.assessment import Score
from rubrary.rubric.model import Policy, ScoreRule
from rubrary.scoring.measured import Measured
from rubrary.scoring.score import make_score
from rubrary.scoring.tally import tally

METHOD = "all-of"


def aggregate(
    rule: ScoreRule, policy: Policy, measured: Measured, _earlier: Mapping[str, Score], /
) -> Score | None:
    """1 or 0 by what was measured; ``None`` when nothing was.

    One criterion below the top decides, whatever is missing; without one, what is missing could still.
    """
    found = tally(rule, policy, measured)
    if found is None:
        return None
    value = 1.0 if len(found.at_top) == len(found.answered) else 0.0
    return make_score(
        rule,
        unclamped=value,
        coverage=found.coverage,
        bounds=(0.0, 1.0) if found.missing and value else None,
        criteria=found.answered,
    )
