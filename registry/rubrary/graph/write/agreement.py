"""How far assessors agree."""

from __future__ import annotations

from collections.abc import Iterator

from pyoxigraph import Triple

from rubrary.graph.write.node import Node, write
from rubrary.records import AgreementRecord
from rubrary.terms import dcterms, dqv, prov, rdf, rub


@write.register
def _(agreement: AgreementRecord) -> Iterator[Triple]:
    node = Node(agreement.iri)
    yield from node(rdf.type, rub.AgreementMeasurement)
    yield from node.text(rub.metricName, agreement.metric)
    yield from node.double(dqv.value, agreement.value)
    for compared in agreement.compared:
        yield from node(prov.wasDerivedFrom, compared)
    yield from node(prov.hadPrimarySource, agreement.source)
    yield from node.text(dcterms.description, agreement.description)
