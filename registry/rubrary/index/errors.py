"""What can go wrong with the index beyond the errors of ``rubrary.errors``.

RegistryError
└── IndexBusy        another process is writing the index
UsageError
└── NotAcceptable    the answer's kind cannot be written in any format asked for    HTTP 406
QueryError
├── QueryBusy        no worker is free and the queue is full                        HTTP 503
└── AnswerTooLarge   the answer has more rows or bytes than the limit allows        HTTP 413
"""

from __future__ import annotations

from rubrary.errors import QueryError, RegistryError, UsageError


class IndexBusy(RegistryError):
    """Another process holds the index's write lock; it will index what the ledger holds."""


class NotAcceptable(UsageError):
    """The answer (solutions, a boolean or a graph) cannot be written in any of the formats asked for."""


class QueryBusy(QueryError):
    """All query workers are at work, and no more queries may wait."""


class AnswerTooLarge(QueryError):
    """The answer exceeds the limit of rows or bytes; it is refused, not cut short."""
