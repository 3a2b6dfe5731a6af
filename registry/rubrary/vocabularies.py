"""Which terms the vocabularies define, so that a misspelt one is found before it is on record.

RDF takes any IRI for a predicate or class; ``dcat:verison`` would be stored and never found again. The list
of the vocabularies' terms is ``ontology/vocabularies.txt``; ours come from the ontology and its schemes.
schema.org is open: it gains terms all the time and a record may use any of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import cache, lru_cache
from types import MappingProxyType

from pyoxigraph import NamedNode, Quad, Triple

from rubrary.resources import data_folder
from rubrary.schemes import ontology_triples, scheme_graph
from rubrary.terms import PREFIXES, RDF, RUB, SCHEME, rdf

#: Prefixes whose namespaces are not checked, because no list of their terms can be complete.
OPEN = frozenset({"schema"})

_CONTAINER_MEMBERSHIP = re.compile(re.escape(RDF) + r"_[1-9][0-9]*")


def undefined_terms(statements: Iterable[Quad | Triple]) -> list[NamedNode]:
    """The predicates and classes used that their own vocabulary does not define, in the order of use.

    A class is the object of ``rdf:type``. Terms outside the known namespaces are never reported: a deposit
    may use a vocabulary that we do not know.
    """
    used: dict[NamedNode, None] = {}
    for statement in statements:
        used.setdefault(statement.predicate)
        if statement.predicate == rdf.type and isinstance(statement.object, NamedNode):
            used.setdefault(statement.object)
    return [term for term in used if _is_undefined(term.value)]


@lru_cache(maxsize=4096)  # deposits use the same few dozen terms again and again
def _is_undefined(iri: str) -> bool:
    return known_prefix(iri) is not None and not is_defined(iri)


def known_prefix(iri: str) -> str | None:
    """The prefix (``dcat``) of the known, checked namespace that the IRI lies in, or ``None``."""
    for prefix, namespace in PREFIXES.items():
        if prefix not in OPEN and iri.startswith(namespace):
            return prefix
    return None


def is_defined(iri: str) -> bool:
    """Whether the ontology, a scheme or one of the known vocabularies defines exactly this IRI."""
    prefix = known_prefix(iri)
    return prefix is not None and (
        iri in defined_terms()[prefix] or _CONTAINER_MEMBERSHIP.fullmatch(iri) is not None
    )


def nearest(iri: str) -> str | None:
    """The defined term that was most likely meant by an undefined one, or ``None`` if none is like it.

    A term of the same namespace that differs in case only comes first, then one with the same name in another
    namespace (``rub:title`` → ``dcterms:title``), then one of the same namespace that is spelt alike.
    """
    prefix = known_prefix(iri)
    if prefix is None:
        return None
    name = iri.removeprefix(PREFIXES[prefix])
    own = _local_names(prefix)
    if same := [term for term in own if term.lower() == name.lower()]:
        return PREFIXES[prefix] + same[0]
    for other, namespace in PREFIXES.items():
        if other not in OPEN and name in _local_names(other):
            return namespace + name
    if alike := get_close_matches(name, own, n=1, cutoff=0.7):
        return PREFIXES[prefix] + alike[0]
    return None


@cache
def defined_terms() -> Mapping[str, frozenset[str]]:
    """The defined IRIs of each known, checked namespace, by prefix."""
    found: dict[str, set[str]] = {prefix: set() for prefix in PREFIXES if prefix not in OPEN}
    for line in (data_folder("ontology") / "vocabularies.txt").read_text(encoding="utf-8").splitlines():
        if (prefix := known_prefix(line)) is not None:
            found[prefix].add(line)
    for triple in (*ontology_triples(), *scheme_graph()):
        if isinstance(triple.subject, NamedNode) and triple.subject.value.startswith((RUB, SCHEME)):
            found["rub" if triple.subject.value.startswith(RUB) else "scheme"].add(triple.subject.value)
    return MappingProxyType({prefix: frozenset(iris) for prefix, iris in found.items()})


@cache
def _local_names(prefix: str) -> tuple[str, ...]:
    # Sorted, so that the hint is the same in every run.
    return tuple(sorted(iri.removeprefix(PREFIXES[prefix]) for iri in defined_terms()[prefix]))
