"""What a SHACL engine is to us."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from pyoxigraph import Triple

from rubrary.validation.report import Finding, Severity

#: Shapes are compiled for each set of classes that deposits hold; kinds of deposits are fewer than this.
COMPILED_SETS: Final = 64


class Engine(Protocol):
    """Judges a data graph by shapes that it holds compiled."""

    def judge(self, data: Sequence[Triple], classes: frozenset[str]) -> list[Finding]:
        """All results for instances of ``classes``, in any order.

        Never raises: an engine that fails gives a finding that refuses.
        """
        ...


def engine_failure(engine: str, error: BaseException) -> Finding:
    """The finding for a graph that an engine could not judge: it refuses, for nobody checked the graph."""
    said = str(error).strip() or type(error).__name__
    return Finding(
        severity=Severity.VIOLATION,
        focus="",
        path=None,
        value=None,
        message=f"This deposit cannot be checked: the {engine} engine failed with “{said}”.",
        remedy="look for values that do not fit their datatype; if there are none, report this as a fault",
        component="EngineFailure",
    )
