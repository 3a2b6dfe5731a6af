"""Tables of a study: CSV read strictly, row by row, with the line and column of whatever is wrong.

UTF-8 with or without byte-order mark, commas, one header line; quoted fields may span lines. A row that
cannot be read does not end the table.
"""

from __future__ import annotations

import csv
import math
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from rubrary.errors import LimitExceeded, MalformedInput, Place

#: The longest line of a study's file, in characters; the published ones stay below a hundredth of it.
LINE_LIMIT = 1 << 20

_NUMBER = re.compile(r"[+-]?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]{1,3})?")
_WHOLE = re.compile(r"[0-9]{1,15}")
_SHOWN = 60
_OTHER_DELIMITERS = {";": "semicolons", "\t": "tabs", "|": "vertical bars"}


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a table.

    Attributes:
        file: the table's file name.
        line: the line in which the row begins, counted from 1.
        cells: the fields by column, as they stand in the file.
    """

    file: str
    line: int
    cells: Mapping[str, str]

    @property
    def place(self) -> Place:
        """Where the row begins."""
        return Place(self.file, self.line)

    def text(self, column: str) -> str:
        """The field, without white space around it; empty when there is nothing in it.

        Raises:
            MalformedInput: it is not UTF-8.
        """
        value = self.cells[column]
        try:
            value.encode("utf-8")
        except UnicodeEncodeError:
            raise self.fault(column, "is not UTF-8", "save the file in the encoding UTF-8") from None
        return value.strip()

    def required(self, column: str) -> str:
        """The field, which must not be empty.

        Raises:
            MalformedInput: it is empty, or not UTF-8.
        """
        value = self.text(column)
        if not value:
            raise self.fault(column, "is empty", "fill it in, or leave the row out")
        return value

    def number(self, column: str, *, least: float, greatest: float) -> float:
        """The field as a number between ``least`` and ``greatest``, both included.

        Raises:
            MalformedInput: it is no such number.
        """
        value = self.required(column)
        number = float(value) if _NUMBER.fullmatch(value) else math.nan
        if math.isnan(number):
            raise self.fault(column, "is not a number", "write digits with a decimal point")
        if not least <= number <= greatest:
            raise self.fault(column, f"is not between {least:g} and {greatest:g}", "correct the value")
        return number

    def whole(self, column: str) -> int:
        """The field as a whole number, not negative.

        Raises:
            MalformedInput: it is no such number.
        """
        value = self.required(column)
        if not _WHOLE.fullmatch(value):
            raise self.fault(column, "is not a whole number", "write digits only")
        return int(value)

    def fault(self, column: str, what: str, hint: str) -> MalformedInput:
        """An error about one field, to be raised: ``column rrs: 'x' is not a number``."""
        shown = self.cells[column].encode("utf-8", "backslashreplace").decode()
        if len(shown) > _SHOWN:
            shown = shown[: _SHOWN - 1] + "…"
        return MalformedInput(f"column {column}: {shown!r} {what}", place=self.place, hint=hint)


def rows(path: Path, columns: Iterable[str]) -> Iterator[Row | MalformedInput]:
    """The rows of a table in their order; in place of one that cannot be read, the reason why.

    Args:
        path: the CSV file.
        columns: columns that it must have; it may have more, in any order.

    Raises:
        MalformedInput: the header is not that of such a table, so no row can be read.
        LimitExceeded: a line is longer than ``LINE_LIMIT``.
    """
    # A byte that is not UTF-8 must not end the table: it is kept as a surrogate, and Row.text finds it.
    with path.open(encoding="utf-8-sig", errors="surrogateescape", newline="") as stream:
        reader = csv.reader(bounded_lines(stream, path.name), strict=True)
        header = _header(reader, path.name, columns)
        while True:
            line = reader.line_num + 1
            try:
                fields = next(reader)
            except StopIteration:
                return
            except csv.Error as error:
                yield MalformedInput(
                    f"the row is not CSV: {error}",
                    place=Place(path.name, line),
                    hint="put a field with commas, quotes or line breaks in quotes; double quotes in it",
                )
                continue
            if fields:
                yield _row(path.name, line, header, fields)


def bounded_lines(stream: TextIO, file: str) -> Iterator[str]:
    """The lines of a text file.

    Raises:
        LimitExceeded: a line is longer than ``LINE_LIMIT``.
    """
    number = 0
    while line := stream.readline(LINE_LIMIT):
        number += 1
        if len(line) == LINE_LIMIT and not line.endswith(("\n", "\r")):
            raise LimitExceeded(
                f"the line is longer than {LINE_LIMIT:,} characters",
                place=Place(file, number),
                hint="check that this is the published file",
            )
        yield line


def _row(file: str, line: int, header: list[str], fields: list[str]) -> Row | MalformedInput:
    if len(fields) != len(header):
        return MalformedInput(
            f"the row has {len(fields)} fields, but the header has {len(header)}",
            place=Place(file, line),
            hint="complete the row, or put a field that holds commas in quotes",
        )
    return Row(file, line, dict(zip(header, fields, strict=True)))


def _header(reader: Iterator[list[str]], file: str, columns: Iterable[str]) -> list[str]:
    place = Place(file, 1)
    try:
        header = [name.strip() for name in next(reader, [])]
    except csv.Error as error:
        raise MalformedInput(
            f"the header is not CSV: {error}", place=place, hint=_as_published(file)
        ) from error
    missing = [name for name in columns if name not in header]
    if missing:
        raise MalformedInput(_why_missing(header, missing), place=place, hint=_as_published(file))
    twice = sorted({name for name in header if header.count(name) > 1})
    if twice:
        raise MalformedInput(
            f"the header names {', '.join(twice)} twice", place=place, hint=_as_published(file)
        )
    return header


def _why_missing(header: list[str], missing: list[str]) -> str:
    text = ",".join(header)
    if not text:
        return "the file is empty"
    if any(letter == "\0" or "\udc80" <= letter <= "\udcff" for letter in text):
        return "the file is not in the encoding UTF-8"
    for delimiter, name in _OTHER_DELIMITERS.items():
        if missing[0] in text.split(delimiter):
            return f"the file separates its columns by {name}, not by commas"
    return f"the header lacks the column{'s' * (len(missing) > 1)} {', '.join(missing)}"


def _as_published(file: str) -> str:
    return f"use {file} as published: comma-separated UTF-8 with one header line"
