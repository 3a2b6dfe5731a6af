"""``rub:gate(x, τ, k)``: the gate of a dimension's score, which SPARQL cannot compute (it has no power)."""

from __future__ import annotations

from pyoxigraph import Literal, NamedNode

from rubrary.terms import RUB, XSD

IRI = NamedNode(f"{RUB}gate")

_NUMBERS = frozenset(f"{XSD}{name}" for name in ("integer", "decimal", "double", "float"))


def call(score: Literal, threshold: Literal, exponent: Literal) -> Literal:
    """The gated score, from 0 to 1: x/100 from the threshold on, below it (x/τ)^k · τ/100.

    Args:
        score: x, a dimension's raw score, 0 to 100.
        threshold: τ, above 0.
        exponent: k, at least 1.

    Raises:
        ValueError: an argument is no number or out of its range; the query's value is unbound then.
    """
    x, tau, k = (_number(term) for term in (score, threshold, exponent))
    if not (0 <= x <= 100 and 0 < tau <= 100 and k > 0):
        raise ValueError(f"gate({x}, {tau}, {k}) is out of range")
    return Literal(x / 100 if x >= tau else (x / tau) ** k * tau / 100)


def _number(term: Literal) -> float:
    if not isinstance(term, Literal) or term.datatype.value not in _NUMBERS:
        raise ValueError(f"{term} is not a number")
    return float(term.value)
