"""Writing the ledger: one transaction a row, under the one write lock, durable when it returns."""

from __future__ import annotations

import contextlib
import hashlib
import logging
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

from sqlalchemy import Connection, Engine, bindparam, delete, insert, select, true, update
from sqlalchemy.exc import IntegrityError

from rubrary.errors import Conflict, NotFound, RegistryError
from rubrary.ledger import conflict, sqlite
from rubrary.ledger.chain import GENESIS, next_state
from rubrary.ledger.entry import Accepted, Kind, NewDeposit, Row, Subject
from rubrary.ledger.layout import check_file, make_file, read_base
from rubrary.ledger.reader import LedgerReader, deposit_of, deposits_about, head_of
from rubrary.ledger.tables import ledger, meta, shapes, subject
from rubrary.ledger.tombstone import check_reason, tombstone

_log = logging.getLogger(__name__)

_INSERT = insert(ledger)
_INSERT_SUBJECTS = sqlite.text_of(insert(subject))
_SET_HEAD = update(meta).where(meta.c.key == "head").values(value=bindparam("head"))
_last = select(ledger.c.seq, ledger.c.state).order_by(ledger.c.seq.desc()).limit(1).subquery("last")
#: The head, and the last row that there is: one statement, for every deposit asks.
_END = select(meta.c.value, _last.c.seq, _last.c.state).outerjoin(_last, true()).where(meta.c.key == "head")
_KNOWN = select(ledger.c.seq).where(
    ledger.c.digest == bindparam("digest"), ledger.c.kind == Kind.DEPOSIT.value
)
_ERASE = (
    update(ledger)
    .where(ledger.c.seq == bindparam("erased"))
    .values(nquads=None, findings="[]", reason=bindparam("why"), purged_at=bindparam("at"))
)
_FORGET = delete(subject).where(subject.c.seq == bindparam("erased"), subject.c.slot != 0)


def utc_now() -> datetime:
    """The clock that a ledger reads unless it is given another one."""
    return datetime.now(UTC)


