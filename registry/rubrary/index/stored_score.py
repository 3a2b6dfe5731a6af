"""A score under any policy, from what a store holds: the measurements of a run and the text of a rubric version."""

from __future__ import annotations

from pyoxigraph import DefaultGraph, Literal, NamedNode, Store

from rubrary.assessment import Score
from rubrary.errors import NotFound
from rubrary.graph.read import Facts, measurements_of
from rubrary.rubric import Policy, RubricVersion, read_rubric, shipped_rubric
from rubrary.rubric.rdf import base_of
from rubrary.scoring import score_sheet
from rubrary.scoring.carry import carried
from rubrary.terms import prov, rub

_EVERYWHERE = DefaultGraph()


def score_of(store: Store, run: NamedNode, version: str, metric: str) -> Score | None:
    """The score that a run's stored measurements give under a rubric version; ``None`` where they give none.

    Raises:
        NotFound: the run names no rubric version, or one of the two versions is not in the store.
        InputError: a measurement is not one that its own policy can have.
    """
    applied = _one(store, run, rub.appliesRubric)
    if not isinstance(applied, NamedNode):
        raise NotFound(f"{run} applies no rubric version")
    after = _policy(store, version)
    measured = carried(measurements_of(_facts(store, run), run.value), _policy(store, applied.value), after)
    return next((score for score in score_sheet(after, measured) if score.metric == metric), None)


def _policy(store: Store, iri: str) -> Policy:
    text = _one(store, NamedNode(iri), rub.sourceText)
    if not isinstance(text, Literal):
        raise NotFound(f"the rubric version {iri} is not on record")

    base = base_of(iri)

    def baseline(reference: str) -> RubricVersion:
        name, _, number = reference.partition("@")
        found = _one(store, NamedNode(f"{base}rubric/{name}/{number}"), rub.sourceText)
        if isinstance(found, Literal):
            return read_rubric(found.value, source=reference, base=base, baselines=baseline)
        return shipped_rubric(reference)

    if text.value not in _read:
        if len(_read) >= _KEPT:
            _read.clear()
        version = read_rubric(text.value, source=iri, base=base, baselines=baseline)
        _read[text.value] = version.policy
    return _read[text.value]


#: Policies by their text, which never changes. A worker lives long, and queries name few.
_read: dict[str, Policy] = {}
_KEPT = 64


def _facts(store: Store, run: NamedNode) -> Facts:
    """What the store says of the things that a run generated."""
    made = [quad.subject for quad in store.quads_for_pattern(None, prov.wasGeneratedBy, run, _EVERYWHERE)]
    return Facts(
        quad.triple
        for node in made
        if isinstance(node, NamedNode)
        for quad in store.quads_for_pattern(node, None, None, _EVERYWHERE)
    )


def _one(store: Store, subject: NamedNode, predicate: NamedNode) -> object:
    found = next(iter(store.quads_for_pattern(subject, predicate, None, _EVERYWHERE)), None)
    return found.object if found else None
