"""A small rubric of ours with all that a policy can have, and ways to change it."""

from __future__ import annotations

from rubrary.rubric import RubricVersion, read_rubric, shipped_rubric

BASE = "http://127.0.0.1:8000/"

SMALL = """\
rubric: small
version: 1.0.0
title: A small rubric
license: CC0-1.0
dimensions:
  - {id: E, title: Environment, weight: 0.6, gate: {threshold: 40, exponent: 1.5}}
  - {id: D, title: Documentation, weight: 0.4}
criteria:
  - {id: pinned, dimension: E, weight: 1, question: Are versions pinned?, scale: {kind: binary}}
  - {id: readme, dimension: D, weight: 0.5, question: Is there a README?, scale: {kind: tiered, tiers: [0, 50, 100]}}
  - {id: comments, dimension: D, weight: 0.5, question: Are there comments?, scale: {kind: continuous}}
  - {id: ran, weight: 0.7, question: Did it run?, scale: {kind: binary}}
  - {id: passed, weight: 0.3, question: Did the tests pass?, scale: {kind: continuous}}
penalties:
  - {id: nothing, when: {dimension: E, below: 10}, points: 20}
scores:
  - {id: RRS, method: gated-weighted-sum}
  - {id: ROS, method: weighted-mean-of-available, over: [ran, passed]}
  - {id: RCS, method: coverage-blend, of: [RRS, ROS], alpha_min: 0.1, alpha_max: 0.7}
"""

CHECKLIST = """\
rubric: checklist
version: 1.2.0
title: A checklist
license: CC0-1.0
criteria:
  - {id: seeds, question: Are the seeds stated?, scale: {kind: nominal, answers: {Y: 1, N: 0}}}
  - {id: machine, question: Is the machine described?, scale: {kind: nominal, answers: {Y: 1, N: 0}}}
  - {id: kind, question: What kind of paper is it?, scale: {kind: nominal, answers: [theory, experiment]}}
scores:
  - {id: completeness, method: completeness, over: [seeds, machine]}
"""


def read(text: str) -> RubricVersion:
    """The version that a text defines, with the shipped ones as baselines."""
    return read_rubric(text, source="f.yaml", base=BASE, baselines=shipped_rubric)


def changed(text: str, *pairs: tuple[str, str]) -> RubricVersion:
    """The same with some texts replaced; each has to be there."""
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new)
    return read(text)
