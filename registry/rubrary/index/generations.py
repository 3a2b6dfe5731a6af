"""Publishing immutable copies of the store, and clearing away those that nobody reads."""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pyoxigraph import Store

from rubrary.errors import RegistryError
from rubrary.index.pointer import CURRENT, GENERATIONS, NoGeneration, read_pointer

_DEAD = ".dead"


@dataclass(frozen=True, slots=True)
class Published:
    """A generation that queries read.

    Attributes:
        path: its folder.
        sequence: the last row of the ledger that it holds; 0 for none.
        state: the ledger's state digest at that row.
    """

    path: Path
    sequence: int
    state: str


class Generations:
    """The generations of the index in ``folder``. Only the holder of the write lock may change them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._home = folder / GENERATIONS

    def current(self) -> Published:
        """The generation that new readers get.

        Raises:
            RegistryError: there is none.
        """
        try:
            name, sequence, state = read_pointer(str(self._folder))
        except NoGeneration as error:
            raise RegistryError(str(error), hint="Rebuild the index with `rubrary reindex`.") from error
        return Published(self._home / name, sequence, state)

    def publish(self, store: Store, sequence: int, state: str) -> Published:
        """Makes a copy of the store the current generation, atomically, then clears old ones away.

        The copy is a checkpoint of hard links: some 10 ms whatever the store's size. A crash at any moment
        leaves the former generation current.
        """
        self._home.mkdir(exist_ok=True)
        path = self._home / f"gen-{max(map(_number, self._home.iterdir()), default=0) + 1}"
        store.backup(str(path))
        pointer = self._folder / f"{CURRENT}.new"
        with pointer.open("w", encoding="ascii") as file:
            file.write(f"{path.name}\n{sequence}\n{state}\n")
            file.flush()
            os.fsync(file.fileno())
        pointer.replace(self._folder / CURRENT)
        self.clean()
        return Published(path, sequence, state)

    def clean(self) -> None:
        """Deletes the generations that are neither current nor held by a reader, and leftovers of crashes."""
        with contextlib.suppress(FileNotFoundError):
            (self._folder / f"{CURRENT}.new").unlink()
        try:
            current = read_pointer(str(self._folder))[0]
        except NoGeneration:
            current = None
        for path in list(self._home.iterdir()) if self._home.is_dir() else []:
            if path.name == current:
                continue
            if path.name.endswith(_DEAD):
                shutil.rmtree(path, ignore_errors=True)
                continue
            with _held_alone(path) as alone:
                if alone:
                    # A new name first: a reader that still means to lock it sees that it is gone.
                    dead = path.with_name(path.name + _DEAD)
                    path.rename(dead)
                    shutil.rmtree(dead, ignore_errors=True)


@contextlib.contextmanager
def _held_alone(path: Path) -> Iterator[bool]:
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield True
    except BlockingIOError:
        yield False
    finally:
        os.close(descriptor)


def _number(path: Path) -> int:
    digits = path.name.removeprefix("gen-").removesuffix(_DEAD)
    return int(digits) if digits.isdigit() else 0
