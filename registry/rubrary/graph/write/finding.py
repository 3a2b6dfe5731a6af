"""What a paper printed, with what the data gives and the verdict."""

from __future__ import annotations

from collections.abc import Iterator

from pyoxigraph import Triple

from rubrary.graph import literal
from rubrary.graph.write.node import Node, write
from rubrary.records import FindingRecord
from rubrary.terms import dcterms, prov, rdf, rub, scheme_concept


@write.register
def _(finding: FindingRecord) -> Iterator[Triple]:
    node = Node(finding.iri)
    yield from node(rdf.type, rub.PublishedFinding)
    yield from node.text(dcterms.description, finding.statement)
    yield from node(dcterms.source, finding.source)
    yield from node.text(dcterms.bibliographicCitation, finding.where)
    yield from node(prov.hadPrimarySource, finding.study)
    yield from node.text(rub.reportedText, finding.reported_text)
    yield from node(
        rub.reportedValue, None if finding.reported is None else literal.decimal(finding.reported)
    )
    yield from node.text(rub.reproducedText, finding.reproduced_text)
    yield from node.double(rub.reproducedValue, finding.reproduced)
    yield from node(rub.tolerance, None if finding.tolerance is None else literal.decimal(finding.tolerance))
    yield from node(rub.verdict, scheme_concept("verdict", finding.verdict))
    yield from node.text(rub.verdictReason, finding.reason)
    yield from node.text(rub.derivation, finding.derivation)
    for query in finding.queries:
        yield from node.text(rub.query, query)
