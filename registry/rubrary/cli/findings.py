"""The findings of a checked study, in words, as JSON, and where they are written to."""

from __future__ import annotations

import io
import json
import sys
from enum import StrEnum
from pathlib import Path

from rich.console import Console

from rubrary.checks import Checked, CheckedStudy, Verdict
from rubrary.cli.console import emit_json, err, out, plain
from rubrary.cli.reports import result_json, show_result
from rubrary.pipeline.deposit import Result


class Report(StrEnum):
    """How the findings of a study are written."""

    TEXT = "text"
    JSON = "json"
    HTML = "html"


_COLOUR = {Verdict.MATCH: "green", Verdict.DEVIATES: "red", Verdict.CANNOT_BE_RECOMPUTED: "yellow"}
#: Width of a verdict, and the greatest of a value; longer values run into the next column.
_VERDICT, _VALUE = 20, 14


def report_for(target: Path | None) -> Report:
    """The form that the name of a file says; text where it says none."""
    forms = {".html": Report.HTML, ".htm": Report.HTML, ".json": Report.JSON}
    return forms.get(target.suffix.lower(), Report.TEXT) if target else Report.TEXT


def write_report(
    checked: CheckedStudy, form: Report, target: Path | None, *, page: bytes, result: Result | None
) -> None:
    """Write the findings to a file or to standard output, and say what became of their deposit.

    Args:
        checked: the findings.
        form: how.
        target: the file; ``None``: standard output.
        page: the page, where the form is HTML.
        result: what became of the deposit, where one was asked for.
    """
    if target is not None:
        with target.open("wb") as file:
            file.write(page or _text(checked, form, result).encode())
        err.print(f"Wrote {plain(str(target))}: {summary(checked)}")
    elif form is Report.HTML:
        sys.stdout.buffer.write(page)
    elif form is Report.JSON:
        emit_json(findings_json(checked, result))
    else:
        show_findings(checked, out)
    if result is not None and (target is not None or form is not Report.JSON):
        _say_deposit(result, out if form is Report.TEXT else err)


def _say_deposit(result: Result, console: Console) -> None:
    if result.refused or result.examined is None:
        show_result(result)
    else:
        console.print(f"{result.status}: deposit {result.examined.canonical.digest}")


def _text(checked: CheckedStudy, form: Report, result: Result | None) -> str:
    if form is Report.JSON:
        return json.dumps(findings_json(checked, result), ensure_ascii=False, indent=2) + "\n"
    console = Console(file=io.StringIO(), highlight=False, soft_wrap=True, emoji=False)
    with console.capture() as captured:
        show_findings(checked, console)
    return captured.get()


def show_findings(checked: CheckedStudy, console: Console) -> None:
    """Verdict, published, recomputed and statement line by line, under the tables and sections of the paper."""
    console.print(f"[bold]{plain(checked.check.TITLE)}[/bold]\n{plain(checked.check.SOURCE)}")
    pairs = [(found.finding.published, found.shown) for found in checked.findings]
    wide = [
        min(_VALUE, max(map(len, texts))) for texts in zip(("published", "recomputed"), *pairs, strict=True)
    ]
    console.print(f"\n{'verdict':{_VERDICT}}  {'published':>{wide[0]}}  {'recomputed':>{wide[1]}}  finding")
    for place, findings in checked.by_place().items():
        console.print(f"\n[bold]{plain(place)}[/bold]")
        for found in findings:
            numbers = f"{found.finding.published:>{wide[0]}}  {found.shown:>{wide[1]}}"
            console.print(f"{_verdict(found.verdict)}  {plain(numbers)}  {plain(found.finding.statement)}")
            if found.reason and found.verdict is not Verdict.MATCH:
                console.print(f"{'':{_VERDICT}}  [dim]→ {plain(found.reason)}[/dim]")
    console.print(f"\n[bold]{summary(checked)}[/bold]")


def summary(checked: CheckedStudy) -> str:
    """How many findings have which verdict, in one line."""
    counts = ", ".join(f"{checked.count(verdict)} {verdict.words}" for verdict in Verdict)
    return f"{len(checked.findings)} findings: {counts}"


def findings_json(checked: CheckedStudy, result: Result | None = None) -> dict[str, object]:
    """The findings for machines; ``recomputed`` is unrounded, ``null`` where it cannot be recomputed."""
    found: dict[str, object] = {
        "study": checked.check.NAME,
        "title": checked.check.TITLE,
        "source": checked.check.SOURCE,
        "counts": {verdict.value: checked.count(verdict) for verdict in Verdict},
        "selections": dict(checked.check.SELECTIONS),
        "findings": [_finding_json(found) for found in checked.findings],
    }
    return found if result is None else {**found, "deposit": result_json(result)}


def _finding_json(found: Checked) -> dict[str, object]:
    finding = found.finding
    return {
        "id": finding.id,
        "statement": finding.statement,
        "where": finding.where,
        "published": finding.published,
        "recomputed": found.value,
        "verdict": found.verdict.value,
        "reason": found.reason,
        "derivation": finding.derivation,
        "tolerance": None if finding.tolerance is None else float(finding.tolerance),
        "selections": list(found.selections),
    }


def _verdict(verdict: Verdict) -> str:
    return f"[{_COLOUR[verdict]}]{verdict.words:{_VERDICT}}[/]"
