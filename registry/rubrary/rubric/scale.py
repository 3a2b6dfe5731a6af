"""Read the scale of a criterion: numbers between two ends, tiers, answers in words, counts, quantities."""

from __future__ import annotations

import re
from decimal import Decimal

from rubrary.rubric import keys
from rubrary.rubric.fields import Fields, suggest
from rubrary.rubric.model import Answer, Scale, ScaleKind
from rubrary.schemes import schemes
from rubrary.yaml_source import Kind

#: What may stand for an answer; it becomes the end of an IRI.
NOTATION = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*")

_OPEN = {ScaleKind.COUNT, ScaleKind.QUANTITY}


def read_scale(fields: Fields, base: Scale | None) -> Scale:
    """The scale under the key ``scale`` of a criterion; what an override leaves out is its baseline's."""
    inner = fields.inner("scale", keys.SCALE)
    if inner is None:
        if base is None:
            fields.text("scale")
        return base or Scale(ScaleKind.CONTINUOUS)
    word = inner.choice("kind", tuple(ScaleKind), base.kind.value if base else None)
    kind = ScaleKind(word) if word else ScaleKind.CONTINUOUS
    start = (
        base if base and base.kind is kind else Scale(kind, maximum=None if kind in _OPEN else Decimal(100))
    )
    scale = _nominal(inner, start) if kind is ScaleKind.NOMINAL else _numbers(inner, start)
    _check(inner, scale)
    return scale


def _numbers(fields: Fields, start: Scale) -> Scale:
    tiers = tuple(sorted(fields.numbers("tiers", start.tiers)))
    # The ends of a scale whose tiers are listed are the first and the last, unless the file says otherwise.
    ends = (tiers[0], tiers[-1]) if tiers and "tiers" in fields else (start.minimum, start.maximum)
    low = fields.number("minimum", None, None, ends[0])
    high = fields.optional_number("maximum", None, None, ends[1])
    return Scale(start.kind, ends[0] if low is None else low, ends[1] if high is None else high, tiers)


def _nominal(fields: Fields, start: Scale) -> Scale:
    answers = _answers(fields) if "answers" in fields else start.answers
    if not answers and "answers" not in fields:
        fields.text("answers")
    numbers = [answer.value for answer in answers if answer.value is not None]
    return Scale(
        ScaleKind.NOMINAL,
        min(numbers, default=Decimal(0)),
        max(numbers, default=None),
        answers=answers,
        scheme=fields.optional_word("scheme", start.scheme),
    )


def _answers(fields: Fields) -> tuple[Answer, ...]:
    node = fields.node("answers")
    if node is None or node.kind is not Kind.MAPPING:
        found = [Answer(item.text) for item in fields.items("answers")]
    else:
        inner = fields.inner("answers", (key.text for key, _ in node.entries()))
        found = [
            Answer(key.text, inner.number(key.text, None, None) if inner else None)
            for key, _ in node.entries()
        ]
    for answer in found:
        if not NOTATION.fullmatch(answer.notation):
            fields.problem(
                "answers",
                f"answers of {fields.what}: {answer.notation!r} cannot be an answer",
                "begin with a letter or digit; go on with letters, digits, '_', '.' or '-'",
            )
    if len({answer.notation for answer in found}) != len(found):
        fields.problem("answers", f"{fields.what}: an answer is listed twice")
    return tuple(found)


def _check(fields: Fields, scale: Scale) -> None:
    what = fields.what
    if scale.kind is ScaleKind.NOMINAL:
        for key in ("minimum", "maximum", "tiers"):
            if key in fields:
                fields.problem(key, f"{what}: a nominal scale has answers, no {key}")
        _check_scheme(fields, scale)
    else:
        for key in ("answers", "scheme"):
            if key in fields:
                fields.problem(key, f"{what}: only a nominal scale has {key}")
    if scale.maximum is not None and scale.minimum >= scale.maximum:
        fields.problem("minimum", f"{what}: the minimum must be below the maximum")
    if scale.tiers and scale.kind is not ScaleKind.TIERED:
        fields.problem("tiers", f"{what}: only a tiered scale has tiers")
    if len(set(scale.tiers)) != len(scale.tiers):
        fields.problem("tiers", f"{what}: a tier is listed twice")
    if any(
        tier < scale.minimum or (scale.maximum is not None and tier > scale.maximum) for tier in scale.tiers
    ):
        fields.problem("tiers", f"{what}: a tier lies outside minimum and maximum")


def _check_scheme(fields: Fields, scale: Scale) -> None:
    if scale.scheme is None:
        return
    scheme = schemes().get(scale.scheme)
    if scheme is None:
        fields.problem(
            "scheme",
            f"scheme of {fields.what} is {scale.scheme!r}, which is unknown",
            suggest(scale.scheme, schemes()),
        )
        return
    for answer in scale.answers:
        if answer.notation not in scheme.concepts:
            fields.problem(
                "answers",
                f"{fields.what}: the scheme {scale.scheme} has no answer {answer.notation!r}",
                suggest(answer.notation, scheme.concepts),
            )
