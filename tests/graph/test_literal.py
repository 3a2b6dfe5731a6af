from __future__ import annotations

import math
from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import Literal, NamedNode

from rubrary.errors import MalformedInput
from rubrary.graph import literal
from rubrary.terms import RDF, XSD


def typed(value: str, name: str) -> Literal:
    return Literal(value, datatype=NamedNode(XSD + name))


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_double_reads_back_as_the_same_number(value: float) -> None:
    written = literal.double(value)
    assert literal.number(written) == value
    assert literal.ill_typed(written) is None


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_a_double_that_is_no_number_is_refused(value: float) -> None:
    with pytest.raises(MalformedInput):
        literal.double(value)


@pytest.mark.parametrize(
    ("value", "written"),
    [("0.30", "0.3"), ("40", "40"), ("40.0", "40"), ("4E+1", "40"), ("1E-7", "0.0000001"), ("-0.0", "0")],
)
def test_a_decimal_is_written_in_its_shortest_plain_form(value: str, written: str) -> None:
    assert literal.decimal(Decimal(value)).value == written


@given(st.decimals(allow_nan=False, allow_infinity=False, places=6))
def test_a_decimal_is_well_typed_and_keeps_its_value(value: Decimal) -> None:
    written = literal.decimal(value)
    assert literal.ill_typed(written) is None
    assert Decimal(written.value) == value


def test_a_decimal_that_is_no_number_is_refused() -> None:
    with pytest.raises(MalformedInput):
        literal.decimal(Decimal("NaN"))


def test_a_time_is_written_in_utc_with_a_numeric_zone_and_whole_seconds() -> None:
    zone = timezone(timedelta(hours=2))
    stamp = literal.date_time(datetime(2026, 1, 2, 3, 4, 5, 678, tzinfo=zone))
    assert stamp.value == "2026-01-02T01:04:05+00:00"
    assert literal.date_time(datetime(2026, 1, 2, tzinfo=UTC)).value.endswith("T00:00:00+00:00")


def test_a_time_without_zone_is_refused() -> None:
    with pytest.raises(MalformedInput, match="time zone"):
        literal.date_time(datetime(2026, 1, 2))


@pytest.mark.parametrize(
    ("value", "name"), [("2023-03-26", "date"), ("2023-03", "gYearMonth"), ("2023", "gYear")]
)
def test_a_date_gets_the_datatype_of_its_form(value: str, name: str) -> None:
    assert literal.date(value).datatype.value == XSD + name


@pytest.mark.parametrize("value", ["2023-02-30", "26.03.2023", "", "23"])
def test_a_date_that_is_none_is_refused(value: str) -> None:
    with pytest.raises(MalformedInput):
        literal.date(value)


def test_scores_are_read_from_integers_decimals_and_doubles() -> None:
    for name, value in (("integer", "7"), ("decimal", "7.0"), ("double", "7e0"), ("float", "7")):
        assert literal.number(typed(value, name)) == 7.0


@pytest.mark.parametrize(
    "term", [Literal("7"), typed("x", "integer"), typed("NaN", "double"), typed("9" * 390, "integer")]
)
def test_what_is_no_number_is_not_read_as_one(term: Literal) -> None:
    with pytest.raises(MalformedInput):
        literal.number(term)


@pytest.mark.parametrize(
    ("value", "name"),
    [
        ("NaN", "decimal"),
        ("1e3", "decimal"),
        ("x", "integer"),
        ("2024-01-01T00:00:00", "integer"),
        (" 5", "integer"),
        ("٣", "integer"),
        ("-1", "nonNegativeInteger"),
        ("0", "positiveInteger"),
        ("256", "unsignedByte"),
        ("9223372036854775808", "long"),
        ("9" * 5000, "integer"),
        ("INF", "double"),
        ("NaN", "double"),
        ("-INF", "float"),
        ("1e999", "double"),
        ("inf", "double"),
        ("yes", "boolean"),
        ("True", "boolean"),
        ("2023-02-29", "date"),
        ("1900-02-29", "date"),
        ("2023-13-01", "date"),
        ("23-01-01", "date"),
        ("2023-01-01+15:00", "date"),
        ("2024-01-01", "dateTime"),
        ("2024-01-01T25:00:00", "dateTime"),
        ("2024-04-31T00:00:00Z", "dateTime"),
        ("2024-01-01T00:00:00", "dateTimeStamp"),
        ("--02-30", "gMonthDay"),
        ("1013a", "gYear"),
        ("P", "duration"),
        ("PT", "dayTimeDuration"),
        ("P1Y", "dayTimeDuration"),
        ("P1D", "yearMonthDuration"),
        ("3 hours", "duration"),
        ("a b", "anyURI"),
        ("english language", "language"),
        ("abc", "hexBinary"),
        ("a", "base64Binary"),
        (" a", "token"),
        ("a:b", "NCName"),
    ],
)
def test_a_literal_outside_its_datatype_is_told(value: str, name: str) -> None:
    assert literal.ill_typed(typed(value, name)) is not None


@pytest.mark.parametrize(
    ("value", "name"),
    [
        ("2.50", "decimal"),
        (".5", "decimal"),
        ("+5.", "decimal"),
        ("-007", "integer"),
        ("255", "unsignedByte"),
        ("1.0E-1", "double"),
        ("1", "boolean"),
        ("2024-02-29", "date"),
        ("2000-02-29Z", "date"),
        ("12024-02-29", "date"),
        ("2024-01-01T24:00:00", "dateTime"),
        ("2024-01-01T00:00:00.5+00:00", "dateTime"),
        ("2024-01-01T00:00:00-14:00", "dateTimeStamp"),
        ("1013", "gYear"),
        ("--02-29", "gMonthDay"),
        ("PT3H", "dayTimeDuration"),
        ("-P1Y2M3DT4H5M6.7S", "duration"),
        ("P1Y6M", "yearMonthDuration"),
        ("", "hexBinary"),
        ("aGk=", "base64Binary"),
        ("swh:1:rev:0", "anyURI"),
        ("en-GB", "language"),
        ("any text", "string"),
        ("whatever", "notADatatypeOfXsd"),
    ],
)
def test_a_literal_inside_its_datatype_is_not_faulted(value: str, name: str) -> None:
    assert literal.ill_typed(typed(value, name)) is None


def test_text_with_a_language_and_unknown_datatypes_are_not_faulted() -> None:
    assert literal.ill_typed(literal.text("Titel", "de")) is None
    assert literal.ill_typed(Literal("x", datatype=NamedNode("http://example.org/own"))) is None


def test_json_literals_hold_json() -> None:
    json_type = NamedNode(f"{RDF}JSON")
    assert literal.ill_typed(Literal('{"a": 1}', datatype=json_type)) is None
    assert literal.ill_typed(Literal("{a", datatype=json_type)) is not None


@given(st.text(max_size=40), st.sampled_from(["integer", "date", "dateTime", "duration", "double", "Name"]))
def test_no_text_makes_the_check_fail(value: str, name: str) -> None:
    literal.ill_typed(typed(value, name))
