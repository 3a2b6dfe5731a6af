"""``rubrary verify``: recompute every digest of the ledger."""

from __future__ import annotations

from typing import Annotated

import typer

from rubrary.cli.console import Format, emit_json, out, plain, progress_bar
from rubrary.cli.options import DEFAULT_REGISTRY, FormatOption, RegistryOption
from rubrary.ledger import verify as verify_ledger
from rubrary.pipeline.registry import Registry


def verify(
    registry: RegistryOption = DEFAULT_REGISTRY,
    expect: Annotated[
        str | None, typer.Option("--expect-state", help="State digest noted earlier; differing is a failure.")
    ] = None,
    output: FormatOption = Format.TEXT,
) -> None:
    """Recompute every digest and the chain that links the rows; nothing is changed.

    Rows cut off the end leave no trace in the ledger itself: note the state digest elsewhere and give it with
    --expect-state to notice that, too.
    """
    with Registry.open(registry) as opened, progress_bar("verifying", None) as bar:

        def step(done: int, total: int) -> None:
            bar.update(bar.task_ids[0], completed=done, total=total)

        found = verify_ledger(opened.ledger, progress=step)
    problems = [{"sequence": problem.seq, "message": problem.message} for problem in found.problems]
    if expect is not None and expect != found.head.state:
        problems.append(
            {"sequence": None, "message": f"the state digest is {found.head.state}, not {expect}"}
        )
    if output is Format.JSON:
        emit_json(
            {
                "sequence": found.head.seq,
                "state": found.head.state,
                "deposits": found.deposits,
                "withdrawals": found.withdrawals,
                "purged": list(found.purged),
                "problems": problems,
            }
        )
    else:
        for problem in problems:
            out.print(f"[red]✘[/red] sequence {problem['sequence'] or '–'}: {plain(str(problem['message']))}")
        verdict = "[green]sound[/green]" if not problems else "[red]not sound[/red]"
        out.print(
            f"{verdict}: {found.deposits} deposits, {found.withdrawals} withdrawals, {len(found.purged)} purged; "
            f"state {found.head.state}"
        )
    if problems:
        raise typer.Exit(1)
