"""``rubrary reindex``: make the index anew from the ledger."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rubrary.cli.console import Format, emit_json, out, progress_bar
from rubrary.cli.options import DEFAULT_REGISTRY, FormatOption, RegistryOption
from rubrary.index.entry import Entry
from rubrary.pipeline.registry import Registry, entries
from rubrary.pipeline.reindex import reindex as rebuild


def reindex(registry: RegistryOption = DEFAULT_REGISTRY, output: FormatOption = Format.TEXT) -> None:
    """Rebuild the SPARQL index from the ledger, which is the system of record.

    Queries go on reading the old index until the new one is complete.
    """
    with Registry.open(registry) as opened:
        total = opened.ledger.head().seq
        with progress_bar("indexing", total) as bar:

            def counted(found: Iterable[Entry]) -> Iterator[Entry]:
                for entry in found:
                    bar.advance(bar.task_ids[0])
                    yield entry

            applied = rebuild(opened, counted(entries(opened.ledger, after=0)))
    if output is Format.JSON:
        emit_json({"sequence": total, "applied": applied})
        return
    out.print(f"Indexed {applied} rows of the ledger")
