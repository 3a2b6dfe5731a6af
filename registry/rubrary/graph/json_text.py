"""JSON, strictly: no repeated keys, no NaN, no bottomless nesting; and where in the text a value stands."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from typing import TypeAlias

from rubrary.errors import LimitExceeded, MalformedInput, Place
from rubrary.graph.place import place_at
from rubrary.json_text import DEPTH_HINT, JSON_HINT, place_of_word

JsonValue: TypeAlias = "dict[str, JsonValue] | list[JsonValue] | str | int | float | bool | None"
JsonObject: TypeAlias = dict[str, JsonValue]

#: Where a value stands: the keys and positions that lead to it from the top.
Pointer: TypeAlias = tuple[str | int, ...]

#: Most objects and lists inside each other.
DEPTH_LIMIT = 100
#: Most digits of an integer; Python itself refuses 4300.
_DIGIT_LIMIT = 400

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+', re.DOTALL)


class _Refused(ValueError):
    """What is not JSON, or not accepted, found while the decoder runs; it knows the word but no position."""

    def __init__(self, message: str, word: str = "") -> None:
        super().__init__(message)
        self.word = word


class _Repeated(_Refused):
    """A key stands twice in one object."""


def read_json(text: str, source: str, *, depth_limit: int = DEPTH_LIMIT) -> JsonValue:
    """The value that a JSON text holds.

    Raises:
        MalformedInput: it is not JSON, a key is repeated in an object (one of the two values would be lost),
            or a number or a string is none.
        LimitExceeded: it is nested deeper than ``depth_limit``.
    """
    try:
        value: JsonValue = json.loads(
            text,
            object_pairs_hook=_object,
            parse_float=_float,
            parse_int=_int,
            parse_constant=_constant,
        )
    except json.JSONDecodeError as error:
        raise MalformedInput(
            f"not JSON: {error.msg}", place=Place(source, error.lineno, error.colno), hint=JSON_HINT
        ) from error
    except _Repeated as error:
        raise MalformedInput(
            str(error), place=_repeated_place(text, source), hint="keep one of the two"
        ) from error
    except _Refused as error:
        raise MalformedInput(
            f"not JSON: {error}",
            place=place_of_word(text, error.word, source),
            hint="write a finite number of usual size, or put the value in quotes if it is text",
        ) from error
    except RecursionError as error:
        raise _too_deep(depth_limit, source) from error
    _refuse_depth(value, depth_limit, source)
    _refuse_half_characters(value, text, source)
    return value


def place_of(text: str, pointer: Pointer, source: str) -> Place:
    """The place of the value at ``pointer``, or of the nearest value around it that is there."""
    best: tuple[int, int] = (-1, 0)
    for path, offset, _ in _walk(text):
        if path == pointer[: len(path)] and len(path) > best[0]:
            best = (len(path), offset)
    return place_at(text, best[1], source)


def pointer_text(pointer: Pointer) -> str:
    """A pointer for people: ``@graph[3].author``."""
    parts = [f"[{step}]" if isinstance(step, int) else f".{step}" for step in pointer]
    return "".join(parts).removeprefix(".") or "the top"


def _object(pairs: list[tuple[str, JsonValue]]) -> JsonObject:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise _Repeated(f"the key {key!r} stands twice in one object")
            seen.add(key)
    return found


def _float(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise _Refused(f"{digits[:40]} is too large for a binary64 number", digits)
    return value


def _int(digits: str) -> int:
    if len(digits) > _DIGIT_LIMIT:
        raise _Refused(f"a number of {len(digits)} digits is not accepted", digits)
    return int(digits)


def _constant(name: str) -> JsonValue:
    raise _Refused(f"{name} is no value of JSON", name)


def _too_deep(limit: int, source: str) -> LimitExceeded:
    return LimitExceeded(f"nested deeper than {limit} levels", place=Place(source), hint=DEPTH_HINT)


def _refuse_depth(value: JsonValue, limit: int, source: str) -> None:
    level: list[JsonValue] = [value]
    for _ in range(limit + 1):
        outer = [item for item in level if isinstance(item, dict | list)]
        if not outer:
            return
        level = [inner for item in outer for inner in (item.values() if isinstance(item, dict) else item)]
    raise _too_deep(limit, source)


def _refuse_half_characters(value: JsonValue, text: str, source: str) -> None:
    if r"\ud" not in text and r"\uD" not in text:
        return
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError as error:
        raise MalformedInput(
            "a string holds half a character (a lone surrogate)",
            place=place_at(text, text.lower().find(r"\ud"), source),
            hint="write the character itself, in UTF-8",
        ) from error


def _repeated_place(text: str, source: str) -> Place:
    seen: set[tuple[int, str]] = set()
    for path, offset, owner in _walk(text):
        if path and isinstance(path[-1], str):
            if (owner, path[-1]) in seen:
                return place_at(text, offset, source)
            seen.add((owner, path[-1]))
    return Place(source)


def _walk(text: str) -> Iterator[tuple[Pointer, int, int]]:
    """Every value of a JSON text: its pointer, its offset (of its key, if any), its owner's offset.

    The text must be well-formed as far as the caller reads on.
    """
    stack: list[tuple[int, str | int | None]] = []  # offset of an open object or list, its current step
    key_offset: int | None = None
    expects_key = False
    for match in _TOKEN.finditer(text):
        word, offset = match[0], match.start()
        if word == ":":
            expects_key = False
        elif word == ",":
            start, step = stack[-1]
            stack[-1] = (start, step + 1) if isinstance(step, int) else (start, None)
            expects_key = not isinstance(step, int)
        elif word in "]}":
            stack.pop()
            expects_key = False
        elif expects_key:
            stack[-1] = (stack[-1][0], str(json.loads(word)))
            key_offset = offset
        else:
            path = tuple(step for _, step in stack if step is not None)
            yield path, offset if key_offset is None else key_offset, stack[-1][0] if stack else -1
            key_offset = None
            if word in "[{":
                stack.append((offset, 0 if word == "[" else None))
                expects_key = word == "{"
