"""A community's draft: a file that extends a published rubric and is ready to be changed.

The parts that communities change most, weights and gates of the dimensions, stand there with the baseline's values;
all others stand there as comments. Each has a line for the reason, commented out: a reason nobody wrote must not
reach the record, and a change without one is a warning of ``rubrary rubric lint``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from rubrary.errors import UsageError
from rubrary.pipeline.policy_diff import is_weighted, scale_text
from rubrary.rubric import Criterion, Dimension, Penalty, RubricVersion, ScoreRule
from rubrary.rubric.fields import IDENTIFIER
from rubrary.rubric.number import shortest

#: What stands where a reason belongs, until somebody writes one.
PLACEHOLDER = "say here why"
_REASON = f"# rationale: {PLACEHOLDER}"


def draft(baseline: RubricVersion, name: str, reference: str | None = None) -> str:
    """The text of a rubric file that extends a baseline and changes nothing yet.

    Args:
        baseline: the version to change.
        name: the new rubric's name.
        reference: how the file names its baseline; ``name@version`` if left out.

    Raises:
        UsageError: the name cannot be a rubric's.
    """
    if not IDENTIFIER.fullmatch(name):
        raise UsageError(
            f"{name!r} cannot be the name of a rubric",
            hint="Begin with a letter; go on with letters, digits, '_', '.' or '-'.",
        )
    if name == baseline.name:
        raise UsageError(
            f"{name!r} is the name of the baseline itself",
            hint="Give your community's rubric a name of its own with --name.",
        )
    weighted = is_weighted(baseline.policy)
    lines = [
        *_head(baseline, name, reference or baseline.reference),
        *_dimensions(baseline.policy.dimensions, weighted),
        *_section("criteria", [_criterion(part, weighted) for part in baseline.policy.criteria]),
        *_section("penalties", [_penalty(part) for part in baseline.policy.penalties]),
        *_section(
            "scores", [_score(part) for part in baseline.policy.scores if part.alpha_maximum is not None]
        ),
    ]
    return "\n".join(lines) + "\n"


def _head(baseline: RubricVersion, name: str, reference: str) -> Iterator[str]:
    yield "# yaml-language-server: $schema=rubric.schema.json"
    yield f"# What our community judges otherwise than {baseline.reference} ({_line(baseline.title)})."
    yield "# Everything that this file does not say stays as it is there: take out what you do not change, and take"
    yield "# the '#' away from what you do. Say why in each rationale. Weight 0 takes a criterion out of the score."
    yield "#"
    yield "# Check it:          rubrary rubric lint FILE"
    yield f"# See what it does:  rubrary rubric diff {reference} FILE --threshold 50"
    yield "# Publish it:        rubrary rubric publish FILE"
    yield f"rubric: {name}"
    yield "version: 1.0.0"
    yield f"title: {json.dumps(name)}"
    yield "# description: for whom it is, and what matters there"
    yield "# license: CC-BY-4.0    # of this file's text, as an SPDX identifier"
    yield f"extends: {reference}"


def _dimensions(parts: tuple[Dimension, ...], weighted: bool) -> Iterator[str]:
    if not parts or not weighted:
        return
    yield ""
    yield (
        "dimensions:"
        if not any(part.parent for part in parts)
        else "dimensions:    # weights beside their siblings"
    )
    for part in parts:
        yield f"  - id: {part.id}    # {_line(part.title)}"
        yield f"    weight: {shortest(part.weight)}"
        if part.gate:
            threshold, exponent = shortest(part.gate.threshold), shortest(part.gate.exponent)
            yield f"    gate: {{threshold: {threshold}, exponent: {exponent}}}"
        yield f"    {_REASON}"


def _section(key: str, parts: list[list[str]]) -> Iterator[str]:
    if not parts:
        return
    yield ""
    yield f"# {key}:"
    for lines in parts:
        yield from (f"#   {line}" for line in [*lines, f"  {_REASON}"])


def _criterion(part: Criterion, weighted: bool) -> list[str]:
    lines = [f"- id: {part.id}    # {_line(part.question)} ({_line(scale_text(part.scale))})"]
    if weighted:
        lines.append(f"  weight: {shortest(part.weight)}")
    lines.append(f"  not_applicable: {'omit' if part.stand_in is None else shortest(part.stand_in)}")
    return lines


def _penalty(part: Penalty) -> list[str]:
    return [
        f"- id: {part.id}    # {_line(part.title)}",
        f"  when: {{below: {shortest(part.below)}}}    # of {part.on}",
        f"  points: {shortest(part.points)}",
    ]


def _score(part: ScoreRule) -> list[str]:
    lines = [f"- id: {part.id}    # {_line(part.title)}"]
    for key, number in (("alpha_min", part.alpha_minimum), ("alpha_max", part.alpha_maximum)):
        if number is not None:
            lines.append(f"  {key}: {shortest(number)}")
    return lines


def _line(text: str) -> str:
    """A text on one line, so that it stays within its comment."""
    return re.sub(r"[^\S ]+|[\x00-\x1f\x7f-\x9f\u2028\u2029]+", " ", text).strip()
