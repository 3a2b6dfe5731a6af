"""``rubrary deposit``: put files on record."""

from __future__ import annotations

from typing import Annotated

import typer

from rubrary.cli.console import Format, emit_json, out, progress_bar
from rubrary.cli.options import DEFAULT_REGISTRY, FormatOption, RegistryOption, login
from rubrary.cli.reports import result_json, show_result, summary
from rubrary.pipeline.deposit import Result, bring_index_up_to_date, deposit_files
from rubrary.pipeline.examiner import ExaminerProcess
from rubrary.pipeline.registry import LEDGER_FILE, Registry
from rubrary.pipeline.sources import expand

#: From so many files on, accepted ones are counted and only refused ones are shown.
_MANY = 20


def deposit(
    files: Annotated[
        list[str],
        typer.Argument(
            help="Files, folders, globs or RO-Crates: RDF in any syntax, YAML or JSON records, rubrics."
        ),
    ],
    registry: RegistryOption = DEFAULT_REGISTRY,
    submitter: Annotated[
        str | None,
        typer.Option("--submitter", help="Who hands it in, for the catalogue. Default: your login name."),
    ] = None,
    output: FormatOption = Format.TEXT,
) -> None:
    """Validate files, append each to the ledger, and index them.

    It works while a server runs on the same registry. The same content again is the same deposit. A bad file
    never stops the rest; bad ones are listed at the end.
    """
    paths = expand(files)
    results: list[Result] = []
    with Registry.open(registry) as opened:
        with (
            ExaminerProcess(opened.base, registry / LEDGER_FILE) as examine,
            progress_bar("depositing", len(paths)) as bar,
        ):
            for result in deposit_files(
                opened,
                paths,
                examine,
                submitter=submitter or login(),
                done=lambda _: bar.advance(bar.task_ids[0]),
            ):
                results.append(result)
                if output is Format.TEXT and not result.refused and len(paths) <= _MANY:
                    show_result(result)
        bring_index_up_to_date(opened)
    report(results, output)


def report(results: list[Result], output: Format) -> None:
    """Say what became of a run: refused ones in full, and the counts; exit status 1 if any was refused."""
    if output is Format.JSON:
        emit_json([result_json(result) for result in results])
    else:
        for result in results:
            if result.refused:
                show_result(result)
        if len(results) > 1:
            out.print(summary(results))
    if any(result.refused for result in results):
        raise typer.Exit(1)
