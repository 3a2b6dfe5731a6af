"""The triples of one subject, and the one function that each kind of record adds its form to."""

from __future__ import annotations

from collections.abc import Iterator
from functools import singledispatch

from pyoxigraph import Literal, NamedNode, Triple

from rubrary.graph import literal
from rubrary.records import Record


@singledispatch
def write(record: Record) -> Iterator[Triple]:
    """The triples of one record; each kind of record registers its own.

    Raises:
        TypeError: there is no RDF form for this kind of record.
    """
    raise TypeError(f"no RDF form for {type(record).__name__}")


class Node:
    """Makes the triples of one subject; a value of ``None`` says nothing."""

    def __init__(self, iri: str) -> None:
        self.iri = NamedNode(iri)

    def __call__(self, predicate: NamedNode, value: NamedNode | Literal | str | None) -> Iterator[Triple]:
        """The triple with that value; a text is an IRI."""
        if isinstance(value, str):
            value = NamedNode(value)
        if value is not None:
            yield Triple(self.iri, predicate, value)

    def text(self, predicate: NamedNode, value: str | None) -> Iterator[Triple]:
        """The triple with a plain text."""
        if value is not None:
            yield Triple(self.iri, predicate, literal.text(value))

    def double(self, predicate: NamedNode, value: float | None) -> Iterator[Triple]:
        """The triple with an ``xsd:double``."""
        if value is not None:
            yield Triple(self.iri, predicate, literal.double(value))
