"""An archive, and its adoption of a rubric version."""

from __future__ import annotations

from collections.abc import Iterator

from pyoxigraph import Triple

from rubrary.graph import literal
from rubrary.graph.write.node import Node, write
from rubrary.records import AdoptionRecord, ArchiveRecord
from rubrary.terms import dcat, dcterms, prov, rdf, rub


@write.register
def _(archive: ArchiveRecord) -> Iterator[Triple]:
    node = Node(archive.iri)
    yield from node(rdf.type, rub.Archive)
    yield from node.text(dcterms.title, archive.title)
    yield from node(dcat.landingPage, archive.page)
    yield from node.text(dcterms.description, archive.description)


@write.register
def _(adoption: AdoptionRecord) -> Iterator[Triple]:
    node = Node(adoption.iri)
    yield from node(rdf.type, rub.Adoption)
    yield from node(prov.wasAttributedTo, adoption.archive)
    yield from node(rub.appliesRubric, adoption.rubric)
    yield from node.text(rub.policyDigest, adoption.policy_digest)
    yield from node(dcterms.issued, literal.date(adoption.starts))
    yield from node(dcterms.replaces, adoption.replaces)
    yield from node.text(dcterms.description, adoption.description)
    for number, override in enumerate(adoption.overrides, start=1):
        part = Node(f"{adoption.iri}#override-{number}")
        yield from node(rub.hasOverride, part.iri)
        yield from part(rdf.type, rub.Override)
        yield from part(rub.overrides, override.part)
        yield from part.text(dcterms.description, override.change)
        yield from part.text(rub.rationale, override.rationale)
