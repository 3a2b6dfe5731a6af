"""A pool of worker processes: idle ones are used again, killed ones replaced, and the queue is bounded."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from rubrary.killable.errors import DeadlinePassed, PoolBusy, PoolClosed
from rubrary.killable.frames import Record
from rubrary.killable.launch import Limits
from rubrary.killable.process import Response, WorkerProcess

#: Seconds that a pool which is being closed waits for workers to be given back.
GRACE = 1.0


class Roster:
    """Who is idle and how many are at work: what the two kinds of pool share. Not thread-safe.

    Args:
        module: the module that the workers run.
        limits: what each may use.
        size: workers at most, at least 1.
        queue_limit: how many requests may wait for a worker.
    """

    def __init__(self, module: str, limits: Limits | None, size: int, queue_limit: int) -> None:
        if size < 1 or queue_limit < 0:
            raise ValueError("a pool has at least one worker and no negative queue")
        self.module, self.limits = module, limits or Limits()
        self.size, self.queue_limit = size, queue_limit
        self.idle: list[WorkerProcess] = []
        self.working: set[WorkerProcess] = set()
        self.waiting = 0
        self.closed = False

    def check_open(self) -> None:
        """Does nothing while the pool is open.

        Raises:
            PoolClosed: there will be no workers any more.
        """
        if self.closed:
            raise PoolClosed("the pool of workers was closed")

    def admit(self) -> None:
        """Counts one more request that waits.

        Raises:
            PoolBusy: too many wait already.
        """
        if self.waiting >= self.queue_limit:
            raise PoolBusy(
                f"all {self.size} workers are at work and {self.waiting} requests wait",
                hint="Try again in a few seconds.",
            )
        self.waiting += 1

    def take(self) -> WorkerProcess | None:
        """The idle worker that was used last, now at work; ``None``: start one and add it to ``working``.

        Raises:
            PoolClosed: there will be no workers any more.
        """
        self.check_open()
        while self.idle:
            worker = self.idle.pop()
            if worker.alive:
                self.working.add(worker)
                return worker
        return None

    def give_back(self, worker: WorkerProcess) -> bool:
        """Takes a worker back from work. Returns whether it was kept for the next request."""
        self.working.discard(worker)
        if worker.alive and not self.closed:
            self.idle.append(worker)
            return True
        worker.kill()
        return False

    def missing(self) -> int:
        """How many workers could be started."""
        return max(self.size - len(self.idle) - len(self.working), 0)

    def adopt(self, worker: WorkerProcess) -> bool:
        """Adds a new worker to the idle ones, unless it is not needed."""
        wanted = not self.closed and self.missing() > 0
        if wanted:
            self.idle.append(worker)
        return wanted

    def start(self) -> WorkerProcess:
        """Starts a worker; takes a few milliseconds, the worker itself gets ready meanwhile."""
        return WorkerProcess(self.module, self.limits)

    def close(self) -> list[WorkerProcess]:
        """Ends all workers. Returns the idle ones, which the caller closes; those at work are given back."""
        self.closed = True
        idle, self.idle = self.idle, []
        for worker in idle:
            worker.kill()
        for worker in self.working:
            worker.stop()
        return idle


class WorkerPool:
    """Workers shared by the threads of a program. ``close`` it, or use it in a ``with`` statement.

    Args: as ``Roster``.
    """

    def __init__(
        self, module: str, *, limits: Limits | None = None, size: int = 2, queue_limit: int = 32
    ) -> None:
        self._roster = Roster(module, limits, size, queue_limit)
        self._changed = threading.Condition()

    def __enter__(self) -> WorkerPool:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def warm(self) -> None:
        """Starts all workers ahead of the first request."""
        with self._changed:
            for _ in range(self._roster.missing()):
                self._roster.adopt(self._roster.start())

    def request(self, record: Record, body: bytes = b"", *, deadline: float) -> Response:
        """Asks the next free worker; ``deadline`` in seconds includes the wait for it.

        The worker is given back when the response was read to its end or closed.

        Raises:
            PoolBusy, PoolClosed: no worker can be had.
            DeadlinePassed, WorkerDied, WorkerFault: as ``WorkerProcess.request``.
        """
        ends = time.monotonic() + deadline
        worker = self._lease(ends, deadline)
        try:
            response = worker.request(record, body, deadline=max(ends - time.monotonic(), 0.0))
        except BaseException:
            self._give_back(worker)
            raise
        response.on_done(self._returner(worker))
        return response

    def close(self) -> None:
        """Ends all workers, also those at work, and waits until the idle ones are gone."""
        with self._changed:
            idle = self._roster.close()
            self._changed.notify_all()
            # Who reads an answer gives its worker back now; an answer that nobody reads does not.
            self._changed.wait_for(lambda: not self._roster.working, timeout=GRACE)
            abandoned = list(self._roster.working)
        for worker in [*idle, *abandoned]:
            worker.close()

    def _returner(self, worker: WorkerProcess) -> Callable[[], None]:
        return lambda: self._give_back(worker)

    def _lease(self, ends: float, deadline: float) -> WorkerProcess:
        with self._changed:
            self._roster.check_open()
            if self._full():
                self._roster.admit()
                try:
                    while self._full() and not self._roster.closed:
                        if not self._changed.wait(ends - time.monotonic()):
                            raise DeadlinePassed(deadline)
                finally:
                    self._roster.waiting -= 1
            worker = self._roster.take()
            if worker is None:
                worker = self._roster.start()
                self._roster.working.add(worker)
            return worker

    def _full(self) -> bool:
        return len(self._roster.working) >= self._roster.size

    def _give_back(self, worker: WorkerProcess) -> None:
        with self._changed:
            # A killed worker is replaced now, so that the next request finds one that is ready.
            if not self._roster.give_back(worker) and self._roster.missing() and not self._roster.closed:
                self._roster.adopt(self._roster.start())
            self._changed.notify()
