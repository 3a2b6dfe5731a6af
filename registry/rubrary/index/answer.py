"""What is asked of a query worker and what comes of it: shared by the two services."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pyoxigraph import NamedNode

from rubrary.errors import QueryFailed, QueryRefused, QueryTimeout, RegistryError, RubraryError, UsageError
from rubrary.index.errors import AnswerTooLarge, NotAcceptable, QueryBusy
from rubrary.index.query import CheckedQuery, check_query, syntax_error
from rubrary.killable.errors import DeadlinePassed, PoolBusy, WorkerDied, WorkerError, WorkerFault
from rubrary.killable.frames import Record, get_int, get_text
from rubrary.killable.launch import Limits

#: The module that a query worker runs.
MODULE = "rubrary.index.worker"


@dataclass(frozen=True, slots=True)
class QueryLimits:
    """What one query may cost.

    Attributes:
        timeout: seconds until it is ended, counted from the call to the last byte of the answer.
        memory_bytes: address space of its worker.
        workers: how many queries run at once.
        queue: how many may wait for a worker.
        rows: rows or triples of an answer.
        bytes: bytes of an answer.
    """

    timeout: float = 30.0
    memory_bytes: int = 2 * 1024**3
    workers: int = 2
    queue: int = 32
    rows: int = 1_000_000
    bytes: int = 256 * 1024**2


@dataclass(frozen=True, slots=True)
class Dataset:
    """The data set that the protocol names beside a query; it takes the place of the query's own ``FROM``.

    Attributes:
        default: graphs that make up the default graph.
        named: graphs that ``GRAPH`` sees.
    """

    default: tuple[str, ...] = ()
    named: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Header:
    """What an answer is.

    Attributes:
        kind: ``solutions``, ``boolean`` or ``graph``.
        format: name of its format (``rubrary.index.formats``).
        media_type: for a ``Content-Type``.
        sequence: the last row of the ledger that it knows.
        state: the ledger's state digest there.
    """

    kind: str
    format: str
    media_type: str
    sequence: int
    state: str


@dataclass(frozen=True, slots=True)
class Trailer:
    """What is known when an answer has ended: its rows (or triples), and calls of functions that failed."""

    rows: int
    failed_calls: int


def worker_limits(limits: QueryLimits) -> Limits:
    """What each worker may use: no file of its own, no network."""
    return Limits(memory_bytes=limits.memory_bytes)


def deadline(timeout: float | None, limits: QueryLimits) -> float:
    """Seconds for a query that asks for ``timeout``."""
    return limits.timeout if timeout is None else max(min(timeout, limits.timeout), 0.0)


def request_record(
    folder: Path,
    query: str | CheckedQuery,
    formats: Sequence[str],
    dataset: Dataset | None,
    limits: QueryLimits,
) -> tuple[Record, bytes]:
    """The request for a worker: its record and its body.

    Raises:
        QueryRefused: the query may not be run.
        UsageError: a graph of the data set is named by no IRI.
    """
    checked = check_query(query) if isinstance(query, str) else query
    record: Record = {
        "folder": str(folder),  # a resolved one: a worker has another working folder
        "formats": list(formats),
        "rows": limits.rows,
        "bytes": limits.bytes,
    }
    if dataset is not None:
        record["default_graphs"] = [_iri(graph) for graph in dataset.default]
        record["named_graphs"] = [_iri(graph) for graph in dataset.named]
    return record, checked.text.encode()


def _iri(text: str) -> str:
    try:
        return NamedNode(text).value
    except ValueError as error:
        raise UsageError(f"the data set names a graph by {text!r}, which is no IRI: {error}") from error


def read_header(record: Record) -> Header:
    """The header that a worker sent."""
    return Header(
        get_text(record, "kind"),
        get_text(record, "format"),
        get_text(record, "media_type"),
        get_int(record, "sequence"),
        get_text(record, "state"),
    )


def read_trailer(record: Record | None) -> Trailer | None:
    """The trailer that a worker sent, once it has."""
    if record is None:
        return None
    return Trailer(get_int(record, "rows"), get_int(record, "failed_calls"))


def query_error(error: WorkerError, query: str) -> RubraryError:
    """The error of a query for what became of its worker."""
    if isinstance(error, DeadlinePassed):
        return QueryTimeout(
            f"the query was ended after {error.seconds:.3g} s",
            hint="Ask for less: a LIMIT, fewer patterns without a shared variable, or a longer time.",
        )
    if isinstance(error, PoolBusy):
        return QueryBusy(error.message, hint=error.hint)
    if isinstance(error, WorkerFault):
        return _fault_error(error, query)
    if isinstance(error, WorkerDied) and error.memory:
        return QueryFailed(
            f"the query's worker ran out of memory or stack ({error.message})",
            hint="Ask for less: DISTINCT, ORDER BY and GROUP BY keep all rows in memory.",
        )
    return QueryFailed(error.message)


def _fault_error(fault: WorkerFault, query: str) -> RubraryError:
    hint = "Ask for less: DISTINCT, ORDER BY and GROUP BY keep all rows in memory."
    errors: dict[str, RubraryError] = {
        "syntax": syntax_error(fault.message, query),
        "unsupported": QueryRefused(fault.message),
        "not-acceptable": NotAcceptable(f"{fault.message}, which none of the formats asked for can hold"),
        "too-large": AnswerTooLarge(fault.message, hint="Add LIMIT and OFFSET, or ask for less."),
        "memory": QueryFailed("the query's worker reached its memory limit", hint=hint),
        "NoGeneration": RegistryError(fault.message, hint="Rebuild the index with `rubrary reindex`."),
        "damaged": RegistryError(fault.message, hint="Rebuild the index with `rubrary reindex`."),
    }
    return errors.get(fault.kind) or QueryFailed(f"the query failed: {fault.message}")
