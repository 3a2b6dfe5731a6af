"""Checking a ledger against itself: every digest, the chain, and that nothing is missing."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from pyoxigraph import RdfFormat, parse
from sqlalchemy import LargeBinary, Row, bindparam, cast, func, select

from rubrary.errors import RegistryError, RubraryError
from rubrary.graph.canonical import canonicalize, is_canonical
from rubrary.ledger import sqlite
from rubrary.ledger.chain import GENESIS, next_state
from rubrary.ledger.entry import Head, Kind
from rubrary.ledger.reader import LedgerReader, read_head
from rubrary.ledger.tables import ledger, shapes
from rubrary.ledger.tombstone import tombstone
from rubrary.terms import RDF, RUB

_CHUNK = 64


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong.

    Attributes:
        seq: number of the row, or of the missing row; ``None`` when it is the file as a whole.
        message: what is wrong, as a sentence for a person.
    """

    seq: int | None
    message: str


@dataclass(frozen=True, slots=True)
class VerifyReport:
    """What a verification found.

    Attributes:
        head: the head that the ledger had when the verification began.
        deposits: deposits checked, withdrawn and purged ones too.
        withdrawals: withdrawals checked.
        purged: numbers of the deposits whose bytes were erased: reported, not wrong.
        problems: what is wrong, by row; empty when the ledger is sound.
    """

    head: Head
    deposits: int
    withdrawals: int
    purged: tuple[int, ...]
    problems: tuple[Problem, ...]

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong."""
        return not self.problems


_target, _taken_back = ledger.alias("target"), ledger.alias("taken_back")
_BATCH = (
    select(
        *(column for column in ledger.c if column is not ledger.c.nquads),
        # As they are stored: a damaged stream must be a finding about its row, not the end of the check.
        cast(ledger.c.nquads, LargeBinary).label("packed"),
        _target.c.seq.label("target_seq"),
        _taken_back.c.seq.label("withdrawn_by"),
    )
    .select_from(
        ledger.outerjoin(
            _target, (_target.c.digest == ledger.c.withdraws) & (_target.c.kind == Kind.DEPOSIT.value)
        ).outerjoin(_taken_back, _taken_back.c.withdraws == ledger.c.digest)
    )
    .where(ledger.c.seq > bindparam("after"), ledger.c.seq <= bindparam("last"))
    .order_by(ledger.c.seq)
    .limit(_CHUNK)
)


def verify(
    reader: LedgerReader,
    *,
    canonical: Callable[[bytes], bool] | None = is_canonical,
    progress: Callable[[int, int], None] | None = None,
) -> VerifyReport:
    """Recompute everything that the ledger says of itself, up to the row that is the last when it begins.

    It may take long and keeps nobody from writing. A ledger rewritten as a whole, chain and all, agrees with
    itself: compare ``report.head`` with a head noted elsewhere (a mirror's, a published one).

    Args:
        reader: the ledger.
        canonical: whether bytes are canonical N-Quads; with ``None`` only their digests are checked.
        progress: is told how many rows are done, of how many.

    Raises:
        RegistryError: the file cannot be read at all.
    """
    with reader.reading() as connection:
        problems = [Problem(None, line) for line in sqlite.damage(connection)]
        head = read_head(connection)
        stored_shapes = {row.digest: row.turtle for row in connection.execute(select(shapes))}
        excess = connection.scalar(select(func.count()).where(ledger.c.seq > head.seq)) or 0
    problems += _wrong_shapes(stored_shapes)
    checker = _Checker(reader.base, frozenset(stored_shapes), canonical)
    try:
        problems += _walk(reader, head, checker, progress)
    except RegistryError as error:
        problems.append(Problem(None, f"not every row can be read: {error.message}"))
    if excess:
        problems.append(Problem(head.seq + 1, f"{excess} rows stand after the ledger's head, row {head.seq}"))
    return checker.report(head, problems)


def _wrong_shapes(stored: Mapping[str, str]) -> Iterator[Problem]:
    for digest, turtle in stored.items():
        try:
            found = canonicalize(parse(turtle, format=RdfFormat.TURTLE)).digest
        except (SyntaxError, RubraryError) as error:
            yield Problem(None, f"the shapes stored under {digest} cannot be read ({error})")
            continue
        if found != digest:
            yield Problem(None, f"the shapes stored under {digest} have the digest {found}")


def _walk(
    reader: LedgerReader, head: Head, checker: _Checker, progress: Callable[[int, int], None] | None
) -> Iterator[Problem]:
    """What is wrong with the rows up to the head, and between them."""
    before, state = 0, GENESIS
    for row in _rows(reader, head.seq):
        if row.seq != before + 1:
            yield _missing(before + 1, row.seq - 1)
            state = ""  # the state before this row is lost, so this one link of the chain cannot be checked
        for message in checker.check(row, state):
            yield Problem(row.seq, message)
        before, state = row.seq, row.state
        if progress is not None:
            progress(before, head.seq)
    if before < head.seq:
        yield _missing(before + 1, head.seq)
    elif state != head.state:
        yield Problem(before, "its state is not the one that was noted as the ledger's head")


def _rows(reader: LedgerReader, last: int) -> Iterator[Row[*tuple[object, ...]]]:
    after = 0
    while True:
        with reader.reading() as connection:
            chunk = connection.execute(_BATCH, {"after": after, "last": last}).all()
        yield from chunk
        if len(chunk) < _CHUNK:
            return
        after = chunk[-1].seq


def _missing(first: int, last: int) -> Problem:
    return Problem(first, "the row is missing" if first == last else f"rows {first} to {last} are missing")


class _Checker:
    """Checks rows one by one and counts them."""

    def __init__(
        self, base: str, known_shapes: frozenset[str], canonical: Callable[[bytes], bool] | None
    ) -> None:
        self._base = base
        self._known_shapes = known_shapes
        self._canonical = canonical
        self._counts = dict.fromkeys(Kind, 0)
        self._purged: list[int] = []

    def report(self, head: Head, problems: list[Problem]) -> VerifyReport:
        return VerifyReport(
            head,
            self._counts[Kind.DEPOSIT],
            self._counts[Kind.WITHDRAWAL],
            tuple(self._purged),
            tuple(problems),
        )

    def check(self, row: Row[*tuple[object, ...]], state_before: str) -> Iterator[str]:
        """What is wrong with one row; no ``state_before`` if that is not known."""
        kind = Kind(row.kind)
        self._counts[kind] += 1
        if state_before and row.state != _state_after(state_before, row):
            yield "its state does not follow from the row before it and its own digest, kind and time"
        if kind is Kind.DEPOSIT and row.shapes_digest not in self._known_shapes:
            yield f"the shapes {row.shapes_digest} that it was validated with are not on record"
        if row.packed is None:
            yield from self._without_bytes(kind, row)
            return
        try:
            nquads = zlib.decompress(row.packed)
        except zlib.error as error:
            yield f"its stored bytes cannot be read ({error})"
            return
        yield from self._bytes(kind, row, nquads)

    def _without_bytes(self, kind: Kind, row: Row[*tuple[object, ...]]) -> Iterator[str]:
        if kind is Kind.WITHDRAWAL or row.purged_at is None:
            yield "its bytes are missing, though nobody purged them"
            return
        self._purged.append(row.seq)
        if row.withdrawn_by is None:
            yield "it was purged, but no withdrawal says so"

    def _bytes(self, kind: Kind, row: Row[*tuple[object, ...]], nquads: bytes) -> Iterator[str]:
        digest = hashlib.sha256(nquads).hexdigest()
        if digest != row.digest:
            yield f"its bytes have the digest {digest}, not {row.digest}"
        elif not self._is_canonical(nquads):
            yield "its bytes are not canonical N-Quads"
        if kind is Kind.WITHDRAWAL:
            yield from self._withdrawal(row, nquads)
        elif not _describes(nquads, row.topic, row.topic_class):
            yield f"its bytes do not describe its topic <{row.topic}> as rub:{row.topic_class}"

    def _is_canonical(self, nquads: bytes) -> bool:
        try:
            return self._canonical is None or self._canonical(nquads)
        except RubraryError:
            return False

    def _withdrawal(self, row: Row[*tuple[object, ...]], nquads: bytes) -> Iterator[str]:
        if row.target_seq is None:
            yield f"it withdraws {row.withdraws}, which is not on record"
        elif not row.reason or nquads != tombstone(
            self._base, row.withdraws, reason=row.reason, accepted_at=row.accepted_at
        ):
            yield "its bytes do not say what its columns say"


def _state_after(before: str, row: Row[*tuple[object, ...]]) -> str:
    try:
        return next_state(before, seq=row.seq, kind=row.kind, digest=row.digest, accepted_at=row.accepted_at)
    except ValueError:  # the row before was tampered with until its state is not even hexadecimal
        return ""


def _describes(nquads: bytes, topic: str, topic_class: str) -> bool:
    line = f"<{topic}> <{RDF}type> <{RUB}{topic_class}> .\n".encode()
    return nquads.startswith(line) or b"\n" + line in nquads
