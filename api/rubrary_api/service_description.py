"""What the endpoint says of itself: a SPARQL 1.1 Service Description, with the functions that are ours."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from pyoxigraph import Literal, NamedNode, Triple

from rubrary.index.functions import find_functions
from rubrary.terms import RDFS, rdf

_SD = "http://www.w3.org/ns/sparql-service-description#"
_FORMATS = "http://www.w3.org/ns/formats/"
_RESULTS = (
    "SPARQL_Results_JSON", "SPARQL_Results_XML", "SPARQL_Results_CSV", "SPARQL_Results_TSV",
    "Turtle", "N-Triples", "JSON-LD", "RDF_XML",
)  # fmt: skip
_LABEL, _COMMENT = NamedNode(f"{RDFS}label"), NamedNode(f"{RDFS}comment")


def description(base: str) -> list[Triple]:
    """The description of the endpoint ``<base>sparql``; its default graph holds what all graphs say."""
    return list(_service(NamedNode(f"{base}sparql")))


def _service(service: NamedNode) -> Iterator[Triple]:
    yield Triple(service, rdf.type, NamedNode(f"{_SD}Service"))
    yield Triple(service, NamedNode(f"{_SD}endpoint"), service)
    yield Triple(service, NamedNode(f"{_SD}supportedLanguage"), NamedNode(f"{_SD}SPARQL11Query"))
    yield Triple(service, NamedNode(f"{_SD}feature"), NamedNode(f"{_SD}UnionDefaultGraph"))
    for name in _RESULTS:
        yield Triple(service, NamedNode(f"{_SD}resultFormat"), NamedNode(_FORMATS + name))
    for iri, call in find_functions().items():
        about = sys.modules[call.__module__].__doc__ or ""
        yield Triple(service, NamedNode(f"{_SD}extensionFunction"), iri)
        yield Triple(iri, rdf.type, NamedNode(f"{_SD}Function"))
        yield Triple(iri, _LABEL, Literal(iri.value.rpartition("#")[2]))
        yield Triple(iri, _COMMENT, Literal(about.strip().replace("``", "").splitlines()[0]))
