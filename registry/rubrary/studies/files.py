"""Finding the files of a study."""

from __future__ import annotations

from pathlib import Path

from rubrary.errors import InputError, Place


def required_file(folder: Path, name: str) -> Path:
    """The file of that name in the study's folder.

    Raises:
        InputError: the folder or the file is not there.
    """
    path = folder / name
    if not folder.is_dir():
        raise InputError(
            "no such folder", place=Place(str(folder)), hint="name the folder with the study's files"
        )
    if not path.is_file():
        raise InputError(
            f"the folder has no {name}", place=Place(str(folder)), hint=f"put {name} there as published"
        )
    return path
