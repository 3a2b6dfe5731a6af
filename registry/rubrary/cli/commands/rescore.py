"""``rubrary rescore``: score what is on record under another policy."""

from __future__ import annotations

from typing import Annotated

import typer
from pyoxigraph import Literal, NamedNode

from rubrary.cli.console import Format, emit_json, out, plain, plain_line, progress_bar
from rubrary.cli.options import DEFAULT_REGISTRY, FormatOption, RegistryOption
from rubrary.cli.reports import result_json
from rubrary.errors import UsageError
from rubrary.index.answer import QueryLimits
from rubrary.index.formats import SOLUTIONS
from rubrary.index.query import check_query
from rubrary.pipeline.deposit import Result, Status, bring_index_up_to_date
from rubrary.pipeline.registry import Registry
from rubrary.pipeline.rescore import Rescored, rescore, rescored
from rubrary.pipeline.stats.selection import select

#: How long the query that chooses assessments may take, in seconds.
_TIMEOUT = 60.0
_SHOWN = 20


def rescore_command(
    rubric: Annotated[
        str, typer.Option("--rubric", help="The rubric version to score by: name@version or IRI.")
    ],
    where: Annotated[
        str | None,
        typer.Option(
            "--where", help="A SPARQL SELECT whose first variable is the assessments to score; all else."
        ),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say the scores, put nothing on record.")
    ] = False,
    registry: RegistryOption = DEFAULT_REGISTRY,
    output: FormatOption = Format.TEXT,
) -> None:
    """Score the assessments on record under another rubric version, from their stored measurements alone.

    Each gives a new assessment that names the one that measured. The same again is the same deposit. What cannot
    be scored is listed with the reason.
    """
    with Registry.open(registry) as opened:
        version = opened.knowledge().rubric(rubric)
        wanted = _chosen(opened, where) if where else None
        found: list[tuple[Rescored, Result | None]] = []
        with progress_bar(f"scoring by {version.reference}", None) as bar:
            for item in (
                ((one, None) for one in rescored(opened, version, wanted))
                if dry_run
                else rescore(opened, version, wanted)
            ):
                found.append(item)
                bar.advance(bar.task_ids[0])
        if not dry_run:
            bring_index_up_to_date(opened)
    _report(found, output, dry_run=dry_run)
    if any(one.problem or (result and result.refused) for one, result in found):
        raise typer.Exit(1)


def _chosen(opened: Registry, where: str) -> frozenset[str]:
    """The first column of the query's answer.

    Raises:
        UsageError: it is no SELECT query.
        QueryRefused: it may not be run, or takes too long.
    """
    if check_query(where).kind != SOLUTIONS:
        raise UsageError(
            "--where needs a SELECT query", hint="SELECT ?assessment { ?assessment a rub:Assessment … }"
        )
    bring_index_up_to_date(opened)
    found = select(opened, where, QueryLimits(timeout=_TIMEOUT, workers=1))
    chosen = (row[found.variables[0]] for row in found.rows)
    return frozenset(term.value for term in chosen if isinstance(term, NamedNode | Literal))


def _report(found: list[tuple[Rescored, Result | None]], output: Format, *, dry_run: bool) -> None:
    if output is Format.JSON:
        emit_json([_document(one, result) for one, result in found])
        return
    for one, result in found[:_SHOWN] if dry_run else found:
        problem = one.problem or (str(result.error or "refused") if result and result.refused else None)
        if problem:
            out.print(f"[red]✘[/red] {plain_line(one.source)}  {plain(problem)}")
        elif dry_run and one.record:
            values = ", ".join(f"{score.metric} {score.value:.2f}" for score in one.record.scores)
            out.print(f"  {plain_line(one.source)}  {values}")
    if not found:
        out.print("no assessment to score: all on record apply this version, or the query chose none")
        return
    bad = sum(bool(one.problem or (result and result.refused)) for one, result in found)
    known = sum(bool(result and result.status is Status.KNOWN) for _, result in found)
    done = len(found) - bad - known
    words = f"{done} would be scored" if dry_run else f"{done} scored, {known} already on record"
    out.print(f"{words}, {bad} cannot be")


def _document(one: Rescored, result: Result | None) -> dict[str, object]:
    record = one.record
    return {
        "source": one.source,
        "assessment": record.iri if record else None,
        "scores": [
            {
                "metric": score.metric,
                "value": score.value,
                "unclamped": score.unclamped,
                "coverage": score.coverage,
                "lower": score.lower,
                "upper": score.upper,
            }
            for score in (record.scores if record else ())
        ],
        "problem": one.problem,
        "deposit": result_json(result) if result else None,
    }
