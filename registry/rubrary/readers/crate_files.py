"""The files of an RO-Crate in a folder or a .zip, read without ever leaving it."""

from __future__ import annotations

import io
import stat
import zipfile
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Protocol

from rubrary.errors import LimitExceeded, MalformedInput, Place

#: What the metadata file is called: since RO-Crate 1.1, and in 1.0.
METADATA_NAMES = ("ro-crate-metadata.json", "ro-crate-metadata.jsonld")

#: Most files in a crate.
COUNT_LIMIT = 10_000
#: Most bytes of one file that is read.
FILE_LIMIT = 64 * 1024 * 1024
#: Most bytes of all files of an archive, unpacked.
TOTAL_LIMIT = 512 * 1024 * 1024
#: An archive may unpack to so many times its size; deflate reaches 1032 only on made-up data.
RATIO_LIMIT = 200
_RATIO_FREE = 4 * 1024 * 1024
_DEPTH_LIMIT = 32
#: What to do about a name that would lead elsewhere.
INSIDE_HINT = "name a file within the crate, relative to its root, or give a whole IRI"
_READ_HINT = "check that it is there and that you may read it"
_SMALLER_HINT = "keep large data elsewhere and refer to it by IRI, or split the crate"
_PACK_HINT = "pack the crate's folder anew, with files and folders only"
_ENCRYPTED = 0x1


class CrateFiles(Protocol):
    """The files of one crate."""

    names: tuple[str, ...]

    def read(self, name: str) -> bytes:
        """The content of one of ``names``.

        Raises:
            InputError: it cannot be read, or is too large.
        """
        ...


class FolderFiles:
    """A crate in a folder. Symbolic links are not followed, wherever they lead.

    Raises:
        MalformedInput: the folder cannot be read.
        LimitExceeded: more than ``COUNT_LIMIT`` files.
    """

    def __init__(self, folder: Path, source: str) -> None:
        self._folder = folder
        self._source = source
        try:
            self.names = tuple(sorted(self._walk(folder)))
        except OSError as error:
            raise MalformedInput(
                f"it cannot be read: {error.strerror}", place=Place(source), hint=_READ_HINT
            ) from error

    def _walk(self, folder: Path) -> Iterable[str]:
        found: list[str] = []
        folders = [folder]
        while folders:
            for entry in folders.pop().iterdir():
                if entry.is_symlink():
                    continue
                if entry.is_dir():
                    folders.append(entry)
                elif entry.is_file():
                    found.append(entry.relative_to(folder).as_posix())
            if len(found) > COUNT_LIMIT:
                raise LimitExceeded(
                    f"more than {COUNT_LIMIT} files", place=Place(self._source), hint=_SMALLER_HINT
                )
        return found

    def read(self, name: str) -> bytes:
        """The content of one of ``names``."""
        if name not in self.names:
            raise _missing(name, self._source)
        path = self._folder / name
        place = f"{self._source}/{name}"
        try:
            _refuse_size(path.stat().st_size, place)
            with path.open("rb") as file:
                return file.read(FILE_LIMIT)
        except OSError as error:
            raise MalformedInput(
                f"it cannot be read: {error.strerror}", place=Place(place), hint=_READ_HINT
            ) from error


