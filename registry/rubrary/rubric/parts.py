"""Read the parts of a policy; what an override leaves out comes from its baseline's part."""

from __future__ import annotations

from decimal import Decimal

from rubrary.rubric import keys
from rubrary.rubric.fields import Fields
from rubrary.rubric.model import (
    Criterion,
    Dimension,
    Gate,
    Method,
    Penalty,
    Rounding,
    RoundingMode,
    Scale,
    ScaleKind,
    ScoreRule,
)

#: Stands for a number that could not be read, so that the rest of the file can still be checked.
UNREADABLE = Decimal("NaN")


def read_dimension(fields: Fields, identifier: str, base: Dimension | None) -> Dimension:
    """A dimension of the file."""
    weight = fields.number("weight", 0, 1, base.weight if base else None)
    return Dimension(
        id=identifier,
        title=fields.text("title", base.title if base else None) or identifier,
        weight=UNREADABLE if weight is None else weight,
        gate=_gate(fields, base.gate if base else None),
        description=fields.optional_text("description", base.description if base else None),
    )


def read_criterion(fields: Fields, identifier: str, base: Criterion | None) -> Criterion:
    """A criterion of the file."""
    weight = fields.number("weight", 0, 1, base.weight if base else None)
    return Criterion(
        id=identifier,
        title=fields.optional_text("title", base.title if base else identifier) or identifier,
        question=fields.text("question", base.question if base else None) or identifier,
        dimension=fields.optional_word("dimension", base.dimension if base else None),
        weight=UNREADABLE if weight is None else weight,
        scale=_scale(fields, base.scale if base else None),
        detector=fields.optional_word("detector", base.detector if base else None),
        stand_in=_stand_in(fields, base.stand_in if base else None),
    )


def read_penalty(fields: Fields, identifier: str, base: Penalty | None) -> Penalty:
    """A penalty of the file."""
    points = fields.number("points", 0, 100, base.points if base else None)
    when = fields.inner("when", keys.WHEN)
    on, below = base.on if base else "", base.below if base else None
    if when is None and base is None:
        fields.text("when")
    if when is not None:
        below = when.number("below", 0, 100, below)
        named = [word for key in ("dimension", "criterion") if (word := when.optional_word(key))]
        if len(named) > 1 or not (named or on):
            fields.problem("when", f"when of {fields.what} must name one dimension or one criterion")
        on = named[0] if named else on
    return Penalty(
        id=identifier,
        on=on,
        below=UNREADABLE if below is None else below,
        points=UNREADABLE if points is None else points,
        title=fields.optional_text("title", base.title if base else identifier) or identifier,
    )


def read_score(fields: Fields, identifier: str, base: ScoreRule | None) -> ScoreRule:
    """A score rule of the file."""
    method = fields.choice("method", tuple(Method), base.method.value if base else None)
    low, high = _clamp(fields, base)
    rule = ScoreRule(
        id=identifier,
        title=fields.optional_text("title", base.title if base else identifier) or identifier,
        method=Method(method) if method else Method.GATED_WEIGHTED_SUM,
        clamp_minimum=low,
        clamp_maximum=high,
        over=_needed_words(
            fields, "over", method == Method.WEIGHTED_MEAN_OF_AVAILABLE, base.over if base else ()
        ),
        of=_needed_words(fields, "of", method == Method.COVERAGE_BLEND, base.of if base else ()),
        alpha_minimum=_alpha(fields, "alpha_min", method, base.alpha_minimum if base else None),
        alpha_maximum=_alpha(fields, "alpha_max", method, base.alpha_maximum if base else None),
    )
    for key, used in (("over", rule.over), ("of", rule.of), ("alpha_min", rule.of), ("alpha_max", rule.of)):
        if method and key in fields and not used:
            fields.problem(key, f"{fields.what}: the method {method} has no use for {key}")
    return rule


