"""What was judged and who judged it, as entities of a crate: paper, snapshots, programs, people."""

from __future__ import annotations

import hashlib

from rubrary.exports.crate_entities import Entities, Reference, Value
from rubrary.exports.crate_facts import BundleFacts, Run
from rubrary.exports.crate_references import add_license
from rubrary.terms import SCHEME, dcterms, foaf, prov, rub, schema

#: Kinds of artifacts whose snapshots are code that can be run.
_CODE = {f"{SCHEME}artifact-kind/{kind}" for kind in ("code", "environment", "evaluation-harness")}


def add_paper(entities: Entities, iri: str, facts: BundleFacts) -> Reference:
    """Describe a paper; of one that is not on record no more than its address is known."""
    title = facts.title(iri)
    doi = facts.all.one(iri, dcterms.identifier)
    venue = facts.all.one(iri, rub.publishedIn)
    return entities.add(
        iri,
        "ScholarlyArticle",
        {
            "name": title or iri,
            "description": "The paper whose artifact was assessed.",
            "identifier": f"https://doi.org/{doi}" if doi else iri,
            "url": iri,
            "datePublished": facts.all.one(iri, dcterms.issued),
            # Not schema:author: validators then ask for an affiliation, which records do not hold.
            "creator": [
                _add_person(entities, value.value, facts) for value in facts.all.values(iri, dcterms.creator)
            ],
            "isPartOf": _add_venue(entities, venue, facts) if venue else None,
        },
    )


def _add_person(entities: Entities, iri: str, facts: BundleFacts) -> Reference:
    kind = "Organization" if facts.is_a(iri, prov.Organization.value) else "Person"
    return entities.add(iri, kind, {"name": facts.all.one(iri, foaf.name) or iri, "url": iri})


def _add_venue(entities: Entities, iri: str, facts: BundleFacts) -> Reference:
    issn = facts.all.one(iri, schema.issn)
    values: dict[str, Value] = {"name": facts.title(iri) or iri, "issn": issn}
    return entities.add(iri, "Periodical" if issn else "CreativeWorkSeries", values)


def add_snapshot(
    entities: Entities, iri: str, facts: BundleFacts, paper: Reference | None = None
) -> Reference:
    """Describe an artifact at one revision, or at one that nobody recorded."""
    artifact = facts.all.one(iri, prov.specializationOf)
    repository = facts.all.one(artifact, schema.codeRepository) if artifact else None
    license_iri = facts.all.one(artifact, dcterms.license) if artifact else None
    kind = facts.all.one(artifact, rub.artifactKind) if artifact else None
    runs = kind is None or kind in _CODE or any(iri in attempt.snapshots for attempt in facts.attempts)
    revision = facts.revision(iri)
    addresses = [iri if revision else None, repository, artifact, iri]
    return entities.add(
        iri,
        ("SoftwareSourceCode", "CreativeWork") if runs else "CreativeWork",
        {
            "name": facts.snapshot_name(iri),
            "description": (
                "The artifact at exactly one revision."
                if revision
                else "The artifact at a revision that is not known: nobody recorded which one it was."
            ),
            "version": revision or "unknown",
            "codeRepository": repository or artifact,
            "url": next(address for address in addresses if address),
            "identifier": _add_swhid(entities, iri, facts),
            "license": add_license(entities, license_iri) if license_iri else None,
            "citation": paper,
            "codemeta:referencePublication": paper,
        },
    )


def _add_swhid(entities: Entities, snapshot: str, facts: BundleFacts) -> Reference | None:
    swhid = facts.all.one(snapshot, rub.swhid)
    if swhid is None:
        return None
    return entities.add(
        f"#swhid-{swhid.rpartition(':')[2]}",
        "PropertyValue",
        {
            "name": "SWHID",
            "description": "SoftWare Hash IDentifier of the snapshot (ISO/IEC 18670).",
            "propertyID": "https://identifiers.org/swh",
            "value": swhid,
            "url": snapshot,
        },
    )


def add_instruments(entities: Entities, run: Run, facts: BundleFacts) -> list[Reference]:
    """Describe what measured or ran: the instrument, and the agent if it is a program."""
    instrument = run.one("instrument")
    found = [_add_instrument(entities, instrument, run)] if instrument else []
    if run.agent and facts.is_a(run.agent, prov.SoftwareAgent.value):
        found.append(_add_program(entities, run.agent, facts))
    return found


def _add_instrument(entities: Entities, iri: str, run: Run) -> Reference:
    digest = run.facts.one(iri, rub.instrumentDigest)
    what = "A protocol that people follow." if run.manual else "The program that measured."
    return entities.add(
        iri,
        # Saying of people that they were a program would be the price of calling every run a CreateAction.
        "CreativeWork" if run.manual else "SoftwareApplication",
        {
            "name": run.facts.one(iri, foaf.name) or iri,
            "description": what,
            "url": iri,
            "version": run.facts.one(iri, schema.softwareVersion) or "unknown",
            "identifier": _add_instrument_digest(entities, digest) if digest else None,
        },
    )


def _add_instrument_digest(entities: Entities, digest: str) -> Reference:
    return entities.add(
        f"#instrument-{digest[:16]}",
        "PropertyValue",
        {
            "name": "Instrument digest",
            "description": "SHA-256 of the detectors and their versions; scores of two instruments do not compare.",
            "propertyID": rub.instrumentDigest.value,
            "value": digest,
        },
    )


def _add_program(entities: Entities, iri: str, facts: BundleFacts) -> Reference:
    values: dict[str, Value] = {
        "name": facts.all.one(iri, foaf.name) or iri,
        "description": "The program that the record names as its agent.",
        "url": iri,
        "version": facts.all.one(iri, schema.softwareVersion) or "unknown",
    }
    return entities.add(iri, "SoftwareApplication", values)


def add_operator(entities: Entities, run: Run, facts: BundleFacts) -> Reference:
    """Describe the person or organisation behind a run, which is never a program in a Process Run Crate.

    Where the record names only a program, that is said; a run from a study is its authors'.
    """
    agent = run.agent
    if agent and facts.is_a(agent, prov.Person.value, prov.Organization.value):
        return _add_person(entities, agent, facts)
    if run.study:
        title = facts.title(run.study) or run.study
        source = facts.all.one(run.study, dcterms.source) or run.study
        values: dict[str, Value] = {
            "name": f"Authors of “{title}”",
            "description": "Those who published the study that the run comes from.",
            "url": source,
        }
        key = hashlib.sha256(run.study.encode()).hexdigest()[:12]
        return entities.add(f"#authors-{key}", "Organization", values)
    values = {
        "name": "Operator not recorded",
        "description": "The record names a program as its agent, and nobody who ran it.",
        "url": run.iri,
    }
    return entities.add("#operator", "Organization", values)
