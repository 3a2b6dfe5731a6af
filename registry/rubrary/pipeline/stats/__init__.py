"""The statistics of :mod:`rubrary.statistics` on any selection of the registry, for an archive's own data."""

from __future__ import annotations

from rubrary.pipeline.stats.analysis import (
    Analysis,
    Part,
    agreement,
    cooccurrence,
    outcomes,
    readiness,
    trend,
)
from rubrary.pipeline.stats.picture import draw
from rubrary.pipeline.stats.record import agreement_record
from rubrary.pipeline.stats.selection import Selection, built_in, select

__all__ = [
    "Analysis",
    "Part",
    "Selection",
    "agreement",
    "agreement_record",
    "built_in",
    "cooccurrence",
    "draw",
    "outcomes",
    "readiness",
    "select",
    "trend",
]
