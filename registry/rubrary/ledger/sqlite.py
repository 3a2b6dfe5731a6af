"""Everything that is true of SQLite only: pragmas, locking, the copy of a live file, what its errors mean.

A ledger wants a local disk: SQLite's write-ahead log does not work over network file systems.
"""

from __future__ import annotations

import contextlib
import sqlite3
import zlib
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, Insert, create_engine, event
from sqlalchemy.dialects.sqlite import dialect
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.pool import ConnectionPoolEntry

from rubrary.errors import RegistryError

#: How long a writer waits for another one, in seconds. A deposit holds the lock for about a millisecond.
LOCK_PATIENCE = 30

_MAGIC = b"SQLite format 3\x00"
_RESTORE = "restore it from a backup (rubrary backup makes them), or ask the disk's logs why"
_MEANINGS = (
    ("locked", "another process holds its lock", "try again, or end the process that hangs"),
    ("full", "the disk is full", "free some space; what was accepted so far is safe"),
    ("readonly", "it may not be written", "check who owns the folder and the file"),
    ("unable to open", "it cannot be opened", "check that the folder exists and who owns it"),
    ("not a database", "it is not a ledger", "check the path"),
    ("malformed", "the file is damaged", _RESTORE),
    ("disk i/o", "the disk failed", _RESTORE),
)


def connect(path: Path) -> Engine:
    """An engine on the file, each of whose connections commits durably and leaves transactions to us."""
    engine = create_engine(
        URL.create("sqlite", database=str(path)),
        connect_args={"timeout": LOCK_PATIENCE},
        hide_parameters=True,
    )
    event.listen(engine, "connect", _prepare)
    return engine


def _prepare(connection: sqlite3.Connection, _entry: ConnectionPoolEntry) -> None:
    connection.isolation_level = None  # the driver would begin transactions itself, and too late
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA foreign_keys=ON")


def begin(connection: Connection, *, locked: bool = False) -> None:
    """Begin the transaction that SQLAlchemy believes in; it does commit and roll back by itself.

    A ``locked`` one takes the one write lock now, not at its first write: a transaction that has read and
    only then wants to write could fail, or build on what it read too early. (SQLAlchemy's event for this
    would switch on its other events too, at 0.2 ms a deposit.)
    """
    connection.exec_driver_sql("BEGIN IMMEDIATE" if locked else "BEGIN")


def text_of(statement: Insert) -> str:
    """The statement as the driver takes it, with one tuple a row in the order of the table's columns.

    For many rows of plain text and numbers this saves SQLAlchemy's handling of every single value.
    """
    return str(statement.compile(dialect=dialect()))


def keep_write_ahead_log(engine: Engine) -> None:
    """Let readers and the writer work side by side. The file remembers it."""
    with contextlib.closing(engine.raw_connection()) as connection:
        connection.cursor().execute("PRAGMA journal_mode=WAL")


def is_database(path: Path) -> bool:
    """Whether the file begins as an SQLite database does."""
    with path.open("rb") as file:
        return file.read(len(_MAGIC)) == _MAGIC


def damage(connection: Connection) -> list[str]:
    """What SQLite finds wrong with its own file; empty when it is sound."""
    found = [str(line) for (line,) in connection.exec_driver_sql("PRAGMA integrity_check")]
    return [] if found == ["ok"] else found


def overwrite_deleted(connection: Connection) -> None:
    """From now on this connection overwrites with zeros what it deletes."""
    connection.exec_driver_sql("PRAGMA secure_delete=ON")


def empty_write_ahead_log(engine: Engine) -> bool:
    """Move everything into the main file and cut the log to nothing; ``False`` if a reader is in the way."""
    with contextlib.closing(engine.raw_connection()) as connection:
        (blocked, *_) = connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return int(blocked) == 0


def copy_live(engine: Engine, target: Path) -> None:
    """Write a consistent copy of the database to a new file, while others read and write it."""
    with (
        contextlib.closing(engine.raw_connection()) as source,
        contextlib.closing(sqlite3.connect(target)) as copy,
    ):
        driver = source.driver_connection
        assert isinstance(driver, sqlite3.Connection)
        driver.backup(copy)


@contextlib.contextmanager
def explained(path: Path) -> Iterator[None]:
    """Say what an error of the database means for this file.

    An ``IntegrityError`` passes: only the statement's author knows which rule it broke.

    Raises:
        RegistryError: the file is locked, damaged, not writable, or the disk is full.
    """
    try:
        yield
    except IntegrityError:
        raise
    except (DBAPIError, PoolTimeout, sqlite3.Error, zlib.error) as error:
        cause = str(error.orig) if isinstance(error, DBAPIError) else str(error)
        for sign, meaning, hint in _MEANINGS:
            if sign in cause.lower():
                raise RegistryError(f"the ledger {path}: {meaning} ({cause})", hint=hint) from error
        raise RegistryError(f"the ledger {path}: {cause}", hint="rubrary verify checks it") from error
