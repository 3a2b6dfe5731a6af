"""What goes into the ledger and what comes back out."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """What a row does."""

    DEPOSIT = "deposit"
    WITHDRAWAL = "withdrawal"


@dataclass(frozen=True, slots=True)
class Subject:
    """One typed IRI that a deposit describes.

    Attributes:
        iri: the subject.
        class_iri: one class of it; a subject with several classes is given once for each.
        owned: whether this deposit defines it. An IRI has one defining deposit, for ever.
    """

    iri: str
    class_iri: str
    owned: bool


@dataclass(frozen=True, slots=True)
class NewDeposit:
    """A validated deposit, ready to be put on record.

    Attributes:
        digest: SHA-256 of ``nquads``, 64 lower-case hexadecimal digits.
        nquads: its canonical N-Quads (RDFC-1.0), UTF-8.
        topic: IRI of what it is about.
        topic_class: local name of the topic's class (``Assessment``).
        subjects: the typed IRIs that it describes.
        submitter: who handed it in, as the registry knows them.
        shapes_digest: digest of the shapes it was validated with (see ``Ledger.put_shapes``).
        findings_json: the warnings it was accepted with, as a JSON array.
        origin: base IRI of the archive it was mirrored from; ``None`` for a deposit of our own.
    """

    digest: str
    nquads: bytes
    topic: str
    topic_class: str
    subjects: tuple[Subject, ...]
    submitter: str
    shapes_digest: str
    findings_json: str = "[]"
    origin: str | None = None


@dataclass(frozen=True, slots=True)
class Accepted:
    """The ledger's answer: it is on record, durably.

    Attributes:
        seq: its number, from 1, without gaps.
        digest: the digest of the row's bytes.
        new: ``False`` when the same content was on record before; nothing was written then.
        state: the state digest at ``seq``.
    """

    seq: int
    digest: str
    new: bool
    state: str


@dataclass(frozen=True, slots=True)
class Head:
    """The last row: its number (0 for an empty ledger) and the state digest there."""

    seq: int
    state: str


@dataclass(frozen=True, slots=True)
class Row:
    """One row as it is on record.

    Attributes:
        seq: its number, from 1.
        kind: deposit or withdrawal.
        digest: SHA-256 of its canonical bytes.
        nquads: these bytes, exactly as they were handed in; ``None`` once purged.
        topic: IRI of what it is about; a withdrawal has the topic of the deposit that it takes back.
        topic_class: local name of the topic's class.
        accepted_at: RFC 3339 time, UTC, to the second (``2026-01-31T12:00:00+00:00``).
        submitter: who handed it in.
        shapes_digest: the shapes it was validated with; ``None`` for a withdrawal.
        state: the state digest after this row.
        findings_json: the warnings it was accepted with, as a JSON array.
        reason: why it was withdrawn (a withdrawal) or purged (a purged deposit).
        origin: base IRI of the archive it was mirrored from.
        withdraws: digest of the deposit that this withdrawal takes back.
        withdrawn_by: number of the withdrawal that took this deposit back.
        purged_at: when its bytes were erased.
    """

    seq: int
    kind: Kind
    digest: str
    nquads: bytes | None
    topic: str
    topic_class: str
    accepted_at: str
    submitter: str
    shapes_digest: str | None
    state: str
    findings_json: str = "[]"
    reason: str | None = None
    origin: str | None = None
    withdraws: str | None = None
    withdrawn_by: int | None = None
    purged_at: str | None = None
