"""``rubrary withdraw``: take a deposit out of the public graph, leaving a tombstone."""

from __future__ import annotations

from typing import Annotated

import typer

from rubrary.cli.console import Format, emit_json, out, plain
from rubrary.cli.options import DEFAULT_REGISTRY, FormatOption, RegistryOption, login
from rubrary.pipeline.deposit import bring_index_up_to_date
from rubrary.pipeline.registry import Registry


def withdraw(
    what: Annotated[str, typer.Argument(help="Digest of the deposit, or the IRI that it is about.")],
    reason: Annotated[str, typer.Option("--reason", help="Why, in a sentence; it is shown for ever.")],
    registry: RegistryOption = DEFAULT_REGISTRY,
    submitter: Annotated[str | None, typer.Option("--submitter", help="Who withdraws it.")] = None,
    output: FormatOption = Format.TEXT,
) -> None:
    """Withdraw a deposit: its statements leave the graph, its IRI answers with a tombstone."""
    with Registry.open(registry) as opened:
        accepted = opened.ledger.withdraw(what, reason=reason, submitter=submitter or login())
        bring_index_up_to_date(opened)
    if output is Format.JSON:
        emit_json({"sequence": accepted.seq, "withdrawn": what})
        return
    out.print(f"Withdrawn under sequence {accepted.seq}: {plain(what)}")
