"""An assessment with its measurements and scores."""

from __future__ import annotations

from collections.abc import Iterator

from pyoxigraph import Triple

from rubrary.graph import literal
from rubrary.graph.write.agent import agent_triples, instrument_triples, snapshot_triples
from rubrary.graph.write.measurement import measurement_triples, score_triples
from rubrary.graph.write.node import Node, write
from rubrary.records import AssessmentRecord
from rubrary.terms import prov, rdf, rub, scheme_concept


@write.register
def _(run: AssessmentRecord) -> Iterator[Triple]:
    node = Node(run.iri)
    yield from node(rdf.type, rub.Assessment)
    yield from node(rub.assesses, run.subject)
    yield from node(rub.appliesRubric, run.rubric)
    yield from node(rub.method, scheme_concept("method", run.method))
    yield from node(prov.wasAssociatedWith, run.agent.iri)
    yield from node(prov.qualifiedAssociation, f"{run.iri}#association")
    yield from node(rub.instrument, run.instrument.iri)
    yield from node.text(rub.instrumentDigest, run.instrument.digest)
    yield from node(prov.startedAtTime, literal.date_time(run.started) if run.started else None)
    yield from node(prov.endedAtTime, literal.date_time(run.ended) if run.ended else None)
    yield from node(rub.aboutPaper, run.paper)
    yield from node(prov.hadPrimarySource, run.source)
    yield from node(prov.wasInformedBy, run.informed_by)
    association = Node(f"{run.iri}#association")
    yield from association(rdf.type, prov.Association)
    yield from association(prov.agent, run.agent.iri)
    yield from association(prov.hadPlan, run.rubric)
    if run.snapshot:
        yield from snapshot_triples(run.snapshot)
    yield from agent_triples(run.agent)
    yield from instrument_triples(run.instrument)
    for measurement in run.measurements:
        yield from measurement_triples(measurement, run.iri, run.rubric, run.subject)
    for score in run.scores + run.published:
        yield from score_triples(score, run.iri, run.rubric, run.subject, run.source)
