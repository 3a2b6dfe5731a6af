"""``rubrary compare``: may two assessments be held against each other?"""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Column, Table

from rubrary.cli.console import Format, emit_json, out, plain, plain_line
from rubrary.cli.options import DEFAULT_REGISTRY, FormatOption, RegistryOption, option_for
from rubrary.pipeline.compare import REASONS, Comparison, Difference, Side
from rubrary.pipeline.compare import compare as compare_runs
from rubrary.pipeline.registry import Registry

_WORDS = {
    Difference.OTHER_POLICY: "they apply different policies",
    Difference.OTHER_VERSION: "they apply different versions of one rubric, which judge differently",
    Difference.OTHER_INSTRUMENT: "different instruments measured, or one of them is not named",
    Difference.OTHER_COVERAGE: "more was measured for one than for the other",
    Difference.OTHER_SNAPSHOT: "they judge different snapshots",
}


def compare(
    first: Annotated[str, typer.Argument(help="IRI of an assessment, or of one of its scores.")],
    second: Annotated[str, typer.Argument(help="IRI of the other.")],
    registry: RegistryOption = DEFAULT_REGISTRY,
    strict: Annotated[bool, typer.Option("--strict", help="Exit with 1 if they are not comparable.")] = False,
    output: FormatOption = Format.TEXT,
) -> None:
    """Two assessments side by side: comparable if and only if policy and instrument are the same.

    Another coverage or snapshot is a caveat. Where only the policies differ, the command that scores both under
    one is said.
    """
    with Registry.open(registry) as opened:
        found = compare_runs(opened, first, second)
    command = f"rubrary rescore{option_for(registry)} --rubric {found.rescoring}" if found.rescoring else None
    if output is Format.JSON:
        emit_json(_document(found, command))
    else:
        _show(found, command)
    if strict and not found.comparable:
        raise typer.Exit(1)


def _document(found: Comparison, command: str | None) -> dict[str, object]:
    return {
        "comparable": found.comparable,
        "reasons": [difference.value for difference in found.differences if difference in REASONS],
        "caveats": [difference.value for difference in found.differences if difference not in REASONS],
        "rescore": command,
        "assessments": [_side(side) for side in (found.first, found.second)],
    }


def _side(side: Side) -> dict[str, object]:
    return {
        "assessment": side.iri,
        "subject": side.subject,
        "rubric": side.rubric.iri,
        "policyDigest": side.policy_digest,
        "instrumentDigest": side.instrument_digest,
        "informedBy": side.informed_by,
        "scores": {
            metric: {"value": value, "coverage": part} for metric, (value, part) in side.scores.items()
        },
    }


def _show(found: Comparison, command: str | None) -> None:
    word = "[green]comparable[/green]" if found.comparable else "[red]not comparable[/red]"
    out.print(word)
    for difference in found.differences:
        kind = "reason" if difference in REASONS else "caveat"
        out.print(f"  {kind}  {difference}: {_WORDS[difference]}")
    table = Table("", Column("first", overflow="fold"), Column("second", overflow="fold"), box=None)
    for label, values in (
        ("assessment", [side.iri for side in (found.first, found.second)]),
        ("rubric", [side.rubric.reference for side in (found.first, found.second)]),
        ("policy", [side.policy_digest[:12] for side in (found.first, found.second)]),
        (
            "instrument",
            [(side.instrument_digest or "not named")[:12] for side in (found.first, found.second)],
        ),
        ("subject", [side.subject for side in (found.first, found.second)]),
    ):
        table.add_row(label, *map(plain_line, values))
    for metric in dict.fromkeys((*found.first.scores, *found.second.scores)):
        table.add_row(plain_line(metric), *(_score(side, metric) for side in (found.first, found.second)))
    out.print(table)
    if command:
        out.print(f"Scored under one policy they can be compared: {plain(command)}")


def _score(side: Side, metric: str) -> str:
    if metric not in side.scores:
        return "–"
    value, coverage = side.scores[metric]
    return f"{value:.2f} (coverage {coverage:.0%})"
