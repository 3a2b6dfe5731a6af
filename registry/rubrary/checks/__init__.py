"""What published studies printed, derived again from the registry: one module a study.

A module of this package that has ``NAME`` checks a study (:class:`rubrary.checks.item.StudyCheck` says what it
offers, and opens with an example). It is found by walking the package, so a new one edits nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType
from typing import cast

from rubrary.checks.data import Columns, Data
from rubrary.checks.item import Figure, Finding, Recomputed, StudyCheck, Verdict
from rubrary.checks.judge import Checked, CheckedStudy, check_study, judge
from rubrary.errors import NotFound

__all__ = [
    "Checked",
    "CheckedStudy",
    "Columns",
    "Data",
    "Figure",
    "Finding",
    "Recomputed",
    "StudyCheck",
    "Verdict",
    "check_study",
    "figures",
    "find",
    "judge",
    "names",
]


def find(name: str) -> StudyCheck:
    """The check of the study called ``name``.

    Raises:
        NotFound: this release does not check such a study.
    """
    check = _checks().get(name)
    if check is None:
        raise NotFound(
            f"nothing printed is known of a study called {name!r}",
            hint=f"studies that can be checked: {', '.join(names()) or 'none'}",
        )
    return check


def names() -> tuple[str, ...]:
    """The names of all studies that can be checked, sorted."""
    return tuple(sorted(_checks()))


def figures(check: StudyCheck) -> tuple[Figure, ...]:
    """The figures of a check; empty where it has none."""
    return cast(tuple[Figure, ...], getattr(check, "FIGURES", ()))


@cache
def _checks() -> Mapping[str, StudyCheck]:
    found: dict[str, StudyCheck] = {}
    for info in iter_modules(__path__, f"{__name__}."):
        module = import_module(info.name)
        if hasattr(module, "NAME"):
            check = cast(StudyCheck, module)
            found[check.NAME] = check
    return MappingProxyType(found)
