"""Running queries on the newest generation, in workers that can be killed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from rubrary.index.answer import (
    MODULE,
    Dataset,
    QueryLimits,
    Trailer,
    deadline,
    query_error,
    read_header,
    read_trailer,
    request_record,
    worker_limits,
)
from rubrary.index.query import CheckedQuery
from rubrary.killable.errors import WorkerError
from rubrary.killable.pool import WorkerPool
from rubrary.killable.process import Response


class Result:
    """An answer. Iterate it to the end for its bytes, or ``close`` it."""

    def __init__(self, response: Response, query: str) -> None:
        self._response = response
        self._query = query
        self.header = read_header(response.header)

    def __enter__(self) -> Result:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __iter__(self) -> Iterator[bytes]:
        """The answer in chunks.

        Raises:
            QueryTimeout, QueryFailed, AnswerTooLarge: it broke off; what was given so far is not the answer.
        """
        try:
            yield from self._response
        except WorkerError as error:
            raise query_error(error, self._query) from error

    @property
    def trailer(self) -> Trailer | None:
        """``None`` until the answer has ended."""
        return read_trailer(self._response.trailer)

    def read(self) -> bytes:
        """The whole answer."""
        return b"".join(self)

    def close(self) -> None:
        """Gives the worker back, or kills it when the answer has not ended."""
        self._response.close()


class QueryService:
    """Answers queries on the index in ``folder``, for threads. Use it in a ``with`` statement."""

    def __init__(self, folder: Path, limits: QueryLimits | None = None) -> None:
        self._folder, self._limits = folder.resolve(), limits or QueryLimits()
        self._pool = WorkerPool(
            MODULE,
            limits=worker_limits(self._limits),
            size=self._limits.workers,
            queue_limit=self._limits.queue,
        )

    def __enter__(self) -> QueryService:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def warm(self) -> None:
        """Starts the workers ahead of the first query."""
        self._pool.warm()

    def run(
        self,
        query: str | CheckedQuery,
        formats: Sequence[str] = (),
        *,
        dataset: Dataset | None = None,
        timeout: float | None = None,
    ) -> Result:
        """Runs a query on the newest generation.

        Args:
            query: SPARQL; the prefixes of ``rubrary.terms`` are known, relative IRIs are the registry's.
            formats: names of formats, best first; the first that suits the answer's kind is taken.
            dataset: what the protocol names; ``None``: the query's ``FROM``, else the union of all graphs.
            timeout: seconds, instead of the limit's; never more than that.

        Raises:
            QueryRefused: it is not SPARQL, or asks for what is not allowed.
            NotAcceptable: no format suits.
            QueryTimeout, QueryFailed, AnswerTooLarge, QueryBusy: it has no answer.
        """
        record, body = request_record(self._folder, query, formats, dataset, self._limits)
        try:
            response = self._pool.request(record, body, deadline=deadline(timeout, self._limits))
        except WorkerError as error:
            raise query_error(error, body.decode()) from error
        return Result(response, body.decode())

    def close(self) -> None:
        """Ends the workers."""
        self._pool.close()
