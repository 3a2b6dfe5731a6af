"""How many criteria stand at the top of their scale: smells that are there, items that are met.

Source: the smells of LLM-for-SE artifacts (arXiv 2512.00651), where a paper has so many smells, or none.
"""

from __future__ import annotations

from collections.abc import Mapping

from rubrary.assessment import Score
from rubrary.rubric.model import Policy, ScoreRule
from rubrary.scoring.measured import Measured
from rubrary.scoring.score import make_score
from rubrary.scoring.tally import tally

METHOD = "count-present"


def aggregate(
    rule: ScoreRule, policy: Policy, measured: Measured, _earlier: Mapping[str, Score], /
) -> Score | None:
    """The count; ``None`` when nothing was looked at. What is missing could be there as well."""
    found = tally(rule, policy, measured)
    if found is None:
        return None
    count = float(len(found.at_top))
    return make_score(
        rule,
        unclamped=count,
        coverage=found.coverage,
        bounds=(count, count + len(found.missing)) if found.missing else None,
        criteria=found.answered,
    )
