"""``rubrary backup``: a consistent copy, while the registry is in use."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rubrary.cli.console import Format, emit_json, out, plain
from rubrary.cli.options import DEFAULT_REGISTRY, FormatOption, RegistryOption
from rubrary.pipeline.backup import back_up


def backup(
    target: Annotated[Path, typer.Argument(help="New folder for the copy.")],
    registry: RegistryOption = DEFAULT_REGISTRY,
    output: FormatOption = Format.TEXT,
) -> None:
    """Copy the registry to a new folder that is a registry itself: its ledger, with the index made anew from it."""
    head = back_up(registry, target)
    if output is Format.JSON:
        emit_json({"backup": str(target), "sequence": head.seq, "state": head.state})
        return
    out.print(f"Copied up to sequence {head.seq} (state {head.state}) to {plain(str(target))}")
