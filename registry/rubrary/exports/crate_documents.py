"""The JSON files of a bundle, for programs that do not read RDF: ``scores.json`` and ``evidence/report.json``.

What is not known is left out: there is no ``null`` in them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from rubrary.evidence import Evidence
from rubrary.exports.crate_entities import number
from rubrary.exports.crate_facts import BundleFacts, FoundMeasurement, FoundScore, Run
from rubrary.graph.read import local_id
from rubrary.rubric import RubricVersion, policy_digest
from rubrary.terms import dcterms, foaf, prov, rub, schema

Json = str | int | float | bool | Sequence["Json"] | Mapping[str, "Json | None"]


def scores_json(version: RubricVersion, facts: BundleFacts) -> bytes:
    """Scores, measurements, and what has to be equal for scores to be comparable."""
    run = facts.assessment
    return encoded(
        {
            "assessment": run.iri,
            "snapshots": [_snapshot(iri, facts) for iri in run.snapshots],
            "paper": run.one("aboutPaper"),
            "rubric": {
                "iri": version.iri,
                "name": version.name,
                "version": version.version,
                "policy_digest": policy_digest(version.policy),
            },
            "instrument": _instrument(run),
            "started": run.started,
            "ended": run.ended,
            "scores": [_score(score) for score in run.scores],
            "measurements": [_measurement(found) for found in run.measurements],
            "attempts": [_attempt(attempt, facts) for attempt in facts.attempts],
            "composites": [_score(score) for score in facts.composites],
        }
    )


def evidence_json(facts: BundleFacts) -> bytes:
    """What was seen, for each measurement that has evidence; an empty list where nobody recorded any."""
    return encoded(
        {
            "assessment": facts.assessment.iri,
            "measurements": [
                {
                    "iri": found.iri,
                    "criterion": found.measurement.criterion,
                    "status": found.measurement.status.value,
                    "evidence": [_evidence(seen) for seen in found.measurement.evidence],
                }
                for run in (facts.assessment, *facts.attempts)
                for found in run.measurements
                if found.measurement.evidence
            ],
        }
    )


def encoded(value: Json) -> bytes:
    """JSON in UTF-8, indented, without the entries that say nothing."""
    return (json.dumps(_known(value), ensure_ascii=False, indent=2, allow_nan=False) + "\n").encode()


def _known(value: Json) -> Json:
    if isinstance(value, Mapping):
        return {key: _known(inner) for key, inner in value.items() if inner is not None}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_known(inner) for inner in value]
    return value


def _snapshot(iri: str, facts: BundleFacts) -> dict[str, Json | None]:
    return {
        "iri": iri,
        "swhid": facts.all.one(iri, rub.swhid),
        "artifact": facts.all.one(iri, prov.specializationOf),
    }


def _instrument(run: Run) -> dict[str, Json | None] | None:
    iri = run.one("instrument")
    if iri is None:
        return None
    return {
        "iri": iri,
        "name": run.facts.one(iri, foaf.name),
        "version": run.facts.one(iri, schema.softwareVersion),
        "instrument_digest": run.one("instrumentDigest"),
    }


def _score(score: FoundScore) -> dict[str, Json | None]:
    return {
        "iri": score.iri,
        "metric": local_id(score.metric),
        "dimension": local_id(score.dimension) if score.dimension else None,
        "origin": score.origin,
        "value": number(score.value) if score.value is not None else None,
        **{name: number(value) for name, value in score.numbers.items()},
        "penalties": [local_id(iri).removeprefix("penalty-") for iri in score.penalties],
        "computed_on": list(score.snapshots),
        "derived_from": list(score.derived_from),
    }


def _measurement(found: FoundMeasurement) -> dict[str, Json | None]:
    measured = found.measurement
    return {
        "iri": found.iri,
        "criterion": measured.criterion,
        "status": measured.status.value,
        "value": number(measured.value) if measured.value is not None else measured.notation,
    }


def _attempt(run: Run, facts: BundleFacts) -> dict[str, Json | None]:
    return {
        "iri": run.iri,
        "snapshots": [_snapshot(iri, facts) for iri in run.snapshots],
        "outcomes": sorted(value.value for value in run.facts.values(run.iri, rub.outcome)),
        "failure_message": run.one("failureMessage"),
        "description": run.facts.one(run.iri, dcterms.description),
        "instrument": _instrument(run),
        "started": run.started,
        "ended": run.ended,
        "scores": [_score(score) for score in run.scores],
        "measurements": [_measurement(found) for found in run.measurements],
    }


def _evidence(seen: Evidence) -> dict[str, Json | None]:
    return {
        "message": seen.message,
        "path": seen.path,
        "start_line": seen.start_line,
        "end_line": seen.end_line,
        "excerpt": seen.excerpt,
        "remedy": seen.remedy,
        "source": seen.source,
    }
