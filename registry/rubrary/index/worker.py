"""The query worker: runs in a process of its own, keeps the newest generation open, answers queries.

A request: ``folder`` (the index), ``formats`` (names, in order of preference), ``default_graphs`` and
``named_graphs`` (IRIs, when the protocol gave a data set; else the default graph, which holds what all graphs say),
``rows`` and ``bytes`` (limits); the body is the query. The header of an answer: ``kind``, ``format``,
``media_type``, ``sequence`` and ``state`` of the generation; its trailer: ``rows``, ``failed_calls``.
Few imports: they are paid at each start.
"""

from __future__ import annotations

import os
from functools import partial

from pyoxigraph import (
    Literal,
    NamedNode,
    QueryBoolean,
    QueryResultsFormat,
    QuerySolutions,
    QueryTriples,
    RdfFormat,
    Store,
    Triple,
    serialize,
)

from rubrary.index.formats import BOOLEAN, FORMATS, GRAPH, SOLUTIONS, choose_format
from rubrary.index.functions import find_functions, reads_store
from rubrary.index.pointer import hold_current, read_pointer
from rubrary.index.rows import RowCounter
from rubrary.killable.child import Refusal, Reply
from rubrary.killable.frames import Record, get_int, get_text, get_texts
from rubrary.terms import PREFIXES, dcat, rdf, rub

TYPE_CHECKING = False  # `typing` is slow to load; type checkers know the name
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rubrary.index.functions import Function, Term

_RESULTS = {
    "json": QueryResultsFormat.JSON,
    "xml": QueryResultsFormat.XML,
    "csv": QueryResultsFormat.CSV,
    "tsv": QueryResultsFormat.TSV,
}
_GRAPHS = {
    "turtle": RdfFormat.TURTLE,
    "ntriples": RdfFormat.N_TRIPLES,
    "nquads": RdfFormat.N_QUADS,
    "jsonld": RdfFormat.JSON_LD,
    "rdfxml": RdfFormat.RDF_XML,
}
_FUNCTIONS = find_functions()
_OF_STORE = frozenset(iri for iri, call in _FUNCTIONS.items() if reads_store(call))


