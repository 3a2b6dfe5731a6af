"""Reads RDF: Turtle, TriG, N-Triples, N-Quads, JSON-LD and RDF/XML.

Each named graph of a file is a deposit of its own, and so is its default graph.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePath

from pyoxigraph import BlankNode, DefaultGraph, NamedNode, Quad, RdfFormat

from rubrary.errors import MalformedInput, Place
from rubrary.graph.parse import decode_text, parse_rdf
from rubrary.readers.draft import Draft, Rubrics

_BY_SUFFIX = {
    ".ttl": RdfFormat.TURTLE,
    ".trig": RdfFormat.TRIG,
    ".nt": RdfFormat.N_TRIPLES,
    ".nq": RdfFormat.N_QUADS,
    ".jsonld": RdfFormat.JSON_LD,
    ".json": RdfFormat.JSON_LD,
    ".rdf": RdfFormat.RDF_XML,
    ".xml": RdfFormat.RDF_XML,
    ".owl": RdfFormat.RDF_XML,
}
_BY_MEDIA_TYPE = {
    "text/turtle": RdfFormat.TURTLE,
    "application/trig": RdfFormat.TRIG,
    "application/n-triples": RdfFormat.N_TRIPLES,
    "application/n-quads": RdfFormat.N_QUADS,
    "application/ld+json": RdfFormat.JSON_LD,
    "application/rdf+xml": RdfFormat.RDF_XML,
}

SUFFIXES = tuple(_BY_SUFFIX)
MEDIA_TYPES = tuple(_BY_MEDIA_TYPE)


def read(
    data: bytes,
    *,
    base: str,
    source: str,
    rubrics: Rubrics | None = None,  # noqa: ARG001 - RDF names rubric versions by IRI
    media_type: str | None = None,
) -> list[Draft]:
    """One draft a graph: the default graph first, then the named ones in the order of their names.

    Raises:
        MalformedInput: see :func:`rubrary.graph.parse.parse_rdf`; or a blank node is in two graphs.
        LimitExceeded: it is too large or nested too deep.
    """
    syntax = _syntax(media_type, source)
    quads = parse_rdf(data, syntax, base=base, source=source)
    return drafts_of(quads, text=decode_text(data, source), source=source)


def drafts_of(quads: Iterable[Quad], *, text: str, source: str) -> list[Draft]:
    """The graphs of a dataset as drafts.

    Raises:
        MalformedInput: two graphs share a blank node, which two deposits cannot.
    """
    graphs: dict[NamedNode | BlankNode | DefaultGraph, list[Quad]] = {}
    for quad in quads:
        graphs.setdefault(quad.graph_name, []).append(quad)
    if len(graphs) > 1:
        _refuse_shared_nodes(graphs.values(), source)
    names = sorted(graphs, key=_order)
    return [
        Draft(
            source=source if len(names) == 1 else f"{source} ({_title(name)})",
            triples=tuple(quad.triple for quad in graphs[name]),
            text=text,
            file=source,
        )
        for name in names
    ]


def _syntax(media_type: str | None, source: str) -> RdfFormat:
    chosen = _BY_MEDIA_TYPE.get(media_type) if media_type else None
    chosen = chosen or _BY_SUFFIX.get(PurePath(source).suffix.lower())
    if chosen is None:
        raise MalformedInput(
            "cannot tell which RDF syntax this is",
            place=Place(source),
            hint=f"name the file with one of {', '.join(SUFFIXES)}",
        )
    return chosen


def _order(name: NamedNode | BlankNode | DefaultGraph) -> tuple[int, str]:
    if isinstance(name, NamedNode):
        return (1, name.value)
    # Labels of blank nodes mean nothing; equal keys keep the order of the text.
    return (0 if isinstance(name, DefaultGraph) else 2, "")


def _title(name: NamedNode | BlankNode | DefaultGraph) -> str:
    if isinstance(name, NamedNode):
        return f"graph <{name.value}>"
    return "default graph" if isinstance(name, DefaultGraph) else "graph without a name"


def _refuse_shared_nodes(graphs: Iterable[list[Quad]], source: str) -> None:
    home: dict[BlankNode, int] = {}
    for place, quads in enumerate(graphs):
        for quad in quads:
            for term in (quad.subject, quad.object):
                if isinstance(term, BlankNode) and home.setdefault(term, place) != place:
                    raise MalformedInput(
                        "two graphs of the file share a blank node, but each graph is a deposit of its own",
                        place=Place(source),
                        hint="give the node an IRI",
                    )
