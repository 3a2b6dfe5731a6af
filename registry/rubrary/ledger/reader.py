"""Reading the ledger. Nothing here writes, and no reader ever keeps a writer waiting."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Self

from sqlalchemy import Connection, Engine, RowMapping, Select, bindparam, exists, select

from rubrary.errors import NotFound, RegistryError
from rubrary.ledger import sqlite
from rubrary.ledger.entry import Head, Kind, Row
from rubrary.ledger.tables import ledger, meta, shapes, subject

#: Rows read in one short transaction: a long one would keep the write-ahead log from being emptied.
_CHUNK = 64
#: IRIs looked up by one statement; the least number of parameters that every SQLite takes is 999.
_LOOKUP = 500

_taken_back = ledger.alias("taken_back")
_ROW = select(ledger, _taken_back.c.seq.label("withdrawn_by")).select_from(
    ledger.outerjoin(_taken_back, _taken_back.c.withdraws == ledger.c.digest)
)
_AFTER = _ROW.where(ledger.c.seq > bindparam("after")).order_by(ledger.c.seq).limit(bindparam("count"))
_BY_DIGEST = _ROW.where(ledger.c.digest == bindparam("digest")).order_by(ledger.c.kind).limit(1)
_DEPOSIT = _ROW.where(ledger.c.digest == bindparam("digest"), ledger.c.kind == Kind.DEPOSIT.value)
_BY_TOPIC = _ROW.where(ledger.c.topic == bindparam("topic"), ledger.c.kind == Kind.DEPOSIT.value).order_by(
    ledger.c.seq
)
_DEFINING = _ROW.where(
    ledger.c.seq
    == select(subject.c.seq).where(subject.c.iri == bindparam("iri"), subject.c.slot == 0).scalar_subquery()
)
_DESCRIBING = (
    _ROW.join(subject, subject.c.seq == ledger.c.seq)
    .where(subject.c.iri == bindparam("iri"), _taken_back.c.seq.is_(None))
    .order_by(ledger.c.seq)
)
_OF_KIND = (
    _ROW.where(
        ledger.c.topic_class == bindparam("topic_class"),
        ledger.c.seq > bindparam("after"),
        ledger.c.kind == Kind.DEPOSIT.value,
        _taken_back.c.seq.is_(None),
    )
    .order_by(ledger.c.seq)
    .limit(bindparam("count"))
)
_CLASSES = (
    select(subject.c.iri, subject.c.classes)
    .join(ledger, ledger.c.seq == subject.c.seq)
    .where(
        subject.c.iri.in_(bindparam("iris", expanding=True)),
        ~exists().where(_taken_back.c.withdraws == ledger.c.digest),
    )
)
_WITHDRAWN = select(ledger.c.seq).where(ledger.c.withdraws == bindparam("digest"))
_META = select(meta.c.value).where(meta.c.key == bindparam("key"))
_SHAPES = select(shapes.c.turtle).where(shapes.c.digest == bindparam("digest"))


class LedgerReader:
    """The reading half of a ledger. Several threads may use it at once.

    Attributes:
        path: the ledger's file.
        base: base IRI of the registry, fixed when the ledger was made; ends with ``/``.
    """

    def __init__(self, path: Path, engine: Engine, base: str) -> None:
        self.path = path
        self.base = base
        self._engine = engine

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file. A closed ledger may not be used again."""
        self._engine.dispose()

    @property
    def engine(self) -> Engine:
        """The connections to the file, for the modules of this package."""
        return self._engine

    @contextlib.contextmanager
    def reading(self) -> Iterator[Connection]:
        """A read transaction, for the modules of this package.

        Raises:
            RegistryError: the file cannot be read.
        """
        with sqlite.explained(self.path), self._engine.connect() as connection:
            sqlite.begin(connection)
            yield connection

    def rows(self, after: int = 0, limit: int | None = None) -> Iterator[Row]:
        """The rows with numbers greater than ``after``, in order, at most ``limit`` of them.

        Rows that are accepted while one reads are given too. Memory holds a few dozen rows at a time.

        Raises:
            RegistryError: the file cannot be read, or stored bytes are damaged.
        """
        left = limit
        while left is None or left > 0:
            count = _CHUNK if left is None else min(left, _CHUNK)
            chunk = self._rows(_AFTER, {"after": after, "count": count})
            yield from chunk
            if len(chunk) < count:
                return
            after = chunk[-1].seq
            left = None if left is None else left - count

    def head(self) -> Head:
        """The last row's number and the state digest there; 0 and 64 zeros when there is none."""
        with self.reading() as connection:
            return read_head(connection)

    def changed(self, since: int) -> bool:
        """Whether rows were accepted after number ``since``. Cheap enough to ask many times a second."""
        return self.head().seq > since

    def by_digest(self, digest: str) -> Row | None:
        """The row whose bytes have this digest."""
        return self._row(_BY_DIGEST, {"digest": digest})

    def by_topic(self, iri: str) -> tuple[Row, ...]:
        """The deposits about ``iri``, withdrawn ones too, the oldest first."""
        with self.reading() as connection:
            return tuple(deposits_about(connection, iri))

    def defining(self, iri: str) -> Row | None:
        """The one deposit that defines ``iri``, also when it was withdrawn since."""
        return self._row(_DEFINING, {"iri": iri})

    def describing(self, iri: str, *, limit: int | None = None) -> tuple[Row, ...]:
        """The deposits that type ``iri``, defining or mentioning it, the oldest first; withdrawn ones left out."""
        return tuple(self._rows(_DESCRIBING.limit(limit), {"iri": iri}))

    def of_kind(self, topic_class: str, *, mentioning: Iterable[str]) -> Iterator[Row]:
        """The deposits of one kind in whose bytes any of those IRIs occurs, the oldest first; no withdrawn ones.

        It looks through all deposits of that kind, for the ledger knows what a deposit describes, not what it
        refers to.
        """
        wanted = [f"<{iri}>".encode() for iri in mentioning]
        after = 0
        while wanted:
            chunk = self._rows(_OF_KIND, {"topic_class": topic_class, "after": after, "count": _CHUNK})
            for row in chunk:
                if row.nquads is not None and any(iri in row.nquads for iri in wanted):
                    yield row
            if len(chunk) < _CHUNK:
                return
            after = chunk[-1].seq

    def classes_of(self, iris: Iterable[str]) -> Mapping[str, frozenset[str]]:
        """The classes of those IRIs that any deposit on record describes, leaving out withdrawn ones.

        An IRI that nothing describes is not among the keys.
        """
        wanted = list(dict.fromkeys(iris))
        found: dict[str, set[str]] = {}
        with self.reading() as connection:
            for start in range(0, len(wanted), _LOOKUP):
                some = wanted[start : start + _LOOKUP]
                for iri, classes in connection.execute(_CLASSES, {"iris": some}):
                    found.setdefault(iri, set()).update(classes.split())
        return {iri: frozenset(classes) for iri, classes in found.items()}

    def is_withdrawn(self, digest: str) -> bool:
        """Whether the deposit with this digest was taken back."""
        with self.reading() as connection:
            return connection.execute(_WITHDRAWN, {"digest": digest}).first() is not None

    def shapes_text(self, digest: str) -> str:
        """The shapes (Turtle) that are stored under this digest.

        Raises:
            NotFound: there are none.
        """
        with self.reading() as connection:
            turtle: str | None = connection.execute(_SHAPES, {"digest": digest}).scalar()
        if turtle is None:
            raise NotFound(f"no shapes with the digest {digest} are on record")
        return turtle

    def _rows(self, statement: Select[*tuple[object, ...]], values: Mapping[str, object]) -> Sequence[Row]:
        with self.reading() as connection:
            return [row_of(mapping) for mapping in connection.execute(statement, values).mappings()]

    def _row(self, statement: Select[*tuple[object, ...]], values: Mapping[str, object]) -> Row | None:
        return next(iter(self._rows(statement, values)), None)


