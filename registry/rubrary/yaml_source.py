"""Read hand-written YAML and JSON so that every value still knows its line.

A curator's file is data, so only the harmless part of YAML is read: one document of mappings, lists and
scalars. Aliases, anchors, tags, duplicate keys and numbers that are not finite are refused. A plain scalar
is what the YAML 1.2 core schema says (``no``, ``Y`` and dates are text); its exact text is kept beside it,
for a version ``1.10`` must not become 1.1. JSON goes the same way after a strict check of its own grammar.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from pathlib import PurePath
from typing import Protocol

import yaml

from rubrary.errors import LimitExceeded, MalformedInput, Place
from rubrary.json_text import DEPTH_HINT, as_yaml, check_json

#: The largest text that is read, in bytes of UTF-8.
SIZE_LIMIT = 1024 * 1024
#: The deepest nesting of lists and mappings that is read.
DEPTH_LIMIT = 20

#: What to do about a file in which nothing stands.
EMPTY_HINT = "check that it was saved, and that it is the file you mean"
_NUMBER_HINT = "check it; quote it if it is text"

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_NUMBER = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_NOT_FINITE = re.compile(r"[-+]?\.?(?:nan|inf|infinity)", re.IGNORECASE)
_NUMBER_LENGTH = 100
_EXPONENT_LIMIT = 300
_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
_BOOLEANS = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_NULLS = frozenset({"", "~", "null", "Null", "NULL"})

Scalar = str | Decimal | bool | None


class Kind(StrEnum):
    """What a node of a document is."""

    TEXT = "text"
    NUMBER = "number"
    BOOLEAN = "true or false"
    NULL = "nothing"
    LIST = "list"
    MAPPING = "mapping"


@dataclass(frozen=True, slots=True)
class Located:
    """One node of a document and where it begins.

    Attributes:
        place: file, line and column, counted from 1.
        kind: what it is.
        value: the value of a scalar (numbers are ``Decimal``); ``None`` for lists, mappings and null.
        text: the exact text of a scalar, without its quotes.
        keys: the keys of a mapping, all of them scalars, no text twice.
        children: the items of a list, or the values of a mapping in the order of ``keys``.
    """

    place: Place
    kind: Kind
    value: Scalar = None
    text: str = ""
    keys: tuple[Located, ...] = ()
    children: tuple[Located, ...] = ()

    @property
    def line(self) -> int:
        """The line it begins on, counted from 1."""
        return self.place.line or 1

    @property
    def column(self) -> int:
        """The column it begins in, counted from 1."""
        return self.place.column or 1

    def get(self, key: str) -> Located | None:
        """The value under a key of this mapping, if it has that key."""
        return next((value for name, value in self.entries() if name.text == key), None)

    def entries(self) -> Iterator[tuple[Located, Located]]:
        """The keys and values of this mapping, in the order written; none for other kinds."""
        return zip(self.keys, self.children, strict=True) if self.kind is Kind.MAPPING else iter(())


def decode(data: bytes, *, source: str) -> str:
    """The text of a UTF-8 file; a byte-order mark at its start is dropped.

    Raises:
        LimitExceeded: the file is larger than ``SIZE_LIMIT``.
        MalformedInput: it is not UTF-8; the place is the line of the first byte that is not.
    """
    if len(data) > SIZE_LIMIT:
        raise _too_large(source)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        place = Place(source, data.count(b"\n", 0, error.start) + 1)
        raise MalformedInput(
            f"the file is not UTF-8: byte 0x{data[error.start]:02x}", place=place, hint="save it as UTF-8"
        ) from error


def load(text: str, *, source: str, is_json: bool | None = None) -> Located:
    """The one document in ``text``, with positions.

    Args:
        text: YAML or JSON.
        source: what errors call it; a name that ends in ``.json`` or ``.jsonld`` must be JSON.
        is_json: says so where the name does not.

    Raises:
        MalformedInput: it is not YAML (or JSON), holds no document or several, or uses a part of YAML that
            data does not need: alias, anchor, tag, duplicate key, a key that is not a scalar, NaN, infinity.
        LimitExceeded: it is larger than ``SIZE_LIMIT`` or nested deeper than ``DEPTH_LIMIT``.
    """
    try:
        if len(text.encode("utf-8")) > SIZE_LIMIT:
            raise _too_large(source)
    except UnicodeEncodeError as error:
        line = text.count("\n", 0, error.start) + 1
        raise MalformedInput(
            "the text holds half a character (a surrogate)", place=Place(source, line)
        ) from error
    must_be_json = PurePath(source).suffix in {".json", ".jsonld"} if is_json is None else is_json
    if not must_be_json:
        return _Builder(source).build(text)
    plain = check_json(text, source=source)
    root = _Builder(source).build(as_yaml(text))
    if _plain(root) != plain:
        raise MalformedInput(
            "the JSON holds a character that cannot be read reliably (a line separator or control)",
            place=Place(source),
            hint="write it as an escape, for example \\u2028",
        )
    return root


class _Mark(Protocol):
    """A position, counted from 0; the two parsers of PyYAML have a class of their own each."""

    @property
    def line(self) -> int: ...
    @property
    def column(self) -> int: ...


class _Builder:
    """Builds the tree from parser events, so that a hostile document fails before it has grown."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._documents = 0
        self._root: Located | None = None
        self._open: list[tuple[yaml.Event, list[Located]]] = []

    def build(self, text: str) -> Located:
        try:
            for event in yaml.parse(text, Loader=_LOADER):
                self._take(event)
        except yaml.MarkedYAMLError as error:
            place = self._place(error.problem_mark or error.context_mark)
            if "nesting depth" in (error.problem or ""):
                raise _too_deep(place) from error
            raise MalformedInput(
                f"this is not YAML: {_explain(error)}", place=place, hint=_yaml_hint(error)
            ) from error
        except yaml.reader.ReaderError as error:
            raise MalformedInput(
                f"the text holds a character that YAML does not allow (U+{_code(error):04X})",
                place=Place(self._source, text.count("\n", 0, error.position) + 1),
                hint="take it out",
            ) from error
        if self._root is None:
            raise MalformedInput("the file is empty", place=Place(self._source), hint=EMPTY_HINT)
        return self._root

    def _take(self, event: yaml.Event) -> None:
        if isinstance(event, yaml.DocumentStartEvent):
            self._documents += 1
            if self._documents > 1:
                raise self._refuse(event, "a second document begins here", "keep one document a file")
        elif isinstance(event, yaml.AliasEvent):
            raise self._refuse(event, "aliases (*name) are not read here", "write the value out")
        elif isinstance(event, yaml.NodeEvent):
            self._start(event)
        elif isinstance(event, yaml.CollectionEndEvent):
            self._end()

    def _start(self, event: yaml.NodeEvent) -> None:
        if event.anchor is not None:
            raise self._refuse(event, "anchors (&name) are not read here", "remove it")
        if getattr(event, "tag", None) is not None:
            raise self._refuse(
                event, "tags (!name) are not read here", "remove it; quote a value to make it text"
            )
        if isinstance(event, yaml.ScalarEvent):
            self._add(self._scalar(event))
            return
        if len(self._open) == DEPTH_LIMIT:
            raise _too_deep(self._place(event.start_mark))
        self._open.append((event, []))

    def _end(self) -> None:
        event, nodes = self._open.pop()
        place = self._place(event.start_mark)
        if isinstance(event, yaml.SequenceStartEvent):
            self._add(Located(place, Kind.LIST, children=tuple(nodes)))
            return
        keys, values = tuple(nodes[::2]), tuple(nodes[1::2])
        self._check_keys(keys)
        self._add(Located(place, Kind.MAPPING, keys=keys, children=values))

    def _add(self, node: Located) -> None:
        if self._open:
            self._open[-1][1].append(node)
        else:
            self._root = None if node.kind is Kind.NULL and not node.text else node

    def _check_keys(self, keys: tuple[Located, ...]) -> None:
        first: dict[str, Located] = {}
        for key in keys:
            if key.kind in {Kind.LIST, Kind.MAPPING}:
                raise MalformedInput(
                    "a key must be plain text, not a list or mapping",
                    place=key.place,
                    hint="put a text that begins with [ or { in quotes",
                )
            if key.text in first:
                raise MalformedInput(
                    f"the key {key.text!r} is written twice (first on line {first[key.text].line})",
                    place=key.place,
                    hint="keep one of the two",
                )
            first[key.text] = key

    def _scalar(self, event: yaml.ScalarEvent) -> Located:
        text, place = event.value, self._place(event.start_mark)
        if broken := _UNPRINTABLE.search(text):
            raise MalformedInput(
                f"the text holds a control character (U+{ord(broken[0]):04X})",
                place=place,
                hint="take it out",
            )
        if event.style:
            return Located(place, Kind.TEXT, text, text)
        if text in _NULLS:
            return Located(place, Kind.NULL, None, text)
        if text in _BOOLEANS:
            return Located(place, Kind.BOOLEAN, _BOOLEANS[text], text)
        if _NOT_FINITE.fullmatch(text):
            raise MalformedInput(
                f"{text} is not a finite number", place=place, hint="write a number, or quote the text"
            )
        if _NUMBER.fullmatch(text):
            return Located(place, Kind.NUMBER, self._number(text, place), text)
        return Located(place, Kind.TEXT, text, text)

    def _number(self, text: str, place: Place) -> Decimal:
        # The exponent's digits are counted first: Decimal itself fails on 1e99999999999999999999.
        exponent = re.split("[eE]", text)[-1] if re.search("[eE]", text) else "0"
        if len(text) > _NUMBER_LENGTH or len(exponent) > len(str(_EXPONENT_LIMIT)) + 1:
            raise LimitExceeded(
                "the number is longer than any measurement needs", place=place, hint=_NUMBER_HINT
            )
        number = Decimal(text)
        if number and abs(number.adjusted()) > _EXPONENT_LIMIT:
            raise LimitExceeded(f"the number {text} is out of range", place=place, hint=_NUMBER_HINT)
        return number

    def _place(self, mark: _Mark | None) -> Place:
        return Place(self._source, mark.line + 1, mark.column + 1) if mark else Place(self._source)

    def _refuse(self, event: yaml.Event, message: str, hint: str) -> MalformedInput:
        return MalformedInput(message, place=self._place(event.start_mark), hint=hint)


