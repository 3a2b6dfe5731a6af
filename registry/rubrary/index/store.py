"""The writer's store: deposits in, a marker of how far the ledger was applied beside them.

Every statement stands twice: in the graph of who says it, and in the default graph, which holds each statement
once. The store could answer over the union of all graphs instead, but gives a statement once for each graph that
holds it, so that counts and joins come out wrong.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from pyoxigraph import DefaultGraph, Literal, NamedNode, Quad, RdfFormat, Store

from rubrary.errors import RegistryError
from rubrary.index.apply import (
    catalog_iri,
    catalog_statements,
    deposit_iri,
    deposit_statements,
    named,
    tombstone_statements,
)
from rubrary.index.entry import DEPOSIT, EMPTY_STATE, WITHDRAWAL, Entry
from rubrary.index.vocabulary import VOCABULARY, Vocabulary
from rubrary.terms import dcat, rdf, rub

#: From so many bytes of N-Quads on, a batch is written as sorted files instead of through the log. Some 20 ms
#: of fixed cost against twice the speed.
BULK_BYTES = 4 * 1024 * 1024


class WriterStore:
    """The RocksDB that one process writes. All that is read of it goes through generations.

    Args:
        path: its folder; made when it is missing.
        base: the registry's base IRI.

    Raises:
        RegistryError: the store is damaged or locked.
    """

    def __init__(self, path: Path, base: str) -> None:
        try:
            self.rocks = Store(str(path))
        except (OSError, RuntimeError) as error:
            raise RegistryError(
                f"the index's store in {path} cannot be opened: {error}",
                hint="Rebuild the index with `rubrary reindex`.",
            ) from error
        self._base = base
        self._catalog = catalog_iri(base)
        self.bulk_loads = 0

    def close(self) -> None:
        """Closes the RocksDB, so that another process can open it. Nothing else works afterwards."""
        del self.rocks

    def marker(self) -> tuple[int, str]:
        """Number of the last row applied (0: none) and the ledger's state digest there."""
        sequence = self._value(NamedNode(self._base), rub.lastSequence)
        state = self._value(NamedNode(self._base), rub.stateDigest)
        return (int(sequence), state) if sequence and state else (0, EMPTY_STATE)

    def prepare(self, vocabulary: Vocabulary) -> bool:
        """Makes a new store a catalogue, and loads the vocabulary unless it holds this very one.

        Returns whether anything changed.
        """
        digest = vocabulary.digest
        if self._value(VOCABULARY, rub.digest) == digest:
            return False
        self._drop_graph(VOCABULARY)
        self._load(_twice(vocabulary.statements(), VOCABULARY))
        sequence, state = self.marker()
        catalog = f"<{self._base}> {rdf.type} {dcat.Catalog} .\n"
        self._load(_twice(catalog.encode(), self._catalog))
        self._mark(sequence, state)
        # Last, so that a crash before it repeats all of it.
        self._replace(VOCABULARY, {rub.digest: Literal(digest)})
        return True

    def apply(self, batch: list[Entry]) -> None:
        """Applies rows in order, then marks the last. Applying them again changes nothing.

        Raises:
            RegistryError: a row's bytes are no N-Quads, or a row is of an unknown kind.
        """
        pending: list[bytes] = []
        for entry in batch:
            if entry.kind == DEPOSIT:
                pending += self._deposit(entry)
            elif entry.kind == WITHDRAWAL:
                self._load(b"".join(pending))
                pending = []
                self._withdraw(entry)
            else:
                raise RegistryError(f"row {entry.seq} of the ledger is of the unknown kind {entry.kind!r}")
        self._load(b"".join(pending))
        if batch:
            self._mark(batch[-1].seq, batch[-1].state)

    def optimize(self) -> None:
        """Compacts the store if it was loaded in bulk: queries are several times faster afterwards."""
        if self.bulk_loads:
            self.rocks.optimize()
            self.bulk_loads = 0

    def _deposit(self, entry: Entry) -> list[bytes]:
        graph = deposit_iri(self._base, entry.digest)
        if self.rocks.contains_named_graph(graph):  # a run that was killed between the load and the mark
            self._drop_graph(graph)
        catalog = _twice(catalog_statements(self._base, entry), self._catalog)
        if entry.nquads is None:
            return [catalog]
        return [_twice(deposit_statements(self._base, entry.digest, entry.nquads), graph), catalog]

    def _withdraw(self, entry: Entry) -> None:
        if entry.withdraws is None:
            raise RegistryError(f"row {entry.seq} of the ledger withdraws nothing")
        deposit = deposit_iri(self._base, entry.withdraws)
        self._drop_graph(deposit)
        # A rubric version's content digest stands on its topic, not on the deposit.
        digest = Literal(entry.withdraws)
        self._drop(self.rocks.quads_for_pattern(None, rub.contentDigest, digest, self._catalog))
        self._drop(self.rocks.quads_for_pattern(deposit, None, None, self._catalog))
        self._load(_twice(tombstone_statements(self._base, entry), self._catalog))

    def _drop_graph(self, graph: NamedNode) -> None:
        self._drop(self.rocks.quads_for_pattern(None, None, None, graph))
        self.rocks.remove_graph(graph)

    def _drop(self, quads: Iterable[Quad]) -> None:
        """Takes statements out of their graph, and out of the default graph unless another graph says the same."""
        for quad in list(quads):
            self.rocks.remove(quad)
            said = self.rocks.quads_for_pattern(quad.subject, quad.predicate, quad.object, None)
            if all(isinstance(other.graph_name, DefaultGraph) for other in said):
                self.rocks.remove(Quad(quad.subject, quad.predicate, quad.object))

    def _load(self, nquads: bytes) -> None:
        try:
            if len(nquads) >= BULK_BYTES:
                self.rocks.bulk_load(nquads, RdfFormat.N_QUADS)
                self.bulk_loads += 1
            elif nquads:
                self.rocks.load(nquads, RdfFormat.N_QUADS)
        except SyntaxError as error:
            raise RegistryError(
                f"the ledger holds bytes that are no canonical N-Quads: {error}",
                hint="Run `rubrary verify` to find the damaged row.",
            ) from error

    def _mark(self, sequence: int, state: str) -> None:
        self._replace(
            NamedNode(self._base),
            {rub.lastSequence: Literal(sequence), rub.stateDigest: Literal(state)},
        )

    def _replace(self, subject: NamedNode, values: dict[NamedNode, Literal]) -> None:
        # One update is one transaction: no crash leaves a subject with an old and a new value, or none.
        parts = [f"{subject} {predicate} ?old{n}" for n, predicate in enumerate(values)]
        old = " . ".join(parts)
        new = " . ".join(f"{subject} {predicate} {value}" for predicate, value in values.items())
        where = " ".join(f"OPTIONAL {{ {part} }}" for part in parts)
        graph = self._catalog
        self.rocks.update(
            f"DELETE {{ GRAPH {graph} {{ {old} }} {old} }} INSERT {{ GRAPH {graph} {{ {new} }} {new} }} "
            f"WHERE {{ GRAPH {graph} {{ {where} }} }}"
        )

    def _value(self, subject: NamedNode, predicate: NamedNode) -> str | None:
        for quad in self.rocks.quads_for_pattern(subject, predicate, None, self._catalog):
            if isinstance(quad.object, Literal):
                return quad.object.value
        return None


def _twice(statements: bytes, graph: NamedNode) -> bytes:
    """N-Quads of the statements in the default graph and in one of their own."""
    return statements + named(statements, graph)