class Ledger(LedgerReader):
    """The append-only record of a registry.

    Several threads and several processes may use the same file at once; writers take turns.
    """

    def __init__(self, path: Path, engine: Engine, base: str, clock: Callable[[], datetime]) -> None:
        super().__init__(path, engine, base)
        self._clock = clock

    @classmethod
    def create(cls, path: Path, *, base: str, clock: Callable[[], datetime] = utc_now) -> Self:
        """Make an empty ledger in a new file and open it. The file appears complete or not at all.

        Args:
            path: the file (``…/ledger.sqlite``); its folder is made if need be.
            base: base IRI of the registry, ``http`` or ``https``, with ``/`` at its end. It can never change.
            clock: gives the time of acceptance, with its time zone.

        Raises:
            UsageError: the base is no such IRI.
            RegistryError: the file exists, or cannot be written.
        """
        make_file(path, base=base, created=_stamp(clock))
        return cls.open(path, clock=clock)

    @classmethod
    def open(cls, path: Path, *, clock: Callable[[], datetime] = utc_now) -> Self:
        """Open an existing ledger.

        Raises:
            RegistryError: there is no such file, it is not a ledger, or a newer version of Rubrary made it.
        """
        check_file(path)
        engine = sqlite.connect(path)
        try:
            with sqlite.explained(path), engine.connect() as connection:
                base = read_base(connection, path)
        except BaseException:
            engine.dispose()
            raise
        return cls(path, engine, base, clock)

    def append(self, entry: NewDeposit) -> Accepted:
        """Put a deposit on record, durably. The same content again is the same deposit: nothing is written.

        Raises:
            Conflict: it was withdrawn before, or it defines an IRI that another deposit defines.
            RegistryError: the bytes do not have the digest, or the file is locked, damaged or full.
        """
        if hashlib.sha256(entry.nquads).hexdigest() != entry.digest:
            raise RegistryError(f"the bytes to be recorded do not have the digest {entry.digest!r}")
        try:
            with self._writing() as connection:
                if connection.execute(_KNOWN, {"digest": entry.digest}).first() is not None:
                    return _again(deposit_of(connection, entry.digest))
                accepted = self._extend(connection, _deposit_columns(entry, accepted_at=_stamp(self._clock)))
                described = _subject_columns(entry.subjects, accepted.seq)
                if described:
                    connection.exec_driver_sql(_INSERT_SUBJECTS, described)
                return accepted
        except IntegrityError as error:
            raise self._taken(entry, error) from error

    def withdraw(self, digest_or_topic: str, *, reason: str, submitter: str) -> Accepted:
        """Take a deposit back: a new row says so. The old row stays as it is, and its IRIs stay taken.

        Args:
            digest_or_topic: the deposit's digest, or the IRI that it alone is about.
            reason: why, for everyone to read.
            submitter: who takes it back.

        Raises:
            NotFound: there is no such deposit.
            Conflict: it is withdrawn already, or several deposits are about that IRI.
            UsageError: the reason is empty.
            RegistryError: the file is locked, damaged or full.
        """
        with self._writing() as connection:
            return self._withdraw(connection, _standing(connection, digest_or_topic), reason, submitter)

    def purge(self, digest: str, *, reason: str, submitter: str) -> Accepted:
        """Erase a deposit's bytes, where the law demands it. Digest, topic, dates and the reason stay.

        A deposit that was not withdrawn yet is withdrawn with it, so that indexes and mirrors drop it. What
        it says about things that others define is forgotten; the IRIs that it defined stay taken. Backups
        are other files: they keep the bytes.

        Returns:
            The withdrawal that goes with it; ``new`` tells whether it was made now.

        Raises:
            NotFound: there is no such deposit.
            Conflict: it is purged already.
            UsageError: the reason is empty.
            RegistryError: the file is locked, damaged or full.
        """
        check_reason(reason)
        with self._writing() as connection:
            sqlite.overwrite_deleted(connection)
            target = deposit_of(connection, digest)
            if target is None:
                raise NotFound(f"no deposit with the digest {digest} is on record")
            if target.purged_at is not None:
                raise Conflict(f"deposit {digest} was purged already: {target.reason}")
            if target.withdrawn_by is None:
                withdrawal = self._withdraw(connection, target, reason, submitter)
            else:
                withdrawal = _withdrawal_of(connection, target.digest)
            values = {"erased": target.seq, "why": reason, "at": _stamp(self._clock)}
            connection.execute(_ERASE, values)
            connection.execute(_FORGET, values)
        with sqlite.explained(self.path):
            if not sqlite.empty_write_ahead_log(self.engine):
                _log.warning("purged bytes stay in %s-wal until its readers of now are done", self.path)
        return withdrawal

    def put_shapes(self, digest: str, turtle: str) -> None:
        """Keep the shapes that deposits are validated with; keeping them again does nothing.

        Raises:
            Conflict: other shapes are stored under this digest.
            RegistryError: the file is locked, damaged or full.
        """
        with self._writing() as connection:
            stored = connection.execute(select(shapes.c.turtle).where(shapes.c.digest == digest)).scalar()
            if stored is None:
                connection.execute(insert(shapes), {"digest": digest, "turtle": turtle})
            elif stored != turtle:
                raise Conflict(f"other shapes are on record under the digest {digest}")

    @contextlib.contextmanager
    def _writing(self) -> Iterator[Connection]:
        with sqlite.explained(self.path), self.engine.begin() as connection:
            sqlite.begin(connection, locked=True)
            yield connection

    def _extend(self, connection: Connection, columns: dict[str, object]) -> Accepted:
        """Add one row at the end; the rest of the transaction may still fail and take it back."""
        noted, *last = connection.execute(_END).first() or (None, None, None)
        head = head_of(noted)
        if [head.seq, head.state] != (last if last[0] is not None else [0, GENESIS]):
            # Going on would give a lost row's number away a second time and cover the loss.
            raise RegistryError(
                f"the ledger {self.path} is damaged: its last row is not the last one that was accepted",
                hint="rubrary verify says what is missing; restore it from a backup",
            )
        seq, digest = head.seq + 1, str(columns["digest"])
        state = next_state(
            head.state,
            seq=seq,
            kind=str(columns["kind"]),
            digest=digest,
            accepted_at=str(columns["accepted_at"]),
        )
        connection.execute(_INSERT, {**columns, "seq": seq, "state": state})
        connection.execute(_SET_HEAD, {"head": f"{seq} {state}"})
        return Accepted(seq, digest, new=True, state=state)

    def _withdraw(self, connection: Connection, target: Row, reason: str, submitter: str) -> Accepted:
        accepted_at = _stamp(self._clock)
        nquads = tombstone(self.base, target.digest, reason=reason, accepted_at=accepted_at)
        return self._extend(
            connection,
            {
                "kind": Kind.WITHDRAWAL.value,
                "digest": hashlib.sha256(nquads).hexdigest(),
                "topic": target.topic,
                "topic_class": target.topic_class,
                "accepted_at": accepted_at,
                "submitter": submitter,
                "withdraws": target.digest,
                "reason": reason,
                "findings": "[]",
                "nquads": nquads,
            },
        )

    def _taken(self, entry: NewDeposit, error: IntegrityError) -> Conflict | RegistryError:
        """Which IRI of the entry is defined elsewhere: that is the one rule that its rows can break."""
        for iri in sorted({one.iri for one in entry.subjects if one.owned}):
            definer = self.defining(iri)
            if definer is not None:
                return conflict.defined(iri, definer)
        return RegistryError(f"the ledger {self.path} refuses the row: {error.orig}")


