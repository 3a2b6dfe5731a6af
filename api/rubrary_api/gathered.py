"""An answer of a query, whole if it is short, else its beginning and the rest to be streamed."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

from rubrary.index.aio import AsyncQueryService, AsyncResult
from rubrary.index.answer import Dataset, Header
from rubrary.index.query import CheckedQuery
from rubrary_api.answers import KEPT_LENGTH


@dataclass(frozen=True, slots=True)
class Gathered:
    """What came of a query.

    Attributes:
        header: what the answer is.
        body: the answer, or its beginning.
        rest: what follows, for a long one; iterate it to the end or close it.
    """

    header: Header
    body: bytes
    rest: AsyncIterator[bytes] | None = None


async def gather(
    service: AsyncQueryService, query: CheckedQuery, formats: Sequence[str], dataset: Dataset | None
) -> Gathered:
    """Run a query and wait for its answer, or for the first ``KEPT_LENGTH`` bytes of a long one.

    Raises:
        QueryError: it has no answer.
    """
    result = await service.run(query, formats, dataset=dataset)
    chunks = _closing(result)
    parts: list[bytes] = []
    length = 0
    async for chunk in chunks:
        parts.append(chunk)
        length += len(chunk)
        if length > KEPT_LENGTH:
            return Gathered(result.header, b"".join(parts), chunks)
    return Gathered(result.header, b"".join(parts))


async def _closing(result: AsyncResult) -> AsyncIterator[bytes]:
    try:
        async for chunk in result:
            yield chunk
    finally:
        result.close()  # a client that left ends its query
