"""A badge that somebody gave."""

from __future__ import annotations

from collections.abc import Iterator

from pyoxigraph import Triple

from rubrary.graph import literal
from rubrary.graph.write.node import Node, write
from rubrary.graph.write.paper import venue_triples
from rubrary.records import BadgeRecord
from rubrary.terms import dcterms, dqv, oa, prov, rdf, rub


@write.register
def _(award: BadgeRecord) -> Iterator[Triple]:
    node = Node(award.iri)
    yield from node(rdf.type, rub.BadgeAward)
    yield from node(oa.hasTarget, award.target)
    yield from node(oa.hasBody, award.badge)
    yield from node(oa.motivatedBy, dqv.qualityAssessment)
    yield from node(dcterms.issued, literal.date(award.issued) if award.issued else None)
    yield from node(prov.wasAttributedTo, award.issuer.iri)
    yield from venue_triples(award.issuer)
