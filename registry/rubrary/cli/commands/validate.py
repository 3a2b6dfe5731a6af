"""``rubrary validate``: judge files without writing anything."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Annotated

import typer

from rubrary.cli.console import Format, emit_json, err, out, progress_bar
from rubrary.cli.options import DEFAULT_REGISTRY, FormatOption, RegistryOption
from rubrary.cli.reports import result_json, show_result, summary
from rubrary.pipeline.config import DEFAULT_BASE, FILE, checked_base
from rubrary.pipeline.deposit import Result
from rubrary.pipeline.examiner import ExaminerProcess
from rubrary.pipeline.registry import LEDGER_FILE, Registry
from rubrary.pipeline.sources import expand
from rubrary.pipeline.validate import validate_files


def validate(
    files: Annotated[
        list[str],
        typer.Argument(
            help="Files, folders, globs or RO-Crates: RDF in any syntax, YAML or JSON records, rubrics."
        ),
    ],
    registry: RegistryOption = DEFAULT_REGISTRY,
    base: Annotated[
        str | None, typer.Option("--base", help="Base IRI to judge by when there is no registry.")
    ] = None,
    output: FormatOption = Format.TEXT,
) -> None:
    """Say what is wrong with files, and how to mend it. Nothing is written.

    References are looked up in the registry if there is one, and among the files themselves.
    """
    paths = expand(files)
    found: Registry | None = None
    results: list[Result] = []
    with ExitStack() as opened:
        if (registry / FILE).exists() or registry != DEFAULT_REGISTRY:
            found = opened.enter_context(Registry.open(registry))
        judged_by = found.base if found else checked_base(base or DEFAULT_BASE)
        examine = opened.enter_context(
            ExaminerProcess(judged_by, registry / LEDGER_FILE if found else None, learn=True)
        )
        bar = opened.enter_context(progress_bar("validating", len(paths)))
        for result in validate_files(
            paths,
            examine,
            ledger=found.ledger if found else None,
            done=lambda _: bar.advance(bar.task_ids[0]),
        ):
            results.append(result)
            if output is Format.TEXT:
                show_result(result)
    if output is Format.JSON:
        emit_json([result_json(result) for result in results])
    elif len(results) > 1:
        out.print(summary(results))
    if found is None and output is Format.TEXT:
        err.print(f"[dim]judged without a registry, as if its base were {judged_by}[/dim]")
    if any(result.refused for result in results):
        raise typer.Exit(1)