class Generation:
    """A generation held open: the store, and what it says of itself."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.name, path, self._lock = hold_current(folder)
        try:
            self.store = Store.read_only(path)
            self.base, self.sequence, self.state = self._read_marker()
        except BaseException as error:
            os.close(self._lock)
            if isinstance(error, OSError | RuntimeError):
                raise Refusal("damaged", f"the generation {self.name} of the index: {error}") from error
            raise

    def close(self) -> None:
        """Lets the writer delete it."""
        del self.store
        os.close(self._lock)

    def _read_marker(self) -> tuple[str, int, str]:
        store = self.store
        for catalog in store.quads_for_pattern(None, rdf.type, dcat.Catalog, None):
            values = {}
            for name in (rub.lastSequence, rub.stateDigest):
                for quad in store.quads_for_pattern(catalog.subject, name, None, catalog.graph_name):
                    if isinstance(quad.object, Literal):
                        values[name] = quad.object.value
            # The catalogue describes <base> in the graph <base>catalog: no deposit can pass for it.
            if len(values) == 2 and isinstance(catalog.subject, NamedNode):
                base = catalog.subject.value
                if catalog.graph_name == NamedNode(f"{base}catalog"):
                    return base, int(values[rub.lastSequence]), values[rub.stateDigest]
        raise Refusal("damaged", f"the generation {self.name} of the index has no marker")


class _Held:
    """The generation that this worker has open."""

    generation: Generation | None = None


def _newest(folder: str) -> Generation:
    held = _Held.generation
    if held is not None and held.folder == folder and held.name == read_pointer(folder)[0]:
        return held
    if held is not None:
        _Held.generation = None
        held.close()
    _Held.generation = Generation(folder)
    return _Held.generation


def handle(request: Record, body: bytes, reply: Reply) -> None:
    """Answers one query.

    Raises:
        Refusal: of kind ``syntax``, ``unsupported``, ``not-acceptable``, ``too-large``, ``evaluation`` or
            ``damaged``.
    """
    generation = _newest(get_text(request, "folder"))
    failures = [0]
    results = _run(generation, request, body.decode(), failures)
    if isinstance(results, QuerySolutions):
        kind = SOLUTIONS
    else:
        kind = BOOLEAN if isinstance(results, QueryBoolean) else GRAPH
    name = choose_format(kind, get_texts(request, "formats") or [])
    if name is None:
        raise Refusal("not-acceptable", f"the answer is of the kind {kind!r}", answer=kind)
    reply.header(
        {
            "kind": kind,
            "format": name,
            "media_type": FORMATS[kind][name],
            "sequence": generation.sequence,
            "state": generation.state,
        }
    )
    try:
        rows = _write(results, name, _Limited(reply, get_int(request, "bytes")), get_int(request, "rows"))
    except (RuntimeError, OSError, ValueError) as error:
        raise Refusal("evaluation", str(error)) from error
    reply.end({"rows": rows, "failed_calls": failures[0]})


def _run(
    generation: Generation, request: Record, query: str, failures: list[int]
) -> QuerySolutions | QueryBoolean | QueryTriples:
    default, named = get_texts(request, "default_graphs"), get_texts(request, "named_graphs")
    try:
        return generation.store.query(
            query,
            base_iri=generation.base,
            prefixes=PREFIXES,
            default_graph=None if default is None else [NamedNode(iri) for iri in default],
            named_graphs=None if named is None else [NamedNode(iri) for iri in named],
            custom_functions={
                iri: _counting(partial(call, generation.store) if iri in _OF_STORE else call, failures)
                for iri, call in _FUNCTIONS.items()
            },
        )
    except SyntaxError as error:
        raise Refusal("syntax", str(error)) from error
    except (RuntimeError, OSError, ValueError) as error:
        if "custom function" in str(error):  # one that nobody defines
            raise Refusal("unsupported", str(error)) from error
        raise Refusal("evaluation", str(error)) from error


def _counting(function: Function, failures: list[int]) -> Callable[..., Term | None]:
    def call(*arguments: Term) -> Term | None:
        try:
            return function(*arguments)
        except Exception:  # the store makes the value unbound whatever it was, and says nothing
            failures[0] += 1
            raise

    return call


class _Limited:
    """A file that counts bytes, and rows if it is told how, and refuses what exceeds the limits."""

    def __init__(self, reply: Reply, limit: int) -> None:
        self._reply = reply
        self._limit = limit
        self._counter: RowCounter | None = None
        self._rows = 0

    def count(self, counter: RowCounter, rows: int) -> None:
        self._counter, self._rows = counter, rows

    def write(self, data: bytes) -> int:
        if self._reply.written + len(data) > self._limit:
            raise Refusal("too-large", f"the answer has more than {self._limit} bytes")
        if self._counter is not None:
            self._counter.feed(data)
            _check_rows(self._counter.rows, self._rows)
        return self._reply.write(data)

    def flush(self) -> None:
        self._reply.flush()


def _check_rows(rows: int, limit: int) -> None:
    if rows > limit:
        raise Refusal("too-large", f"the answer has more than {limit} rows")


def _write(
    results: QuerySolutions | QueryBoolean | QueryTriples, name: str, file: _Limited, limit: int
) -> int:
    if isinstance(results, QueryBoolean):
        results.serialize(file, _RESULTS[name])  # type: ignore[arg-type]  # it needs write and flush only
        return 1
    if isinstance(results, QuerySolutions):
        counter = RowCounter(name)
        file.count(counter, limit)
        results.serialize(file, _RESULTS[name])  # type: ignore[arg-type]
        return counter.rows
    seen: set[bytes] = set()
    serialize(_distinct(results, seen, limit), file, _GRAPHS[name], prefixes=PREFIXES)  # type: ignore[arg-type]
    return len(seen)


def _distinct(triples: QueryTriples, seen: set[bytes], limit: int) -> Iterator[Triple]:
    from hashlib import blake2b  # noqa: PLC0415 - loads OpenSSL, which most queries need not

    # A graph is a set. Digests instead of the triples: some 100 bytes each, whatever their texts.
    for triple in triples:
        digest = blake2b(str(triple).encode(), digest_size=16).digest()
        if digest not in seen:
            seen.add(digest)
            _check_rows(len(seen), limit)
            yield triple
