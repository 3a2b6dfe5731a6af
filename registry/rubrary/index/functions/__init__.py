"""Functions of ours that queries can call, one module each: ``IRI`` names it, ``call`` computes it.

Adding a module adds a function. One that has ``READS_STORE`` gets the store before the terms. A function gets
RDF terms and gives one, or ``None`` for unbound; what it raises makes the value unbound too, which is counted
and told with the answer.
"""

from __future__ import annotations

import os
import sys

from pyoxigraph import NamedNode

TYPE_CHECKING = False  # `typing` is slow to load; type checkers know the name
if TYPE_CHECKING:
    from collections.abc import Callable

    from pyoxigraph import BlankNode, Literal, Triple

    Term = NamedNode | BlankNode | Literal | Triple
    Function = Callable[..., Term | None]


def find_functions() -> dict[NamedNode, Function]:
    """All functions in this package, by the IRI that a query calls them by."""
    found: dict[NamedNode, Function] = {}
    for file in sorted(os.listdir(__path__[0])):  # noqa: PTH208 - pathlib loads slowly, and workers load this
        name, suffix = os.path.splitext(file)  # noqa: PTH122
        if suffix == ".py" and not name.startswith("_"):
            __import__(f"{__name__}.{name}")
            module = sys.modules[f"{__name__}.{name}"]
            found[module.IRI] = module.call
    return found


def reads_store(call: Function) -> bool:
    """Whether a function gets the store that the query is asked of as its first argument."""
    return bool(getattr(sys.modules[call.__module__], "READS_STORE", False))
