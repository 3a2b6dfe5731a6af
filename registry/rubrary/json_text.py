"""The grammar of JSON, and the few words in which it differs from YAML."""

from __future__ import annotations

import json
import re
from decimal import Decimal

from rubrary.errors import LimitExceeded, MalformedInput, Place

# JSON writes characters beyond U+FFFF as two escapes, which YAML takes for two broken characters.
_SURROGATES = re.compile(r"(?<!\\)((?:\\\\)*)\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})")


def check_json(text: str, *, source: str) -> object:
    """The plain value of strict JSON; numbers are ``Decimal``.

    Raises:
        MalformedInput: it is not JSON, with line and column.
        LimitExceeded: it is nested deeper than the parser can go, or a number is out of range.
    """

    def refuse(name: str) -> object:
        raise MalformedInput(f"{name} is not a finite number, so it is not JSON", place=Place(source))

    try:
        plain: object = json.loads(text, parse_float=Decimal, parse_int=Decimal, parse_constant=refuse)
    except json.JSONDecodeError as error:
        place = Place(source, error.lineno, error.colno)
        raise MalformedInput(f"this is not JSON: {error.msg.lower()}", place=place) from error
    except RecursionError as error:
        raise LimitExceeded("lists and objects are nested too deep", place=Place(source)) from error
    except ArithmeticError as error:
        raise LimitExceeded("a number is out of range", place=Place(source)) from error
    return plain


def as_yaml(text: str) -> str:
    """JSON in the words of YAML: tabs become blanks, and two escapes for one character become one."""

    def join(match: re.Match[str]) -> str:
        high, low = int(match[2], 16), int(match[3], 16)
        return f"{match[1]}\\U{0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00):08x}"

    return _SURROGATES.sub(join, text.replace("\t", " "))
