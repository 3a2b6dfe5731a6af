"""The commands, put together."""

from __future__ import annotations

import logging
from typing import Annotated

import typer

from rubrary import __version__
from rubrary.cli.commands.backup import backup
from rubrary.cli.commands.compare import compare
from rubrary.cli.commands.crate import crate
from rubrary.cli.commands.demo import demo
from rubrary.cli.commands.deposit import deposit
from rubrary.cli.commands.history import history
from rubrary.cli.commands.init import init
from rubrary.cli.commands.query import query
from rubrary.cli.commands.reindex import reindex
from rubrary.cli.commands.rescore import rescore_command
from rubrary.cli.commands.rubric import rubric
from rubrary.cli.commands.serve import serve
from rubrary.cli.commands.stats import stats
from rubrary.cli.commands.study import study
from rubrary.cli.commands.validate import validate
from rubrary.cli.commands.verify import verify
from rubrary.cli.commands.withdraw import withdraw

app = typer.Typer(
    name="rubrary",
    help="The linked-data registry of research reproducibility.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

for command in (init, validate, deposit, query, crate, serve, verify, reindex, backup, withdraw, demo):
    app.command()(command)
app.command()(compare)
app.command()(history)
app.command("rescore")(rescore_command)
app.add_typer(rubric, name="rubric")
app.add_typer(study, name="study")
app.add_typer(stats, name="stats")


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"rubrary {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version.")
    ] = False,
    verbose: Annotated[bool, typer.Option("--verbose", help="Log what happens to standard error.")] = False,
) -> None:
    """The linked-data registry of research reproducibility."""
    del version
    logging.basicConfig(level=logging.INFO if verbose else logging.WARNING, format="%(name)s: %(message)s")
