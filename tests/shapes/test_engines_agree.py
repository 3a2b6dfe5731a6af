"""The two engines give one verdict, also on deposits that nobody would write."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pyoxigraph import Literal, NamedNode, RdfFormat, Triple, parse

from rubrary.terms import XSD, rdf, xsd
from rubrary.validation import Validator

GOOD = sorted((Path(__file__).parent / "good").glob("*.ttl"))
DEPOSITS = [
    [quad.triple for quad in parse(path.read_text(encoding="utf-8"), format=RdfFormat.TURTLE)]
    for path in GOOD
]
#: Values at the edges of datatypes; ill-typed ones are refused before validation.
ODD = [
    Literal(""),
    Literal("x", language="en"),
    Literal("-0", datatype=xsd.integer),
    Literal("1e400", datatype=xsd.double),
    Literal("NaN", datatype=xsd.double),
    Literal("-INF", datatype=xsd.double),
    Literal("100.000000000000000000001", datatype=xsd.decimal),
    Literal("1", datatype=xsd.boolean),
    Literal("2026-02-28", datatype=xsd.date),
    Literal("2026-03-01T09:30:30", datatype=xsd.dateTime),
    Literal("2026-03-01T09:30:30-14:00", datatype=xsd.dateTime),
    Literal("-0044", datatype=xsd.gYear),
    Literal("P1D", datatype=NamedNode(f"{XSD}dayTimeDuration")),
    Literal("7", datatype=NamedNode(f"{XSD}unsignedByte")),
    Literal("7", datatype=NamedNode("https://example.org/own-type")),
    NamedNode("https://example.org/nowhere"),
    NamedNode("urn:uuid:0"),
]


@st.composite
def edited_deposits(draw: st.DrawFn) -> list[Triple]:
    """A good deposit with one or two statements dropped, doubled with an odd value, or given one."""
    deposit = list(draw(st.sampled_from(DEPOSITS)))
    for _ in range(draw(st.integers(1, 2))):
        place = draw(st.integers(0, len(deposit) - 1))
        triple = deposit[place]
        if triple.predicate == rdf.type:
            continue
        odd = Triple(triple.subject, triple.predicate, draw(st.sampled_from(ODD)))
        edit = draw(st.sampled_from(("drop", "replace", "add")))
        deposit[place : place + 1] = {"drop": [], "replace": [odd], "add": [triple, odd]}[edit]
    return deposit


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
@given(deposit=edited_deposits())
def test_the_engines_agree_on_a_deposit_edited_at_random(
    deposit: list[Triple], fast: Validator, thorough: Validator, context: Sequence[Triple]
) -> None:
    decided, explained = fast.validate(deposit, context), thorough.validate(deposit, context)
    assert decided.accepted is explained.accepted, (
        [str(finding) for finding in decided.violations],
        [str(finding) for finding in explained.violations],
    )
