"""The canonical form of a graph, and its digest: what a deposit is known by.

The form is RDFC-1.0 (https://www.w3.org/TR/rdf-canon/): canonical N-Quads in code point order. The digest
is the SHA-256 of those bytes. Graph names are dropped first, so the same statements are the same deposit
wherever they lie. Lexical forms are kept as they came (``2.50`` is not ``2.5``); language tags are in lower
case, because the parser makes them so.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from pyoxigraph import (
    BlankNode,
    CanonicalizationAlgorithm,
    Dataset,
    DefaultGraph,
    Quad,
    RdfFormat,
    Triple,
    parse,
    serialize,
)

from rubrary.errors import MalformedInput
from rubrary.graph.blank import refuse_costly_blank_nodes


@dataclass(frozen=True, slots=True)
class Canonical:
    """A graph in canonical form.

    Attributes:
        nquads: canonical N-Quads in UTF-8, one statement a line, sorted, all in the default graph.
        digest: SHA-256 of ``nquads`` in lower-case hexadecimal.
        triple_count: how many different statements there are.
    """

    nquads: bytes
    digest: str
    triple_count: int


def canonicalize(quads: Iterable[Quad | Triple], *, source: str | None = None) -> Canonical:
    """The canonical form of the statements, whatever graphs they lie in, without repetitions.

    ``source`` is what errors call the graph, where it has a name.

    Raises:
        MalformedInput: blank nodes form a cycle, are too many, or cannot be told apart at a bearable cost.
    """
    return canonical_graph(quads, source=source)[0]


def canonical_graph(
    quads: Iterable[Quad | Triple], *, source: str | None = None
) -> tuple[Canonical, list[Triple]]:
    """The canonical form as :func:`canonicalize` gives it, and its statements as ``triples_of`` would.

    Raises:
        MalformedInput: see :func:`canonicalize`.
    """
    triples = [quad.triple if isinstance(quad, Quad) else quad for quad in quads]
    if any(isinstance(t.subject, BlankNode) or isinstance(t.object, BlankNode) for t in triples):
        triples = _relabelled(triples, source)
    # Without blank nodes the canonical form is the statements sorted; UTF-8 sorts as code points do.
    text = serialize(triples, format=RdfFormat.N_TRIPLES) or b""
    # A line end inside a literal is escaped, so each line is one statement.
    by_line = dict(zip(text.removesuffix(b"\n").split(b"\n"), triples, strict=True)) if triples else {}
    statements = sorted(by_line)
    nquads = b"".join(line + b"\n" for line in statements)
    return Canonical(nquads, digest_of(nquads), len(statements)), [by_line[line] for line in statements]


def _relabelled(triples: Iterable[Triple], source: str | None) -> list[Triple]:
    """The statements with the labels that RDFC-1.0 gives to blank nodes."""
    default = DefaultGraph()
    dataset = Dataset(Quad(t.subject, t.predicate, t.object, default) for t in triples)
    refuse_costly_blank_nodes(dataset, source)
    dataset.canonicalize(CanonicalizationAlgorithm.RDFC_1_0)
    return [quad.triple for quad in dataset]


def digest_of(nquads: bytes) -> str:
    """SHA-256 of bytes in canonical form, as 64 lower-case hexadecimal characters."""
    return hashlib.sha256(nquads).hexdigest()


def triples_of(nquads: bytes) -> list[Triple]:
    """The statements of a graph in N-Quads, in their order; graph names, if there are any, are dropped.

    Raises:
        MalformedInput: the bytes are not N-Quads.
    """
    try:
        return [quad.triple for quad in parse(nquads, format=RdfFormat.N_QUADS)]
    except SyntaxError as error:
        raise MalformedInput(f"not N-Quads: {error.msg}") from error


def is_canonical(nquads: bytes) -> bool:
    """Whether the bytes are the canonical form of the graph that they hold.

    Raises:
        MalformedInput: the bytes are not N-Quads, or their blank nodes are refused.
    """
    return canonicalize(triples_of(nquads)).nquads == nquads
