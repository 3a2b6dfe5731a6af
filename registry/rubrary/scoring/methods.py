"""The methods of aggregation, one module each, found by walking the package."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType
from typing import Protocol, cast

from rubrary import scoring
from rubrary.assessment import Score
from rubrary.rubric.model import Method, Policy, ScoreRule
from rubrary.scoring.measured import Measured


class Aggregate(Protocol):
    """Derives one score; ``None`` when what it needs was not measured.

    A module of this package that has ``METHOD`` (a notation of the scheme ``aggregation``) and a function
    ``aggregate`` of this form is a method.
    """

    def __call__(
        self, rule: ScoreRule, policy: Policy, measured: Measured, earlier: Mapping[str, Score], /
    ) -> Score | None:
        """The score of ``rule``; ``earlier`` holds the scores of the rules before it."""


@cache
def methods() -> Mapping[Method, Aggregate]:
    """All methods by their notation."""
    found: dict[Method, Aggregate] = {}
    for module_info in iter_modules(scoring.__path__, f"{scoring.__name__}."):
        module = import_module(module_info.name)
        if hasattr(module, "METHOD"):
            found[Method(module.METHOD)] = cast(Aggregate, module.aggregate)
    return MappingProxyType(found)
