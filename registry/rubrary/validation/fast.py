"""The engine that decides: ``shacl``, compiled once, about three milliseconds a deposit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from pyoxigraph import BlankNode, Literal, NamedNode, RdfFormat, Triple, parse, serialize

from rubrary.errors import RegistryError
from rubrary.validation.engine import COMPILED_SETS, engine_failure
from rubrary.validation.report import Finding, Severity, Term
from rubrary.validation.shape_folder import ShapeFolder

if TYPE_CHECKING:
    from shacl import Result, Shapes

_NAME = "fast SHACL"
_SEVERITY = {"Violation": Severity.VIOLATION, "Warning": Severity.WARNING, "Info": Severity.INFO}


class FastEngine:
    """Shapes compiled by the ``shacl`` package. Safe to share between threads; it releases the GIL.

    Raises:
        ImportError: the package is not installed.
        RegistryError: it cannot compile the shapes.
    """

    def __init__(self, folder: ShapeFolder) -> None:
        import shacl  # noqa: PLC0415  optional: without it the other engine gives the same verdicts

        def compiled(classes: frozenset[str]) -> Shapes:
            return shacl.Shapes.from_text(_ntriples(folder.targeting(classes)), format="ntriples")

        self._compiled = lru_cache(maxsize=COMPILED_SETS)(compiled)
        try:
            compiled(folder.classes)
        except ValueError as error:
            raise RegistryError(f"the shapes cannot be compiled: {error}") from error

    def judge(self, data: Sequence[Triple], classes: frozenset[str]) -> list[Finding]:
        """All results, with the messages of the shapes; a shape without one leaves the text empty."""
        try:
            report = self._compiled(classes).validate_text(_ntriples(data), format="ntriples")
        except BaseException as error:
            # A panic of the engine derives from BaseException; what is not the engine's goes its way.
            if isinstance(error, Exception) or type(error).__name__ == "PanicException":
                return [engine_failure(_NAME, error)]
            raise
        return [_finding(result) for result in report.results]


def _ntriples(triples: Sequence[Triple]) -> str:
    return (serialize(triples, format=RdfFormat.N_TRIPLES) or b"").decode("utf-8")


def _finding(result: Result) -> Finding:
    term = _term(result.value)
    finding = Finding.worded(
        _SEVERITY.get(result.severity, Severity.VIOLATION),
        _plain(_term(result.focus_node)) or "",
        result.message or "",
        path=_path(result.path),
        value=_plain(term),
        shape=_plain(_term(result.root_shape or result.source_shape)),
        component=result.component,
    )
    return replace(finding, term=term)


def _term(text: str | None) -> Term | None:
    """A term from the N-Triples syntax in which the engine gives it."""
    if text is None:
        return None
    if text.startswith("<"):
        return NamedNode(text[1:-1])
    if text.startswith("_:"):
        return BlankNode(text[2:])
    statement = next(iter(parse(f"<x:x> <x:x> {text} .", format=RdfFormat.N_TRIPLES)))
    return statement.object if isinstance(statement.object, Literal) else None


def _plain(term: Term | None) -> str | None:
    """An IRI or a literal's text as it is, a blank node with its ``_:``."""
    if term is None:
        return None
    return str(term) if isinstance(term, BlankNode) else term.value


def _path(text: str | None) -> str | None:
    simple = text is not None and text.startswith("<") and text.find(">") == len(text) - 1
    return text[1:-1] if text is not None and simple else text
