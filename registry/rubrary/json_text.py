"""The grammar of JSON, and the few words in which it differs from YAML."""

from __future__ import annotations

import json
import re
from decimal import Decimal

from rubrary.errors import LimitExceeded, MalformedInput, Place

#: What to do about text that is not JSON.
JSON_HINT = "look for a missing or spare comma, quote or bracket at that place or just before it"
#: What to do about lists and mappings that lie too deep in each other.
DEPTH_HINT = "a record needs no such nesting; take the brackets out that have no use"

_WORD = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s{}\[\],:"]+', re.DOTALL)
# JSON writes characters beyond U+FFFF as two escapes, which YAML takes for two broken characters.
_SURROGATES = re.compile(r"(?<!\\)((?:\\\\)*)\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})")


def check_json(text: str, *, source: str) -> object:
    """The plain value of strict JSON; numbers are ``Decimal``.

    Raises:
        MalformedInput: it is not JSON, with line and column.
        LimitExceeded: it is nested deeper than the parser can go, or a number is out of range.
    """

    def refuse(name: str) -> object:
        raise MalformedInput(
            f"{name} is not a finite number, so it is not JSON",
            place=place_of_word(text, name, source),
            hint="write a number, or leave the key out",
        )

    try:
        plain: object = json.loads(text, parse_float=Decimal, parse_int=Decimal, parse_constant=refuse)
    except json.JSONDecodeError as error:
        place = Place(source, error.lineno, error.colno)
        raise MalformedInput(f"this is not JSON: {error.msg.lower()}", place=place, hint=JSON_HINT) from error
    except RecursionError as error:
        raise LimitExceeded(
            "lists and objects are nested too deep", place=Place(source), hint=DEPTH_HINT
        ) from error
    except ArithmeticError as error:
        raise LimitExceeded("a number is out of range", place=Place(source)) from error
    return plain


def place_of_word(text: str, word: str, source: str) -> Place:
    """Where JSON first has a word that is no string, such as ``NaN`` or a number in these digits."""
    for match in _WORD.finditer(text):
        if match[0] == word:
            line_start = text.rfind("\n", 0, match.start())
            return Place(source, text.count("\n", 0, match.start()) + 1, match.start() - line_start)
    return Place(source)


def as_yaml(text: str) -> str:
    """JSON in the words of YAML: tabs become blanks, and two escapes for one character become one."""

    def join(match: re.Match[str]) -> str:
        high, low = int(match[2], 16), int(match[3], 16)
        return f"{match[1]}\\U{0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00):08x}"

    return _SURROGATES.sub(join, text.replace("\t", " "))