class ZipFiles:
    """A crate in a .zip, checked before anything is unpacked; one folder around everything is taken off.

    Raises:
        MalformedInput: it is no .zip, or an entry is encrypted, stands twice, is a link, or lies outside.
        LimitExceeded: it holds too many files, or would unpack to too much.
    """

    def __init__(self, data: bytes, source: str) -> None:
        self._source = source
        try:
            self._archive = zipfile.ZipFile(io.BytesIO(data))
            entries = self._archive.infolist()
        except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError, EOFError) as error:
            raise MalformedInput(
                f"not a .zip archive: {error}",
                place=Place(source),
                hint="get or pack it again; it may be cut off",
            ) from error
        _refuse_bomb(entries, len(data), source)
        self._entries: dict[str, zipfile.ZipInfo] = {}
        for entry in entries:
            _refuse_entry(entry, source)
            if entry.filename in self._entries:
                raise MalformedInput(
                    f"{entry.filename!r} stands twice in the archive", place=Place(source), hint=_PACK_HINT
                )
            self._entries[entry.filename] = entry
        self._root = _root_of(self._entries)
        self.names = tuple(
            sorted(
                name.removeprefix(self._root)
                for name in self._entries
                if name.startswith(self._root) and not name.endswith("/")
            )
        )

    def read(self, name: str) -> bytes:
        """The content of one of ``names``."""
        entry = self._entries.get(self._root + name)
        if entry is None:
            raise _missing(name, self._source)
        place = f"{self._source}/{name}"
        _refuse_size(entry.file_size, place)
        try:
            with self._archive.open(entry) as file:
                # The size that the archive states is what zipfile reads at the most.
                return file.read(FILE_LIMIT + 1)
        except (
            ValueError,  # a header that points before the file's beginning
            zipfile.BadZipFile,
            zlib.error,
            EOFError,
            OSError,
            NotImplementedError,
            RuntimeError,
        ) as error:
            raise MalformedInput(
                f"the archive is damaged: {error}", place=Place(place), hint="get or pack it again"
            ) from error


def metadata_name(names: Iterable[str]) -> str | None:
    """The name of the metadata file among the files of a crate, the newer one first."""
    there = set(names)
    return next((name for name in METADATA_NAMES if name in there), None)


def _missing(name: str, source: str) -> MalformedInput:
    return MalformedInput(
        f"the crate has no file {name!r}",
        place=Place(source),
        hint="a crate is complete only with all its files; links are not followed",
    )


def _refuse_size(size: int, source: str) -> None:
    if size > FILE_LIMIT:
        raise LimitExceeded(
            f"{size} bytes are more than the {FILE_LIMIT} that are read",
            place=Place(source),
            hint=_SMALLER_HINT,
        )


def _refuse_bomb(entries: list[zipfile.ZipInfo], packed: int, source: str) -> None:
    total = sum(entry.file_size for entry in entries)
    if len(entries) > COUNT_LIMIT:
        raise LimitExceeded(f"more than {COUNT_LIMIT} files", place=Place(source), hint=_SMALLER_HINT)
    if total > TOTAL_LIMIT or (total > _RATIO_FREE and total > packed * RATIO_LIMIT):
        raise LimitExceeded(
            f"the archive of {packed} bytes would unpack to {total}", place=Place(source), hint=_SMALLER_HINT
        )


def _refuse_entry(entry: zipfile.ZipInfo, source: str) -> None:
    name = entry.filename
    parts = name.rstrip("/").split("/")
    mode = entry.external_attr >> 16
    reason = None
    if entry.flag_bits & _ENCRYPTED:
        reason = "is encrypted"
    elif name.startswith("/") or "\\" in entry.orig_filename or ":" in parts[0]:
        reason = "is not a path relative to the crate, with / between its parts"
    elif any(part in {"", ".", ".."} for part in parts):
        reason = "would leave the crate or name a file in a second way"
    elif any(ord(character) < 32 for character in entry.orig_filename):
        reason = "has a control character in its name"
    elif stat.S_IFMT(mode) not in {0, stat.S_IFREG, stat.S_IFDIR}:
        reason = "is a link or a device"
    elif len(parts) > _DEPTH_LIMIT:
        reason = f"lies more than {_DEPTH_LIMIT} folders deep"
    if reason is not None:
        raise MalformedInput(
            f"the entry {name!r} of the archive {reason}", place=Place(source), hint=_PACK_HINT
        )


def _root_of(names: Iterable[str]) -> str:
    """The folder around everything, with its ``/``; empty when the metadata file lies at the top."""
    found = list(names)
    tops = {name.partition("/")[0] for name in found}
    if metadata_name(found) is None and len(tops) == 1:
        root = f"{tops.pop()}/"
        if metadata_name(name.removeprefix(root) for name in found) is not None:
            return root
    return ""
