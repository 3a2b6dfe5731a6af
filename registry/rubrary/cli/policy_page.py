"""One rubric version for people, and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal

from rubrary.cli.console import out, plain, plain_line
from rubrary.pipeline.policies import content_digest, shown_reference
from rubrary.pipeline.policy_diff import is_weighted, scale_text
from rubrary.rubric import Criterion, Dimension, Gate, Method, Policy, RubricVersion, ScoreRule, policy_digest
from rubrary.rubric.number import shortest

_BAR = 24
_EIGHTHS = " ▏▎▍▌▋▊▉"
_METHOD = {
    Method.GATED_WEIGHTED_SUM: "weighted sum of the gated dimensions, less penalties",
    Method.WEIGHTED_MEAN_OF_AVAILABLE: "weighted mean of what was measured of",
    Method.COVERAGE_BLEND: "blend, by coverage, of",
    Method.COMPLETENESS: "share of the answered at the top of their scale, of",
    Method.COUNT_PRESENT: "count of those at the top of their scale, of",
    Method.ALL_OF: "1 if each is at the top of its scale, of",
    Method.MINIMUM_TIER: "least tier of",
    Method.WEIGHTED_TREE: "weighted mean of each dimension's parts, up to the root",
}


def show_policy(version: RubricVersion) -> None:
    """The version with its questions, weights as bars, gates, penalties, scores and overrides."""
    out.print(f"[bold]{plain_line(version.title)}[/bold]  {plain_line(version.reference)}")
    if version.description:
        out.print(plain(version.description))
    out.print()
    for label, text in _facts(version):
        out.print(f"[dim]{label:<9}[/dim]{plain_line(text)}")
    policy = version.policy
    weighted = is_weighted(policy)
    for line in (
        *_tree(policy, None, weighted, ""),
        *_loose(policy, weighted),
        *_penalties(policy),
        *_scores(policy),
        *_overrides(version),
    ):
        out.print(line)


def _facts(version: RubricVersion) -> Iterator[tuple[str, str]]:
    yield "IRI", version.iri
    if version.extends:
        yield "extends", shown_reference(version.extends)
    if version.source:
        yield "source", version.source
    if version.license:
        yield "licence", version.license
    if version.status:
        yield "status", version.status.value.replace("-", " ")
    if version.missing:
        yield "missing", " ".join(version.missing.split())
    yield "policy", policy_digest(version.policy)
    yield "content", content_digest(version)


def bar(share: Decimal) -> str:
    """A bar for a share from 0 to 1, padded to the full width."""
    eighths = int(min(max(share, Decimal(0)), Decimal(1)) * _BAR * 8)
    whole, rest = divmod(eighths, 8)
    return ("█" * whole + (_EIGHTHS[rest] if rest else "")).ljust(_BAR)


def _weight(weight: Decimal, siblings: Iterable[Decimal]) -> str:
    total = sum(siblings, Decimal(0))
    return f"{shortest(weight):>6} [cyan]{bar(weight / total if total else Decimal(0))}[/cyan]"


def _tree(policy: Policy, parent: str | None, weighted: bool, indent: str) -> Iterator[str]:
    """A dimension, its criteria, and the dimensions below it."""
    parts = policy.parts_of(parent)
    beside = [part.weight for part in parts]
    if parent is not None:
        beside += [criterion.weight for criterion in policy.criteria_of(parent)]
    for part in parts:
        if parent is None:
            yield ""
        yield indent + _dimension(part, beside, weighted)
        inner = policy.criteria_of(part.id)
        weights = [criterion.weight for criterion in inner]
        weights += [below.weight for below in policy.parts_of(part.id)]
        for criterion in inner:
            yield from _criterion(criterion, weights, weighted, f"{indent}  ")
        yield from _tree(policy, part.id, weighted, f"{indent}  ")


def _dimension(part: Dimension, beside: list[Decimal], weighted: bool) -> str:
    name = f"{part.id}  {part.title}" if part.title != part.id else part.id
    line = f"[bold]{plain_line(name)}[/bold]"
    if weighted:
        line = f"[bold]{plain_line(name):<36}[/bold] {_weight(part.weight, beside)}"
    return f"{line} {_gate(part.gate)}".rstrip()


def _gate(gate: Gate | None) -> str:
    if gate is None:
        return ""
    threshold = shortest(gate.threshold)
    return f"gate: below {threshold}, x counts (x/{threshold})^{shortest(gate.exponent)} · {threshold}"


def _criterion(part: Criterion, beside: list[Decimal], weighted: bool, indent: str) -> Iterator[str]:
    width = max(36 - len(indent), len(part.id))
    weight = f" {_weight(part.weight, beside)}" if weighted else ""
    instead = "" if part.stand_in is None else f"; not applicable counts {shortest(part.stand_in)}"
    named = "detector" if part.detector == part.id else f"detector {part.detector}"
    detector = f" [dim]({plain_line(named)})[/dim]" if part.detector else ""
    yield f"{indent}{part.id:<{width}}{weight} {scale_text(part.scale)}{instead}{detector}"
    yield f"{indent}  [dim]{plain_line(part.question)}[/dim]"


def _loose(policy: Policy, weighted: bool) -> Iterator[str]:
    """The criteria of no dimension: probes, or all of a checklist."""
    loose = [criterion for criterion in policy.criteria if criterion.dimension is None]
    if not loose:
        return
    yield ""
    yield f"[bold]{'Criteria of no dimension' if policy.dimensions else 'Criteria'}[/bold]"
    for criterion in loose:
        # A share is one of the score that counts the criterion.
        rule = next((rule for rule in policy.scores if criterion.id in rule.over), None)
        beside = [part.weight for part in loose if rule is None or part.id in rule.over]
        yield from _criterion(criterion, beside, weighted, "  ")


def _penalties(policy: Policy) -> Iterator[str]:
    if policy.penalties:
        yield ""
        yield "[bold]Penalties[/bold]"
    for part in policy.penalties:
        yield (
            f"  {'−' + shortest(part.points):>5}  {part.id}: {plain_line(part.title)}, "
            f"when {part.on} is below {shortest(part.below)}"
        )


def _scores(policy: Policy) -> Iterator[str]:
    if policy.scores:
        yield ""
        yield "[bold]Scores[/bold]"
    for rule in policy.scores:
        title = f", {plain_line(rule.title)}" if rule.title != rule.id else ""
        yield f"  {rule.id}{title}: {_rule(rule, policy)}"
    if policy.scores:
        rounding = policy.rounding
        places = "decimal" if rounding.decimals == 1 else "decimals"
        yield f"  [dim]shown with {rounding.decimals} {places}, rounded {rounding.mode.value}[/dim]"


def _rule(rule: ScoreRule, policy: Policy) -> str:
    words = _METHOD[rule.method]
    if rule.method is Method.COVERAGE_BLEND:
        low, high = shortest(rule.alpha_minimum or Decimal(0)), shortest(rule.alpha_maximum or Decimal(0))
        words += f" {' and '.join(rule.of)}, α from {low} to {high}"
    elif words.endswith(" of"):
        usable = len(rule.over) == len(policy.criteria)
        words += " all criteria" if usable else f" {', '.join(rule.over)}"
    if rule.top:
        words += f"; {shortest(rule.top.tier)} with {rule.top.criterion}"
    return f"{words}; from {shortest(rule.clamp_minimum)} to {shortest(rule.clamp_maximum)}"


def _overrides(version: RubricVersion) -> Iterator[str]:
    if version.overrides:
        yield ""
        yield f"[bold]What it changes of {plain_line(shown_reference(version.extends or ''))}[/bold]"
    for override in version.overrides:
        changes = "; ".join(map(str, override.changes))
        reason = plain_line(override.rationale) if override.rationale else "[yellow]no reason given[/yellow]"
        yield f"  {override.target or 'rounding'}: {plain_line(changes)}"
        yield f"    [dim]{reason}[/dim]"


# -- JSON ------------------------------------------------------------------------------------------------------


def policy_document(version: RubricVersion) -> dict[str, object]:
    """The version for machines; numbers as decimal text, as the policy digest writes them."""
    policy = version.policy
    return {
        "reference": version.reference,
        "iri": version.iri,
        "title": version.title,
        "description": version.description,
        "license": version.license,
        "source": version.source,
        "status": version.status.value if version.status else None,
        "missing": version.missing,
        "extends": version.extends,
        "policyDigest": policy_digest(policy),
        "contentDigest": content_digest(version),
        "dimensions": [_dimension_document(part) for part in policy.dimensions],
        "criteria": [_criterion_document(part) for part in policy.criteria],
        "penalties": [
            {
                "id": part.id,
                "title": part.title,
                "on": part.on,
                "below": shortest(part.below),
                "points": shortest(part.points),
            }
            for part in policy.penalties
        ],
        "scores": [_score_document(rule) for rule in policy.scores],
        "rounding": {"decimals": policy.rounding.decimals, "mode": policy.rounding.mode.value},
        "overrides": [
            {
                "part": override.target,
                "changes": [
                    {"field": change.field, "before": change.before, "after": change.after}
                    for change in override.changes
                ],
                "rationale": override.rationale,
            }
            for override in version.overrides
        ],
    }


def _dimension_document(part: Dimension) -> dict[str, object]:
    gate = part.gate
    return {
        "id": part.id,
        "title": part.title,
        "description": part.description,
        "parent": part.parent,
        "weight": shortest(part.weight),
        "gate": {"threshold": shortest(gate.threshold), "exponent": shortest(gate.exponent)}
        if gate
        else None,
    }


def _criterion_document(part: Criterion) -> dict[str, object]:
    scale = part.scale
    return {
        "id": part.id,
        "title": part.title,
        "question": part.question,
        "dimension": part.dimension,
        "weight": shortest(part.weight),
        "scale": {
            "kind": scale.kind.value,
            "minimum": None if scale.answers else shortest(scale.minimum),
            "maximum": None if scale.answers or scale.maximum is None else shortest(scale.maximum),
            "tiers": [shortest(tier) for tier in scale.tiers],
            "answers": {
                answer.notation: None if answer.value is None else shortest(answer.value)
                for answer in scale.answers
            },
            "scheme": scale.scheme,
        },
        "detector": part.detector,
        "notApplicable": "omit" if part.stand_in is None else shortest(part.stand_in),
    }


def _score_document(rule: ScoreRule) -> dict[str, object]:
    def number(value: Decimal | None) -> str | None:
        return None if value is None else shortest(value)

    return {
        "id": rule.id,
        "title": rule.title,
        "method": rule.method.value,
        "clamp": [shortest(rule.clamp_minimum), shortest(rule.clamp_maximum)],
        "over": list(rule.over),
        "of": list(rule.of),
        "alpha": [number(rule.alpha_minimum), number(rule.alpha_maximum)] if rule.of else None,
        "top": {"criterion": rule.top.criterion, "tier": shortest(rule.top.tier)} if rule.top else None,
    }
