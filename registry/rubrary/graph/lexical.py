"""The lexical spaces of XML Schema 1.1 datatypes, as reasons why a text does not belong to one."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Final

from rubrary.terms import RDF, XSD

_ZONE = r"(?:Z|[+-](?:(?:0[0-9]|1[0-3]):[0-5][0-9]|14:00))?"
_YEAR = r"-?(?:[1-9][0-9]{3,}|0[0-9]{3})"
_TIME = r"(?:(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]+)?|24:00:00(?:\.0+)?)"
_DAY_TIME = r"(?:T(?=[0-9])(?:[0-9]+H)?(?:[0-9]+M)?(?:[0-9]+(?:\.[0-9]+)?S)?)?"
_BASE64_UNIT = r"(?:[A-Za-z0-9+/] ?){4}"
_NAME_START = r"A-Z_a-z\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u02FF\u0370-\u037D\u037F-\u1FFF\u200C-\u200D"
_NAME_START += r"\u2070-\u218F\u2C00-\u2FEF\u3001-\uD7FF\uF900-\uFDCF\uFDF0-\uFFFD\U00010000-\U000EFFFF"
_NAME_MORE = _NAME_START + r"\-.0-9\u00B7\u0300-\u036F\u203F-\u2040"

#: Datatype → what the text must look like, and the words for it.
_PATTERNS: Final[dict[str, tuple[re.Pattern[str], str]]] = {
    name: (re.compile(pattern, re.ASCII if name != "Name" else 0), words)
    for name, pattern, words in (
        ("boolean", r"true|false|1|0", "true or false"),
        ("decimal", r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)", "digits with at most one point, no exponent"),
        ("date", rf"({_YEAR})-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01]){_ZONE}", "YYYY-MM-DD"),
        (
            "dateTime",
            rf"({_YEAR})-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T{_TIME}{_ZONE}",
            "YYYY-MM-DDThh:mm:ss+00:00",
        ),
        ("time", rf"{_TIME}{_ZONE}", "hh:mm:ss"),
        ("gYear", rf"{_YEAR}{_ZONE}", "YYYY"),
        ("gYearMonth", rf"{_YEAR}-(?:0[1-9]|1[0-2]){_ZONE}", "YYYY-MM"),
        ("gMonth", rf"--(?:0[1-9]|1[0-2]){_ZONE}", "--MM"),
        ("gDay", rf"---(?:0[1-9]|[12][0-9]|3[01]){_ZONE}", "---DD"),
        ("gMonthDay", rf"--(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01]){_ZONE}", "--MM-DD"),
        (
            "duration",
            rf"-?P(?=[0-9T])(?:[0-9]+Y)?(?:[0-9]+M)?(?:[0-9]+D)?{_DAY_TIME}",
            "a duration such as P1DT3H",
        ),
        ("dayTimeDuration", rf"-?P(?=[0-9T])(?:[0-9]+D)?{_DAY_TIME}", "a duration such as PT3H or P1DT2M"),
        ("yearMonthDuration", r"-?P(?=[0-9])(?:[0-9]+Y)?(?:[0-9]+M)?", "a duration such as P1Y6M"),
        ("language", r"[a-zA-Z]{1,8}(?:-[a-zA-Z0-9]{1,8})*", "a language tag such as en"),
        ("hexBinary", r"(?:[0-9a-fA-F]{2})*", "an even number of hexadecimal digits"),
        (
            "base64Binary",
            rf"(?:{_BASE64_UNIT})*(?:{_BASE64_UNIT}|[A-Za-z0-9+/] ?[AQgw] ?= ?=|"
            r"(?:[A-Za-z0-9+/] ?){2}[AEIMQUYcgkosw048] ?=)?",
            "base64",
        ),
        # XML Schema lets any text pass as anyURI; these characters make it no IRI reference at all.
        ("anyURI", r"[^\x00-\x20<>\"{}|\\^`]*", "an IRI without spaces or brackets"),
        ("normalizedString", r"[^\t\n\r]*", "text without tabs or line ends"),
        ("token", r"(?:[^\t\n\r ]+(?: [^\t\n\r ]+)*)?", "text without outer or double spaces"),
        ("Name", rf"[:{_NAME_START}][:{_NAME_MORE}]*", "an XML name"),
    )
}

#: Integer datatype → least and greatest value, ``None`` for no bound.
INTEGER_RANGES: Final[dict[str, tuple[int | None, int | None]]] = {
    "integer": (None, None),
    "long": (-(2**63), 2**63 - 1),
    "int": (-(2**31), 2**31 - 1),
    "short": (-(2**15), 2**15 - 1),
    "byte": (-(2**7), 2**7 - 1),
    "nonNegativeInteger": (0, None),
    "positiveInteger": (1, None),
    "nonPositiveInteger": (None, 0),
    "negativeInteger": (None, -1),
    "unsignedLong": (0, 2**64 - 1),
    "unsignedInt": (0, 2**32 - 1),
    "unsignedShort": (0, 2**16 - 1),
    "unsignedByte": (0, 2**8 - 1),
}

_INTEGER = re.compile(r"[+-]?[0-9]+", re.ASCII)
_DOUBLE = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?", re.ASCII)
_NOT_FINITE = frozenset({"NaN", "INF", "+INF", "-INF"})
#: Python reads integers of at most 4300 digits; nothing that is counted or scored needs a tenth of that.
_DIGIT_LIMIT = 400
_DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def lexical_fault(value: str, datatype: str) -> str | None:
    """Why ``value`` is not in the lexical space of the datatype with IRI ``datatype``; ``None`` when it is.

    A datatype that is not known here gives ``None``.
    """
    if datatype == f"{RDF}JSON":
        return _json_fault(value)
    if not datatype.startswith(XSD):
        return None
    name = datatype[len(XSD) :]
    if name in INTEGER_RANGES:
        return _integer_fault(value, name)
    check = _CHECKS.get(name)
    if check is not None:
        return check(value, name)
    return _pattern_fault(value, name) if name in _PATTERNS else None


def _pattern_fault(value: str, name: str) -> str | None:
    pattern, words = _PATTERNS[name]
    return None if pattern.fullmatch(value) else f"xsd:{name} is written {words}"


def _integer_fault(value: str, name: str) -> str | None:
    if not _INTEGER.fullmatch(value):
        return f"xsd:{name} is written with digits only"
    if len(value) > _DIGIT_LIMIT:
        return f"a number of more than {_DIGIT_LIMIT} digits is not accepted"
    least, greatest = INTEGER_RANGES[name]
    if least is not None and int(value) < least:
        return f"xsd:{name} is at least {least}"
    if greatest is not None and int(value) > greatest:
        return f"xsd:{name} is at most {greatest}"
    return None


def _double_fault(value: str, name: str) -> str | None:
    if value in _NOT_FINITE:
        return "NaN and INF are not values that can be compared or averaged"
    if not _DOUBLE.fullmatch(value):
        return f"xsd:{name} is written like 1.5 or 1.5e3"
    if float(value) in {float("inf"), float("-inf")}:
        return "the number is too large for binary64"
    return None


def _calendar_fault(value: str, name: str) -> str | None:
    pattern, words = _PATTERNS[name]
    match = pattern.fullmatch(value)
    if match is None:
        return f"xsd:{name} is written {words}"
    *year, month, day = match.groups()
    # The last four digits decide whether a year is a leap year; a day without year may be 29 February.
    leap = not year or _is_leap(int(year[0][-4:]))
    last = 29 if month == "02" and leap else _DAYS[int(month) - 1]
    return None if int(day) <= last else f"month {month} has no day {day}"


def _is_leap(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def _json_fault(value: str) -> str | None:
    try:
        json.loads(value)
    except (ValueError, RecursionError):
        return "rdf:JSON holds one JSON value"
    return None


def _ncname_fault(value: str, name: str) -> str | None:
    if ":" in value or _pattern_fault(value, "Name"):
        return f"xsd:{name} is an XML name without a colon"
    return None


_CHECKS: Final[dict[str, Callable[[str, str], str | None]]] = {
    "double": _double_fault,
    "float": _double_fault,
    "date": _calendar_fault,
    "dateTime": _calendar_fault,
    "dateTimeStamp": lambda value, _: _stamp_fault(value),
    "gMonthDay": _calendar_fault,
    "NCName": _ncname_fault,
}


def _stamp_fault(value: str) -> str | None:
    fault = _calendar_fault(value, "dateTime")
    if fault is None and not re.search(r"(?:Z|[+-][0-9]{2}:[0-9]{2})\Z", value):
        return "xsd:dateTimeStamp needs a time zone, such as +00:00"
    return fault