def read_rounding(fields: Fields, base: Rounding | None) -> Rounding:
    """How the file wants scores shown; two decimals, half to even, unless it says otherwise."""
    start = base or Rounding()
    decimals = fields.number("decimals", 0, 10, Decimal(start.decimals))
    if decimals is not None and decimals != decimals.to_integral_value():
        fields.problem("decimals", f"decimals of {fields.what} must be a whole number")
    mode = fields.choice("mode", tuple(RoundingMode), start.mode.value)
    return Rounding(
        start.decimals if decimals is None else int(decimals), RoundingMode(mode) if mode else start.mode
    )


def _gate(fields: Fields, base: Gate | None) -> Gate | None:
    inner = fields.inner("gate", keys.GATE)
    if inner is None:
        return base
    threshold = inner.number("threshold", 0, 100, base.threshold if base else None)
    if threshold == 0:
        inner.problem("threshold", f"threshold of {inner.what} is 0; it must be above 0, at most 100")
    exponent = inner.number("exponent", 1, None, base.exponent if base else None)
    if threshold is None or exponent is None:
        return base
    return Gate(threshold, exponent)


def _scale(fields: Fields, base: Scale | None) -> Scale:
    inner = fields.inner("scale", keys.SCALE)
    if inner is None:
        if base is None:
            fields.text("scale")
        return base or Scale(ScaleKind.CONTINUOUS)
    kind = inner.choice("kind", tuple(ScaleKind), base.kind.value if base else None)
    start = base or Scale(ScaleKind.CONTINUOUS)
    low = inner.number("minimum", None, None, start.minimum)
    high = inner.number("maximum", None, None, start.maximum)
    scale = Scale(
        ScaleKind(kind) if kind else start.kind,
        start.minimum if low is None else low,
        start.maximum if high is None else high,
        tuple(sorted(inner.numbers("tiers", start.tiers if kind == ScaleKind.TIERED else ()))),
    )
    _check_scale(inner, scale)
    return scale


def _check_scale(fields: Fields, scale: Scale) -> None:
    if scale.minimum >= scale.maximum:
        fields.problem("minimum", f"{fields.what}: the minimum must be below the maximum")
    if scale.tiers and scale.kind is not ScaleKind.TIERED:
        fields.problem("tiers", f"{fields.what}: only a tiered scale has tiers")
    if len(set(scale.tiers)) != len(scale.tiers):
        fields.problem("tiers", f"{fields.what}: a tier is listed twice")
    if any(not scale.minimum <= tier <= scale.maximum for tier in scale.tiers):
        fields.problem("tiers", f"{fields.what}: a tier lies outside minimum and maximum")


def _stand_in(fields: Fields, base: Decimal | None) -> Decimal | None:
    node = fields.node("not_applicable")
    if node is None:
        return base
    if node.text == "omit":
        return None
    if not isinstance(node.value, Decimal):
        fields.problem(
            "not_applicable",
            f"not_applicable of {fields.what} must be 'omit' or the value that stands for it",
        )
        return None
    return fields.number("not_applicable", None, None)


def _clamp(fields: Fields, base: ScoreRule | None) -> tuple[Decimal, Decimal]:
    default = (base.clamp_minimum, base.clamp_maximum) if base else (Decimal(0), Decimal(100))
    numbers = fields.numbers("clamp", default)
    if len(numbers) != len(default) or numbers[0] >= numbers[1]:
        fields.problem("clamp", f"clamp of {fields.what} must be [least, greatest]")
        return default
    return numbers[0], numbers[1]


def _needed_words(fields: Fields, key: str, needed: bool, base: tuple[str, ...]) -> tuple[str, ...]:
    return (fields.words(key, base) or ()) if needed else ()


def _alpha(fields: Fields, key: str, method: str | None, base: Decimal | None) -> Decimal | None:
    return fields.number(key, 0, 1, base) if method == Method.COVERAGE_BLEND else None
