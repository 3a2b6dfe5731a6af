"""Making the file of a ledger, and telling whether a file is one that we can read."""

from __future__ import annotations

import re
from pathlib import Path

from sqlalchemy import Connection, insert, inspect

from rubrary.errors import RegistryError, UsageError
from rubrary.ledger import sqlite
from rubrary.ledger.chain import GENESIS
from rubrary.ledger.placing import new_file
from rubrary.ledger.reader import read_meta
from rubrary.ledger.tables import FORMAT, meta, metadata

_BASE = re.compile(r"https?://[^\s<>\"{}|\\^`?#]+/")
_NO_LEDGER = "check the path; rubrary init makes a new registry"


def make_file(path: Path, *, base: str, created: str) -> None:
    """Make the file of an empty ledger. It appears complete or not at all.

    Raises:
        UsageError: ``base`` is no absolute http or https IRI that ends with ``/``.
        RegistryError: the file exists, or cannot be written.
    """
    if not _BASE.fullmatch(base):
        raise UsageError(
            f"{base!r} cannot be the base IRI of a registry",
            hint="give an http or https IRI that ends with /, as https://registry.example.org/",
        )
    with new_file(path) as draft, sqlite.explained(path):
        _lay_out(draft, base=base, created=created)


def _lay_out(path: Path, *, base: str, created: str) -> None:
    facts = {"format": str(FORMAT), "base": base, "created": created, "head": f"0 {GENESIS}"}
    engine = sqlite.connect(path)
    try:
        sqlite.keep_write_ahead_log(engine)
        with engine.begin() as connection:
            sqlite.begin(connection, locked=True)
            metadata.create_all(connection)
            connection.execute(insert(meta), [{"key": key, "value": value} for key, value in facts.items()])
    finally:
        engine.dispose()


def check_file(path: Path) -> None:
    """Refuse what cannot be a ledger before anything touches it.

    Raises:
        RegistryError: there is no such file, it cannot be read, or it is something else.
    """
    try:
        known = sqlite.is_database(path)
    except FileNotFoundError as error:
        raise RegistryError(f"there is no ledger at {path}", hint="make one with: rubrary init") from error
    except OSError as error:
        raise RegistryError(f"the ledger {path} cannot be read: {error.strerror}", hint=_NO_LEDGER) from error
    if not known:
        raise RegistryError(f"{path} is not a ledger", hint=_NO_LEDGER)


def read_base(connection: Connection, path: Path) -> str:
    """The base IRI of the ledger behind a connection, once its layout is one that we know.

    Raises:
        RegistryError: it is no ledger, or a newer version of Rubrary made it.
    """
    tables = set(inspect(connection).get_table_names())
    if not set(metadata.tables) <= tables:
        raise RegistryError(f"{path} is a database, but not a ledger", hint=_NO_LEDGER)
    layout, base = read_meta(connection, "format"), read_meta(connection, "base")
    if layout is None or base is None or not layout.isdecimal():
        raise RegistryError(f"{path} does not say what it is", hint="restore it from a backup")
    if int(layout) > FORMAT:
        raise RegistryError(
            f"{path} has the layout {layout}; this version of Rubrary knows up to {FORMAT}",
            hint="install the newer version that made it",
        )
    return base