def _stamp(clock: Callable[[], datetime]) -> str:
    return clock().astimezone(UTC).isoformat(timespec="seconds")


def _again(earlier: Row | None) -> Accepted:
    assert earlier is not None
    if earlier.withdrawn_by is not None:
        raise conflict.withdrawn(earlier)
    return Accepted(earlier.seq, earlier.digest, new=False, state=earlier.state)


def _deposit_columns(entry: NewDeposit, *, accepted_at: str) -> dict[str, object]:
    return {
        "kind": Kind.DEPOSIT.value,
        "digest": entry.digest,
        "topic": entry.topic,
        "topic_class": entry.topic_class,
        "accepted_at": accepted_at,
        "submitter": entry.submitter,
        "shapes_digest": entry.shapes_digest,
        "origin": entry.origin,
        "findings": entry.findings_json,
        "nquads": entry.nquads,
    }


def _subject_columns(subjects: tuple[Subject, ...], seq: int) -> list[tuple[str, int, int, str]]:
    classes: dict[str, set[str]] = {}
    for one in subjects:
        classes.setdefault(one.iri, set()).add(one.class_iri)
    owned = {one.iri for one in subjects if one.owned}
    return [(iri, 0 if iri in owned else seq, seq, " ".join(sorted(of_it))) for iri, of_it in classes.items()]


def _standing(connection: Connection, digest_or_topic: str) -> Row:
    """The one deposit that a person means and that is not withdrawn."""
    named = deposit_of(connection, digest_or_topic)
    meant = [named] if named else deposits_about(connection, digest_or_topic)
    if not meant:
        raise NotFound(f"no deposit has the digest or the topic {digest_or_topic}")
    standing = [row for row in meant if row.withdrawn_by is None]
    if not standing:
        raise Conflict(f"{digest_or_topic} is withdrawn already (sequence {meant[-1].withdrawn_by})")
    if len(standing) > 1:
        raise Conflict(
            f"{len(standing)} deposits are about {digest_or_topic}",
            hint="name one by its digest: " + ", ".join(row.digest for row in standing),
        )
    return standing[0]


def _withdrawal_of(connection: Connection, digest: str) -> Accepted:
    columns = select(ledger.c.seq, ledger.c.digest, ledger.c.state).where(ledger.c.withdraws == digest)
    seq, own_digest, state = connection.execute(columns).one()
    return Accepted(seq, own_digest, new=False, state=state)
