"""``rubrary history``: what an artifact scored and how its runs ended, over its snapshots."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rubrary.cli.console import Format, emit_json, out, plain, plain_line
from rubrary.cli.options import DEFAULT_REGISTRY, FormatOption, RegistryOption
from rubrary.figures.canvas import Panel, check_target, save
from rubrary.figures.history import Point, draw_outcomes_over_time, draw_scores_over_time
from rubrary.pipeline.history import Step
from rubrary.pipeline.history import history as history_of
from rubrary.pipeline.registry import Registry
from rubrary.schemes import label_of
from rubrary.snapshot import short_revision


def history(
    artifact: Annotated[
        str, typer.Argument(help="IRI of an artifact, of one of its snapshots, or of a paper.")
    ],
    picture: Annotated[
        Path | None,
        typer.Option("-o", "--output", help="Also draw it, as .png or .svg: readiness and outcome apart."),
    ] = None,
    registry: RegistryOption = DEFAULT_REGISTRY,
    output: FormatOption = Format.TEXT,
) -> None:
    """Assessments and attempts of an artifact in order, with what changed and which evidence made the difference.

    Readiness and outcome stay apart: each is compared with the last of its own kind and rubric version.
    """
    if picture:
        check_target(picture)
    with Registry.open(registry) as opened:
        steps = history_of(opened, artifact)
    words = save(_panels(steps), picture, f"History of {artifact}") if picture else None
    if output is Format.JSON:
        emit_json({"artifact": artifact, "events": [_document(step) for step in steps], "alternative": words})
        return
    out.print(f"[bold]{plain_line(artifact)}[/bold]")
    for step in steps:
        _show(step)
    if picture:
        out.print(f"Wrote {plain_line(str(picture))}")


def _panels(steps: tuple[Step, ...]) -> list[Panel]:
    readiness = [
        Point(_moment(step), f"{metric}, {_rubric(step)}", value)
        for step in steps
        if step.event.kind == "assessment"
        for metric, value in step.event.scores.items()
    ]
    outcomes = [
        Point(_moment(step), label_of(outcome))
        for step in steps
        if step.event.kind == "attempt"
        for outcome in step.event.outcomes
    ]
    panels = []
    if readiness:
        panels.append(Panel("Readiness", lambda axes: draw_scores_over_time(axes, readiness), (7.0, 3.2)))
    if outcomes:
        panels.append(Panel("Outcome", lambda axes: draw_outcomes_over_time(axes, outcomes), (7.0, 2.6)))
    return panels


def _moment(step: Step) -> str:
    return (step.event.when or f"row {step.event.sequence}")[:10]


def _rubric(step: Step) -> str:
    return "@".join((step.event.rubric or "").split("/")[-2:])


def _show(step: Step) -> None:
    event = step.event
    what = f"{event.kind} under {_rubric(step)}" if event.rubric else event.kind
    revision = short_revision(event.snapshot) or event.snapshot.rstrip("/").rpartition("/")[2]
    out.print(f"{plain_line(_moment(step))}  {plain(what)}  {plain_line(revision)}")
    for outcome in event.outcomes:
        out.print(f"    outcome  {plain(label_of(outcome))}")
    for metric, value in event.scores.items():
        moved = step.moved.get(metric)
        change = "" if moved is None else f"  ({moved:+.2f})"
        out.print(f"    {plain_line(metric)}  {value:.2f}{change}")
    for one in step.changes:
        out.print(f"    {plain_line(one.criterion)}  {plain(one.before or '–')} → {plain(one.after or '–')}")
        for seen in one.evidence:
            out.print(f"      [dim]{plain(seen)}[/dim]")


def _document(step: Step) -> dict[str, object]:
    event = step.event
    return {
        "kind": event.kind,
        "iri": event.iri,
        "when": event.when,
        "sequence": event.sequence,
        "snapshot": event.snapshot,
        "rubric": event.rubric,
        "informedBy": event.informed_by,
        "scores": event.scores,
        "outcomes": list(event.outcomes),
        "moved": step.moved,
        "changes": [
            {
                "criterion": one.criterion,
                "before": one.before,
                "after": one.after,
                "evidence": list(one.evidence),
            }
            for one in step.changes
        ],
    }
