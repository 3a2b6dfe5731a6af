"""A small rubric of our own, and a way to read variations of it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rubrary.rubric import RubricVersion, read_rubric, shipped_rubric

SMALL = """\
rubric: small
version: 1.0.0
title: A small rubric
license: CC0-1.0
dimensions:
  - {id: E, title: Environment, weight: 0.6, gate: {threshold: 40, exponent: 1.5}}
  - {id: D, title: Documentation, weight: 0.4}
criteria:
  - {id: pinned, dimension: E, weight: 1, question: Pinned?, scale: {kind: binary}}
  - {id: readme, dimension: D, weight: 0.5, question: A README?, scale: {kind: tiered, tiers: [0, 50, 100]}}
  - {id: comments, dimension: D, weight: 0.5, question: C?, scale: {kind: continuous}, not_applicable: 50}
  - {id: ran, weight: 0.7, question: Did it run?, scale: {kind: binary}}
  - {id: passed, weight: 0.3, question: Did tests pass?, scale: {kind: continuous}}
penalties:
  - {id: nothing, when: {dimension: E, below: 10}, points: 20}
scores:
  - {id: RRS, method: gated-weighted-sum}
  - {id: ROS, method: weighted-mean-of-available, over: [ran, passed]}
  - {id: RCS, method: coverage-blend, of: [RRS, ROS], alpha_min: 0.1, alpha_max: 0.7}
"""

Read = Callable[[str], RubricVersion]


@pytest.fixture
def small() -> str:
    """The text of a small rubric in the long form."""
    return SMALL


@pytest.fixture
def read() -> Read:
    """Reads a text as ``f.yaml`` of a registry, with the shipped rubrics as baselines."""

    def read_text(text: str) -> RubricVersion:
        return read_rubric(text, source="f.yaml", base="https://archive.example/", baselines=shipped_rubric)

    return read_text
