"""What a parent and its worker say to each other: frames of bytes with a length, and flat records.

    frame    4 bytes length of the payload (big-endian), 1 byte kind, payload
    kinds    D data; records: H header, E end, F fault, I the worker is ready
    record   netstrings, a key and a value in turn; a value's first byte is its type

No pickle: a frame can carry data only. Records are not JSON because importing ``json`` takes a worker longer
than starting Python does; for the same reason nothing here imports anything.
"""

from __future__ import annotations

Value = str | int | float | bool | list[str] | None
Record = dict[str, Value]

HEADER, DATA, END, FAULT, READY = b"H", b"D", b"E", b"F", b"I"
KINDS = frozenset((HEADER, DATA, END, FAULT, READY))

PREFIX_SIZE = 5
#: The longest payloads, in bytes.
RECORD_LIMIT = 256 * 1024
DATA_LIMIT = 1024 * 1024
#: A file may have a name that is not UTF-8; Python holds its bytes as lone surrogates.
_ERRORS = "surrogateescape"
#: How much of a long body goes into one frame, in bytes.
CHUNK = 64 * 1024


class FrameError(ValueError):
    """The bytes are no frame or no record, or exceed a limit."""


def frame(kind: bytes, payload: bytes) -> bytes:
    """One frame, ready to be written.

    Raises:
        FrameError: the payload is longer than its kind allows.
    """
    _check(kind, len(payload))
    return len(payload).to_bytes(4, "big") + kind + payload


def frame_prefix(prefix: bytes) -> tuple[bytes, int]:
    """Kind and payload length (bytes) that a frame's first ``PREFIX_SIZE`` bytes announce.

    Raises:
        FrameError: the kind is unknown or the length exceeds its limit.
    """
    kind, length = bytes(prefix[4:5]), int.from_bytes(prefix[:4], "big")
    _check(kind, length)
    return kind, length


def _check(kind: bytes, length: int) -> None:
    if kind not in KINDS:
        raise FrameError(f"unknown kind of frame {kind!r}")
    limit = DATA_LIMIT if kind == DATA else RECORD_LIMIT
    if length > limit:
        raise FrameError(f"a frame of {length} bytes; the limit is {limit}")


class Decoder:
    """Takes bytes as they come and gives whole frames."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, data: bytes) -> None:
        """Adds what was read."""
        self._buffer += data

    def next_frame(self) -> tuple[bytes, bytes] | None:
        """The next frame's kind and payload; ``None`` until all its bytes are there.

        Raises:
            FrameError: what was read is no frame.
        """
        if len(self._buffer) < PREFIX_SIZE:
            return None
        kind, length = frame_prefix(bytes(self._buffer[:PREFIX_SIZE]))
        end = PREFIX_SIZE + length
        if len(self._buffer) < end:
            return None
        payload = bytes(self._buffer[PREFIX_SIZE:end])
        del self._buffer[:end]
        return kind, payload


def encode_record(record: Record) -> bytes:
    """The bytes of a record."""
    return b"".join(_netstring(key.encode()) + _netstring(_encode(value)) for key, value in record.items())


def decode_record(payload: bytes) -> Record:
    """The record that ``encode_record`` gave these bytes for.

    Raises:
        FrameError: the bytes are no record.
    """
    parts = _split(payload)
    if len(parts) % 2:
        raise FrameError("a record's last key has no value")
    try:
        return {parts[i].decode(): _decode(parts[i + 1]) for i in range(0, len(parts), 2)}
    except (UnicodeDecodeError, ValueError) as error:
        raise FrameError(f"a record holds no valid value: {error}") from error


def _netstring(data: bytes) -> bytes:
    return b"%d:%s," % (len(data), data)


def _split(payload: bytes) -> list[bytes]:
    parts, at = [], 0
    while at < len(payload):
        colon = payload.find(b":", at, at + 10)
        digits = payload[at:colon] if colon > at else b""
        if not digits.isdigit():
            raise FrameError("a record's field has no length")
        end = colon + 1 + int(digits)
        if payload[end : end + 1] != b",":
            raise FrameError("a record's field is longer than the record")
        parts.append(payload[colon + 1 : end])
        at = end + 1
    return parts


def _encode(value: Value) -> bytes:
    if value is None:
        return b"n"
    if isinstance(value, bool):
        return b"b1" if value else b"b0"
    if isinstance(value, str):
        return b"s" + value.encode(errors=_ERRORS)
    if isinstance(value, int):
        return b"i%d" % value
    if isinstance(value, float):
        return b"f" + repr(value).encode()
    return b"l" + b"".join(_netstring(item.encode()) for item in value)


def _decode(data: bytes) -> Value:
    kind, rest = data[:1], data[1:]
    if kind == b"s":
        return rest.decode(errors=_ERRORS)
    if kind == b"i":
        return int(rest)
    if kind == b"f":
        return float(rest)
    if kind == b"b":
        return rest == b"1"
    if kind == b"n":
        return None
    if kind == b"l":
        return [item.decode() for item in _split(rest)]
    raise FrameError(f"a record's value has the unknown type {kind!r}")


def get_text(record: Record, key: str) -> str:
    """A field that must be a text.

    Raises:
        FrameError: it is missing or something else.
    """
    value = record.get(key)
    if not isinstance(value, str):
        raise FrameError(f"the record has no text {key!r}")
    return value


def get_int(record: Record, key: str) -> int:
    """A field that must be a whole number.

    Raises:
        FrameError: it is missing or something else.
    """
    value = record.get(key)
    if not isinstance(value, int) or isinstance(value, bool):
        raise FrameError(f"the record has no whole number {key!r}")
    return value


def get_texts(record: Record, key: str) -> list[str] | None:
    """A field that must be a list of texts, or be missing (``None``).

    Raises:
        FrameError: it is something else.
    """
    value = record.get(key)
    if value is not None and not isinstance(value, list):
        raise FrameError(f"the record's {key!r} is no list")
    return value
