"""A score under any policy, from what a store holds: the measurements of a run and the text of a rubric version."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from pyoxigraph import DefaultGraph, Literal, NamedNode, Store

from rubrary.assessment import Measurement, Score, Status
from rubrary.errors import NotFound
from rubrary.graph import literal
from rubrary.rubric import Policy, RubricVersion, read_rubric, shipped_rubric
from rubrary.scoring import score_sheet
from rubrary.scoring.carry import carried
from rubrary.terms import SCHEME, dqv, prov, rdf, rub

_EVERYWHERE = DefaultGraph()
_STATUSES = {f"{SCHEME}measurement-status/{status}": status for status in Status}


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
    measured = carried(_measurements(store, run), _policy(store, applied.value), after)
    return next((score for score in score_sheet(after, measured) if score.metric == metric), None)


def _policy(store: Store, iri: str) -> Policy:
    text = _one(store, NamedNode(iri), rub.sourceText)
    if not isinstance(text, Literal):
        raise NotFound(f"the rubric version {iri} is not on record")

    def baseline(reference: str) -> RubricVersion:
        name, _, number = reference.partition("@")
        found = _one(store, NamedNode(f"{_base(iri)}rubric/{name}/{number}"), rub.sourceText)
        if isinstance(found, Literal):
            return read_rubric(found.value, source=reference, base=_base(iri), baselines=baseline)
        return shipped_rubric(reference)

    if text.value not in _read:
        if len(_read) >= _KEPT:
            _read.clear()
        version = read_rubric(text.value, source=iri, base=_base(iri), baselines=baseline)
        _read[text.value] = version.policy
    return _read[text.value]


#: Policies by their text, which never changes. A worker lives long, and queries name few.
_read: dict[str, Policy] = {}
_KEPT = 64


@lru_cache(maxsize=_KEPT)
def _base(iri: str) -> str:
    return iri.rsplit("/", 2)[0].removesuffix("rubric")


def _measurements(store: Store, run: NamedNode) -> Iterator[Measurement]:
    for quad in store.quads_for_pattern(None, prov.wasGeneratedBy, run, _EVERYWHERE):
        node = quad.subject
        of = _one(store, node, dqv.isMeasurementOf) if isinstance(node, NamedNode) else None
        if not isinstance(node, NamedNode) or not isinstance(of, NamedNode):
            continue
        kinds = {kind.object for kind in store.quads_for_pattern(node, rdf.type, None, _EVERYWHERE)}
        if rub.Measurement not in kinds:
            continue
        status, value = _one(store, node, rub.status), _one(store, node, dqv.value)
        word = _STATUSES.get(status.value if isinstance(status, NamedNode) else "", Status.FAILED)
        number = literal.number(value) if isinstance(value, Literal) and literal.is_number(value) else None
        notation = value.value if isinstance(value, Literal) and number is None else None
        yield Measurement(of.value.rpartition("#")[2], word, number, notation)


def _one(store: Store, subject: NamedNode, predicate: NamedNode) -> object:
    found = next(iter(store.quads_for_pattern(subject, predicate, None, _EVERYWHERE)), None)
    return found.object if found else None
