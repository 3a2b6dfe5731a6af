"""The keys of the rubric file. ``rubric.schema.json`` says the same to editors; a test compares the two."""

from __future__ import annotations

RUBRIC = (
    "rubric",
    "version",
    "title",
    "description",
    "license",
    "source",
    "status",
    "missing",
    "extends",
    "dimensions",
    "criteria",
    "penalties",
    "scores",
    "rounding",
)
DIMENSION = ("id", "title", "description", "parent", "weight", "gate")
GATE = ("threshold", "exponent")
CRITERION = ("id", "title", "question", "dimension", "weight", "scale", "detector", "not_applicable")
SCALE = ("kind", "minimum", "maximum", "tiers", "scheme", "answers")
PENALTY = ("id", "title", "when", "points")
WHEN = ("dimension", "criterion", "below")
SCORE = ("id", "title", "method", "clamp", "over", "of", "alpha_min", "alpha_max", "top")
TOP = ("criterion", "tier")
ROUNDING = ("decimals", "mode")
#: Allowed in every part of a file that extends a baseline.
RATIONALE = "rationale"
