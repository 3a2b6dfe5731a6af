"""``rubrary study``: published data sets."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rubrary import checks, studies
from rubrary.checks.report import report_html
from rubrary.cli.commands.deposit import report
from rubrary.cli.console import Format, emit_json, out, progress_bar
from rubrary.cli.findings import Report, report_for, write_report
from rubrary.cli.options import DEFAULT_REGISTRY, FormatOption, RegistryOption, option_for
from rubrary.pipeline.check import StudyData, record_findings, require_imported
from rubrary.pipeline.deposit import bring_index_up_to_date
from rubrary.pipeline.registry import Registry
from rubrary.pipeline.study import import_study

study = typer.Typer(
    help="Import published studies, and derive again what they printed.", no_args_is_help=True
)


@study.command("list")
def list_studies(output: FormatOption = Format.TEXT) -> None:
    """The studies that can be imported, with the files that each importer reads."""
    found = [studies.find(name) for name in studies.names()]
    if output is Format.JSON:
        emit_json([{"name": one.NAME, "title": one.TITLE, "files": one.FILES} for one in found])
        return
    for one in found:
        out.print(f"[bold]{one.NAME}[/bold]  {one.TITLE}\n  reads {one.FILES}")


@study.command("import")
def import_(
    name: Annotated[str, typer.Argument(help="Name of the study, as `rubrary study list` gives it.")],
    path: Annotated[Path, typer.Argument(help="Folder with the published files.")],
    registry: RegistryOption = DEFAULT_REGISTRY,
    output: FormatOption = Format.TEXT,
) -> None:
    """Deposit everything that a study published; rows that cannot be taken are listed with the reason."""
    wanted = studies.find(name)
    results = []
    with Registry.open(registry) as opened:
        with progress_bar(f"importing {name}", None) as bar:
            for result in import_study(opened, wanted, path):
                results.append(result)
                bar.advance(bar.task_ids[0])
        bring_index_up_to_date(opened)
    report(results, output)


@study.command()
def check(
    name: Annotated[str, typer.Argument(help="Name of the study.")],
    registry: RegistryOption = DEFAULT_REGISTRY,
    output: Annotated[
        Report | None,
        typer.Option("--format", help="Default: what the name of the output file says, else text."),
    ] = None,
    target: Annotated[
        Path | None, typer.Option("-o", "--output", help="The file to write, instead of standard output.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file if it exists.")] = False,
    record: Annotated[
        bool, typer.Option("--record", help="Put the findings on record, in one deposit.")
    ] = False,
) -> None:
    """Derive again, from the registry, what a study printed: published, recomputed, verdict.

    As HTML it is one page with the study's figures. A deviation is a finding and no error: the exit status is 0
    when all was computed.
    """
    wanted = checks.find(name)
    form = output or report_for(target)
    if target is not None and target.exists() and not force:
        raise typer.BadParameter(f"{target} exists already; --force overwrites it")
    steps = len(wanted.FINDINGS) + (len(checks.figures(wanted)) if form is Report.HTML else 0)
    with Registry.open(registry) as opened:
        require_imported(opened, wanted, option_for(registry))
        bring_index_up_to_date(opened)
        head = opened.ledger.head()
        with StudyData(opened, wanted) as data, progress_bar(f"checking {name}", steps) as bar:

            def step(_: object) -> None:
                bar.advance(bar.task_ids[0])

            checked = checks.check_study(wanted, data, done=step)
            result = record_findings(opened, checked) if record else None
            page = b""
            if form is Report.HTML:
                page = report_html(checked, base=opened.base, sequence=head.seq, state=head.state, done=step)
        bring_index_up_to_date(opened)
    write_report(checked, form, target, page=page, result=result)
    if result is not None and result.refused:
        raise typer.Exit(1)
