"""Typed access to the keys of one mapping, noting every problem instead of stopping at the first."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from difflib import get_close_matches
from typing import TypeVar

from rubrary.errors import Place, Problem
from rubrary.yaml_source import Kind, Located

#: What may name a part of a rubric; it becomes the end of an IRI.
IDENTIFIER = re.compile(r"[A-Za-z][A-Za-z0-9_.-]*")
#: The place of the first of some parts that the file touches, by the ends of their IRIs; else of the file.
Locate = Callable[..., Place]
T = TypeVar("T")

# Binary64 keeps 15 significant digits; with no more than that, file, arithmetic and digest agree.
_DIGITS = 15


@dataclass
class Findings:
    """What is wrong in one file, and what is merely worth mending."""

    problems: list[Problem] = field(default_factory=list)
    warnings: list[Problem] = field(default_factory=list)

    def problem(
        self, place: Place, message: str, hint: str | None = None, *, unresolved: bool = False
    ) -> None:
        """Note an error; ``unresolved`` when it is that something is not on record."""
        self.problems.append(Problem(message, place, hint, unresolved))

    def warn(self, place: Place, message: str, hint: str | None = None) -> None:
        """Note a warning."""
        self.warnings.append(Problem(message, place, hint))


def suggest(name: str, known: Iterable[str]) -> str:
    """The hint for a name that is not known."""
    names = sorted(known)
    close = get_close_matches(name, names, n=1)
    return f"did you mean {close[0]!r}?" if close else f"known here: {', '.join(names) or 'none'}"


class Fields:
    """The keys of a mapping.

    Each reading method takes the value that holds when the key is absent: the baseline's, in an override.
    ``None`` means that there is none, so a missing key is noted as a problem, unless the method is called
    ``optional_…``. A method that noted a problem gives ``None``.

    Args:
        node: the mapping; another kind of node is noted as a problem and read as an empty mapping.
        what: what it describes, for messages (``the criterion 'dep_pinning'``).
        allowed: the keys it may have.
        findings: where problems are noted.
    """

    def __init__(self, node: Located, what: str, allowed: Iterable[str], findings: Findings) -> None:
        self.place = node.place
        self.what = what
        self._node = node
        self._findings = findings
        if node.kind is not Kind.MAPPING:
            findings.problem(node.place, f"{what} must be a mapping of keys, not a {node.kind}")
        known = tuple(allowed)
        for key, _ in node.entries():
            if key.text not in known:
                findings.problem(
                    key.place, f"{what} has an unknown key {key.text!r}", suggest(key.text, known)
                )

    def __contains__(self, key: str) -> bool:
        return self._node.get(key) is not None

    def node(self, key: str) -> Located | None:
        """The value as it stands."""
        return self._node.get(key)

    def place_of(self, key: str) -> Place:
        """Where the key's value is, or the mapping if the key is absent."""
        node = self._node.get(key)
        return node.place if node else self.place

    def problem(self, key: str, message: str, hint: str | None = None) -> None:
        """Note an error at a key's value."""
        self._findings.problem(self.place_of(key), message, hint)

    def text(self, key: str, default: str | None = None) -> str | None:
        """A text that is not blank."""
        return self._required(key, self.optional_text(key, default))

    def optional_text(self, key: str, default: str | None = None) -> str | None:
        """A text that is not blank, if the key is there."""
        node = self._node.get(key)
        if node is None:
            return default
        if node.kind in {Kind.LIST, Kind.MAPPING, Kind.NULL} or not node.text.strip():
            self.problem(key, f"{key} of {self.what} must be text, not {_name(node)}")
            return None
        return node.text.strip()

    def word(self, key: str, default: str | None = None) -> str | None:
        """An identifier: a letter, then letters, digits, ``_``, ``.``, ``-``."""
        return self._required(key, self.optional_word(key, default))

    def optional_word(self, key: str, default: str | None = None) -> str | None:
        """An identifier, if the key is there."""
        text = self.optional_text(key, default)
        if text is not None and not IDENTIFIER.fullmatch(text):
            self.problem(
                key,
                f"{key} of {self.what} is {text!r}, which is not an identifier",
                "begin with a letter; go on with letters, digits, '_', '.' or '-'",
            )
            return None
        return text

    def choice(self, key: str, choices: Iterable[str], default: str | None = None) -> str | None:
        """One of some words."""
        text = self._required(key, self.optional_text(key, default))
        known = tuple(choices)
        if text is not None and text not in known:
            self.problem(key, f"{key} of {self.what} is {text!r}, which is unknown", suggest(text, known))
            return None
        return text

    def number(
        self, key: str, low: int | None, high: int | None, default: Decimal | None = None
    ) -> Decimal | None:
        """A number from ``low`` to ``high``, both included; ``None`` means no bound."""
        return self._required(key, self.optional_number(key, low, high, default))

    def optional_number(
        self, key: str, low: int | None, high: int | None, default: Decimal | None = None
    ) -> Decimal | None:
        """A number within bounds, if the key is there."""
        node = self._node.get(key)
        return default if node is None else self._number(node, f"{key} of {self.what}", low, high)

    def numbers(self, key: str, default: tuple[Decimal, ...] = ()) -> tuple[Decimal, ...]:
        """A list of numbers."""
        if key not in self:
            return default
        read = [self._number(node, f"{key} of {self.what}", None, None) for node in self.items(key)]
        return tuple(number for number in read if number is not None)

    def words(self, key: str, default: tuple[str, ...] = ()) -> tuple[str, ...] | None:
        """A list of different identifiers, not empty."""
        if key not in self:
            return self._required(key, default or None)
        words: list[str] = []
        for node in self.items(key):
            if node.kind in {Kind.LIST, Kind.MAPPING} or not IDENTIFIER.fullmatch(node.text):
                self._findings.problem(node.place, f"{key} of {self.what} must list identifiers")
            elif node.text in words:
                self._findings.problem(node.place, f"{key} of {self.what} lists {node.text!r} twice")
            else:
                words.append(node.text)
        return tuple(words) or None

    def items(self, key: str) -> Iterator[Located]:
        """The items of a list that is not empty."""
        node = self._node.get(key)
        if node is None:
            return
        if node.kind is not Kind.LIST or not node.children:
            self.problem(key, f"{key} of {self.what} must be a list of at least one item")
            return
        yield from node.children

    def inner(self, key: str, allowed: Iterable[str]) -> Fields | None:
        """The mapping under a key, if the key is there."""
        node = self._node.get(key)
        return Fields(node, f"{key} of {self.what}", allowed, self._findings) if node else None

    def _required(self, key: str, value: T | None) -> T | None:
        if value is None and key not in self:
            self._findings.problem(self.place, f"{self.what} has no {key}", f"add '{key}: …'")
        return value

    def _number(self, node: Located, what: str, low: int | None, high: int | None) -> Decimal | None:
        number = node.value
        hint = f"write a number{_span(low, high)}"
        if not isinstance(number, Decimal):
            self._findings.problem(node.place, f"{what} must be a number, not {_name(node)}", hint)
            return None
        if (low is not None and number < low) or (high is not None and number > high):
            self._findings.problem(node.place, f"{what} is {node.text}, which is not{_span(low, high)}", hint)
            return None
        if len(number.as_tuple().digits) > _DIGITS:
            self._findings.problem(
                node.place, f"{what} has more than {_DIGITS} significant digits", "round it"
            )
            return None
        return number


def _span(low: int | None, high: int | None) -> str:
    """The bounds in words, with a space before them; nothing where there are none."""
    if low is None:
        return "" if high is None else f" at most {high}"
    return f" at least {low}" if high is None else f" between {low} and {high}"


def _name(node: Located) -> str:
    return f"{node.text!r}" if node.text else str(node.kind)
