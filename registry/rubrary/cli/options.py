"""Options that several commands share, each worded once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rubrary.cli.console import Format

DEFAULT_REGISTRY = Path(".rubrary")

RegistryOption = Annotated[
    Path,
    typer.Option(
        "--registry",
        envvar="RUBRARY_REGISTRY",
        help="Folder of the registry.",
        show_default=True,
    ),
]
FormatOption = Annotated[Format, typer.Option("--format", help="Text for people or JSON for machines.")]
