"""``rub:score(assessment, rubricVersion, metric)``: what stored measurements score under any policy on record."""

from __future__ import annotations

from importlib import import_module

from pyoxigraph import Literal, NamedNode, Store

from rubrary.terms import RUB

IRI = NamedNode(f"{RUB}score")
#: ``call`` gets the store that the query is asked of as its first argument.
READS_STORE = True


def call(store: Store, assessment: NamedNode, version: NamedNode, metric: Literal) -> Literal | None:
    """The score as ``xsd:double``, unrounded; unbound where the measurements define none.

    Args:
        store: what the query is asked of.
        assessment: the run whose measurements are scored.
        version: the rubric version to score by.
        metric: the score's id in that version, for example ``"RRS"``.

    Raises:
        ValueError: an argument is of the wrong kind; the query's value is unbound then.
    """
    if not (
        isinstance(assessment, NamedNode) and isinstance(version, NamedNode) and isinstance(metric, Literal)
    ):
        raise ValueError("score(assessment, rubric version, metric) takes two IRIs and a text")
    # Loaded when it is first called: reading rubrics would double the time in which a worker starts.
    found = import_module("rubrary.index.stored_score").score_of(
        store, assessment, version.value, metric.value
    )
    return None if found is None else Literal(found.value)
