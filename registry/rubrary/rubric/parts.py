"""Read the parts of a policy; what an override leaves out comes from its baseline's part."""

from __future__ import annotations

from decimal import Decimal

from rubrary.rubric import keys
from rubrary.rubric.fields import Fields
from rubrary.rubric.method import NEEDS, Over, Weighting
from rubrary.rubric.model import (
    Criterion,
    Dimension,
    Gate,
    Method,
    Penalty,
    Rounding,
    RoundingMode,
    ScoreRule,
    Top,
)
from rubrary.rubric.scale import read_scale

#: Stands for a number that could not be read, so that the rest of the file can still be checked.
UNREADABLE = Decimal("NaN")


def read_dimension(
    fields: Fields, identifier: str, base: Dimension | None, weighting: Weighting
) -> Dimension:
    """A dimension of the file."""
    return Dimension(
        id=identifier,
        title=fields.text("title", base.title if base else None) or identifier,
        weight=_weight(fields, base.weight if base else None, weighting),
        gate=_gate(fields, base.gate if base else None),
        description=fields.optional_text("description", base.description if base else None),
        parent=fields.optional_word("parent", base.parent if base else None),
    )


def read_criterion(
    fields: Fields, identifier: str, base: Criterion | None, weighting: Weighting
) -> Criterion:
    """A criterion of the file."""
    return Criterion(
        id=identifier,
        title=fields.optional_text("title", base.title if base else identifier) or identifier,
        question=fields.text("question", base.question if base else None) or identifier,
        dimension=fields.optional_word("dimension", base.dimension if base else None),
        weight=_weight(fields, base.weight if base else None, weighting),
        scale=read_scale(fields, base.scale if base else None),
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
    """A score rule of the file; ends of its clamp that the file leaves to the method are ``UNREADABLE``."""
    word = fields.choice("method", tuple(Method), base.method.value if base else None)
    method = Method(word) if word else Method.GATED_WEIGHTED_SUM
    needs = NEEDS[method]
    low, high = _clamp(fields, base)
    rule = ScoreRule(
        id=identifier,
        title=fields.optional_text("title", base.title if base else identifier) or identifier,
        method=method,
        clamp_minimum=low,
        clamp_maximum=high,
        over=_over(fields, needs.over, base.over if base else ()),
        of=(fields.words("of", base.of if base else ()) or ()) if needs.blends else (),
        alpha_minimum=_alpha(fields, "alpha_min", base.alpha_minimum if base else None)
        if needs.blends
        else None,
        alpha_maximum=_alpha(fields, "alpha_max", base.alpha_maximum if base else None)
        if needs.blends
        else None,
        top=_top(fields, base.top if base else None) if needs.top else None,
    )
    if word:
        unused = [] if needs.blends else ["of", "alpha_min", "alpha_max"]
        unused += ["over"] if needs.over is Over.NEVER else []
        unused += [] if needs.top else ["top"]
        for key in unused:
            if key in fields:
                fields.problem(key, f"{fields.what}: the method {word} has no use for {key}")
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


def _weight(fields: Fields, base: Decimal | None, weighting: Weighting) -> Decimal:
    if weighting is Weighting.UNUSED:
        base = Decimal(1) if base is None else base
    weight = fields.number("weight", 0, 1 if weighting is Weighting.SHARES else None, base)
    return UNREADABLE if weight is None else weight


def _clamp(fields: Fields, base: ScoreRule | None) -> tuple[Decimal, Decimal]:
    default = (base.clamp_minimum, base.clamp_maximum) if base else (UNREADABLE, UNREADABLE)
    if "clamp" not in fields:
        return default
    numbers = fields.numbers("clamp", default)
    if len(numbers) != len(default) or numbers[0] >= numbers[1]:
        fields.problem("clamp", f"clamp of {fields.what} must be [least, greatest]")
        return default
    return numbers[0], numbers[1]


def _over(fields: Fields, use: Over, base: tuple[str, ...]) -> tuple[str, ...]:
    if use is Over.NEVER or (use is Over.OR_ALL and "over" not in fields):
        return base if use is Over.OR_ALL else ()
    return fields.words("over", base) or ()


def _top(fields: Fields, base: Top | None) -> Top | None:
    inner = fields.inner("top", keys.TOP)
    if inner is None:
        return base
    criterion = inner.word("criterion", base.criterion if base else None)
    tier = inner.number("tier", None, None, base.tier if base else None)
    return base if criterion is None or tier is None else Top(criterion, tier)


def _alpha(fields: Fields, key: str, base: Decimal | None) -> Decimal | None:
    return fields.number(key, 0, 1, base)
