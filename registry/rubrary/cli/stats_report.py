"""Results of ``rubrary stats``, in words and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from functools import singledispatch

from rich.console import Console
from rich.table import Table

from rubrary.cli.console import out, plain_line
from rubrary.pipeline.stats import Analysis, Part
from rubrary.statistics import (
    Cooccurrence,
    Interval,
    OutcomeShares,
    Ratings,
    Readiness,
    TestResult,
    Trends,
)

#: Pairs that the text shows; JSON has them all.
PAIRS = 20
#: Width of a table where no terminal limits it, so that a row stays on its line.
_PIPED = 1000


def analysis_json(analysis: Analysis) -> dict[str, object]:
    """An analysis for machines, part by part."""
    return {
        "analysis": analysis.name,
        "left_out": analysis.left_out,
        "parts": [_part_json(part) for part in analysis.parts],
    }


def _part_json(part: Part) -> dict[str, object]:
    result = asdict(part.result) if part.result is not None else None
    if result is not None and isinstance(part.result, Readiness):
        for name in ("positive", "negative"):  # the scores themselves are what was selected, not a result
            del result[name]["values"]
    return {"part": part.name, "rows": part.rows, "result": result, "reason": part.reason}


def show_analysis(analysis: Analysis) -> None:
    """An analysis for people, part by part."""
    for number, part in enumerate(analysis.parts):
        if number:
            out.print()
        if part.name is not None:
            out.print(f"[bold]{plain_line(part.name, limit=300)}[/bold]")
        if part.result is None:
            out.print(f"  [yellow]nothing computed[/yellow]  {plain_line(part.reason or '', limit=300)}")
        else:
            _show(part.result)
    if analysis.left_out:
        rows = "row" if analysis.left_out == 1 else "rows"
        out.print(f"[dim]{analysis.left_out} {rows} left out: a column is unbound there[/dim]")


@singledispatch
def _show(result: object) -> None:
    raise TypeError(f"no words for {type(result).__name__}")


@_show.register
def _(result: OutcomeShares) -> None:
    rows = [
        (group.name or "", share.outcome, share.count, group.n, *_share(share.share))
        for group in result.groups or (result.overall,)
        for share in group.shares
    ]
    names = ("group", "outcome", "count", "of", "share", _level(result.overall.shares[0].share))
    skip = 0 if result.groups else 1
    _table(names[skip:], (row[skip:] for row in rows), texts=2 - skip)
    if result.difference:
        out.print(f"outcome by group: {_test(result.difference)}")
    if result.small_expected:
        out.print(
            f"[yellow]{result.small_expected} cells have an expected count below 5: p is a rough "
            "approximation[/yellow]"
        )


@_show.register
def _(result: Trends) -> None:
    for trend in result.outcomes:
        out.print(f"outcome {plain_line(trend.outcome, limit=200)}")
        rows = [(rate.year, rate.count, rate.n, *_share(rate.rate)) for rate in trend.years]
        _table(("year", "count", "of", "share", _level(trend.years[0].rate)), rows, texts=0)
        if trend.trend and trend.difference:
            adjusted = (
                f", adjusted for {len(result.outcomes)} outcomes p = {trend.adjusted_p:.3g}"
                if trend.adjusted_p is not None and len(result.outcomes) > 1
                else ""
            )
            out.print(f"  linear trend: {_test(trend.trend)}{adjusted}")
            out.print(f"  any difference between years: {_test(trend.difference)}")


@_show.register
def _(result: Ratings) -> None:
    for name, found in (("as answered", result.as_answered), ("merged", result.merged)):
        if found:
            out.print(
                f"Cohen's κ {name} = {found.kappa:.3f} (95 % interval {found.low:.3f} to {found.high:.3f}), the same "
                f"answer on {100 * found.share:.1f} % of {found.n} items"
            )
    header = ("first \\ second", *result.answers)
    rows = [(answer, *counts) for answer, counts in zip(result.answers, result.table, strict=True)]
    _table(header, rows, texts=1)


@_show.register
def _(result: Cooccurrence) -> None:
    _table(
        ("category", "items", "share"),
        [(n, c, f"{100 * c / result.n:.1f} %") for n, c in result.categories],
        texts=1,
    )
    rows = [
        (
            pair.first,
            pair.second,
            pair.count,
            *(_number(value) for value in (pair.lift, pair.phi, pair.p, pair.adjusted_p)),
        )
        for pair in result.pairs[:PAIRS]
    ]
    _table(("category", "with", "both", "lift", "φ", "p", "p adjusted"), rows, texts=2)
    if len(result.pairs) > PAIRS:
        out.print(f"[dim]{len(result.pairs) - PAIRS} weaker pairs; --format json has all[/dim]")


@_show.register
def _(result: Readiness) -> None:
    rows = [
        (name, one.n, f"{one.mean:.2f}", f"{one.median:.2f}")
        for name, one in (("succeeded", result.positive), ("did not", result.negative))
    ]
    _table(("outcome", "n", "mean", "median"), rows, texts=1)
    out.print(_test(result.correlation))
    out.print(_test(result.mann_whitney))
    out.print(f"Cohen's d = {result.cohens_d:.3f}")
    area = result.auc
    bounds = (
        ""
        if area.low is None or area.high is None
        else f" ({100 * area.level:g} % bootstrap interval {area.low:.4f} to {area.high:.4f})"
    )
    out.print(f"AUC = {area.estimate:.4f}{bounds}")


def _table(names: Sequence[str], rows: Iterable[Sequence[object]], *, texts: int) -> None:
    """A table whose first ``texts`` columns are texts of the selection and whose others are numbers."""
    table = Table(box=None, header_style="bold", pad_edge=False)
    for number, name in enumerate(names):
        table.add_column(plain_line(name), justify="left" if number < texts else "right", overflow="fold")
    for row in rows:
        table.add_row(*(plain_line(str(cell), limit=100) for cell in row))
    wide = out if out.is_terminal else Console(file=out.file, width=_PIPED, emoji=False, color_system=None)
    wide.print(table)


def _share(interval: Interval) -> tuple[str, str]:
    low, high = interval.low or 0.0, 1.0 if interval.high is None else interval.high
    return _percent(interval.estimate), f"{_percent(low)} to {_percent(high)}"


def _percent(share: float) -> str:
    return f"{100 * share:.2f} %"


def _level(interval: Interval) -> str:
    return f"{100 * interval.level:g} % interval"


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.3g}"


def _test(found: TestResult) -> str:
    degrees = f", df = {found.degrees:g}" if found.degrees is not None else ""
    return f"{found.method} = {found.statistic:.6g}{degrees}, n = {found.n}, p = {found.p:.3g}"
