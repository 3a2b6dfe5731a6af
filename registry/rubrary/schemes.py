"""The SKOS schemes of the ontology: outcomes, statuses, badges and the other closed lists, read as data.

A scheme is one file, ``ontology/schemes/<name>.ttl``; adding a file adds the scheme. The files are part of
the release, so they are read once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

from pyoxigraph import Literal, NamedNode, Quad, RdfFormat, Triple, parse

from rubrary.errors import RegistryError
from rubrary.resources import data_folder
from rubrary.terms import SCHEME, dcterms, rdf, rub, skos

_Term = NamedNode | Literal


@dataclass(frozen=True, slots=True)
class Concept:
    """One entry of a scheme.

    Attributes:
        iri: ``https://w3id.org/rubrary/scheme/<scheme>/<notation>``.
        notation: the code that records and files use, unique within its scheme.
        label: its name in English.
        definition: what it means, in plain words.
    """

    iri: str
    notation: str
    label: str
    definition: str


@dataclass(frozen=True, slots=True)
class Scheme:
    """A closed list of concepts.

    Attributes:
        name: the last part of its IRI and the name of its file.
        iri: ``https://w3id.org/rubrary/scheme/<name>``.
        title: its name in English.
        concepts: its entries by notation, in the order of the file.
        is_outcome: whether its concepts say how a reproduction attempt ended.
    """

    name: str
    iri: str
    title: str
    concepts: Mapping[str, Concept]
    is_outcome: bool


@cache
def schemes() -> Mapping[str, Scheme]:
    """The schemes of this release by name, in alphabetical order.

    Raises:
        RegistryError: a file of the installation is not a scheme, so the installation is damaged.
    """
    return MappingProxyType({path.stem: _scheme(path) for path in _scheme_files()})


def label_of(iri: str) -> str:
    """The English label of a concept of any scheme; of any other IRI its last part."""
    name, _, notation = iri.removeprefix(SCHEME).partition("/")
    scheme = schemes().get(name)
    concept = scheme.concepts.get(notation) if scheme else None
    return concept.label if concept else iri.rstrip("/").rpartition("/")[2]


@cache
def scheme_graph() -> tuple[Triple, ...]:
    """All triples of ``ontology/schemes``: what validation needs to know about concepts."""
    return tuple(triple for path in _scheme_files() for triple in _triples(path))


@cache
def ontology_triples() -> tuple[Triple, ...]:
    """All triples of ``ontology/rubrary.ttl``: the classes and properties, without the schemes."""
    return _triples(data_folder("ontology") / "rubrary.ttl")


def _scheme_files() -> list[Path]:
    return sorted((data_folder("ontology") / "schemes").glob("*.ttl"))


@cache
def _triples(path: Path) -> tuple[Triple, ...]:
    try:
        return tuple(_triple(quad) for quad in parse(path=path, format=RdfFormat.TURTLE))
    except (SyntaxError, OSError) as error:
        raise RegistryError(f"the file {path.name} cannot be read: {error}", hint=_REINSTALL) from error


def _triple(quad: Quad) -> Triple:
    return Triple(quad.subject, quad.predicate, quad.object)


def _scheme(path: Path) -> Scheme:
    scheme = NamedNode(f"{SCHEME}{path.stem}")
    facts: dict[tuple[str, NamedNode], list[_Term]] = {}
    members: list[str] = []
    for triple in _triples(path):
        if isinstance(triple.subject, NamedNode) and isinstance(triple.object, NamedNode | Literal):
            facts.setdefault((triple.subject.value, triple.predicate), []).append(triple.object)
            if triple.predicate == skos.inScheme and triple.object == scheme:
                members.append(triple.subject.value)

    def text(subject: str, predicate: NamedNode) -> str:
        found = facts.get((subject, predicate))
        if not found:
            raise RegistryError(f"{subject} has no {predicate.value} in {path.name}", hint=_REINSTALL)
        return found[0].value

    concepts = [
        Concept(iri, text(iri, skos.notation), text(iri, skos.prefLabel), text(iri, skos.definition))
        for iri in members
    ]
    return Scheme(
        name=path.stem,
        iri=scheme.value,
        title=text(scheme.value, dcterms.title),
        concepts=MappingProxyType({concept.notation: concept for concept in concepts}),
        is_outcome=rub.OutcomeScheme in facts.get((scheme.value, rdf.type), ()),
    )


_REINSTALL = "Install rubrary again: a file that belongs to the release is missing or was changed."
