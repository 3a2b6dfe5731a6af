"""Back a registry up: the ledger is copied, the index is made anew from the copy."""

from __future__ import annotations

from pathlib import Path

from rubrary.errors import UsageError
from rubrary.index.index import Index
from rubrary.ledger import Head
from rubrary.ledger import backup as copy_ledger
from rubrary.pipeline.config import write_config
from rubrary.pipeline.deposit import bring_index_up_to_date
from rubrary.pipeline.registry import INDEX_FOLDER, LEDGER_FILE, Registry


def back_up(folder: Path, target: Path) -> Head:
    """Copy the registry in ``folder`` to ``target`` while it may be in use; the copy is a registry.

    Returns:
        The sequence number and state up to which it was copied.

    Raises:
        UsageError: the target exists.
        RegistryError: the source is no registry, or the copy is not sound.
    """
    if target.exists():
        raise UsageError(f"{target} exists already", hint="Name a new folder for the copy.")
    with Registry.open(folder) as source:
        target.mkdir(parents=True)
        head = copy_ledger(source.ledger, target / LEDGER_FILE)
        Index.create(target / INDEX_FOLDER, source.base)
        write_config(target, source.config)
    with Registry.open(target) as copy:
        bring_index_up_to_date(copy)
    return head
