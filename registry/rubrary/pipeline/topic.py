"""What a deposit is about: its topic, its kind, and the things it describes."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from pyoxigraph import NamedNode, Triple

from rubrary.graph.read import Facts
from rubrary.terms import RUB, rdf, rub

#: The first of these that a deposit holds is what it is about.
TOPIC_CLASSES = (
    rub.RubricVersion,
    rub.Study,
    rub.Assessment,
    rub.ReproductionAttempt,
    rub.CompositeScore,
    rub.BadgeAward,
    rub.VenuePolicy,
    rub.Adoption,
    rub.AgreementMeasurement,
    rub.PublishedFinding,
    rub.Archive,
    rub.Paper,
    rub.Venue,
    rub.Artifact,
    rub.Snapshot,
)


@dataclass(frozen=True, slots=True)
class Topic:
    """The subject of a deposit and the local name of its class, which is the deposit's kind."""

    iri: str
    kind: str


def topic_of(facts: Facts) -> Topic | None:
    """The topic of a graph, or ``None`` where it holds nothing that the registry keeps."""
    for cls in TOPIC_CLASSES:
        if found := facts.of_type(cls):
            return Topic(found[0], cls.value.removeprefix(RUB))
    return None


def typed_subjects(triples: Iterable[Triple]) -> dict[str, list[str]]:
    """Each IRI subject that the graph types, with its class IRIs."""
    found: dict[str, list[str]] = {}
    for triple in triples:
        if (
            triple.predicate == rdf.type
            and isinstance(triple.subject, NamedNode)
            and isinstance(triple.object, NamedNode)
        ):
            found.setdefault(triple.subject.value, []).append(triple.object.value)
    return found


def description_digests(triples: Iterable[Triple], iris: Collection[str]) -> dict[str, str]:
    """For each of the IRIs the SHA-256 of its sorted statements: equal descriptions have equal digests."""
    lines: dict[str, list[str]] = {iri: [] for iri in iris}
    for triple in triples if lines else ():
        subject = triple.subject
        if isinstance(subject, NamedNode) and (iri := subject.value) in lines:
            lines[iri].append(f"{triple.predicate} {triple.object}")
    return {iri: hashlib.sha256("\n".join(sorted(said)).encode()).hexdigest() for iri, said in lines.items()}
