"""Scoring: measurements under a policy give scores. Pure: no files, no clock, no network.

``score_sheet`` derives all scores of one set of measurements, ``composite`` blends two scores of different
deposits, ``rounded`` shows one as its policy wants it shown.
"""

from __future__ import annotations

from rubrary.scoring.rounding import rounded
from rubrary.scoring.sheet import composite, score_sheet

__all__ = ["composite", "rounded", "score_sheet"]
