"""What a SPARQL selection gives: rows with named columns, read as texts, numbers, years and yes/no."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from pyoxigraph import (
    BlankNode,
    Literal,
    NamedNode,
    QueryResultsFormat,
    QuerySolutions,
    Triple,
    parse_query_results,
)

from rubrary.errors import InputError, MalformedInput
from rubrary.graph import literal
from rubrary.index.answer import QueryLimits
from rubrary.index.formats import SOLUTIONS
from rubrary.index.query import check_query
from rubrary.index.service import QueryService
from rubrary.pipeline.registry import Registry
from rubrary.terms import SCHEME, xsd

T = TypeVar("T")
Term = NamedNode | Literal | BlankNode | Triple
Row = Mapping[str, Term | None]

#: A year, alone or at the beginning of a date.
_YEAR = re.compile(r"(-?\d{4,})(?:-\d\d.*)?", re.DOTALL)
_TRUE, _FALSE = frozenset(("true", "1")), frozenset(("false", "0"))


class Selection:
    """The rows of a selection.

    Args:
        variables: names of its columns.
        rows: each row's terms by column; ``None`` where the query left one unbound.
    """

    def __init__(self, variables: Sequence[str], rows: Sequence[Row]) -> None:
        self.variables = tuple(variables)
        self.rows = tuple(rows)

    def __len__(self) -> int:
        return len(self.rows)

    def has(self, name: str) -> bool:
        """Whether the query has that column."""
        return name in self.variables

    def require(self, *names: str) -> None:
        """Refuses a selection that lacks a column.

        Raises:
            InputError: one is missing.
        """
        missing = [f"?{name}" for name in names if not self.has(name)]
        if missing:
            given = " ".join(f"?{name}" for name in self.variables)
            raise InputError(
                f"the selection has no column {' and no '.join(missing)}; it has {given}",
                hint=f"Name the columns in the query: SELECT {' '.join(f'?{name}' for name in names)} …",
            )

    def complete(self, *names: str) -> Selection:
        """The rows in which all of these columns are bound."""
        return Selection(
            self.variables, [row for row in self.rows if all(row[name] is not None for name in names)]
        )

    def split(self, name: str) -> Iterator[tuple[str | None, Selection]]:
        """The rows by the text of a column, in order; under ``None`` where there is no such column."""
        if not self.has(name):
            yield None, self
            return
        parts: dict[str, list[Row]] = {}
        for row in self.rows:
            parts.setdefault(_text(row[name]) or "", []).append(row)
        for text in sorted(parts):
            yield text, Selection(self.variables, parts[text])

    def texts(self, name: str) -> list[str]:
        """A column as texts: a concept of our schemes as ``scheme/code``, another IRI in full."""
        return [_text(row[name]) or "" for row in self.rows]

    def optional_texts(self, name: str) -> list[str | None]:
        """The same, ``None`` where unbound."""
        return [_text(row[name]) for row in self.rows]

    def numbers(self, name: str) -> list[float]:
        """A column as numbers.

        Raises:
            InputError: a value is none.
        """
        return self._read(name, _number, "a number", f"Select numbers, for example xsd:double(?{name}).")

    def years(self, name: str) -> list[int]:
        """A column as years, from years and dates.

        Raises:
            InputError: a value is neither.
        """
        return self._read(
            name, _year, "a year", "Select a year such as 2024, or a date that begins with one, 2024-03-01."
        )

    def truths(self, name: str, success: Collection[str] = ()) -> list[bool]:
        """A column as yes/no.

        Args:
            name: the column.
            success: the values that are a yes, all others being a no; none: the column holds truth values or 0, 1.

        Raises:
            InputError: a value is no truth value and ``success`` is empty.
        """
        if success:
            return [_text(row[name]) in success or _iri(row[name]) in success for row in self.rows]
        hint = "Say which values count as a yes: --success VALUE, once for each."
        return self._read(name, _truth, "true or false", hint)

    def check_unique(self, name: str) -> None:
        """Refuses a selection that has an item twice, for it would count twice.

        Raises:
            InputError: it has.
        """
        seen: set[str] = set()
        for text in self.texts(name):
            if text in seen:
                raise InputError(
                    f"the item {text!r} is in the selection twice",
                    hint="Give one row for each item: SELECT DISTINCT, or a narrower pattern.",
                )
            seen.add(text)

    def _read(self, name: str, read: Callable[[Term | None], T | None], what: str, hint: str) -> list[T]:
        found = []
        for number, row in enumerate(self.rows, start=1):
            value = read(row[name])
            if value is None:
                raise InputError(f"?{name} is not {what} in row {number}: {_text(row[name])!r}", hint=hint)
            found.append(value)
        return found


def select(registry: Registry, query: str, limits: QueryLimits) -> Selection:
    """The rows of a SPARQL ``SELECT`` on the registry's index.

    Raises:
        QueryRefused: it is not SPARQL, or asks for what is not allowed.
        InputError: it is no ``SELECT``, or gives no rows.
        QueryTimeout, QueryFailed, AnswerTooLarge: it has no answer.
    """
    checked = check_query(query)
    if checked.kind != SOLUTIONS:
        raise InputError(f"a selection is a SELECT query, and this is {checked.form}")
    with QueryService(registry.index_folder, limits) as service, service.run(checked, ["json"]) as result:
        found = parse_query_results(result.read(), format=QueryResultsFormat.JSON)
    if not isinstance(found, QuerySolutions):
        raise TypeError("a SELECT was answered by yes or no")
    names = [variable.value for variable in found.variables]
    return Selection(names, [{name: row[name] for name in names} for row in found])


def built_in(name: str) -> str:
    """The SPARQL text of the built-in selection of that analysis."""
    return (Path(__file__).parent / f"{name}.rq").read_text(encoding="utf-8")


def _text(term: Term | None) -> str | None:
    if term is None:
        return None
    if isinstance(term, NamedNode):
        return term.value.removeprefix(SCHEME)
    number = _number(term)
    if number is not None:
        return f"{number:.15g}"
    return term.value if isinstance(term, Literal) else str(term)


def _iri(term: Term | None) -> str | None:
    return term.value if isinstance(term, NamedNode) else None


def _number(term: Term | None) -> float | None:
    if not isinstance(term, Literal) or not literal.is_number(term):
        return None
    try:
        return literal.number(term)
    except MalformedInput:
        return None


def _year(term: Term | None) -> int | None:
    if not isinstance(term, Literal):
        return None
    match = _YEAR.fullmatch(term.value)
    return int(match[1]) if match else None


def _truth(term: Term | None) -> bool | None:
    if not isinstance(term, Literal) or not (term.datatype == xsd.boolean or literal.is_number(term)):
        return None
    text = _text(term)
    return True if text in _TRUE else False if text in _FALSE else None