def _too_large(source: str) -> LimitExceeded:
    return LimitExceeded(
        f"the file is larger than {SIZE_LIMIT // 1024} KiB",
        place=Place(source),
        hint="split it into several files",
    )


def _too_deep(place: Place) -> LimitExceeded:
    return LimitExceeded(
        f"lists and mappings are nested deeper than {DEPTH_LIMIT}", place=place, hint=DEPTH_HINT
    )


def _explain(error: yaml.MarkedYAMLError) -> str:
    return " ".join(part for part in (error.context, error.problem) if part) or "it cannot be parsed"


def _yaml_hint(error: yaml.MarkedYAMLError) -> str:
    """What the parser's words, which are those of a grammar, most often come from."""
    problem = error.problem or ""
    if "mapping values are not allowed" in problem:
        return "put a text that has a colon and a space in it in quotes"
    if "cannot start any token" in problem:
        return "indent with spaces, not tabs; put a text that begins with @, ` or % in quotes"
    if "flow" in (error.context or ""):
        return "look for a bracket, brace or comma that is missing on this line or the one before"
    return "look at indentation, quotes and colons on this line and the one before"


def _code(error: yaml.reader.ReaderError) -> int:
    return error.character if isinstance(error.character, int) else ord(error.character[:1])


def _plain(node: Located) -> object:
    if node.kind is Kind.LIST:
        return [_plain(child) for child in node.children]
    if node.kind is Kind.MAPPING:
        return {key.text: _plain(value) for key, value in node.entries()}
    return node.value
