"""Who or what acted, and on which state of an artifact."""

from __future__ import annotations

from collections.abc import Iterator

from pyoxigraph import Triple

from rubrary.graph.write.node import Node
from rubrary.records import Agent, Instrument
from rubrary.snapshot import Snapshot
from rubrary.terms import foaf, prov, rdf, rub, schema

_AGENT_CLASS = {"software": prov.SoftwareAgent, "person": prov.Person, "organization": prov.Organization}


def snapshot_triples(snapshot: Snapshot) -> Iterator[Triple]:
    """A snapshot; one without a SWHID is typed as of unknown revision."""
    node = Node(snapshot.iri)
    yield from node(rdf.type, rub.Snapshot)
    if not snapshot.known:
        yield from node(rdf.type, rub.UnknownRevision)
    yield from node.text(rub.swhid, snapshot.swhid)
    yield from node(prov.specializationOf, snapshot.artifact)


def agent_triples(agent: Agent) -> Iterator[Triple]:
    """A person, organisation or program."""
    node = Node(agent.iri)
    yield from node(rdf.type, _AGENT_CLASS[agent.kind])
    yield from node.text(foaf.name, agent.name)
    yield from node.text(schema.softwareVersion, agent.version)


def instrument_triples(instrument: Instrument) -> Iterator[Triple]:
    """What measured, in which version."""
    node = Node(instrument.iri)
    yield from node(rdf.type, rub.Instrument)
    yield from node.text(foaf.name, instrument.name)
    yield from node.text(schema.softwareVersion, instrument.version)
    yield from node.text(rub.instrumentDigest, instrument.digest)
