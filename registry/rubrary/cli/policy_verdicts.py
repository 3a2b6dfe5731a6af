"""Verdicts on rubric files, for people and as JSON: linted, published."""

from __future__ import annotations

from collections.abc import Sequence

from rubrary.cli.console import out, plain, plain_line
from rubrary.cli.policy_changes import advice_document
from rubrary.cli.reports import result_json, show_result
from rubrary.errors import Problem
from rubrary.pipeline.deposit import Status
from rubrary.pipeline.policies import content_digest, shown_reference
from rubrary.pipeline.policy_lint import Linted
from rubrary.pipeline.publish import Digests, Published
from rubrary.rubric import policy_digest


def show_linted(linted: Linted) -> None:
    """One verdict with all problems and warnings."""
    version = linted.version
    mark = (
        "[red]✘[/red]" if linted.problems else "[yellow]![/yellow]" if linted.warnings else "[green]✔[/green]"
    )
    name = f"  [bold]{plain_line(version.reference)}[/bold]" if version else ""
    extends = (
        f", extends {plain_line(shown_reference(version.extends))}" if version and version.extends else ""
    )
    out.print(f"{mark} {plain_line(linted.source)}{name}{extends}")
    for problem in linted.problems:
        _show(problem, "[red]error[/red]  ")
    for warning in linted.warnings:
        _show(warning, "[yellow]warning[/yellow]")
    if linted.advice and linted.advice.level and linted.advice.enough:
        reason = plain_line(linted.advice.reasons[0].text)
        out.print(f"    [dim]since {linted.earlier} a {linted.advice.level} change: {reason}[/dim]")


def _show(problem: Problem, kind: str) -> None:
    place = f"{plain_line(str(problem.place))}: " if problem.place else ""
    out.print(f"    {kind}  {place}{plain(problem.message)}")
    if problem.hint:
        out.print(f"    mend     {plain(problem.hint)}")


def lint_summary(results: Sequence[Linted]) -> str:
    """How many of each, in one line."""
    wrong = sum(bool(linted.problems) for linted in results)
    doubtful = sum(bool(linted.warnings) for linted in results if not linted.problems)
    return f"{len(results)} files: {wrong} with errors, {doubtful} more with warnings"


def lint_document(linted: Linted) -> dict[str, object]:
    """One verdict for machines."""
    version = linted.version
    return {
        "source": linted.source,
        "valid": not linted.problems,
        "reference": version.reference if version else None,
        "iri": version.iri if version else None,
        "extends": version.extends if version else None,
        "policyDigest": policy_digest(version.policy) if version else None,
        "contentDigest": content_digest(version) if version else None,
        "errors": [_problem_document(problem) for problem in linted.problems],
        "warnings": [_problem_document(warning) for warning in linted.warnings],
        "earlier": linted.earlier,
        "version": advice_document(linted.advice) if linted.advice else None,
    }


def _problem_document(problem: Problem) -> dict[str, object]:
    place = problem.place
    return {
        "message": problem.message,
        "source": place.source if place else None,
        "line": place.line if place else None,
        "column": place.column if place else None,
        "hint": problem.hint,
    }


def show_published(published: Published) -> None:
    """What became of one file, with the digests of its version."""
    show_result(published.result)
    if published.own and published.result.status in (Status.DEPOSITED, Status.KNOWN):
        out.print(f"    policy   {published.own.policy}\n    content  {published.own.content}")


def publish_document(published: Published) -> dict[str, object]:
    """The same for machines."""
    return result_json(published.result) | {
        "own": _digests_document(published.own),
        "onRecord": _digests_document(published.on_record),
    }


def _digests_document(digests: Digests | None) -> dict[str, str] | None:
    return {"policyDigest": digests.policy, "contentDigest": digests.content} if digests else None
