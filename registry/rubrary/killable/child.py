"""The worker's side: limit yourself, import the module that works, then answer requests one by one.

A module that works in a worker defines ``handle(request, body, reply)``. It writes its answer to ``reply``
and raises ``Refusal`` for what the parent shall hear of; any other exception is reported by its class's name.
"""

from __future__ import annotations

import os
import sys

from rubrary.killable import limits
from rubrary.killable.frames import (
    CHUNK,
    DATA,
    END,
    FAULT,
    HEADER,
    PREFIX_SIZE,
    READY,
    FrameError,
    Record,
    decode_record,
    encode_record,
    frame,
    frame_prefix,
)

#: The longest body of a request, in bytes.
BODY_LIMIT = 64 * 1024 * 1024
_MESSAGE_LIMIT = 4000


class Refusal(Exception):
    """The work cannot be done, and the parent shall hear why: ``kind``, message and further fields."""

    def __init__(self, kind: str, message: str, **details: str | int | float) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message
        self.details = details


class Reply:
    """Where a handler writes its answer. A binary file to those who want one.

    The header is held back until there is a chunk's worth of data or the answer ends, so that work which
    fails early is reported as a failure and not as an answer that breaks off.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._pending: list[bytes] = []
        self._size = 0
        self._header: bytes | None = None
        self.written = 0

    def header(self, record: Record) -> None:
        """Says what the answer is; before the first ``write``."""
        self._header = frame(HEADER, encode_record(record))

    def write(self, data: bytes) -> int:
        """Adds data to the answer."""
        self._pending.append(data)
        self._size += len(data)
        self.written += len(data)
        if self._size >= CHUNK:
            self.flush()
        return len(data)

    def flush(self) -> None:
        """Sends what a whole chunk's worth of data has gathered; less is kept until the end."""
        if self._size >= CHUNK:
            self._send(self._drain())

    def end(self, record: Record) -> None:
        """Ends the answer with a trailer."""
        self._send(self._drain() + frame(END, encode_record(record)))

    def fault(self, kind: str, message: str, details: Record) -> None:
        """Ends the answer with a failure; data that was not sent yet is dropped."""
        record = {**details, "kind": kind, "message": message[:_MESSAGE_LIMIT]}
        self._send(frame(FAULT, encode_record(record)))

    def _drain(self) -> bytes:
        data = b"".join(self._pending)
        frames = [frame(DATA, data[at : at + CHUNK]) for at in range(0, len(data), CHUNK)]
        if self._header is not None:
            frames.insert(0, self._header)
            self._header = None
        self._pending.clear()
        self._size = 0
        return b"".join(frames)

    def _send(self, data: bytes) -> None:
        _write_all(self._descriptor, data)


def main(arguments: list[str]) -> None:
    """Runs a worker: module, parent's process id, memory, open files, file size, network (0 or 1)."""
    module, parent, memory, files, file_bytes, network = arguments
    # The pipes get numbers of their own: whatever prints to standard output must not speak to the parent.
    requests, answers = os.dup(0), os.dup(1)
    os.dup2(2, 1)
    achieved = limits.apply_limits(
        parent=int(parent),
        memory=int(memory),
        files=int(files),
        network=network == "1",
    )
    try:
        __import__(module)
        handle = sys.modules[module].handle
    except Exception as error:  # the parent must hear why: this process has nobody else to tell
        Reply(answers).fault(type(error).__name__, f"the worker cannot import {module}: {error}", {})
        raise
    achieved += limits.limit_file_size(int(file_bytes))
    _write_all(answers, frame(READY, encode_record({"achieved": achieved})))
    while True:
        request = _read_request(requests)
        if request is None:
            return
        record, body = request
        seconds = record.pop("deadline", None)
        if isinstance(seconds, float):
            limits.limit_cpu(seconds)
        reply = Reply(answers)
        try:
            handle(record, body, reply)
        except Refusal as refusal:
            reply.fault(refusal.kind, refusal.message, dict(refusal.details))
        except MemoryError:
            reply.fault("memory", "the memory limit was reached", {})
            return
        except Exception as error:
            reply.fault(type(error).__name__, str(error), {})


def _read_request(descriptor: int) -> tuple[Record, bytes] | None:
    record: Record = {}
    body = bytearray()
    while True:
        prefix = _read_exactly(descriptor, PREFIX_SIZE)
        if prefix is None:
            return None
        kind, length = frame_prefix(prefix)
        payload = _read_exactly(descriptor, length)
        if payload is None:
            return None
        if kind == HEADER:
            record = decode_record(payload)
        elif kind == DATA:
            body += payload
            if len(body) > BODY_LIMIT:
                raise FrameError(f"a request's body exceeds {BODY_LIMIT} bytes")
        elif kind == END:
            return record, bytes(body)


def _read_exactly(descriptor: int, length: int) -> bytes | None:
    parts = []
    while length:
        part = os.read(descriptor, length)
        if not part:
            return None
        parts.append(part)
        length -= len(part)
    return b"".join(parts)


def _write_all(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]
