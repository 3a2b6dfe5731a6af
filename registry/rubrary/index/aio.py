"""``rubrary.index.service`` for asyncio: the same queries, awaited."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
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
from rubrary.killable.aio import AsyncResponse, AsyncWorkerPool
from rubrary.killable.errors import WorkerError


class AsyncResult:
    """An answer. ``async for`` gives its bytes; ``close`` it in a ``finally``: a client may go away."""

    def __init__(self, response: AsyncResponse, query: str) -> None:
        self._response = response
        self._query = query
        self.header = read_header(response.header)

    async def __aiter__(self) -> AsyncIterator[bytes]:
        try:
            async for chunk in self._response:
                yield chunk
        except WorkerError as error:
            raise query_error(error, self._query) from error

    @property
    def trailer(self) -> Trailer | None:
        """``None`` until the answer has ended."""
        return read_trailer(self._response.trailer)

    async def read(self) -> bytes:
        """The whole answer."""
        return b"".join([chunk async for chunk in self])

    def close(self) -> None:
        """Gives the worker back, or kills it when the answer has not ended."""
        self._response.close()


class AsyncQueryService:
    """Answers queries on the index in ``folder``, for one event loop. Use it in ``async with``."""

    def __init__(self, folder: Path, limits: QueryLimits | None = None) -> None:
        self._folder, self._limits = folder.resolve(), limits or QueryLimits()
        self._pool = AsyncWorkerPool(
            MODULE,
            limits=worker_limits(self._limits),
            size=self._limits.workers,
            queue_limit=self._limits.queue,
        )

    async def __aenter__(self) -> AsyncQueryService:
        await self._pool.warm()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def run(
        self,
        query: str | CheckedQuery,
        formats: Sequence[str] = (),
        *,
        dataset: Dataset | None = None,
        timeout: float | None = None,
    ) -> AsyncResult:
        """As ``QueryService.run``. Cancelling the task that awaits it kills the query's worker."""
        record, body = request_record(self._folder, query, formats, dataset, self._limits)
        try:
            response = await self._pool.request(record, body, deadline=deadline(timeout, self._limits))
        except WorkerError as error:
            raise query_error(error, body.decode()) from error
        return AsyncResult(response, body.decode())

    async def close(self) -> None:
        """Ends the workers."""
        await self._pool.close()
