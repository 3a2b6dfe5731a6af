"""The state digest: one value that stands for everything on record, in its order.

S₀ is 64 zeros. Sₙ is the SHA-256 of the 32 bytes that Sₙ₋₁ denotes, followed by the RFC 8785 JSON of row n's
``accepted_at``, ``digest``, ``kind`` and ``seq``. Whoever noted a state can tell later whether anything at or
before it was changed, left out or put in between. A purge changes none of these facts, so it keeps the chain.
"""

from __future__ import annotations

import hashlib

import rfc8785

#: The state of a ledger without rows.
GENESIS = "0" * 64


def next_state(previous: str, *, seq: int, kind: str, digest: str, accepted_at: str) -> str:
    """The state after one more row, as 64 hexadecimal digits.

    Args:
        previous: the state before it, 64 hexadecimal digits.
        seq: the row's number, from 1.
        kind: ``deposit`` or ``withdrawal``.
        digest: SHA-256 of the row's canonical bytes.
        accepted_at: RFC 3339 time as it is stored.

    Raises:
        ValueError: ``previous`` is not hexadecimal.
    """
    facts = rfc8785.dumps({"seq": seq, "kind": kind, "digest": digest, "accepted_at": accepted_at})
    return hashlib.sha256(bytes.fromhex(previous) + facts).hexdigest()
