"""A query that a person keeps in a file."""

from __future__ import annotations

from pathlib import Path

from rubrary.errors import InputError, Place


def read_query(path: Path) -> str:
    """The text of a query file.

    Raises:
        InputError: it is not UTF-8.
    """
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise InputError(
            "the query is not UTF-8", place=Place(str(path)), hint="Save it as UTF-8."
        ) from error
