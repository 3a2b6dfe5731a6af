"""Counts the rows of an answer while it is written. Imports nothing: query workers load it.

The store writes its answers in native code, many times faster than going through Python row by row, but says
nothing of rows. They are counted in the bytes: exactly, by what begins or ends a row and cannot stand in a
value.
"""

from __future__ import annotations


class RowCounter:
    """Counts rows in a results format (``json``, ``xml``, ``csv``, ``tsv``), fed piece by piece."""

    def __init__(self, name: str) -> None:
        self.rows = 0
        self._count = {"json": self._json, "xml": self._xml, "csv": self._csv, "tsv": self._tsv}[name]
        self._tail = b""
        self._quoted = False
        self._depth = 0
        # CSV and TSV begin with a line of names.
        if name in {"csv", "tsv"}:
            self.rows = -1

    def feed(self, data: bytes) -> None:
        """Counts the rows that begin (JSON, XML) or end (CSV, TSV) in ``data``."""
        self._count(data)

    def _tsv(self, data: bytes) -> None:
        self.rows += data.count(b"\n")  # escaped in values

    def _xml(self, data: bytes) -> None:
        data = self._tail + data
        self.rows += data.count(b"<result>")  # escaped in values
        self._tail = data[-7:]

    def _csv(self, data: bytes) -> None:
        parts = data.split(b'"')  # a doubled quotation mark leaves and enters at once
        self.rows += b"".join(parts[self._quoted :: 2]).count(b"\n")
        self._quoted ^= len(parts) % 2 == 0

    def _json(self, data: bytes) -> None:
        data = self._tail + data
        # A backslash at the very end waits for the character that it escapes.
        self._tail = b"\\" if (len(data) - len(data.rstrip(b"\\"))) % 2 else b""
        data = data[: len(data) - len(self._tail)].replace(b"\\\\", b"").replace(b'\\"', b"")
        parts = data.split(b'"')
        outside = b"".join(parts[self._quoted :: 2])
        self._quoted ^= len(parts) % 2 == 0
        self._json_structure(outside)

    def _json_structure(self, outside: bytes) -> None:
        # {"head":{…},"results":{"bindings":[ROW,ROW]}}: rows open at depth 2, and nothing else does.
        for piece in outside.split(b"{")[:-1]:
            self._depth -= piece.count(b"}")
            self.rows += self._depth == 2
            self._depth += 1
        self._depth -= outside.rsplit(b"{", 1)[-1].count(b"}")
