"""The page of an assessment: what was found, what it was worth, and under which policy."""

from __future__ import annotations

from rubrary.graph.read import Facts
from rubrary.rubric.model import RubricVersion
from rubrary.schemes import label_of
from rubrary.terms import foaf, prov, rub
from rubrary_api.filters import name
from rubrary_api.views.scores import measurements_shown, profile_of, scores_of


def assessment_page(facts: Facts, iri: str, version: RubricVersion | None) -> dict[str, object]:
    """The values of ``assessment.html``."""
    rubric = facts.one(iri, rub.appliesRubric) or ""
    snapshot = facts.one(iri, rub.assesses)
    return {
        "title": f"Assessment of {name(snapshot or iri)}",
        "snapshot": snapshot,
        "paper": facts.one(iri, rub.aboutPaper),
        "rubric": rubric,
        "method": label_of(facts.one(iri, rub.method) or ""),
        "agent": agent_of(facts, iri),
        "instrument_digest": facts.one(iri, rub.instrumentDigest),
        "ended": facts.one(iri, prov.endedAtTime),
        "source": facts.one(iri, prov.hadPrimarySource),
        "scores": scores_of(facts, iri, version),
        "profile": profile_of(facts, iri, version),
        "measurements": measurements_shown(facts, iri, rubric, version),
    }


def agent_of(facts: Facts, iri: str) -> str | None:
    """The name of the agent of a run, or its IRI."""
    agent = facts.one(iri, prov.wasAssociatedWith)
    return (facts.one(agent, foaf.name) or agent) if agent else None
