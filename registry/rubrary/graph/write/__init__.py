"""Records to triples: the one place that knows how a record looks as RDF, one module a kind of record.

Each function gives the triples of one record, without blank nodes, in a stable order. The shapes in
``shapes/`` describe the same form; a test validates what is written here against them.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from pkgutil import iter_modules

from pyoxigraph import Triple

from rubrary.graph.write.node import write
from rubrary.records import Record

for _module in iter_modules(__path__, f"{__name__}."):
    import_module(_module.name)  # each registers the kind of record that it writes


def record_triples(records: Iterable[Record]) -> list[Triple]:
    """The triples of several records, each once, in order."""
    return list(dict.fromkeys(triple for record in records for triple in write(record)))
