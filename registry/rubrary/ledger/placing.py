"""New files that appear complete, durably, and never over another file."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from rubrary.errors import RegistryError


@contextlib.contextmanager
def new_file(path: Path) -> Iterator[Path]:
    """Gives a path to make the file at; it becomes ``path`` at the end, unless an error got in between.

    The folder is made if need be.

    Raises:
        RegistryError: something has that name, or the folder cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _refuse_existing(path)
        with tempfile.TemporaryDirectory(prefix=".new-", dir=path.parent) as folder:
            draft = Path(folder) / path.name
            yield draft
            _sync(draft, os.O_RDWR)
            _name(draft, path)
            _sync(path.parent, os.O_RDONLY)
    except OSError as error:
        raise RegistryError(
            f"{path} cannot be made: {error.strerror or error}", hint="check the path and who owns the folder"
        ) from error


def _refuse_existing(path: Path) -> None:
    if path.exists():
        raise RegistryError(f"{path} exists already", hint="choose another name, or move it away")


def _name(draft: Path, path: Path) -> None:
    try:
        os.link(draft, path)
    except FileExistsError:
        _refuse_existing(path)
        raise
    except OSError:  # a file system without hard links: there the check and the renaming are two steps
        _refuse_existing(path)
        draft.rename(path)


def _sync(path: Path, flags: int) -> None:
    descriptor = os.open(path, flags)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
