"""Rubrics: the policies that judge, read from files a curator writes.

``read_rubric`` turns a file into a ``RubricVersion``; ``shipped`` gives those of this release;
``policy_digest`` says which versions judge alike; ``rubric_triples`` and ``rubric_from_triples`` are their
RDF form.
"""

from __future__ import annotations

from rubrary.rubric.answer import answered
from rubrary.rubric.digest import instrument_digest, policy_digest, policy_json
from rubrary.rubric.extends import Baselines, Shelf
from rubrary.rubric.model import (
    Answer,
    Change,
    Criterion,
    Dimension,
    Gate,
    Method,
    Override,
    Penalty,
    Policy,
    PolicyStatus,
    Rounding,
    RoundingMode,
    RubricVersion,
    Scale,
    ScaleKind,
    ScoreRule,
    Top,
)
from rubrary.rubric.rdf import rubric_from_triples, rubric_triples
from rubrary.rubric.read import read_rubric
from rubrary.rubric.shipped import shipped, shipped_rubric

__all__ = [
    "Answer",
    "Baselines",
    "Change",
    "Criterion",
    "Dimension",
    "Gate",
    "Method",
    "Override",
    "Penalty",
    "Policy",
    "PolicyStatus",
    "Rounding",
    "RoundingMode",
    "RubricVersion",
    "Scale",
    "ScaleKind",
    "ScoreRule",
    "Shelf",
    "Top",
    "answered",
    "instrument_digest",
    "policy_digest",
    "policy_json",
    "read_rubric",
    "rubric_from_triples",
    "rubric_triples",
    "shipped",
    "shipped_rubric",
]
