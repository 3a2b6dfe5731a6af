"""The difference between two rubric versions for people, and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rubrary.cli.console import out, plain_line
from rubrary.pipeline.policies import shown_reference
from rubrary.pipeline.policy_diff import ChangeKind, FieldChange, PartChange, PartKind, PolicyDiff
from rubrary.pipeline.policy_impact import Impact, MetricImpact, Move
from rubrary.pipeline.version_advice import Advice, Level, advise
from rubrary.rubric import RubricVersion, policy_digest
from rubrary.rubric.number import shortest

_HEADINGS = {
    PartKind.DIMENSION: "Dimensions",
    PartKind.CRITERION: "Criteria",
    PartKind.PENALTY: "Penalties",
    PartKind.SCORE: "Scores",
    PartKind.ROUNDING: "Rounding",
    PartKind.RUBRIC: "The rubric itself",
}
_MARK = {
    ChangeKind.ADDED: "[green]+[/green]",
    ChangeKind.REMOVED: "[red]−[/red]",
    ChangeKind.CHANGED: "[yellow]~[/yellow]",
}
_STEP = {Level.MAJOR: "red", Level.MINOR: "yellow", Level.PATCH: "green"}
#: Most reasons, crossings and unfit runs that are listed for people; JSON has them all.
_LISTED = 10
_TEXT = 80


def show_diff(difference: PolicyDiff) -> None:
    """What differs, part by part, and which step in versions that is."""
    before, after = difference.before, difference.after
    out.print(f"[bold]{plain_line(before.reference)} → {plain_line(after.reference)}[/bold]")
    if difference.same_policy:
        out.print(f"the same policy {policy_digest(before.policy)}: scores under both are comparable")
    else:
        out.print(f"[dim]policy[/dim] {policy_digest(before.policy)} → {policy_digest(after.policy)}")
    for part, heading in _HEADINGS.items():
        changes = difference.of(part)
        if changes:
            out.print(f"\n[bold]{heading}[/bold]")
        for change in changes:
            _show_change(change)
    if not difference.changes:
        out.print("nothing differs")
        return
    _show_advice(advise(difference), difference)


def _show_change(change: PartChange) -> None:
    title = f"  {plain_line(change.title)}" if change.id and change.title != change.id else ""
    mark = _MARK[change.kind]
    if change.id:
        out.print(f"  {mark} [bold]{change.id}[/bold]{title}")
    for field in change.fields:
        if change.kind is ChangeKind.CHANGED or field.decides:
            out.print(f"      {_field(field, change.kind)}")


def _field(field: FieldChange, kind: ChangeKind) -> str:
    before = None if field.before is None else plain_line(_value(field.field, field.before), limit=_TEXT)
    after = None if field.after is None else plain_line(_value(field.field, field.after), limit=_TEXT)
    name = f"[dim]{field.field}[/dim]"
    if kind is not ChangeKind.CHANGED:
        return f"{name} {after if kind is ChangeKind.ADDED else before}"
    shift = field.shift
    moved = "" if shift is None else f" ({'+' if shift > 0 else '−'}{shortest(abs(shift))})"
    return f"{name} {before or 'none'} → {after or 'none'}{moved}"


def _value(field: str, text: str) -> str:
    return shown_reference(text) if field == "extends" else text


def _show_advice(advice: Advice, difference: PolicyDiff) -> None:
    """Which step in semantic versioning the change is, and why."""
    if advice.level is None:
        return
    before, step = difference.before, f"[{_STEP[advice.level]}]{advice.level}[/]"
    if before.name == difference.after.name:
        out.print(
            f"\n[bold]After {plain_line(before.reference)}[/bold] this is a {step} change, at least {advice.least}"
        )
    else:
        out.print(
            f"\n[bold]As the next version of {before.name}[/bold] this would be {step}, at least {advice.least}"
        )
    for reason in advice.reasons[:_LISTED]:
        out.print(f"  [{_STEP[reason.level]}]{reason.level}[/] {plain_line(reason.text)}")
    _more(len(advice.reasons))


def show_impact(impact: Impact, threshold: float | None) -> None:
    """What the change does to a registry's scores."""
    out.print(
        f"\n[bold]Impact[/bold] on {impact.runs} assessments and attempts on record, "
        "scored under both from what they measured"
    )
    for metric in impact.metrics:
        _show_metric(metric, threshold)
    if not impact.runs:
        out.print("  nothing on record answers what both policies ask")
    if impact.unfit:
        out.print(f"  [yellow]{_count(len(impact.unfit), 'run')} cannot be scored under both:[/yellow]")
        for iri, reason in impact.unfit[:_LISTED]:
            out.print(f"    {plain_line(iri)}: {plain_line(reason)}")
        _more(len(impact.unfit))


