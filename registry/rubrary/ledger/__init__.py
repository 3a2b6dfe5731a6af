"""The system of record: every deposit, immutable, in order, with its exact bytes.

Everything else that a registry holds is derived from it and can be made anew.
"""

from __future__ import annotations

from rubrary.ledger.backup import backup
from rubrary.ledger.chain import GENESIS, next_state
from rubrary.ledger.conflict import conflict_of
from rubrary.ledger.entry import Accepted, Head, Kind, NewDeposit, Row, Subject
from rubrary.ledger.ledger import Ledger, utc_now
from rubrary.ledger.reader import LedgerReader
from rubrary.ledger.tombstone import tombstone
from rubrary.ledger.verify import Problem, VerifyReport, verify

__all__ = [
    "GENESIS",
    "Accepted",
    "Head",
    "Kind",
    "Ledger",
    "LedgerReader",
    "NewDeposit",
    "Problem",
    "Row",
    "Subject",
    "VerifyReport",
    "backup",
    "conflict_of",
    "next_state",
    "tombstone",
    "utc_now",
    "verify",
]
