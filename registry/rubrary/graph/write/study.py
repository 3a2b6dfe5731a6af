"""A study whose data were taken in."""

from __future__ import annotations

from collections.abc import Iterator

from pyoxigraph import Triple

from rubrary.graph.write.node import Node, write
from rubrary.records import StudyRecord
from rubrary.terms import dcat, dcterms, rdf, rub


@write.register
def _(study: StudyRecord) -> Iterator[Triple]:
    node = Node(study.iri)
    yield from node(rdf.type, rub.Study)
    yield from node.text(dcterms.title, study.title)
    yield from node(dcterms.source, study.source)
    yield from node(dcterms.license, study.license)
    yield from node.text(dcterms.rights, study.rights)
    yield from node.text(dcat.version, study.version)
    yield from node.text(dcterms.description, study.description)
