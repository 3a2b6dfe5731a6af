"""What can become of work that was handed to a worker process.

RubraryError
└── WorkerError
    ├── DeadlinePassed   it took longer than allowed; the worker was killed
    ├── WorkerDied       the worker ended by itself: memory, a crash, a broken installation
    ├── WorkerFault      the worker says that the work failed, and goes on living
    ├── PoolBusy         all workers are at work and the queue is full
    └── PoolClosed       the pool was closed before or meanwhile
"""

from __future__ import annotations

from rubrary.errors import RubraryError
from rubrary.killable.frames import Record


class WorkerError(RubraryError):
    """Work in a worker process did not give its result."""


class DeadlinePassed(WorkerError):
    """The deadline passed and the worker was killed. ``seconds`` is what was allowed."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"the work was ended after {seconds:g} s")
        self.seconds = seconds


class WorkerDied(WorkerError):
    """The worker ended before its answer did. ``status`` is as of ``subprocess``: negative for a signal."""

    def __init__(self, message: str, status: int | None, *, memory: bool = False) -> None:
        super().__init__(message)
        self.status = status
        self.memory = memory


class WorkerFault(WorkerError):
    """The worker reports that the work failed.

    Attributes:
        kind: a word that the worker's module defines, or the name of an exception's class.
        details: further fields, as the worker's module defines them.
    """

    def __init__(self, kind: str, message: str, details: Record) -> None:
        super().__init__(message)
        self.kind = kind
        self.details = details


class PoolBusy(WorkerError):
    """All workers are at work, and no more requests may wait for them."""


class PoolClosed(WorkerError):
    """The pool of workers was closed."""
