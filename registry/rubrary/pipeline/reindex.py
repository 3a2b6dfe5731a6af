"""Make a registry's index anew."""

from __future__ import annotations

from collections.abc import Iterable

from rubrary.errors import RegistryError
from rubrary.index.entry import Entry
from rubrary.index.index import Index
from rubrary.pipeline.deposit import bring_index_up_to_date
from rubrary.pipeline.registry import Registry


def reindex(registry: Registry, rows: Iterable[Entry]) -> int:
    """Rebuild the index from the ledger's rows; returns how many were applied.

    Raises:
        IndexBusy: a server or another command is writing the index.
    """
    folder = registry.index_folder
    try:
        index = Index.open(folder)
    except RegistryError:  # the index as a whole is lost: what is derived can be made from nothing
        index = Index.create(folder, registry.base, replace=True)
    applied = index.rebuild(rows)
    bring_index_up_to_date(registry)  # with what was appended while the rebuilding held the index
    return applied
