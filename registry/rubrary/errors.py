"""Every error that Rubrary raises on purpose.

    RubraryError
    ├── InputError            what a person handed in cannot be accepted        exit 1 / HTTP 422
    │   ├── MalformedInput    it cannot be read in the format it claims
    │   ├── LimitExceeded     it is larger, deeper or slower than a limit allows
    │   ├── InvalidRubric     a rubric file that defines no usable policy (carries its problems)
    │   ├── InvalidRecord     a record file that cannot become a deposit (carries its problems)
    │   ├── InvalidDeposit    SHACL, score or authority checks refuse it (carries the findings)
    │   └── Conflict          it contradicts what is already on record                    HTTP 409
    ├── UsageError            the command or the request itself is wrong         exit 2 / HTTP 400
    ├── NotFound              nothing on record answers to that name             exit 1 / HTTP 404
    ├── QueryError            a SPARQL query did not give its answer             exit 1
    │   ├── QueryRefused      it is not SPARQL, or asks for what is not allowed           HTTP 400
    │   ├── QueryTimeout      the deadline passed and the worker was killed               HTTP 503
    │   └── QueryFailed       the worker died (memory) or the store failed                HTTP 500
    └── RegistryError         the registry's own files are missing, locked or damaged     exit 1

A message says what was wrong; ``place`` says where; ``hint`` says what to do next. Only the command line and
the API turn them into words for people.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    """Where in what a person handed in something is wrong.

    ``source`` is a file name as the person gave it (or ``<request>``), ``line`` and ``column`` count from 1
    and are ``None`` where the format has none.
    """

    source: str
    line: int | None = None
    column: int | None = None

    def __str__(self) -> str:
        parts = [self.source]
        if self.line is not None:
            parts.append(str(self.line))
            if self.column is not None:
                parts.append(str(self.column))
        return ":".join(parts)


class RubraryError(Exception):
    """Base of all errors raised on purpose.

    Args:
        message: what was wrong, as a sentence for a person.
        place: where it was found, if it has a place.
        hint: what to do next, if we know.
    """

    def __init__(self, message: str, *, place: Place | None = None, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.place = place
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.place}: {self.message}" if self.place else self.message


class InputError(RubraryError):
    """What a person handed in cannot be accepted."""


class MalformedInput(InputError):
    """The input cannot be read in the format that it claims to be in."""


class LimitExceeded(InputError):
    """The input is larger, deeper or slower to process than a limit allows."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One of several things that are wrong in the same input.

    Attributes:
        message: what is wrong, as a sentence for a person.
        place: where.
        hint: what to do about it, if we know.
        unresolved: it names something that is not on record, which another file may yet bring.
    """

    message: str
    place: Place | None = None
    hint: str | None = None
    unresolved: bool = False

    def __str__(self) -> str:
        return f"{self.place}: {self.message}" if self.place else self.message


class _ManyProblems(InputError):
    """All that is wrong in one file, said at once.

    The message lists it, ``problems`` holds it, and ``place`` and ``hint`` are those of the first.
    """

    def __init__(self, *problems: Problem) -> None:
        first, more = problems[0], problems[1:]
        message = first.message
        if more:
            message += "".join(f"\n{problem}" for problem in more)
        super().__init__(message, place=first.place, hint=first.hint)
        self.problems = problems


class InvalidRubric(_ManyProblems):
    """A rubric file does not define a usable policy."""


class InvalidRecord(_ManyProblems):
    """A record file, as a curator writes it by hand, cannot become a deposit."""


class Conflict(InputError):
    """The input contradicts what is on record, for example other content under a published version."""


class UsageError(RubraryError):
    """The command or request itself is wrong."""


class NotFound(RubraryError):
    """Nothing on record answers to that name."""


class QueryError(RubraryError):
    """A SPARQL query did not give its answer."""


class QueryRefused(QueryError):
    """The query is not SPARQL, or asks for something that is not allowed here (SERVICE, an update)."""


class QueryTimeout(QueryError):
    """The deadline passed and the query's worker was killed."""


class QueryFailed(QueryError):
    """The query's worker died, most often by its memory limit, or the store failed."""


class RegistryError(RubraryError):
    """The registry's own files are missing, locked or damaged."""
