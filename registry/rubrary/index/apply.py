"""From a row of the ledger to the N-Quads that the index holds of it.

Texts are put together instead of terms: the bytes in the ledger are canonical, one statement a line, so a
graph name can be added and a blank node renamed without parsing. The store parses them once, in native code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pyoxigraph import Literal, NamedNode, Triple

from rubrary import terms
from rubrary.index.entry import Entry
from rubrary.terms import dcterms, foaf, prov, rdf, rub, xsd

# Canonical N-Quads: subject at the start of a line, object before " .". A literal ends with a quotation mark,
# a language tag or a datatype IRI, so a label right before the final dot is a node and no text.
_SUBJECT = re.compile(rb"^_:(c14n[0-9]+) ", re.MULTILINE)
_OBJECT = re.compile(rb" _:(c14n[0-9]+) \.$", re.MULTILINE)


def catalog_iri(base: str) -> NamedNode:
    """Name of the graph in which the registry says what it holds."""
    return NamedNode(f"{base}catalog")


def deposit_iri(base: str, digest: str) -> NamedNode:
    """IRI of a deposit, which is the name of its graph too."""
    return NamedNode(f"{base}deposit/{digest}")


def named(statements: bytes, graph: NamedNode) -> bytes:
    """The same statements in a graph. Each ends its line, for a newline inside a literal is escaped."""
    return statements.replace(b" .\n", f" {graph} .\n".encode())


def deposit_statements(base: str, digest: str, nquads: bytes) -> bytes:
    """The deposit's statements, its blank nodes named apart from all others.

    RDFC-1.0 names the first blank node of every deposit ``c14n0``; loaded as they are, two deposits would
    share nodes. So ``_:c14nN`` becomes ``<base>.well-known/genid/<digest>/c14nN`` (RDF 1.1 §3.5).
    """
    if b"_:" in nquads:
        node = f"<{base}.well-known/genid/{digest}/".encode()
        nquads = _SUBJECT.sub(lambda found: node + found[1] + b"> ", nquads)
        nquads = _OBJECT.sub(lambda found: b" " + node + found[1] + b"> .", nquads)
    if nquads and not nquads.endswith(b"\n"):
        nquads += b"\n"
    return nquads


def catalog_statements(base: str, entry: Entry) -> bytes:
    """What the catalogue says of a deposit that was accepted.

    RDF: ``<record/SEQ> a rub:Record ; foaf:primaryTopic <topic> ; rub:sequence SEQ ; …`` and
    ``<deposit/DIGEST> a rub:Deposit``, or a tombstone when its bytes were erased.
    """
    statements = [*_record(base, entry)]
    if entry.nquads is None:
        statements += _tombstone(base, entry.digest, entry)
    else:
        statements.append((deposit_iri(base, entry.digest), rdf.type, rub.Deposit))
        if entry.topic_class == "RubricVersion":
            statements.append((NamedNode(entry.topic), rub.contentDigest, Literal(entry.digest)))
    return b"".join(f"{Triple(s, p, o)} .\n".encode() for s, p, o in statements)


def tombstone_statements(base: str, entry: Entry) -> bytes:
    """What the catalogue says of the deposit that a withdrawal takes back."""
    statements = _tombstone(base, entry.withdraws or entry.digest, entry)
    return b"".join(f"{Triple(s, p, o)} .\n".encode() for s, p, o in statements)


_Statement = tuple[NamedNode, NamedNode, NamedNode | Literal]


def _record(base: str, entry: Entry) -> Iterator[_Statement]:
    record = NamedNode(f"{base}record/{entry.seq}")
    yield record, rdf.type, rub.Record
    yield record, foaf.primaryTopic, NamedNode(entry.topic)
    yield record, rub.sequence, Literal(entry.seq)
    yield record, rub.digest, Literal(entry.digest)
    yield record, dcterms.isPartOf, NamedNode(base)
    yield record, dcterms.subject, deposit_iri(base, entry.digest)
    yield record, dcterms.issued, Literal(entry.accepted_at, datatype=xsd.dateTime)
    yield record, rub.submitter, Literal(entry.submitter)
    yield record, dcterms.type, NamedNode(f"{terms.RUB}{entry.topic_class}")
    if entry.shapes_digest is not None:
        yield record, rub.shapesDigest, Literal(entry.shapes_digest)
    for finding in entry.findings:
        yield record, rub.validationMessage, Literal(finding)


def _tombstone(base: str, digest: str, entry: Entry) -> list[_Statement]:
    deposit = deposit_iri(base, digest)
    statements: list[_Statement] = [(deposit, rdf.type, rub.Tombstone)]
    if entry.kind == "withdrawal":  # the time at which an erased deposit ended is not its own row's time
        time = Literal(entry.accepted_at, datatype=xsd.dateTime)
        statements.append((deposit, prov.invalidatedAtTime, time))
    if entry.reason is not None:
        statements.append((deposit, rub.withdrawnBecause, Literal(entry.reason)))
    return statements