def read_head(connection: Connection) -> Head:
    """The head as the last accepted row left it.

    Raises:
        RegistryError: the ledger has none.
    """
    return head_of(read_meta(connection, "head"))


def head_of(value: str | None) -> Head:
    """The head as ``meta`` spells it.

    Raises:
        RegistryError: there is none.
    """
    try:
        seq, state = (value or "").split()
        return Head(int(seq), state)
    except ValueError as error:
        raise RegistryError("the ledger has lost its head", hint="restore it from a backup") from error


def deposit_of(connection: Connection, digest: str) -> Row | None:
    """The deposit whose bytes have this digest."""
    columns = connection.execute(_DEPOSIT, {"digest": digest}).mappings().first()
    return None if columns is None else row_of(columns)


def deposits_about(connection: Connection, topic: str) -> list[Row]:
    """The deposits about an IRI, withdrawn ones too, the oldest first."""
    return [row_of(columns) for columns in connection.execute(_BY_TOPIC, {"topic": topic}).mappings()]


def read_meta(connection: Connection, key: str) -> str | None:
    """What the ledger says of itself under ``key``."""
    value: str | None = connection.execute(_META, {"key": key}).scalar()
    return value


def row_of(columns: RowMapping) -> Row:
    """A row of the join of ``ledger`` with its withdrawals as a value."""
    facts = dict(columns)
    facts["kind"] = Kind(facts["kind"])
    facts["findings_json"] = facts.pop("findings")
    return Row(**facts)
