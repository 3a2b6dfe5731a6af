"""Which reader reads a file: by what its sender says, its name, and its content."""

from __future__ import annotations

import importlib
import pkgutil
import re
import stat
from functools import cache
from pathlib import Path, PurePath
from typing import cast

import rubrary.readers as package
from rubrary.errors import LimitExceeded, MalformedInput, Place, UsageError
from rubrary.graph.json_text import JsonValue, read_json
from rubrary.graph.parse import SIZE_LIMIT, decode_text
from rubrary.readers import rdf, rocrate
from rubrary.readers.crate_metadata import is_metadata
from rubrary.readers.draft import Draft, Reader, Rubrics
from rubrary.yaml_source import EMPTY_HINT

_YAML_SUFFIXES = frozenset({".yaml", ".yml"})
_JSON_SUFFIXES = frozenset({".json", ".jsonld"})
_CONTENT = re.compile(r"^[^\S\n]*[^#\s]", re.MULTILINE)
_TOP_KEY = re.compile(r"^(?:\"([^\"\n]+)\"|'([^'\n]+)'|([A-Za-z_][\w-]*))[ \t]*:(?:\s|$)", re.MULTILINE)


def read(
    path: Path,
    *,
    name: str | None = None,
    data: bytes | None = None,
    base: str,
    rubrics: Rubrics | None = None,
    media_type: str | None = None,
    size_limit: int = SIZE_LIMIT,
) -> list[Draft]:
    """The deposits-to-be in a file, an RO-Crate folder, or bytes.

    Args:
        path: the file or folder; not looked at when ``data`` is given.
        name: what to call it in messages; its suffix tells the format. By default the path as it is given.
        data: the bytes themselves, where they do not come from a file.
        base: the registry's base IRI; it ends with ``/``.
        rubrics: gives the rubric versions on record, for formats that name them.
        media_type: what the sender says it is; parameters such as ``charset`` are ignored.
        size_limit: most bytes of a file. A larger one is refused without being read.

    Raises:
        UsageError: there is no such file.
        MalformedInput: no reader knows the format, or the content is not what it claims to be.
        LimitExceeded: it is too large.
    """
    title = str(path) if name is None else name
    if data is None:
        if path.is_dir():
            return rocrate.read_folder(path, base=base, source=title)
        data = _content(path, title, size_limit)
    elif len(data) > size_limit:
        raise _too_large(len(data), size_limit, title)
    if not data.strip():
        raise MalformedInput("the file is empty", place=Place(title), hint=EMPTY_HINT)
    declared = media_type.partition(";")[0].strip().lower() if media_type else None
    reader = choose(data, title, declared)
    return reader.read(data, base=base, source=title, rubrics=rubrics, media_type=declared)


def choose(data: bytes, name: str, media_type: str | None = None) -> Reader:
    """The reader for a file with that content and name, or of that media type.

    Raises:
        MalformedInput: there is none; the hint lists what is read.
    """
    suffix = PurePath(name).suffix.lower()
    if media_type is not None:
        for reader in _readers():
            # Several formats are JSON or YAML; there the content decides.
            if media_type in reader.MEDIA_TYPES and not media_type.endswith(("json", "yaml")):
                return reader
        suffix = _suffix_of(media_type) or suffix
    if suffix == ".zip" or data.startswith(b"PK\x03\x04"):
        return cast("Reader", rocrate)
    if suffix in _JSON_SUFFIXES:
        return _json_reader(data, name)
    if suffix in _YAML_SUFFIXES:
        return _keyed_reader(_yaml_keys(data, name), name)
    for reader in _readers():
        if suffix in reader.SUFFIXES:
            return reader
    raise _unknown(name)


@cache
def readable_suffixes() -> frozenset[str]:
    """The suffixes of the files that some reader reads, with their dots."""
    return frozenset(suffix for reader in _readers() for suffix in reader.SUFFIXES)


@cache
def _readers() -> tuple[Reader, ...]:
    """The modules of this package that read a format, in the order of their names."""
    found = []
    for entry in sorted(pkgutil.iter_modules(package.__path__), key=lambda module: module.name):
        module = importlib.import_module(f"{package.__name__}.{entry.name}")
        if hasattr(module, "SUFFIXES") and hasattr(module, "MEDIA_TYPES"):
            found.append(cast("Reader", module))
    return tuple(found)


def _content(path: Path, name: str, limit: int) -> bytes:
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise MalformedInput(
                "it is neither a file nor a folder",
                place=Place(name),
                hint="save what it gives in a file, and name that",
            )
        if status.st_size > limit:
            raise _too_large(status.st_size, limit, name)
        with path.open("rb") as file:
            # One byte more than allowed shows that the file grew meanwhile.
            data = file.read(limit + 1)
    except FileNotFoundError as error:
        if path.is_symlink():
            raise MalformedInput(
                "it is a link that leads nowhere",
                place=Place(name),
                hint="mend the link, or name the file itself",
            ) from error
        raise UsageError(f"{name}: no such file or folder", hint="check the spelling of the path") from error
    except OSError as error:
        raise MalformedInput(
            f"it cannot be read: {error.strerror}",
            place=Place(name),
            hint="check that it is there and that you may read it",
        ) from error
    if len(data) > limit:
        raise _too_large(len(data), limit, name)
    return data


def _too_large(size: int, limit: int, name: str) -> LimitExceeded:
    return LimitExceeded(
        f"{size} bytes are more than the {limit} that are read",
        place=Place(name),
        hint="split it into several files",
    )


def _json_reader(data: bytes, name: str) -> Reader:
    document: JsonValue = read_json(decode_text(data, name), name)
    if is_metadata(document):
        return cast("Reader", rocrate)
    keys = frozenset(document) if isinstance(document, dict) else frozenset()
    if isinstance(document, list) or any(key.startswith("@") or ":" in key for key in keys):
        return cast("Reader", rdf)
    if PurePath(name).suffix.lower() == ".jsonld":
        return cast("Reader", rdf)
    return _keyed_reader(keys, name)


def _yaml_keys(data: bytes, name: str) -> frozenset[str]:
    text = decode_text(data, name)
    if text.lstrip().startswith("{"):
        document = read_json(text, name)
        return frozenset(document) if isinstance(document, dict) else frozenset()
    if not _CONTENT.search(text):
        raise MalformedInput("the file holds nothing but comments", place=Place(name), hint=EMPTY_HINT)
    return frozenset(next(filter(None, match.groups())) for match in _TOP_KEY.finditer(text))


def _keyed_reader(keys: frozenset[str], name: str) -> Reader:
    """The reader that claims one of the keys at the top of a YAML or JSON file (its ``KEYS``)."""
    claimed: list[str] = []
    for reader in _readers():
        own: tuple[str, ...] = getattr(reader, "KEYS", ())
        if keys.intersection(own):
            return reader
        claimed.extend(f"{key}:" for key in own)
    raise MalformedInput(
        "it is YAML or JSON, but no kind that is known here",
        place=Place(name),
        hint=f"a known one has one of these keys at its top: {', '.join(claimed)} (JSON-LD has @context)",
    )


def _suffix_of(media_type: str) -> str | None:
    if media_type.endswith("json"):
        return ".json" if media_type != "application/ld+json" else ".jsonld"
    return ".yaml" if media_type.endswith("yaml") else None


def _unknown(name: str) -> MalformedInput:
    return MalformedInput(
        "cannot tell from its name what format it is",
        place=Place(name),
        hint=f"what is read: {', '.join(sorted(readable_suffixes()))}, and RO-Crate folders",
    )
