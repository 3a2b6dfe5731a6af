"""The formats that answers can be written in. Imports nothing: query workers load it.

An answer is of one of three kinds: ``solutions`` (SELECT), ``boolean`` (ASK) or ``graph`` (CONSTRUCT and
DESCRIBE).
"""

from __future__ import annotations

SOLUTIONS, BOOLEAN, GRAPH = "solutions", "boolean", "graph"

#: Name of a format → media type, for each kind of answer; the first is the default. CSV and TSV have no form
#: for a boolean (SPARQL 1.1 CSV and TSV, §1).
FORMATS: dict[str, dict[str, str]] = {
    SOLUTIONS: {
        "json": "application/sparql-results+json",
        "xml": "application/sparql-results+xml",
        "csv": "text/csv; charset=utf-8",
        "tsv": "text/tab-separated-values; charset=utf-8",
    },
    BOOLEAN: {
        "json": "application/sparql-results+json",
        "xml": "application/sparql-results+xml",
    },
    GRAPH: {
        "turtle": "text/turtle; charset=utf-8",
        "ntriples": "application/n-triples",
        "nquads": "application/n-quads",
        "jsonld": "application/ld+json",
        "rdfxml": "application/rdf+xml",
    },
}

#: Form of a query → the kind of its answer.
KINDS = {"SELECT": SOLUTIONS, "ASK": BOOLEAN, "CONSTRUCT": GRAPH, "DESCRIBE": GRAPH}


def choose_format(kind: str, wanted: list[str]) -> str | None:
    """The first of the formats wanted that suits the kind of answer; the default when nothing is wanted."""
    suiting = FORMATS[kind]
    return next((name for name in wanted or list(suiting) if name in suiting), None)
