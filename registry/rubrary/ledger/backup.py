"""A copy of the ledger, taken while it is in use."""

from __future__ import annotations

from pathlib import Path

from rubrary.errors import RegistryError
from rubrary.ledger import sqlite
from rubrary.ledger.entry import Head
from rubrary.ledger.ledger import Ledger
from rubrary.ledger.placing import new_file
from rubrary.ledger.reader import LedgerReader


def backup(source: LedgerReader, target: Path) -> Head:
    """Write a consistent copy to the new file ``target``, durably, once it has proved to be a whole ledger.

    Writers go on meanwhile; the copy holds a prefix of the record, at least what was on it at the call.

    Returns:
        The copy's head.

    Raises:
        RegistryError: ``target`` exists or cannot be written, or the copy is not sound.
    """
    noted = source.head()
    with new_file(target) as draft:
        with sqlite.explained(source.path):
            sqlite.copy_live(source.engine, draft)
        return _prove(draft, noted)


def _prove(copy: Path, noted: Head) -> Head:
    with Ledger.open(copy) as opened:
        with opened.reading() as connection:
            damage = sqlite.damage(connection)
        head = opened.head()
        row = next(opened.rows(after=noted.seq - 1, limit=1), None) if noted.seq else None
        if damage or head.seq < noted.seq or (row is not None and row.state != noted.state):
            raise RegistryError(
                "the copy is not a whole ledger: " + (damage[0] if damage else "rows are missing"),
                hint="rubrary verify checks the ledger itself; then try again",
            )
        return head
