"""What the ReproScore paper printed (arXiv 2605.13275), derived again from its 423 repositories.

The printed values are those of the results file that the authors published beside the scores
(``analysis_results.json``), which has more digits than the paper's tables, and four numbers of the paper's text.
"""

from __future__ import annotations

from rubrary.checks.reproscore import categories, diagnostics, scores, sub_metrics
from rubrary.checks.reproscore.figures import FIGURES
from rubrary.checks.reproscore.selections import SELECTIONS, STUDY

__all__ = ["FIGURES", "FINDINGS", "NAME", "SELECTIONS", "SOURCE", "STUDY", "TITLE"]

NAME = "reproscore"
TITLE = "ReproScore: readiness and outcome of 423 repositories"
SOURCE = "https://arxiv.org/abs/2605.13275"

FINDINGS = (*categories.FINDINGS, *scores.FINDINGS, *diagnostics.FINDINGS, *sub_metrics.FINDINGS)
