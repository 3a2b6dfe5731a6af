"""Which files a person means: files, folders and globs, in a stable order."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from glob import glob, has_magic
from pathlib import Path

from rubrary.errors import UsageError
from rubrary.readers import is_crate_folder, readable_suffixes


def name_of(path: Path) -> str:
    """What messages call a file: its path, with bytes that are not UTF-8 written as ``\\xNN``."""
    return os.fsencode(path).decode(errors="backslashreplace")


def expand(arguments: Iterable[str]) -> list[Path]:
    """The files and RO-Crate folders that the arguments name, each once, sorted within each argument.

    A name that is there is taken as it stands, whatever signs of a glob it holds. In a folder every file with a
    suffix that a reader knows is taken, whatever else lies there is passed over; hidden files and folders and
    links to folders are passed over too. A file that is named outright is taken whatever its suffix, and what
    cannot be read is taken as well: its reader says why.

    Raises:
        UsageError: an argument names nothing, or a folder without a file that is read.
    """
    found: dict[Path, None] = {}
    for argument in arguments:
        named = [path for match in _matches(argument) for path in _below(Path(match))]
        if not named:
            raise UsageError(
                f"{argument}: there is no file to read in it",
                hint="Readable files end in " + ", ".join(sorted(readable_suffixes())) + ".",
            )
        found.update(dict.fromkeys(named))
    return list(found)


def _matches(argument: str) -> list[str]:
    # lexists: a link that leads nowhere is bad input like any other, and must not end a run over a glob.
    if os.path.lexists(argument):
        return [argument]
    # Path.glob takes no absolute pattern, and people give such.
    matches = sorted(glob(argument, recursive=True)) if has_magic(argument) else []  # noqa: PTH207
    if not matches:
        raise UsageError(f"{argument}: no such file or folder", hint="Check the spelling of the path.")
    return matches


def _below(path: Path) -> Iterator[Path]:
    if not path.is_dir() or is_crate_folder(path):
        yield path
        return
    try:
        entries = sorted(path.iterdir())
    except OSError:
        yield path
        return
    for entry in entries:
        if entry.name.startswith("."):
            continue
        if entry.is_dir():
            if not entry.is_symlink():  # a link to a folder around it would go round and round
                yield from _below(entry)
        elif entry.suffix.lower() in readable_suffixes():
            yield entry
