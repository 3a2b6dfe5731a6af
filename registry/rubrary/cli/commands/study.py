"""``rubrary study``: published data sets."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rubrary import studies
from rubrary.cli.commands.deposit import report
from rubrary.cli.console import Format, emit_json, out, progress_bar
from rubrary.cli.options import DEFAULT_REGISTRY, FormatOption, RegistryOption
from rubrary.pipeline.deposit import bring_index_up_to_date
from rubrary.pipeline.registry import Registry
from rubrary.pipeline.study import import_study

study = typer.Typer(help="Import published studies.", no_args_is_help=True)


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
