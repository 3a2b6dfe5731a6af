"""The page of a reproduction attempt: how it went, compared with what, and why it failed."""

from __future__ import annotations

from rubrary.graph.read import Facts
from rubrary.rubric.model import RubricVersion
from rubrary.schemes import label_of
from rubrary.terms import dcterms, prov, rub
from rubrary_api.filters import name
from rubrary_api.views.assessment import agent_of
from rubrary_api.views.scores import measurements_shown, scores_of


def attempt_page(
    facts: Facts, iri: str, version: RubricVersion | None, paper: str | None
) -> dict[str, object]:
    """The values of ``attempt.html``; ``paper`` is the title of the paper where it is known."""
    about = facts.one(iri, rub.aboutPaper) or facts.one(iri, rub.reproduces)
    return {
        "title": f"Attempt to reproduce {paper or name(about or iri)}",
        "outcomes": [label_of(outcome.value) for outcome in facts.values(iri, rub.outcome)],
        "description": facts.one(iri, dcterms.description),
        "facts": _facts(facts, iri),
        "scores": scores_of(facts, iri, version),
        "comparisons": [_comparison(facts, node.value) for node in facts.values(iri, rub.hasComparison)],
        "probes": measurements_shown(facts, iri, facts.one(iri, rub.appliesRubric) or "", version),
        "causes": [_cause(facts, node.value) for node in facts.values(iri, rub.failureCause)],
        "repairs": [_repair(facts, node.value) for node in facts.values(iri, rub.hasRepair)],
    }


def _facts(facts: Facts, iri: str) -> list[tuple[str, str | None]]:
    executed, succeeded = facts.whole(iri, rub.executedCount), facts.whole(iri, rub.succeededCount)
    snapshots = [snapshot.value for snapshot in facts.values(iri, rub.reproduces)]
    return [
        ("Paper", facts.one(iri, rub.aboutPaper)),
        *(("Snapshot", snapshot) for snapshot in snapshots),
        ("By", agent_of(facts, iri)),
        ("Ended", facts.one(iri, prov.endedAtTime)),
        ("Ran", f"{succeeded} of {executed}" if executed is not None and succeeded is not None else None),
        ("First failure", facts.one(iri, rub.failureMessage)),
        ("Protocol", facts.one(iri, rub.protocol)),
        ("Hardware", facts.one(iri, rub.hardware)),
        ("Wall time", facts.one(iri, rub.wallTime)),
        ("Source", facts.one(iri, prov.hadPrimarySource)),
    ]


def _comparison(facts: Facts, node: str) -> dict[str, str | None]:
    unit = facts.one(node, rub.unit)
    tolerance, kind = facts.one(node, rub.tolerance), facts.one(node, rub.toleranceKind)
    within = facts.one(node, rub.withinTolerance)
    bound = facts.one(node, rub.deviationAtMost)
    return {
        "metric": facts.one(node, rub.metricName),
        "task": facts.one(node, dcterms.title),
        "reported": facts.one(node, rub.reportedValue),
        "reproduced": facts.one(node, rub.reproducedValue),
        "bound": f"{bound} {unit or ''}".strip() if bound else None,
        "tolerance": f"{tolerance} ({label_of(kind)})" if tolerance and kind else tolerance,
        "within": {"true": "yes", "false": "no"}.get(within or ""),
    }


def _cause(facts: Facts, node: str) -> str:
    parts = [facts.one(node, rub.missingKind), facts.one(node, rub.missingCause)]
    said = [label_of(part) for part in parts if part]
    return ": ".join([*said, *filter(None, [facts.one(node, dcterms.description)])])


def _repair(facts: Facts, node: str) -> str:
    kind = facts.one(node, rub.repairKind)
    minimal = "minimal" if facts.one(node, rub.minimalRepair) == "true" else "beyond minimal"
    words = [label_of(kind) if kind else "", f"({minimal})", facts.one(node, dcterms.description) or ""]
    return " ".join(filter(None, words))
