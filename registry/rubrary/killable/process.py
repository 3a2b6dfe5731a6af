"""The parent's side: one worker process, asked synchronously."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future

from rubrary.killable.errors import DeadlinePassed, WorkerDied, WorkerFault
from rubrary.killable.frames import (
    CHUNK,
    DATA,
    END,
    FAULT,
    HEADER,
    READY,
    Decoder,
    FrameError,
    Record,
    decode_record,
    encode_record,
    frame,
)
from rubrary.killable.launch import Limits, keeper, launch

_READ = 256 * 1024


def request_bytes(record: Record, body: bytes, deadline: float) -> bytes:
    """A request as a worker reads it.

    Raises:
        FrameError: the record is too long.
    """
    parts = [frame(HEADER, encode_record({**record, "deadline": float(deadline)}))]
    parts += [frame(DATA, body[at : at + CHUNK]) for at in range(0, len(body), CHUNK)]
    parts.append(frame(END, b""))
    return b"".join(parts)


class WorkerProcess:
    """A process that runs ``rubrary.killable.child`` for one module and can be killed at any moment.

    Not thread-safe: one request at a time. ``close`` it, or use it in a ``with`` statement.

    Args:
        module: the importable module whose ``handle`` does the work.
        limits: what it may use.
    """

    def __init__(self, module: str, limits: Limits | None = None) -> None:
        self.module = module
        self.limits = limits or Limits()
        self.decoder = Decoder()
        self.achieved: tuple[str, ...] | None = None
        self._process = keeper.submit(launch, module, self.limits).result()
        assert self._process.stdin is not None and self._process.stdout is not None
        self.to_worker = self._process.stdin.fileno()
        self.from_worker = self._process.stdout.fileno()
        os.set_blocking(self.to_worker, False)
        os.set_blocking(self.from_worker, False)
        self._burial: Future[int] | None = None

    def __enter__(self) -> WorkerProcess:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether it can still be asked."""
        return self._burial is None and self._process.returncode is None

    def stop(self) -> None:
        """Ends the process at once and leaves the pipes to whoever is reading them, in another thread."""
        self._process.kill()

    def kill(self) -> None:
        """Ends the process at once, whatever it is doing. Does not wait for the kernel to clear it away."""
        if self._burial is None:
            self._process.kill()
            for pipe in (self._process.stdin, self._process.stdout):
                if pipe is not None:
                    pipe.close()
            try:
                self._burial = keeper.submit(self._process.wait)
            except RuntimeError:  # the program is ending, and the keeper with it
                self._burial = Future()
                self._burial.set_result(self._process.wait())

    def close(self) -> int:
        """Ends the process and waits until it is gone. Returns its exit status as ``subprocess`` gives it."""
        self.kill()
        assert self._burial is not None
        return self._burial.result()

    def request(self, record: Record, body: bytes = b"", *, deadline: float) -> Response:
        """Asks the worker and waits for the header of its answer.

        Args:
            record: the request; the worker's module defines the fields.
            body: further bytes.
            deadline: seconds until the worker is killed, counted to the last byte of the answer.

        Raises:
            DeadlinePassed: it took longer; the worker is dead.
            WorkerDied: it ended by itself, for example by its memory limit.
            WorkerFault: it reports that the work failed; it can be asked again.
            FrameError: the request is too long to be sent.
        """
        ends = time.monotonic() + deadline
        data = request_bytes(record, body, deadline)
        try:
            self._send(data, ends, deadline)
            header = self.opening(*self.receive(ends, deadline))
        except WorkerFault:
            raise
        except BaseException:
            self.kill()
            raise
        return Response(self, header, ends, deadline)

    def opening(self, kind: bytes, payload: bytes) -> Record:
        """The header that an answer's first frame holds.

        Raises:
            WorkerFault: it is a fault.
            WorkerDied: it is something else, and the worker was killed for it.
        """
        if kind == HEADER:
            return decode_record(payload)
        raise self.fault(kind, payload)

    def fault(self, kind: bytes, payload: bytes) -> WorkerFault | WorkerDied:
        """The error that a frame which is neither header, data nor end stands for."""
        if kind != FAULT:
            self.kill()
            return WorkerDied(f"the worker sent a frame of kind {kind!r} out of turn", None)
        details = decode_record(payload)
        name, message = str(details.pop("kind", "")), str(details.pop("message", ""))
        if name == "memory":
            self.kill()
        return WorkerFault(name, message, details)

    def ready(self, payload: bytes) -> None:
        """Notes which limits the kernel granted."""
        achieved = decode_record(payload).get("achieved")
        self.achieved = tuple(achieved) if isinstance(achieved, list) else ()

    def died(self) -> WorkerDied:
        """The error for a worker whose pipe ended, which is dead or about to die. Waits for its end."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=1)
        status = self.close()
        if status < 0:
            name = signal.Signals(-status).name
            # Rust aborts and the system kills where memory cannot be had; a deep recursion is a SIGSEGV.
            memory = name in {"SIGABRT", "SIGKILL", "SIGSEGV", "SIGBUS"}
            return WorkerDied(f"the worker was ended by {name}", status, memory=memory)
        return WorkerDied(f"the worker ended with status {status}", status, memory=status == 0)

    def _send(self, data: bytes, ends: float, deadline: float) -> None:
        view = memoryview(data)
        while view:
            self._wait(self.to_worker, select.POLLOUT, ends, deadline)
            try:
                view = view[os.write(self.to_worker, view) :]
            except BlockingIOError:
                continue
            except BrokenPipeError as error:
                raise self.last_words() from error

    def last_words(self) -> WorkerDied:
        """The error for a worker that takes no more requests, with its reason if it gave one."""
        with contextlib.suppress(BlockingIOError):
            while data := os.read(self.from_worker, _READ):
                self.decoder.feed(data)
        found = self.decoder.next_frame()
        said = self.fault(*found).message if found and found[0] == FAULT else None
        died = self.died()
        return WorkerDied(said, died.status) if said else died

    def receive(self, ends: float, deadline: float) -> tuple[bytes, bytes]:
        """The next frame of an answer. ``ends`` is in seconds of ``time.monotonic``."""
        while True:
            found = self.next_frame()
            if found is not None:
                return found
            self._wait(self.from_worker, select.POLLIN, ends, deadline)
            self.take(os.read(self.from_worker, _READ))

    def next_frame(self) -> tuple[bytes, bytes] | None:
        """The next frame of an answer, if all of it was read.

        Raises:
            WorkerDied: what was read is no frame, and the worker was killed for it.
        """
        try:
            found = self.decoder.next_frame()
            if found is not None and found[0] == READY:
                self.ready(found[1])
                found = self.decoder.next_frame()
        except FrameError as error:
            self.kill()
            raise WorkerDied(f"the worker sent {error}", None) from error
        return found

    def take(self, data: bytes) -> None:
        """Takes bytes that were read from the worker.

        Raises:
            WorkerDied: there are none, so the worker has ended.
        """
        if not data:
            raise self.died()
        self.decoder.feed(data)

    def _wait(self, descriptor: int, event: int, ends: float, deadline: float) -> None:
        poll = select.poll()
        poll.register(descriptor, event)
        left = ends - time.monotonic()
        if left <= 0 or not poll.poll(left * 1000):
            self.kill()
            raise DeadlinePassed(deadline)


class Response:
    """An answer of a worker: its header, then its data in chunks, then its trailer.

    Iterate it to the end, or ``close`` it, which kills a worker that has not finished.

    Attributes:
        header: what the answer is, as the worker's module defines.
        trailer: what it says at the end; ``None`` until then.
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

    def __enter__(self) -> Response:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __iter__(self) -> Iterator[bytes]:
        """The data in chunks of at most ``frames.DATA_LIMIT`` bytes.

        Raises:
            DeadlinePassed, WorkerDied, WorkerFault: as ``WorkerProcess.request``.
        """
        try:
            while not self._finished:
                kind, payload = self._worker.receive(self._ends, self._deadline)
                if kind == DATA:
                    yield payload
                    continue
                self._finished = True  # a fault as well leaves the worker ready for the next request
                if kind != END:
                    raise self._worker.fault(kind, payload)
                self.trailer = decode_record(payload)
        finally:
            self.close()

    def read(self) -> bytes:
        """All the data at once."""
        return b"".join(self)

    def close(self) -> None:
        """Ends the answer; a worker that has not finished is killed."""
        if not self._finished:
            self._finished = True
            self._worker.kill()
        done, self._done = self._done, None
        if done is not None:
            done()
