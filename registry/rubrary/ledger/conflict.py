"""Why a deposit contradicts what is on record: said when it is appended, and beforehand when it is only judged."""

from __future__ import annotations

from collections.abc import Iterable

from rubrary.errors import Conflict
from rubrary.ledger.entry import Row
from rubrary.ledger.reader import LedgerReader


def conflict_of(ledger: LedgerReader, digest: str, owned: Iterable[str]) -> Conflict | None:
    """Why the ledger would refuse a deposit; ``None`` when it would take it, or has it.

    Args:
        ledger: what is on record.
        digest: the deposit's digest.
        owned: the IRIs that it defines.
    """
    earlier = ledger.by_digest(digest)
    if earlier is not None:
        return withdrawn(earlier) if earlier.withdrawn_by is not None else None
    for iri in sorted(owned):
        definer = ledger.defining(iri)
        if definer is not None:
            return defined(iri, definer)
    return None


def defined(iri: str, definer: Row) -> Conflict:
    """Another deposit defines the IRI."""
    which = f"sequence {definer.seq}" + (", since withdrawn" if definer.withdrawn_by else "")
    return Conflict(
        f"<{iri}> is already defined by deposit {definer.digest} ({which})",
        hint="what is on record never changes: give the new content an IRI of its own",
    )


def withdrawn(earlier: Row) -> Conflict:
    """The deposit was on record and was taken back."""
    return Conflict(
        f"deposit {earlier.digest} was withdrawn (sequence {earlier.withdrawn_by}) and cannot come back",
        hint="a corrected deposit has other content, hence another digest",
    )
