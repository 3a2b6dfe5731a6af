"""``rubrary init``: make a registry."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rubrary.cli.console import Format, emit_json, out, plain
from rubrary.cli.options import DEFAULT_REGISTRY, REGISTRY_VARIABLE, FormatOption, option_for
from rubrary.pipeline.config import DEFAULT_BASE
from rubrary.pipeline.deposit import bring_index_up_to_date
from rubrary.pipeline.publish import publish_shipped
from rubrary.pipeline.registry import Registry


def init(
    folder: Annotated[
        Path,
        typer.Argument(
            envvar=REGISTRY_VARIABLE, help="Folder of the new registry; it must be empty or not exist."
        ),
    ] = DEFAULT_REGISTRY,
    base: Annotated[
        str, typer.Option("--base", help="IRI under which the registry mints; it cannot be changed later.")
    ] = DEFAULT_BASE,
    bare: Annotated[bool, typer.Option("--bare", help="Do not publish the shipped rubrics.")] = False,
    output: FormatOption = Format.TEXT,
) -> None:
    """Make a registry: a ledger, an index, and the shipped rubric versions published in it."""
    with Registry.create(folder, base) as registry:
        published = [] if bare else list(publish_shipped(registry))
        bring_index_up_to_date(registry)
        topics = [
            result.examined.topic.iri for result in published if result.examined and result.examined.topic
        ]
        if output is Format.JSON:
            emit_json({"registry": str(folder), "base": registry.base, "published": topics})
            return
        out.print(f"Registry in [bold]{plain(str(folder))}[/bold], minting under {plain(registry.base)}")
        if topics:
            names = ", ".join(_reference(topic) for topic in topics)
            out.print(f"{len(topics)} rubric versions published: {plain(names)}")
        option = plain(option_for(folder))
        out.print(f"Next: rubrary deposit{option} FILE… , rubrary serve{option}")


def _reference(topic: str) -> str:
    name, version = topic.rsplit("/", 2)[1:]
    return f"{name}@{version}"
