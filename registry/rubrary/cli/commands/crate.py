"""``rubrary crate``: package an assessment as an RO-Crate score bundle."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rubrary.cli.console import Format, emit_json, out, plain
from rubrary.cli.options import DEFAULT_REGISTRY, FormatOption, RegistryOption
from rubrary.pipeline.bundle import bundle_bytes
from rubrary.pipeline.registry import Registry


def crate(
    assessment: Annotated[str, typer.Argument(help="IRI of the assessment.")],
    target: Annotated[Path, typer.Option("-o", "--output", help="The .zip file to write.")],
    registry: RegistryOption = DEFAULT_REGISTRY,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file if it exists.")] = False,
    output: FormatOption = Format.TEXT,
) -> None:
    """Write the score bundle of an assessment: scores, measurements, evidence, provenance, and the very policy.

    The bundle is an RO-Crate 1.1 and a Process Run Crate 0.5; the deposits in it are the ledger's own bytes.
    """
    if target.exists() and not force:
        raise typer.BadParameter(f"{target} exists already; --force overwrites it")
    with Registry.open(registry) as opened:
        data = bundle_bytes(opened, assessment)
    target.write_bytes(data)
    if output is Format.JSON:
        emit_json({"bundle": str(target), "bytes": len(data), "assessment": assessment})
        return
    out.print(f"Wrote {plain(str(target))} ({len(data):,} bytes)")
