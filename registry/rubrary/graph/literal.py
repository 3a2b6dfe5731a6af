"""Literals: made from Python values, read as numbers, and checked against their datatype's lexical space.

The lexical spaces are those of XML Schema 1.1 part 2. RDF stores accept ``"x"^^xsd:integer`` and then cannot
query it, so such literals are refused at the door.
"""

from __future__ import annotations

import math
from datetime import UTC, datetime
from decimal import Decimal

from pyoxigraph import Literal, NamedNode

from rubrary.errors import MalformedInput
from rubrary.graph.lexical import INTEGER_RANGES, lexical_fault
from rubrary.terms import XSD, xsd

_G_YEAR_MONTH = NamedNode(f"{XSD}gYearMonth")
_FLOAT = f"{XSD}float"
_INTEGERS = frozenset(XSD + name for name in INTEGER_RANGES)
_NUMERIC = _INTEGERS | {xsd.decimal.value, xsd.double.value, _FLOAT}


def double(value: float) -> Literal:
    """``value`` as ``xsd:double`` in Python's shortest form that reads back as the same binary64 number.

    Raises:
        MalformedInput: ``value`` is NaN or infinite; a missing value is left out, never written.
    """
    if not math.isfinite(value):
        raise MalformedInput(
            f"{value} is not a number that a record can hold",
            hint="leave the value out and say in the status why it is missing",
        )
    return Literal(repr(float(value)), datatype=xsd.double)


def decimal(value: Decimal) -> Literal:
    """``value`` as ``xsd:decimal`` in its shortest plain form: ``0.3``, ``40``, never an exponent.

    Raises:
        MalformedInput: ``value`` is NaN or infinite.
    """
    if not value.is_finite():
        raise MalformedInput(f"{value} is not a decimal number")
    plain = format(value, "f")
    if "." in plain:
        plain = plain.rstrip("0").rstrip(".")
    return Literal("0" if plain in {"-0", ""} else plain, datatype=xsd.decimal)


def integer(value: int) -> Literal:
    """``value`` as ``xsd:integer``."""
    return Literal(str(int(value)), datatype=xsd.integer)


def boolean(value: bool) -> Literal:
    """``value`` as ``xsd:boolean``: ``true`` or ``false``."""
    return Literal("true" if value else "false", datatype=xsd.boolean)


def text(value: str, lang: str | None = None) -> Literal:
    """``value`` as ``xsd:string``, or as ``rdf:langString`` in the language ``lang`` (BCP 47)."""
    return Literal(value) if lang is None else Literal(value, language=lang)


def date_time(value: datetime) -> Literal:
    """``value`` as ``xsd:dateTime`` in UTC, to the second, with the zone written ``+00:00``.

    Raises:
        MalformedInput: ``value`` has no time zone, so nobody else could tell when it was.
    """
    if value.tzinfo is None:
        raise MalformedInput(f"the time {value.isoformat()} has no time zone", hint="add one, such as +00:00")
    # RO-Crate validators ask for +00:00 rather than Z, and for no fraction of a second.
    stamp = value.astimezone(UTC).replace(microsecond=0)
    return Literal(stamp.isoformat(), datatype=xsd.dateTime)


def date(value: str) -> Literal:
    """``2023-03-26`` as ``xsd:date``, ``2023-03`` as ``xsd:gYearMonth``, ``2023`` as ``xsd:gYear``.

    Raises:
        MalformedInput: it has none of these forms, or is no day of the calendar.
    """
    for datatype in (xsd.date, _G_YEAR_MONTH, xsd.gYear):
        if lexical_fault(value, datatype.value) is None:
            return Literal(value, datatype=datatype)
    raise MalformedInput(f"{value!r} is no date", hint="write YYYY-MM-DD, YYYY-MM or YYYY")


def number(literal: Literal) -> float:
    """The value of an XSD number (integer family, decimal, double, float) as binary64.

    Raises:
        MalformedInput: the datatype is not numeric, the form is wrong, or the value is NaN or infinite.
    """
    if literal.datatype.value not in _NUMERIC:
        raise MalformedInput(f"{literal} is not a number", hint="use xsd:integer, xsd:decimal or xsd:double")
    reason = ill_typed(literal)
    if reason is not None:
        raise MalformedInput(f"{literal} is not a number: {reason}")
    value = float(literal.value)
    if not math.isfinite(value):  # a decimal or an integer of more than 308 digits
        raise MalformedInput(f"{literal.value[:40]}… is too large for a binary64 number")
    return value


def is_number(literal: Literal) -> bool:
    """Whether the datatype is one of the XSD numbers that :func:`number` reads."""
    return literal.datatype.value in _NUMERIC


def ill_typed(literal: Literal) -> str | None:
    """Why the literal does not belong to its datatype, as the end of a sentence; ``None`` when it does.

    Datatypes that are not known here are never faulted. NaN and the infinities are legal doubles in XML
    Schema and still refused, with a reason of their own: no aggregate over a registry survives them.
    """
    if literal.language is not None:
        return None  # the parser has checked the tag
    return lexical_fault(literal.value, literal.datatype.value)
