"""Which generation is current, and how a reader holds it. Imports little: query workers load it.

index/current                    three lines: name of the generation, sequence number, state digest
index/generations/gen-N/         an immutable RocksDB; readers hold a shared flock on the folder itself
"""

from __future__ import annotations

import fcntl
import os

CURRENT = "current"
GENERATIONS = "generations"
_ATTEMPTS = 1000


class NoGeneration(Exception):
    """There is no pointer, or it names nothing that can be opened."""


def read_pointer(folder: str) -> tuple[str, int, str]:
    """Name, sequence number and state digest of the current generation of the index in ``folder``.

    Raises:
        NoGeneration: there is none.
    """
    try:
        with open(f"{folder}/{CURRENT}", encoding="ascii") as file:  # noqa: PTH123 - pathlib loads slowly
            name, sequence, state = file.read().split("\n")[:3]
            return name, int(sequence), state
    except (OSError, ValueError) as error:
        raise NoGeneration(f"the index in {folder} has no current generation: {error}") from error


def hold_current(folder: str) -> tuple[str, str, int]:
    """Opens and locks the current generation, so that no writer deletes it.

    Returns:
        Its name, its path, and the descriptor that holds the lock until it is closed.

    Raises:
        NoGeneration: there is none, or each that was current vanished before it could be locked.
    """
    for _ in range(_ATTEMPTS):
        name = read_pointer(folder)[0]
        path = f"{folder}/{GENERATIONS}/{name}"
        descriptor = _lock(path)
        if descriptor is not None:
            return name, path, descriptor
    raise NoGeneration(f"the current generation of the index in {folder} cannot be opened")


def _lock(path: str) -> int | None:
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except FileNotFoundError:
        return None
    try:
        # A writer may have begun to delete it between the pointer and here: then it has another name.
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
        if os.stat(path).st_ino == os.fstat(descriptor).st_ino:  # noqa: PTH116 - as above
            return descriptor
    except (BlockingIOError, FileNotFoundError):
        pass
    os.close(descriptor)
    return None
