"""What the index takes from the ledger: plain rows."""

from __future__ import annotations

from dataclasses import dataclass

DEPOSIT = "deposit"
WITHDRAWAL = "withdrawal"

#: The state digest of a ledger that holds nothing.
EMPTY_STATE = "0" * 64


@dataclass(frozen=True, slots=True)
class Entry:
    """One row of the ledger.

    Attributes:
        seq: its number, from 1, growing.
        kind: ``deposit`` or ``withdrawal``.
        digest: SHA-256 of ``nquads``, 64 lower-case hexadecimal digits.
        nquads: canonical N-Quads (RDFC-1.0, graph names dropped); ``None`` when the bytes were erased.
        topic: IRI of what it is about.
        topic_class: local name of the topic's class under ``rub:`` (``Assessment``).
        accepted_at: ``xsd:dateTime`` with time zone (``2026-01-31T12:00:00+00:00``).
        submitter: who handed it in.
        state: the ledger's state digest after this row.
        shapes_digest: the shapes it was validated with, if it was.
        findings: the warnings that it was accepted with.
        reason: why it was withdrawn, or its bytes erased.
        withdraws: digest of the deposit that a withdrawal takes back.
    """

    seq: int
    kind: str
    digest: str
    nquads: bytes | None
    topic: str
    topic_class: str
    accepted_at: str
    submitter: str
    state: str
    shapes_digest: str | None = None
    findings: tuple[str, ...] = ()
    reason: str | None = None
    withdraws: str | None = None
