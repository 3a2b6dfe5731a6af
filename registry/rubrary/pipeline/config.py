"""A registry's own settings: ``registry.toml`` in its folder."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from rubrary.errors import RegistryError, UsageError

FILE = "registry.toml"
FORMAT = 1
DEFAULT_BASE = "http://127.0.0.1:8000/"


@dataclass(frozen=True, slots=True)
class Config:
    """What a registry is told when it is made.

    Attributes:
        base: the IRI under which it mints, ending in ``/``.
    """

    base: str = DEFAULT_BASE


def checked_base(text: str) -> str:
    """A base IRI with its closing slash.

    Raises:
        UsageError: it is not an absolute http(s) address, or has a query or fragment.
    """
    parts = urlsplit(text)
    illegal = set(' <>"{}|\\^`') & set(text)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment or illegal:
        raise UsageError(
            f"{text!r} cannot be a base IRI",
            hint="Give an absolute http or https address without query, such as https://archive.example.org/",
        )
    return text if text.endswith("/") else text + "/"


def write_config(folder: Path, config: Config) -> None:
    """Write a new registry's settings."""
    text = (
        "# Rubrary registry. The base is part of every IRI on record: it cannot be changed later.\n"
        f"format = {FORMAT}\n"
        f'base = "{config.base}"\n'
    )
    (folder / FILE).write_text(text, encoding="utf-8")


def read_config(folder: Path) -> Config:
    """The settings of the registry in a folder.

    Raises:
        RegistryError: there is no registry, its settings are damaged, or a newer release made it.
    """
    path = folder / FILE
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise RegistryError(
            f"there is no registry in {folder}",
            hint=f"Make one with: rubrary init {folder}",
        ) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RegistryError(f"{path} is damaged: {error}", hint="Restore it from a backup.") from error
    if found.get("format") != FORMAT:
        raise RegistryError(
            f"{path} has format {found.get('format')!r}, this release reads {FORMAT}",
            hint="Use the release of rubrary that made it, or a newer one.",
        )
    return Config(base=checked_base(str(found.get("base", ""))))
