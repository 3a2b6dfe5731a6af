"""Options that several commands share, each worded once."""

from __future__ import annotations

import getpass
import os
import shlex
from pathlib import Path
from typing import Annotated

import typer

from rubrary.cli.console import Format

DEFAULT_REGISTRY = Path(".rubrary")
#: Names the registry where neither an option nor an argument does.
REGISTRY_VARIABLE = "RUBRARY_REGISTRY"

RegistryOption = Annotated[
    Path,
    typer.Option(
        "--registry",
        envvar=REGISTRY_VARIABLE,
        help="Folder of the registry.",
        show_default=True,
    ),
]
FormatOption = Annotated[Format, typer.Option("--format", help="Text for people or JSON for machines.")]


def option_for(registry: Path) -> str:
    """`` --registry DIR`` where a later command needs it to find the registry, else nothing."""
    found = Path(os.environ.get(REGISTRY_VARIABLE) or DEFAULT_REGISTRY)
    return "" if registry == found else f" --registry {shlex.quote(str(registry))}"


def login() -> str:
    """Who is logged in, for the records of who submitted what."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a container may run under a number that has no name
        return "unknown"
