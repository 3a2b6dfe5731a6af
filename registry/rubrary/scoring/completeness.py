"""Completeness: of the criteria that were answered, the share that stands at the top of its scale: Y / (Y + N).

What does not apply counts neither way. Source: the ECOM checklist, whose items are answered Y, N or NA.
"""

from __future__ import annotations

from collections.abc import Mapping

from rubrary.assessment import Score
from rubrary.rubric.model import Policy, ScoreRule
from rubrary.scoring.measured import Measured
from rubrary.scoring.score import make_score
from rubrary.scoring.tally import tally

METHOD = "completeness"


def aggregate(
    rule: ScoreRule, policy: Policy, measured: Measured, _earlier: Mapping[str, Score], /
) -> Score | None:
    """The share, 0 to 1; ``None`` when nothing that applies was answered."""
    found = tally(rule, policy, measured)
    if found is None:
        return None
    whole = len(found.answered) + len(found.missing)
    bounds = (len(found.at_top) / whole, (len(found.at_top) + len(found.missing)) / whole)
    return make_score(
        rule,
        unclamped=len(found.at_top) / len(found.answered),
        coverage=found.coverage,
        bounds=bounds if found.missing else None,
        criteria=found.answered,
    )
