"""The parent's side for asyncio: the same processes and frames, awaited. Cancelling kills the worker."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncIterator, Callable

from rubrary.killable.errors import DeadlinePassed, WorkerFault
from rubrary.killable.frames import DATA, END, Record, decode_record
from rubrary.killable.launch import Limits
from rubrary.killable.pool import GRACE, Roster
from rubrary.killable.process import WorkerProcess, request_bytes

_READ = 256 * 1024


class AsyncResponse:
    """An answer of a worker: ``header``, the data by ``async for``, then ``trailer``.

    Iterate it to the end, or ``close`` it, which kills a worker that has not finished.
    """

    def __init__(self, worker: WorkerProcess, header: Record, ends: float, deadline: float) -> None:
        self.header = header
        self.trailer: Record | None = None
        self._worker = worker
        self._ends, self._deadline = ends, deadline
        self._finished = False
        self._done: Callable[[], None] | None = None

    def on_done(self, done: Callable[[], None]) -> None:
        """Calls ``done`` once, when the answer has ended in whatever way."""
        self._done = done

    async def __aiter__(self) -> AsyncIterator[bytes]:
        try:
            while not self._finished:
                kind, payload = await _receive(self._worker, self._ends, self._deadline)
                if kind == DATA:
                    yield payload
                    continue
                self._finished = True
                if kind != END:
                    raise self._worker.fault(kind, payload)
                self.trailer = decode_record(payload)
        finally:
            self.close()

    async def read(self) -> bytes:
        """All the data at once."""
        return b"".join([chunk async for chunk in self])

    def close(self) -> None:
        """Ends the answer; a worker that has not finished is killed."""
        if not self._finished:
            self._finished = True
            self._worker.kill()
        done, self._done = self._done, None
        if done is not None:
            done()


async def request(
    worker: WorkerProcess, record: Record, body: bytes = b"", *, deadline: float
) -> AsyncResponse:
    """``WorkerProcess.request``, awaited. A cancelled task's worker is killed at once.

    Raises: as ``WorkerProcess.request``.
    """
    ends = time.monotonic() + deadline
    data = request_bytes(record, body, deadline)
    try:
        await _send(worker, data, ends, deadline)
        header = worker.opening(*await _receive(worker, ends, deadline))
    except WorkerFault:
        raise
    except BaseException:
        worker.kill()
        raise
    return AsyncResponse(worker, header, ends, deadline)


class AsyncWorkerPool:
    """Workers shared by the tasks of one event loop. ``await close()`` it, or use it in ``async with``.

    Args: as ``Roster``.
    """

    def __init__(
        self, module: str, *, limits: Limits | None = None, size: int = 2, queue_limit: int = 32
    ) -> None:
        self._roster = Roster(module, limits, size, queue_limit)
        self._slots = asyncio.Semaphore(size)
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> AsyncWorkerPool:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def warm(self) -> None:
        """Starts all workers ahead of the first request."""
        for _ in range(self._roster.missing()):
            await self._add_spare()

    async def request(self, record: Record, body: bytes = b"", *, deadline: float) -> AsyncResponse:
        """Asks the next free worker, first come first served; as ``WorkerPool.request``."""
        ends = time.monotonic() + deadline
        worker = await self._lease(ends, deadline)
        try:
            response = await request(worker, record, body, deadline=max(ends - time.monotonic(), 0.0))
        except BaseException:
            self._give_back(worker)
            raise
        response.on_done(lambda: self._give_back(worker))
        return response

    async def close(self) -> None:
        """Ends all workers, also those at work, and waits until the idle ones are gone."""
        idle = self._roster.close()
        if self._tasks:
            await asyncio.wait(self._tasks)
        # Who reads an answer gives its worker back now; an answer that nobody reads does not.
        ends = time.monotonic() + GRACE
        while self._roster.working and time.monotonic() < ends:
            await asyncio.sleep(0.01)
        for worker in [*idle, *self._roster.working]:
            await asyncio.to_thread(worker.close)

    async def _lease(self, ends: float, deadline: float) -> WorkerProcess:
        await self._enter(ends, deadline)
        worker = None
        try:
            worker = self._roster.take()
            if worker is None:
                worker = await self._start()
                self._roster.working.add(worker)
        except BaseException:
            self._slots.release()
            raise
        return worker

    async def _enter(self, ends: float, deadline: float) -> None:
        self._roster.check_open()
        if not self._slots.locked():
            await self._slots.acquire()
            return
        self._roster.admit()
        try:
            async with asyncio.timeout(ends - time.monotonic()):
                await self._slots.acquire()
        except TimeoutError:
            raise DeadlinePassed(deadline) from None
        finally:
            self._roster.waiting -= 1

    async def _start(self) -> WorkerProcess:
        starting = asyncio.get_running_loop().run_in_executor(None, self._roster.start)
        try:
            return await asyncio.shield(starting)
        except asyncio.CancelledError:
            starting.add_done_callback(_discard)
            raise

    async def _add_spare(self) -> None:
        worker = await self._start()
        if not self._roster.adopt(worker):
            worker.kill()

    def _give_back(self, worker: WorkerProcess) -> None:
        # A killed worker is replaced now, so that the next request finds one that is ready.
        if not self._roster.give_back(worker) and not self._roster.closed:
            task = asyncio.get_running_loop().create_task(self._add_spare())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        self._slots.release()


async def _send(worker: WorkerProcess, data: bytes, ends: float, deadline: float) -> None:
    view = memoryview(data)
    while view:
        try:
            view = view[os.write(worker.to_worker, view) :]
        except BlockingIOError:
            await _ready(worker, ends, deadline, writing=True)
        except BrokenPipeError as error:
            raise await asyncio.to_thread(worker.last_words) from error


async def _receive(worker: WorkerProcess, ends: float, deadline: float) -> tuple[bytes, bytes]:
    while True:
        found = worker.next_frame()
        if found is not None:
            return found
        try:
            data = os.read(worker.from_worker, _READ)
        except BlockingIOError:
            await _ready(worker, ends, deadline, writing=False)
            continue
        if not data:
            raise await asyncio.to_thread(worker.died)
        worker.take(data)


async def _ready(worker: WorkerProcess, ends: float, deadline: float, *, writing: bool) -> None:
    loop = asyncio.get_running_loop()
    ready = loop.create_future()
    descriptor = worker.to_worker if writing else worker.from_worker
    (loop.add_writer if writing else loop.add_reader)(descriptor, _resolve, ready)
    try:
        async with asyncio.timeout(ends - time.monotonic()):
            await ready
    except TimeoutError:
        (loop.remove_writer if writing else loop.remove_reader)(descriptor)
        worker.kill()
        raise DeadlinePassed(deadline) from None
    finally:
        # Before anybody closes the descriptor: its number may be given to another file.
        if worker.alive:
            (loop.remove_writer if writing else loop.remove_reader)(descriptor)


def _discard(started: asyncio.Future[WorkerProcess]) -> None:
    if started.exception() is None:
        started.result().kill()


def _resolve(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)
