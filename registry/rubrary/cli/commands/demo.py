"""``rubrary demo``: from nothing to a served registry with the shipped examples in it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from rubrary.cli.commands.serve import HostOption, PortOption, serve
from rubrary.cli.console import err, out, plain, progress_bar
from rubrary.cli.options import DEFAULT_REGISTRY, RegistryOption, option_for
from rubrary.cli.reports import show_result, summary
from rubrary.pipeline.config import DEFAULT_BASE, FILE
from rubrary.pipeline.deposit import Result, bring_index_up_to_date, deposit_files
from rubrary.pipeline.examiner import ExaminerProcess
from rubrary.pipeline.publish import publish_shipped
from rubrary.pipeline.registry import LEDGER_FILE, Registry
from rubrary.pipeline.sources import expand
from rubrary.resources import data_folder

#: What shipped rubrics begin with; a row of the table has no room for it.
OURS = "https://w3id.org/rubrary/"


def demo(
    registry: RegistryOption = DEFAULT_REGISTRY,
    no_serve: Annotated[bool, typer.Option("--no-serve", help="Stop before serving.")] = False,
    host: HostOption = "127.0.0.1",
    port: PortOption = 8000,
) -> None:
    """Make a registry, publish the shipped rubrics, deposit the examples, and serve it.

    Run again, it goes on with the registry that is there.
    """
    if not no_serve:
        from rubrary_api.server import check_address  # noqa: PLC0415 - as in `serve`

        check_address(host, port, DEFAULT_BASE)
    with _registry(registry) as opened:
        results = _fill(opened, registry)
        bring_index_up_to_date(opened)
        head = opened.ledger.head()
    _show(results, registry)
    out.print(f"[bold]{summary(results)}[/bold]; sequence {head.seq}, state {head.state[:12]}")
    option = plain(option_for(registry))
    out.print(
        f"Try: rubrary query{option} 'SELECT ?paper ?title {{ ?paper a rub:Paper ; dcterms:title ?title }}'"
    )
    if any(result.refused for result in results):
        err.print(
            f"  [dim]→ To begin anew, remove {plain(str(registry))} or name another folder with --registry.[/dim]"
        )
        raise typer.Exit(1)
    if not no_serve:
        serve(registry, host, port, 30.0)


def _registry(folder: Path) -> Registry:
    if (folder / FILE).exists():
        err.print(f"Going on with the registry in {plain(str(folder))}")
        return Registry.open(folder)
    return Registry.create(folder, DEFAULT_BASE)


def _fill(opened: Registry, folder: Path) -> list[Result]:
    paths = expand([str(data_folder("examples"))])
    results = list(publish_shipped(opened))
    with (
        ExaminerProcess(opened.base, folder / LEDGER_FILE) as examine,
        progress_bar("depositing the examples", len(paths)) as bar,
    ):
        results += deposit_files(
            opened, paths, examine, submitter="demo", done=lambda _: bar.advance(bar.task_ids[0])
        )
    return results


def _show(results: list[Result], folder: Path) -> None:
    table = Table(title=f"Registry in {folder}", title_justify="left", box=None, pad_edge=False)
    for heading in ("", "source", "kind", "about"):
        table.add_column(heading, overflow="fold")
    for result in results:
        topic = result.examined.topic if result.examined else None
        mark = "[red]✘[/red]" if result.refused else "[green]✔[/green]"
        kind, about = (
            (topic.kind, topic.iri.removeprefix(DEFAULT_BASE).removeprefix(OURS)) if topic else ("", "")
        )
        table.add_row(mark, plain(Path(result.source).name), kind, plain(about))
    out.print(table)
    for result in results:
        if result.refused:
            show_result(result)
