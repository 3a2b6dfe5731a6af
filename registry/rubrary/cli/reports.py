"""Verdicts on deposits, in words and as JSON."""

from __future__ import annotations

from collections.abc import Sequence

from rubrary.cli.console import out, plain, plain_line
from rubrary.errors import Place, RubraryError
from rubrary.pipeline.deposit import Result, Status
from rubrary.terms import compact
from rubrary.validation import Finding, Severity

_MARK = {
    Status.DEPOSITED: "[green]✔[/green]",
    Status.KNOWN: "[cyan]=[/cyan]",
    Status.ACCEPTED: "[green]✔[/green]",
    Status.REFUSED: "[red]✘[/red]",
}
#: Most characters that are shown of a value or a node, and of a message; JSON has them whole.
_VALUE_LIMIT = 200
_MESSAGE_LIMIT = 2000
_COLOUR = {Severity.VIOLATION: "red", Severity.WARNING: "yellow", Severity.INFO: "cyan"}


def show_result(result: Result) -> None:
    """One verdict, with every finding."""
    topic = result.examined.topic if result.examined else None
    about = f"  {topic.kind} {compact(topic.iri)}" if topic else ""
    about = plain_line(about, limit=_VALUE_LIMIT)
    out.print(f"{_MARK[result.status]} {plain_line(result.source)}  [bold]{result.status}[/bold]{about}")
    if result.error:
        _show_problems(result.error)
    elif result.examined:
        for finding in result.examined.report.findings:
            _show_finding(finding, result.source)


def _show_problems(error: RubraryError) -> None:
    problems = getattr(error, "problems", None) or (error,)
    for problem in problems:
        place = f"{plain_line(str(problem.place))}: " if problem.place else ""
        out.print(f"    [red]error[/red]  {place}{_text(problem.message)}")
        if problem.hint:
            out.print(f"    mend   {_text(problem.hint)}")


def _show_finding(finding: Finding, source: str) -> None:
    place = finding.place or Place(source)
    node = plain_line(_node(finding.focus), limit=_VALUE_LIMIT)
    out.print(f"    [{_COLOUR[finding.severity]}]{finding.severity}[/]  {plain_line(str(place))}  {node}")
    for label, text in (
        ("path ", finding.path and plain_line(_path(finding.path), limit=_VALUE_LIMIT)),
        ("value", finding.value and plain_line(finding.value, limit=_VALUE_LIMIT)),
        ("wrong", _text(finding.message)),
        ("mend ", finding.remedy and _text(finding.remedy)),
    ):
        if text:
            out.print(f"      {label}  {text}")


def _text(message: str) -> str:
    """A message, its further lines indented so that none can pass for a verdict of ours."""
    return plain(message, limit=_MESSAGE_LIMIT).replace("\n", "\n             ")


def _node(text: str) -> str:
    return compact(text) if ":" in text and not text.startswith(("_:", "<", '"')) else text


def _path(text: str) -> str:
    return compact(text) if text.startswith(("http://", "https://")) else text


def result_json(result: Result) -> dict[str, object]:
    """One verdict for machines."""
    examined = result.examined
    return {
        "source": result.source,
        "status": result.status.name.lower(),
        "sequence": result.seq,
        "digest": examined.canonical.digest if examined else None,
        "topic": examined.topic.iri if examined and examined.topic else None,
        "kind": examined.topic.kind if examined and examined.topic else None,
        "findings": examined.report.as_json() if examined else [],
        "errors": _errors_json(result.error),
    }


def _errors_json(error: RubraryError | None) -> list[dict[str, object]]:
    if error is None:
        return []
    problems = getattr(error, "problems", None) or (error,)
    return [
        {
            "message": problem.message,
            "source": problem.place.source if problem.place else None,
            "line": problem.place.line if problem.place else None,
            "column": problem.place.column if problem.place else None,
            "hint": problem.hint,
        }
        for problem in problems
    ]


def summary(results: Sequence[Result]) -> str:
    """How many of each, and how many of those that were not refused have warnings, in one line."""
    counts = {status: sum(result.status is status for result in results) for status in Status}
    line = ", ".join(f"{count} {status}" for status, count in counts.items() if count) or "nothing to do"
    warned = sum(
        bool(result.examined and result.examined.report.findings) for result in results if not result.refused
    )
    return f"{line}; {warned} with warnings" if warned else line
