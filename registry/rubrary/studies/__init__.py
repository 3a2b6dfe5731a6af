"""Published studies: each module reads one study's data set, as its authors publish it, into records.

A module of this package that has ``NAME`` is a study (:class:`rubrary.studies.item.Study` says what it
offers). It is found by walking the package, so a new one edits nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType
from typing import cast

from rubrary.errors import NotFound
from rubrary.studies.item import Study, StudyItem

__all__ = ["Study", "StudyItem", "find", "names"]


def find(name: str) -> Study:
    """The study called ``name``.

    Raises:
        NotFound: this release does not read such a study.
    """
    study = _studies().get(name)
    if study is None:
        raise NotFound(
            f"no importer for a study called {name!r}", hint=f"studies that can be read: {', '.join(names())}"
        )
    return study


def names() -> tuple[str, ...]:
    """The names of all studies that can be read, sorted."""
    return tuple(sorted(_studies()))


@cache
def _studies() -> Mapping[str, Study]:
    found: dict[str, Study] = {}
    for info in iter_modules(__path__, f"{__name__}."):
        module = import_module(info.name)
        if hasattr(module, "NAME"):
            study = cast(Study, module)
            found[study.NAME] = study
    return MappingProxyType(found)
