"""``rubrary stats``: the field's statistics on any selection of the registry."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from pyoxigraph import RdfFormat, serialize

from rubrary.cli.console import Format, emit_json, out, plain, progress_bar
from rubrary.cli.options import DEFAULT_REGISTRY, FormatOption, RegistryOption, option_for
from rubrary.cli.query_text import read_query
from rubrary.cli.stats_report import analysis_json, show_analysis
from rubrary.figures import check_target
from rubrary.graph.write import record_triples
from rubrary.index.answer import QueryLimits
from rubrary.pipeline.deposit import bring_index_up_to_date
from rubrary.pipeline.registry import Registry
from rubrary.pipeline.stats import Analysis, Selection, agreement_record, built_in, draw, select
from rubrary.pipeline.stats import agreement as agreement_of
from rubrary.pipeline.stats import cooccurrence as cooccurrence_of
from rubrary.pipeline.stats import outcomes as outcomes_of
from rubrary.pipeline.stats import readiness as readiness_of
from rubrary.pipeline.stats import trend as trend_of
from rubrary.statistics.discrimination import SEED
from rubrary.terms import PREFIXES

stats = typer.Typer(
    help="Statistics on the registry's data, or on any selection of it (docs/statistics.md).",
    no_args_is_help=True,
)

SelectOption = Annotated[
    str | None,
    typer.Option(
        "--select", help="A file with a SPARQL SELECT, or the SELECT itself. Default: a built-in selection."
    ),
]
ShowQueryOption = Annotated[
    bool, typer.Option("--show-query", help="Print the built-in selection, to start from, and stop.")
]
FigureOption = Annotated[
    Path | None, typer.Option("-o", "--output", help="Draw a figure into this .png or .svg file.")
]
ForceOption = Annotated[bool, typer.Option("--force", help="Overwrite files that exist.")]
TimeoutOption = Annotated[
    float, typer.Option("--timeout", min=0.001, help="Seconds until the query is ended.")
]
#: Seconds that a selection may take; it reads all of its rows, where a query often shows some.
_TIMEOUT = 300.0
_ROWS = 10_000_000
#: The prefixes of a written record.
_PREFIXES = {name: PREFIXES[name] for name in ("rub", "dcterms", "dqv", "prov", "xsd")}


@stats.command()
def agreement(  # noqa: PLR0913, PLR0917 - an option is an argument
    selected: SelectOption = None,
    show_query: ShowQueryOption = False,
    merge: Annotated[
        list[str] | None,
        typer.Option("--merge", help="Take one answer as another, for example NA=N. May be repeated."),
    ] = None,
    record: Annotated[
        str | None,
        typer.Option(
            "--record", metavar="NAME", help="Write <base>agreement/NAME to NAME.ttl, for depositing."
        ),
    ] = None,
    compared: Annotated[
        list[str] | None,
        typer.Option(
            "--compared", help="For --record: IRI of an assessment or study compared. May be repeated."
        ),
    ] = None,
    study: Annotated[
        str | None, typer.Option("--study", help="For --record: IRI of the study whose data it is.")
    ] = None,
    figure: FigureOption = None,
    force: ForceOption = False,
    timeout: TimeoutOption = _TIMEOUT,
    registry: RegistryOption = DEFAULT_REGISTRY,
    output: FormatOption = Format.TEXT,
) -> None:
    """How far two raters agree: Cohen's κ.

    Columns: item, first, second; optional part, and firstRun, secondRun (IRIs of what was compared) for --record.
    """
    merged = _merges(merge or [])
    target = Path(f"{record}.ttl") if record is not None else None
    if record is None and (compared or study):
        raise typer.BadParameter("--compared and --study belong to --record NAME")
    _check_files(figure, target, force=force)
    query = _query("agreement", selected, show=show_query)
    base, selection = _read(registry, query, timeout)
    found = agreement_of(selection, merged)
    extra: dict[str, object] = {}
    if record is not None and target is not None:
        made = agreement_record(
            base, record, found, selection, query=query, compared=compared or (), study=study, merge=merged
        )
        written = serialize(record_triples([made]), format=RdfFormat.TURTLE, prefixes=_PREFIXES)
        target.write_bytes(written or b"")
        extra["record"] = {"file": str(target), "iri": made.iri}
    _answer(found, figure, output, extra)
    if target is not None and output is Format.TEXT:
        out.print(
            f"Wrote {plain(str(target))}. Next: rubrary deposit{option_for(registry)} {plain(str(target))}"
        )


@stats.command()
def outcomes(
    selected: SelectOption = None,
    show_query: ShowQueryOption = False,
    figure: FigureOption = None,
    force: ForceOption = False,
    timeout: TimeoutOption = _TIMEOUT,
    registry: RegistryOption = DEFAULT_REGISTRY,
    output: FormatOption = Format.TEXT,
) -> None:
    """How attempts ended: counts, shares with Wilson's interval, and χ² across groups.

    Columns: outcome; optional group, item (refused if it repeats) and part (each analysed by itself).
    """
    asked = _Asked("outcomes", selected, show_query, figure, force, timeout, registry, output)
    _run(asked, outcomes_of)


@stats.command()
def cooccurrence(
    selected: SelectOption = None,
    show_query: ShowQueryOption = False,
    least: Annotated[
        int, typer.Option("--least", min=1, help="Leave out categories that fewer items have.")
    ] = 1,
    figure: FigureOption = None,
    force: ForceOption = False,
    timeout: TimeoutOption = _TIMEOUT,
    registry: RegistryOption = DEFAULT_REGISTRY,
    output: FormatOption = Format.TEXT,
) -> None:
    """Which categories occur together: lift, φ, Fisher's exact test.

    Columns: item, category (unbound: the item has none); optional part (each analysed by itself).
    """
    asked = _Asked("cooccurrence", selected, show_query, figure, force, timeout, registry, output)
    _run(asked, lambda selection: cooccurrence_of(selection, least))


@stats.command()
def trend(
    selected: SelectOption = None,
    show_query: ShowQueryOption = False,
    figure: FigureOption = None,
    force: ForceOption = False,
    timeout: TimeoutOption = _TIMEOUT,
    registry: RegistryOption = DEFAULT_REGISTRY,
    output: FormatOption = Format.TEXT,
) -> None:
    """How the rate of each outcome changes over the years: Wilson's interval, linear trend, χ².

    Columns: year (a year or a date), outcome; optional item (refused if it repeats) and part.
    """
    asked = _Asked("trend", selected, show_query, figure, force, timeout, registry, output)
    _run(asked, trend_of)


@stats.command()
def readiness(  # noqa: PLR0913, PLR0917 - an option is an argument
    selected: SelectOption = None,
    show_query: ShowQueryOption = False,
    success: Annotated[
        list[str] | None,
        typer.Option("--success", help="A label that counts as a success. May be repeated."),
    ] = None,
    resamples: Annotated[
        int, typer.Option("--resamples", min=0, help="Bootstrap samples of the AUC's interval; 0: none.")
    ] = 2000,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Seed of the bootstrap.")] = SEED,
    figure: FigureOption = None,
    force: ForceOption = False,
    timeout: TimeoutOption = _TIMEOUT,
    registry: RegistryOption = DEFAULT_REGISTRY,
    output: FormatOption = Format.TEXT,
) -> None:
    """Whether scores tell successes from failures: point-biserial r, Mann–Whitney, Cohen's d, AUC.

    Columns: label (true or false, or see --success), score; optional item (refused if it repeats) and part.
    """
    asked = _Asked("readiness", selected, show_query, figure, force, timeout, registry, output)
    _run(asked, lambda selection: readiness_of(selection, success or (), resamples, seed))


@dataclass(frozen=True, slots=True)
class _Asked:
    """The options that all analyses share."""

    name: str
    selected: str | None
    show_query: bool
    figure: Path | None
    force: bool
    timeout: float
    registry: Path
    output: Format


def _run(asked: _Asked, analyse: Callable[[Selection], Analysis]) -> None:
    _check_files(asked.figure, None, force=asked.force)
    query = _query(asked.name, asked.selected, show=asked.show_query)
    _, selection = _read(asked.registry, query, asked.timeout)
    with progress_bar("computing", None):
        found = analyse(selection)
    _answer(found, asked.figure, asked.output, {})


def _merges(texts: Sequence[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for text in texts:
        old, equals, new = text.partition("=")
        if not (old and equals and new):
            raise typer.BadParameter(f"{text!r} is not of the form NA=N", param_hint="--merge")
        if found.setdefault(old, new) != new:
            raise typer.BadParameter(f"{old} cannot be both {found[old]} and {new}", param_hint="--merge")
    return found


def _query(name: str, selected: str | None, *, show: bool) -> str:
    if show:
        if selected is not None:
            raise typer.BadParameter("--show-query prints the built-in selection; leave out --select")
        out.print(plain(built_in(name)), end="")
        raise typer.Exit
    if selected is None:
        return built_in(name)
    if "{" in selected:
        return selected
    path = Path(selected)
    if not path.is_file():
        raise typer.BadParameter(f"{selected!r} is neither a file nor a SPARQL SELECT", param_hint="--select")
    return read_query(path)


def _check_files(figure: Path | None, record: Path | None, *, force: bool) -> None:
    if figure is not None:
        check_target(figure)
    for path in (figure, record):
        if path is not None and path.exists() and not force:
            raise typer.BadParameter(f"{path} exists already; --force overwrites it")


def _read(registry: Path, query: str, timeout: float) -> tuple[str, Selection]:
    with Registry.open(registry) as opened, progress_bar("selecting", None):
        bring_index_up_to_date(opened)
        return opened.base, select(opened, query, QueryLimits(timeout=timeout, workers=1, rows=_ROWS))


def _answer(found: Analysis, figure: Path | None, output: Format, extra: dict[str, object]) -> None:
    alternative = draw(found, figure) if figure is not None else None
    if output is Format.JSON:
        drawn = {"file": str(figure), "alternative": alternative} if figure is not None else None
        emit_json({**analysis_json(found), "figure": drawn, **extra})
        return
    show_analysis(found)
    if figure is not None:
        out.print(f"Drew {plain(str(figure))}")