def _show_metric(metric: MetricImpact, threshold: float | None) -> None:
    moved = metric.moved
    out.print(f"\n  [bold]{metric.metric}[/bold]  {len(moved)} of {len(metric.moves)} scores move")
    if not moved:
        return
    out.print(f"    mean shift {metric.mean_shift:+.2f}, mean distance {metric.mean_distance:.2f}")
    rise, fall = _extremes(moved)
    for label, move in (("largest rise", rise), ("largest fall", fall)):
        if move:
            out.print(f"    {label} {_move(move)}")
    if metric.spearman and metric.kendall:
        out.print(
            f"    rank correlation: Spearman's ρ {metric.spearman.statistic:.3f}, "
            f"Kendall's τ {metric.kendall.statistic:.3f}"
        )
    else:
        out.print(f"    no rank correlation: {plain_line(metric.undefined or '')}")
    zeros = metric.zeros
    out.print(f"    zeros {zeros[0]} before, {zeros[1]} after")
    if threshold is not None:
        _show_crossings(f"rise to {threshold:g} or more", metric.rises_to(threshold), "green")
        _show_crossings(f"fall below {threshold:g}", metric.falls_below(threshold), "red")


def _show_crossings(words: str, moves: Sequence[Move], colour: str) -> None:
    out.print(f"    [{colour}]{len(moves)}[/] {words}")
    for move in sorted(moves, key=lambda move: -abs(move.shift))[:_LISTED]:
        out.print(f"      {_move(move)}")
    _more(len(moves), "      ")


def _move(move: Move) -> str:
    return f"{move.shift:+.2f} ({move.before:.2f} → {move.after:.2f})  {plain_line(move.subject)}"


def _extremes(moves: Sequence[Move]) -> tuple[Move | None, Move | None]:
    """The largest rise and the largest fall, where there is one."""
    highest = max(moves, key=lambda move: move.shift)
    lowest = min(moves, key=lambda move: move.shift)
    return highest if highest.shift > 0 else None, lowest if lowest.shift < 0 else None


def _more(count: int, indent: str = "    ") -> None:
    if count > _LISTED:
        out.print(f"{indent}[dim]and {count - _LISTED} more (--format json has all)[/dim]")


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


# -- JSON ------------------------------------------------------------------------------------------------------


def diff_document(
    difference: PolicyDiff, impact: Impact | None, threshold: float | None
) -> dict[str, object]:
    """All of it for machines; without a registry there is no impact."""
    return {
        "before": _side(difference.before),
        "after": _side(difference.after),
        "samePolicy": difference.same_policy,
        "changes": [_change_document(change) for change in difference.changes],
        "version": advice_document(advise(difference)),
        "impact": _impact_document(impact, threshold) if impact else None,
    }


def _side(version: RubricVersion) -> dict[str, str]:
    return {
        "reference": version.reference,
        "iri": version.iri,
        "policyDigest": policy_digest(version.policy),
    }


def _change_document(change: PartChange) -> dict[str, object]:
    return {
        "change": change.kind.value,
        "part": change.part.value,
        "id": change.id or None,
        "title": change.title,
        "decides": change.decides,
        "fields": [
            {"field": field.field, "before": field.before, "after": field.after, "decides": field.decides}
            for field in change.fields
        ],
    }


def advice_document(advice: Advice) -> dict[str, object]:
    """Version advice for machines."""
    return {
        "step": advice.level.value if advice.level else None,
        "least": advice.least,
        "enough": advice.enough,
        "reasons": [{"step": reason.level.value, "reason": reason.text} for reason in advice.reasons],
    }


def _impact_document(impact: Impact, threshold: float | None) -> dict[str, object]:
    return {
        "runs": impact.runs,
        "threshold": threshold,
        "scores": [_metric_document(metric, threshold) for metric in impact.metrics],
        "unfit": [{"run": iri, "reason": reason} for iri, reason in impact.unfit],
    }


def _metric_document(metric: MetricImpact, threshold: float | None) -> dict[str, object]:
    zeros = metric.zeros
    document: dict[str, object] = {
        "score": metric.metric,
        "compared": len(metric.moves),
        "moved": len(metric.moved),
        "meanShift": metric.mean_shift,
        "meanDistance": metric.mean_distance,
        "spearman": metric.spearman.statistic if metric.spearman else None,
        "kendall": metric.kendall.statistic if metric.kendall else None,
        "undefined": metric.undefined,
        "zeros": {"before": zeros[0], "after": zeros[1]},
        "moves": list(_move_documents(metric.moved)),
    }
    if threshold is not None:
        document["risesTo"] = list(_move_documents(metric.rises_to(threshold)))
        document["fallsBelow"] = list(_move_documents(metric.falls_below(threshold)))
    return document


def _move_documents(moves: Sequence[Move]) -> Iterator[dict[str, object]]:
    for move in moves:
        yield {"run": move.run, "subject": move.subject, "before": move.before, "after": move.after}
