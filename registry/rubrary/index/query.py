"""What may be asked: checked before a query reaches a worker."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from rubrary.errors import Place, QueryRefused
from rubrary.index.formats import KINDS
from rubrary.index.tokens import Token, place_at, tokenize
from rubrary.terms import PREFIXES

#: The longest query, in bytes of UTF-8.
QUERY_BYTES = 1024 * 1024
#: How deep brackets and signs may be nested. The parser recurses: far deeper it exhausts its stack.
DEPTH = 100
#: Queries up to this length, in characters, are remembered once they were checked.
_SHORT = 4096

_UPDATES = frozenset(("INSERT", "DELETE", "LOAD", "CLEAR", "DROP", "CREATE", "ADD", "MOVE", "COPY", "WITH"))
#: After these a prefixed name before ``{`` names a graph.
_NAMING = frozenset(("GRAPH", "FROM", "NAMED", "DESCRIBE"))


@dataclass(frozen=True, slots=True)
class CheckedQuery:
    """A query that may be run. Whether it is SPARQL in all its parts shows when it runs.

    Attributes:
        text: the query.
        form: ``SELECT``, ``ASK``, ``CONSTRUCT`` or ``DESCRIBE``.
        kind: the kind of its answer (``rubrary.index.formats``).
        has_dataset: whether it says ``FROM``.
    """

    text: str
    form: str
    kind: str
    has_dataset: bool


def check_query(text: str) -> CheckedQuery:
    """Refuses what no query here may be or do.

    Raises:
        QueryRefused: it is longer than ``QUERY_BYTES`` or nested deeper than ``DEPTH``, is an update, asks
            another service (``SERVICE``), begins as no query does, or can be read in two ways.
    """
    return _check_short(text) if len(text) <= _SHORT else _check(text)


@lru_cache(maxsize=1024)
def _check_short(text: str) -> CheckedQuery:
    # Programs ask the same queries again and again.
    return _check(text)


def _check(text: str) -> CheckedQuery:
    try:
        size = len(text.encode())
    except UnicodeEncodeError as error:
        raise QueryRefused("the query is not Unicode text: it holds surrogates") from error
    if size > QUERY_BYTES:
        raise QueryRefused(f"the query is {size} bytes long; at most {QUERY_BYTES} are read")
    form: str | None = None
    has_dataset = False
    before: list[Token] = []
    declared = set(PREFIXES)
    for token in tokenize(text, depth=DEPTH):
        word = token.text.upper() if token.kind == "word" else ""
        _check_service(text, token, before)
        if token.kind == "name":
            _check_prefix(text, token, before, declared)
        if form is None and word in KINDS:
            form = word
        elif form is None and word in _UPDATES:
            raise QueryRefused(
                f"this endpoint answers queries; it does not accept updates ({word})",
                place=place_at(text, token.start),
                hint="Deposit data with `rubrary deposit`.",
            )
        has_dataset |= word == "FROM"
        before = [*before[-1:], token]
    if form is None:
        raise QueryRefused("the query holds none of SELECT, ASK, CONSTRUCT and DESCRIBE")
    return CheckedQuery(text, form, KINDS[form], has_dataset)


def _check_service(text: str, token: Token, before: list[Token]) -> None:
    kind, spelled = token.kind, token.text.lower()
    clause = "service" in spelled and kind in {"word", "language"}
    # SERVICE:x{…} and SERVICEa:x{…} are clauses to the parser, where a name is followed by a group.
    if token.text == "{" and before and before[-1].kind == "name":
        prefix = before[-1].text.split(":", 1)[0].lower()
        naming = len(before) > 1 and before[-2].kind == "word" and before[-2].text.upper() in _NAMING
        clause = "service" in prefix and not naming
    if clause:
        raise QueryRefused(
            "SERVICE is not allowed here: a query sees this registry only",
            place=place_at(text, token.start),
        )


def _check_prefix(text: str, token: Token, before: list[Token], declared: set[str]) -> None:
    prefix = token.text.split(":", 1)[0]
    if before and before[-1].text.upper() == "PREFIX":
        declared.add(prefix)
    elif prefix not in declared:
        raise QueryRefused(
            f"the prefix {prefix + ':'!r} is not declared",
            place=place_at(text, token.start),
            hint=f"Begin the query with PREFIX {prefix}: <…>. Known without that: {', '.join(PREFIXES)}.",
        )


_POSITION = re.compile(r"error at (\d+):(\d+): (.*)", re.DOTALL)
_SENTENCE = re.compile(r"(?:^|[, ])(The [A-Za-z ]{10,}|Duplicated [A-Za-z ]{5,}|[A-Za-z]+ parsing failed)")
_SHOWN = 40


def syntax_error(message: str, query: str) -> QueryRefused:
    """The error for a query that the parser does not understand, worded for people.

    Args:
        message: the parser's: ``error at LINE:COLUMN: expected …``. What it expected is mostly a random part
            of what would do, so it is left out unless it is a sentence.
        query: what it was about.
    """
    found = _POSITION.match(message)
    if found is None:
        return QueryRefused(f"the query is not SPARQL: {message}")
    line, column = int(found[1]), int(found[2])
    lines = query.split("\n")
    rest = lines[line - 1][column - 1 :].strip() if line <= len(lines) else ""
    if sentence := _SENTENCE.search(found[3]):
        said = sentence[1].strip()
    elif rest:
        said = f"it cannot go on with {rest[:_SHOWN]!r}"
    else:
        said = "something is missing here"
    return QueryRefused(f"the query is not SPARQL: {said}", place=Place("<query>", line, column))
