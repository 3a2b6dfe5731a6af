"""``rubrary query``: SPARQL on the registry's index."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from pyoxigraph import Literal, NamedNode, QueryBoolean, QueryResultsFormat, parse_query_results
from rich.table import Table

from rubrary.cli.console import out, plain
from rubrary.cli.options import DEFAULT_REGISTRY, RegistryOption
from rubrary.cli.query_text import read_query
from rubrary.index.answer import QueryLimits
from rubrary.index.errors import NotAcceptable
from rubrary.index.formats import BOOLEAN, FORMATS, GRAPH, SOLUTIONS
from rubrary.index.query import check_query
from rubrary.index.service import QueryService
from rubrary.pipeline.deposit import bring_index_up_to_date
from rubrary.pipeline.registry import Registry
from rubrary.terms import compact, xsd


class Answer(StrEnum):
    """How the answer is written."""

    TABLE = "table"
    CSV = "csv"
    TSV = "tsv"
    JSON = "json"
    XML = "xml"
    TURTLE = "turtle"
    NTRIPLES = "ntriples"
    JSONLD = "jsonld"
    RDFXML = "rdfxml"


_KIND = {SOLUTIONS: "a table", BOOLEAN: "yes or no", GRAPH: "a graph"}


def query(
    text: Annotated[
        str | None, typer.Argument(help="The SPARQL query; the usual prefixes are known.")
    ] = None,
    file: Annotated[
        Path | None, typer.Option("-f", "--file", exists=True, dir_okay=False, help="File with the query.")
    ] = None,
    output: Annotated[
        Answer | None,
        typer.Option("--format", help="Default: a table on a terminal, CSV or Turtle when piped."),
    ] = None,
    timeout: Annotated[
        float, typer.Option("--timeout", min=0.001, help="Seconds until the query is ended.")
    ] = 30.0,
    registry: RegistryOption = DEFAULT_REGISTRY,
) -> None:
    """Ask the registry in SPARQL 1.1. The query runs in a process of its own, which --timeout really ends."""
    if (text is None) == (file is None):
        raise typer.BadParameter("give the query as an argument or with -f, one of them")
    checked = check_query(read_query(file) if file else text or "")
    wanted = output or _default(checked.kind)
    _check_format(wanted, checked.kind)
    with Registry.open(registry) as opened:
        bring_index_up_to_date(opened)
        folder = opened.index_folder
    tabular = wanted is Answer.TABLE and checked.kind != "graph"
    formats = ["json"] if tabular else ["turtle"] if wanted is Answer.TABLE else [wanted.value]
    with (
        QueryService(folder, QueryLimits(timeout=timeout, workers=1)) as service,
        service.run(checked, formats) as result,
    ):
        if tabular:
            _show(result.read())
            return
        for chunk in result:
            sys.stdout.buffer.write(chunk)
        if out.is_terminal:  # JSON and XML end without a line feed, and the prompt would follow at once
            sys.stdout.buffer.write(b"\n")
        sys.stdout.buffer.flush()


def _check_format(wanted: Answer, kind: str) -> None:
    if wanted is not Answer.TABLE and wanted.value not in FORMATS[kind]:
        suiting = ", ".join(name for name in FORMATS[kind] if name in {answer.value for answer in Answer})
        raise NotAcceptable(
            f"the answer to this query is {_KIND[kind]}, which cannot be written as {wanted.value}",
            hint=f"Give one of these as --format: table, {suiting}.",
        )


def _default(kind: str) -> Answer:
    if out.is_terminal:
        return Answer.TABLE
    return {"solutions": Answer.CSV, "boolean": Answer.JSON}.get(kind, Answer.TURTLE)


def _show(answer: bytes) -> None:
    found = parse_query_results(answer, format=QueryResultsFormat.JSON)
    if isinstance(found, QueryBoolean):
        out.print("yes" if found else "no")
        return
    names = [variable.value for variable in found.variables]
    table = Table(box=None, header_style="bold", pad_edge=False)
    for name in names:
        table.add_column(name, overflow="fold")
    count = 0
    for solution in found:
        table.add_row(*(_cell(solution[name]) for name in names))
        count += 1
    out.print(table)
    out.print(f"[dim]{count} row{'' if count == 1 else 's'}[/dim]")


def _cell(term: object) -> str:
    """A term for reading: prefixed names, binary64 numbers in six digits. The other formats give all."""
    if isinstance(term, NamedNode):
        return plain(compact(term.value).strip("<>"))
    if isinstance(term, Literal):
        return f"{float(term.value):.6g}" if term.datatype == xsd.double else plain(term.value)
    return "" if term is None else plain(str(term))
