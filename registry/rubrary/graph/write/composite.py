"""A composite score, with the readiness and the outcome that it is made of."""

from __future__ import annotations

from collections.abc import Iterator

from pyoxigraph import Triple

from rubrary.graph.write.agent import agent_triples
from rubrary.graph.write.node import Node, write
from rubrary.records import CompositeRecord
from rubrary.terms import dqv, prov, rdf, rub, scheme_concept


@write.register
def _(composite: CompositeRecord) -> Iterator[Triple]:
    node = Node(composite.iri)
    yield from node(rdf.type, rub.CompositeScore)
    yield from node(dqv.isMeasurementOf, f"{composite.rubric}#{composite.score.metric}")
    yield from node(rub.readinessScore, composite.readiness)
    yield from node(rub.outcomeScore, composite.outcome)
    yield from node.double(rub.alpha, composite.score.alpha)
    for snapshot in composite.snapshots:
        yield from node(dqv.computedOn, snapshot)
    yield from node.double(dqv.value, composite.score.value)
    yield from node.double(rub.unclampedValue, composite.score.unclamped)
    yield from node(rub.scoreOrigin, scheme_concept("score-origin", composite.score.origin))
    yield from node(prov.wasDerivedFrom, composite.readiness)
    yield from node(prov.wasDerivedFrom, composite.outcome)
    yield from node(prov.wasAttributedTo, composite.agent.iri)
    yield from agent_triples(composite.agent)
