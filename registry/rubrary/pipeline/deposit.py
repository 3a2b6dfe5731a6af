"""Deposit: examine, append to the ledger, index.

The ledger commits each deposit by itself: what is acknowledged is durable. The index applies batches afterwards,
or is kept by a running server, which holds the index's lock and follows the ledger.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from rubrary.errors import Conflict, InputError, NotFound, RubraryError
from rubrary.index.errors import IndexBusy
from rubrary.index.index import Index
from rubrary.ledger import NewDeposit, Subject
from rubrary.pipeline.examine import Examined
from rubrary.pipeline.registry import Registry, entries
from rubrary.pipeline.sources import name_of

log = logging.getLogger(__name__)

Examine = Callable[[Path], Sequence[Examined]]


class Status(StrEnum):
    """What became of a file or of one deposit in it."""

    DEPOSITED = "deposited"
    KNOWN = "already on record"
    ACCEPTED = "valid"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one deposit, or of a file that could not be read (then ``error`` says why)."""

    source: str
    status: Status
    examined: Examined | None = None
    seq: int | None = None
    error: RubraryError | None = None

    @property
    def refused(self) -> bool:
        """Whether it was not accepted."""
        return self.status is Status.REFUSED


def deposit_files(
    registry: Registry,
    paths: Sequence[Path],
    examine: Examine,
    *,
    submitter: str,
    done: Callable[[Path], None] = lambda _: None,
) -> Iterator[Result]:
    """Deposit each file; a bad one never stops the rest.

    A file that refers to what another file of the same run brings is tried again once the other is on record,
    so the order of files does not matter.

    Args:
        registry: where to.
        paths: files and RO-Crate folders.
        examine: reads and judges one file.
        submitter: who hands it in, for the catalogue.
        done: called with each path whose fate is settled.
    """
    shapes = registry.remember_shapes()
    waiting = list(paths)
    settled: set[tuple[Path, str]] = set()
    while waiting:
        before = registry.ledger.head().seq
        held: dict[Path, list[Result]] = {}
        for path in waiting:
            results = [
                result
                for result in _deposit_file(registry, path, examine, shapes, submitter)
                if (path, _digest(result)) not in settled
            ]
            unresolved = [result for result in results if may_resolve(result)]
            settled.update((path, _digest(result)) for result in results if result not in unresolved)
            yield from (result for result in results if result not in unresolved)
            if unresolved:
                held[path] = unresolved
            else:
                done(path)
        if registry.ledger.head().seq == before:
            for path, unresolved in held.items():
                yield from unresolved
                done(path)
            return
        waiting = list(held)


def _digest(result: Result) -> str:
    return result.examined.canonical.digest if result.examined else ""


def _deposit_file(
    registry: Registry, path: Path, examine: Examine, shapes: str, submitter: str
) -> list[Result]:
    try:
        examined = examine(path)
    except RubraryError as error:
        return [Result(name_of(path), Status.REFUSED, error=error)]
    return [append(registry, one, shapes=shapes, submitter=submitter) for one in examined]


def may_resolve(result: Result) -> bool:
    """Whether it was refused for a reference that another file may yet bring on record."""
    if isinstance(result.error, NotFound):
        return True
    if any(problem.unresolved for problem in getattr(result.error, "problems", ())):
        return True
    if not result.refused or result.examined is None:
        return False
    return any(finding.component == "ClassConstraintComponent" for finding in result.examined.report.findings)


def append(registry: Registry, examined: Examined, *, shapes: str, submitter: str) -> Result:
    """Append one examined deposit to the ledger, unless it is refused or on record already."""
    if not examined.report.accepted or examined.topic is None:
        return Result(examined.source, Status.REFUSED, examined)
    try:
        accepted = registry.ledger.append(_new_deposit(examined, shapes, submitter))
    except Conflict as error:
        return Result(examined.source, Status.REFUSED, examined, error=error)
    status = Status.DEPOSITED if accepted.new else Status.KNOWN
    return Result(examined.source, status, examined, seq=accepted.seq)


def _new_deposit(examined: Examined, shapes: str, submitter: str) -> NewDeposit:
    if examined.topic is None:
        raise InputError("there is nothing in it that the registry keeps")
    return NewDeposit(
        digest=examined.canonical.digest,
        nquads=examined.canonical.nquads,
        topic=examined.topic.iri,
        topic_class=examined.topic.kind,
        subjects=tuple(Subject(claim.iri, claim.class_iri, owned=claim.defines) for claim in examined.claims),
        submitter=submitter,
        shapes_digest=shapes,
        findings_json=json.dumps(examined.report.as_json(), ensure_ascii=False),
    )


def bring_index_up_to_date(registry: Registry) -> bool:
    """Apply what the ledger has and the index has not; ``False`` when another process holds the index.

    That process looks at the ledger once more after it let go of the index, as is done here, so a row that was
    appended in the meantime is never left behind.
    """
    index = Index.open(registry.index_folder)
    while registry.ledger.changed(index.last_sequence()):
        try:
            with index.writer() as writer:
                writer.catch_up(entries(registry.ledger, writer.last_sequence))
        except IndexBusy:
            log.info("another process keeps the index up to date")
            return False
    return True
