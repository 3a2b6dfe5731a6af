"""A paper, its venue, its artifacts, and what they are made of."""

from __future__ import annotations

from collections.abc import Iterator

from pyoxigraph import Triple

from rubrary.graph import literal
from rubrary.graph.write.agent import agent_triples
from rubrary.graph.write.node import Node, write
from rubrary.records import Artifact, PaperRecord, Venue
from rubrary.terms import dcterms, rdf, rub, schema, scheme_concept


@write.register
def _(paper: PaperRecord) -> Iterator[Triple]:
    node = Node(paper.iri)
    yield from node(rdf.type, rub.Paper)
    yield from node.text(dcterms.title, paper.title)
    yield from node.text(dcterms.identifier, paper.doi)
    yield from node(dcterms.issued, literal.date(paper.issued) if paper.issued else None)
    if paper.venue:
        yield from node(rub.publishedIn, paper.venue.iri)
        yield from venue_triples(paper.venue)
    for creator in paper.creators:
        yield from node(dcterms.creator, creator.iri)
        yield from agent_triples(creator)
    for artifact in paper.artifacts:
        yield from node(rub.hasArtifact, artifact.iri)
        yield from artifact_triples(artifact)


def venue_triples(venue: Venue) -> Iterator[Triple]:
    """A journal, conference or other place of publication."""
    node = Node(venue.iri)
    yield from node(rdf.type, rub.Venue)
    yield from node.text(dcterms.title, venue.title)
    yield from node.text(schema.issn, venue.issn)
    yield from node(rub.venueClass, scheme_concept("venue-class", venue.kind) if venue.kind else None)


@write.register
def artifact_triples(artifact: Artifact) -> Iterator[Triple]:
    """A repository, data set or other thing that belongs to papers."""
    node = Node(artifact.iri)
    yield from node(rdf.type, rub.Artifact)
    yield from node(rub.artifactKind, scheme_concept("artifact-kind", artifact.kind))
    yield from node.text(dcterms.title, artifact.title)
    yield from node(schema.codeRepository, artifact.repository)
    yield from node(dcterms.license, artifact.license)
    if artifact.availability:
        yield from node(rub.availability, scheme_concept("availability", artifact.availability))
