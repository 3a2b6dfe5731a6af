"""The words of a SPARQL query, told apart from what only looks like them.

The store's parser has no lexer: it matches its grammar directly on the characters. ``1SERVICE<x>{}`` and
``SERVICE:x{}`` are service clauses to it, and ``(1<2)SERVICE#>`` is a comparison, a service clause and a
comment where SPARQL's own rule of the longest token sees an IRI. Text that the two ways of reading take apart
differently is refused; the tests hold each of these cases.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rubrary.errors import Place, QueryRefused

# SPARQL 1.1 §19.8. The classes are exact: a name that is longer to us than to the parser could hide a word.
_BASE = (
    "A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c-\u200d\u2070-\u218f"
    "\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\U00010000-\U000effff"
)
_WORD = _BASE + "_0-9"
_CHARS = _WORD + "\\-\u00b7\u0300-\u036f\u203f-\u2040"
_PREFIX = f"[{_BASE}](?:[{_CHARS}.]*[{_CHARS}])?"
_PLX = r"%[0-9A-Fa-f]{2}|\\[_~.\-!$&'()*+,;=/?#@%]"
_LOCAL = f"(?:[{_WORD}:]|{_PLX})(?:(?:[{_CHARS}.:]|{_PLX})*(?:[{_CHARS}:]|{_PLX}))?"
_ESCAPE = r"""\\[tbnrf"'\\]|\\u[0-9A-Fa-f]{4}|\\U[0-9A-Fa-f]{8}"""
_TOKEN = re.compile(
    "|".join(
        (
            r"(?P<space>[ \t\r\n]+)",
            r"(?P<comment>#[^\r\n]*)",
            rf"(?P<string>'''(?:'{{0,2}}(?:[^'\\]|{_ESCAPE}))*'''"
            rf'|"""(?:"{{0,2}}(?:[^"\\]|{_ESCAPE}))*"""'
            rf"|'(?:[^'\\\r\n]|{_ESCAPE})*'"
            rf'|"(?:[^"\\\r\n]|{_ESCAPE})*")',
            r"(?P<iri><(?:[^\x00-\x20<>\"{}|^`\\]|\\u[0-9A-Fa-f]{4}|\\U[0-9A-Fa-f]{8})*>)",
            rf"(?P<variable>[?$][{_WORD}][{_WORD}\u00b7\u0300-\u036f\u203f-\u2040]*)",
            rf"(?P<node>_:[{_WORD}](?:[{_CHARS}.]*[{_CHARS}])?)",
            r"(?P<language>@[A-Za-z]+(?:-[A-Za-z0-9]+)*(?:--[A-Za-z]+)?)",
            rf"(?P<name>(?:{_PREFIX})?:(?:{_LOCAL})?)",
            r"(?P<number>(?:[0-9]+\.[0-9]*|\.?[0-9]+)(?:[eE][+-]?[0-9]+)?)",
            rf"(?P<word>[{_BASE}_][{_WORD}]*)",
            r"(?P<other>.)",
        )
    ),
    re.DOTALL,
)
_UCHAR = re.compile(r"\\u([0-9A-Fa-f]{4})|\\U([0-9A-Fa-f]{8})")
_ESCAPED_IN = frozenset(("string", "iri", "comment"))
#: Tokens after which ``<`` may be a comparison.
_OPERANDS = frozenset(("string", "iri", "variable", "node", "language", "name", "number", "word"))
_CLOSING = {")": "(", "]": "[", "}": "{"}


@dataclass(frozen=True, slots=True)
class Token:
    """One token: its kind (a group of ``_TOKEN``), its text, where it begins, and the brackets around it."""

    kind: str
    text: str
    start: int
    brackets: str


def tokenize(query: str, *, depth: int) -> Iterator[Token]:
    """The tokens of a query without white space and comments.

    Args:
        query: the query's text.
        depth: how deep brackets and signs may be nested.

    Raises:
        QueryRefused: brackets do not match or are nested too deep; an escape stands where none may or hides a
            delimiter; ``<`` may be read in two ways.
    """
    brackets: list[str] = []
    before: Token | None = None
    signs = 0
    for found in _TOKEN.finditer(query):
        kind, text, start = found.lastgroup or "other", found.group(), found.start()
        _check_escapes(query, kind, text, start)
        if kind in {"space", "comment"}:
            continue
        token = Token(kind, text, start, "".join(brackets[-1:]))
        if kind == "iri":
            _check_comparison(query, token, before)
        signs = signs + 1 if text in {"!", "-", "+", "^"} else 0
        if text in _CLOSING and kind == "other":
            if not brackets or brackets.pop() != _CLOSING[text]:
                raise _refused(query, start, f"{text!r} closes nothing")
        elif text in {"(", "[", "{"}:
            brackets.append(text)
        if max(len(brackets), signs) > depth:
            raise _refused(query, start, f"the query is nested deeper than {depth} levels")
        before = token
        yield token
    if brackets:
        raise _refused(query, len(query), f"{brackets[-1]!r} is not closed")


def place_at(query: str, start: int) -> Place:
    """Line and column of a position in a query, for people."""
    line = query.count("\n", 0, start) + 1
    return Place("<query>", line, start - (query.rfind("\n", 0, start) + 1) + 1)


def _check_escapes(query: str, kind: str, text: str, start: int) -> None:
    if kind == "other" and text == "\\":
        raise _refused(query, start, "an escape may stand in a string or an IRI only")
    if kind not in _ESCAPED_IN or "\\" not in text:
        return
    for found in _UCHAR.finditer(text):
        code = int(found[1] or found[2], 16)
        # SPARQL decodes these before it looks for tokens, most parsers after: the same with letters only.
        if code > 0x10FFFF or 0xD800 <= code <= 0xDFFF or chr(code) in "\"'\\<>(){}#" or code < 0x20:
            raise _refused(
                query,
                start + found.start(),
                f"the escape {found[0]} stands for a delimiter or for no character",
            )


def _check_comparison(query: str, token: Token, before: Token | None) -> None:
    operand = before is not None and (before.kind in _OPERANDS or before.text in {")", "]"})
    absolute = re.match(r"<[A-Za-z][A-Za-z0-9+.\-]*://", token.text)
    if operand and token.brackets == "(" and not absolute and re.search(r"[#'()]", token.text):
        raise _refused(
            query,
            token.start,
            "'<' may begin an IRI or be a comparison here",
            hint="Put a space after '<' of a comparison, or write the IRI in full.",
        )


def _refused(query: str, start: int, message: str, hint: str | None = None) -> QueryRefused:
    return QueryRefused(message, place=place_at(query, start), hint=hint)
