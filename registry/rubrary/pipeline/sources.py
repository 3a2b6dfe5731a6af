"""Which files a person means: files, folders and globs, in a stable order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from glob import glob, has_magic
from pathlib import Path

from rubrary.errors import UsageError
from rubrary.readers import is_crate_folder, readable_suffixes


def expand(arguments: Iterable[str]) -> list[Path]:
    """The files and RO-Crate folders that the arguments name, each once, sorted within each argument.

    In a folder every file with a suffix that a reader knows is taken, whatever else lies there is passed over;
    hidden files and folders are passed over too. A file that is named outright is taken whatever its suffix.

    Raises:
        UsageError: an argument names nothing.
    """
    found: dict[Path, None] = {}
    for argument in arguments:
        # Path.glob takes no absolute pattern, and people give such.
        matches = sorted(glob(argument, recursive=True)) if has_magic(argument) else [argument]  # noqa: PTH207
        paths = [Path(match) for match in matches]
        if not paths or not all(path.exists() for path in paths):
            raise UsageError(f"{argument}: no such file or folder", hint="Check the spelling of the path.")
        for path in paths:
            found.update(dict.fromkeys(_below(path)))
    if not found:
        raise UsageError(
            "there is no file to read in what you named",
            hint="Readable files end in " + ", ".join(sorted(readable_suffixes())) + ".",
        )
    return list(found)


def _below(path: Path) -> Iterator[Path]:
    if not path.is_dir() or is_crate_folder(path):
        yield path
        return
    for entry in sorted(path.iterdir()):
        if entry.name.startswith("."):
            continue
        if entry.is_dir():
            yield from _below(entry)
        elif entry.suffix.lower() in readable_suffixes():
            yield entry
