"""Judge files without writing: the dry run of a deposit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from rubrary.errors import Conflict, RubraryError
from rubrary.ledger import LedgerReader, conflict_of
from rubrary.pipeline.deposit import Examine, Result, Status, may_resolve
from rubrary.pipeline.sources import name_of


def validate_files(
    paths: Sequence[Path],
    examine: Examine,
    *,
    ledger: LedgerReader | None = None,
    done: Callable[[Path], None] = lambda _: None,
) -> Iterator[Result]:
    """The verdict on each deposit of each file.

    A file that refers to what a later file of the same run brings is judged again after it, as a deposit would.

    Args:
        paths: files and RO-Crate folders.
        examine: reads and judges one file.
        ledger: what is on record, where the files are meant for a registry.
        done: called with each path whose fate is settled.
    """
    run = _Run(ledger)
    held: dict[Path, list[Result]] = {}
    for path in paths:
        results = _judge(path, examine)
        if any(may_resolve(result) for result in results):
            held[path] = results
            continue
        yield from map(run.settle, results)
        done(path)
    while held:
        again = {path: _judge(path, examine) for path in held}
        settled = [
            path for path, results in again.items() if not any(may_resolve(result) for result in results)
        ]
        for path in settled or list(again):
            yield from map(run.settle, again[path])
            done(path)
            del held[path]


class _Run:
    """What the ledger and the files accepted so far define: a deposit is refused that defines it otherwise."""

    def __init__(self, ledger: LedgerReader | None) -> None:
        self._ledger = ledger
        self._defined: dict[str, tuple[str, str]] = {}

    def settle(self, result: Result) -> Result:
        """The verdict, after what the ledger itself would say."""
        if result.refused or result.examined is None:
            return result
        digest = result.examined.canonical.digest
        owned = sorted({claim.iri for claim in result.examined.claims if claim.defines})
        conflict = conflict_of(self._ledger, digest, owned) if self._ledger else None
        for iri in owned:
            other, source = self._defined.setdefault(iri, (digest, result.source))
            if other != digest and conflict is None:
                conflict = Conflict(
                    f"<{iri}> is already defined by {source}",
                    hint="give one of the two an IRI of its own",
                )
        return replace(result, status=Status.REFUSED, error=conflict) if conflict else result


def _judge(path: Path, examine: Examine) -> list[Result]:
    try:
        examined = examine(path)
    except RubraryError as error:
        return [Result(name_of(path), Status.REFUSED, error=error)]
    return [
        Result(one.source, Status.ACCEPTED if one.report.accepted and one.topic else Status.REFUSED, one)
        for one in examined
    ]
