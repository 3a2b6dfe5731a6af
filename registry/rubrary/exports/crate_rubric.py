"""A rubric version as entities of a crate: what can be measured, what it weighs, and how scores come of it."""

from __future__ import annotations

from decimal import Decimal

from rubrary.exports.crate_entities import Entities, Reference, Value, number, reference, references
from rubrary.exports.crate_facts import BundleFacts
from rubrary.exports.crate_references import SPDX, add_concept, add_license, add_source
from rubrary.rubric import Method, RubricVersion, ScoreRule, policy_digest
from rubrary.terms import dcat, dcterms, rub, scheme_concept

POLICY_DIGEST = "#policy-digest"


def add_rubric(
    entities: Entities, version: RubricVersion, facts: BundleFacts, encoding: list[str]
) -> Reference:
    """Describe the rubric version that judged, all of its parts, and the baselines it was made from.

    Args:
        entities: where to.
        version: the rubric version.
        facts: what the deposits say.
        encoding: the crate's files that hold its text.
    """
    terms = [
        *_dimensions(entities, version),
        *_criteria(entities, version),
        *_scores(entities, version),
        *_penalties(entities, version),
    ]
    entities.add(
        POLICY_DIGEST,
        "PropertyValue",
        {
            "name": "Policy digest",
            "description": "SHA-256 of the policy without titles and addresses: equal digests judge alike.",
            "propertyID": rub.policyDigest.value,
            "value": policy_digest(version.policy),
        },
    )
    if version.extends:
        add_baseline(entities, version.extends, facts)
    return entities.add(
        version.iri,
        ("CreativeWork", "DefinedTermSet", "Benchmark"),
        {
            "name": version.title,
            "description": version.description or "The policy that the scores were made with.",
            "version": version.version,
            "url": version.iri,
            "identifier": reference(POLICY_DIGEST),
            "license": add_license(entities, SPDX + version.license) if version.license else None,
            "citation": add_source(entities, version.source) if version.source else None,
            "isBasedOn": reference(version.extends) if version.extends else None,
            "hasDefinedTerm": terms,
            "hasAssociatedMetric": references(f"{version.iri}#{one.id}" for one in version.policy.criteria),
            "hasOverride": _overrides(entities, version),
            "encoding": references(encoding),
        },
    )


def add_baseline(entities: Entities, iri: str, facts: BundleFacts) -> None:
    """Describe a rubric version that another one changes, as far as its deposit says."""
    license_iri = facts.all.one(iri, dcterms.license)
    extends = facts.all.one(iri, rub.extends)
    entities.add(
        iri,
        ("CreativeWork", "DefinedTermSet"),
        {
            "name": facts.title(iri) or iri,
            "description": facts.all.one(iri, dcterms.description) or "The baseline of the rubric version.",
            "version": facts.all.one(iri, dcat.version),
            "url": iri,
            "license": add_license(entities, license_iri) if license_iri else None,
            "isBasedOn": reference(extends) if extends else None,
        },
    )
    if extends and extends not in entities:
        add_baseline(entities, extends, facts)


def _term(version: RubricVersion, identifier: str, title: str, description: str) -> dict[str, Value]:
    return {
        "name": title,
        "description": description,
        "termCode": identifier,
        "inDefinedTermSet": reference(version.iri),
    }


def _dimensions(entities: Entities, version: RubricVersion) -> list[Reference]:
    return [
        entities.add(
            f"{version.iri}#{one.id}",
            ("DefinedTerm", "Dimension"),
            {
                **_term(version, one.id, one.title, one.description or one.title),
                "dimensionWeight": number(one.weight),
                "gateThreshold": number(one.gate.threshold) if one.gate else None,
                "gateExponent": number(one.gate.exponent) if one.gate else None,
            },
        )
        for one in version.policy.dimensions
    ]


def _criteria(entities: Entities, version: RubricVersion) -> list[Reference]:
    return [
        entities.add(
            f"{version.iri}#{one.id}",
            ("DefinedTerm", "Metric"),
            {
                **_term(version, one.id, one.title, one.question),
                "inDimension": reference(f"{version.iri}#{one.dimension}") if one.dimension else None,
                "criterionWeight": number(one.weight),
                "scaleKind": one.scale.kind.value,
                "scaleMinimum": _number(None if one.scale.answers else one.scale.minimum),
                "scaleMaximum": _number(None if one.scale.answers else one.scale.maximum),
                "notApplicableValue": _number(one.stand_in),
                "detector": one.detector,
            },
        )
        for one in version.policy.criteria
    ]


def _scores(entities: Entities, version: RubricVersion) -> list[Reference]:
    terms = []
    for rule in version.policy.scores:
        method = scheme_concept("aggregation", rule.method.value).value
        terms.append(
            entities.add(
                f"{version.iri}#{rule.id}",
                ("DefinedTerm", "ScoringAlgorithm"),
                {
                    **_term(version, rule.id, rule.title, _how(rule)),
                    "aggregationMethod": add_concept(entities, method),
                    "clampMinimum": number(rule.clamp_minimum),
                    "clampMaximum": number(rule.clamp_maximum),
                    "alphaMinimum": _number(rule.alpha_minimum),
                    "alphaMaximum": _number(rule.alpha_maximum),
                },
            )
        )
        for one in version.policy.dimensions if rule.method is Method.GATED_WEIGHTED_SUM else ():
            title = f"{rule.title}: {one.title}"
            described = f"Weighted mean of the criteria of {one.title}, before its gate."
            values: dict[str, Value] = {
                **_term(version, f"{rule.id}-{one.id}", title, described),
                "inDimension": reference(f"{version.iri}#{one.id}"),
                "aggregationMethod": add_concept(
                    entities, scheme_concept("aggregation", "weighted-mean").value
                ),
            }
            types = ("DefinedTerm", "ScoringAlgorithm")
            terms.append(entities.add(f"{version.iri}#{rule.id}-{one.id}", types, values))
    return terms


def _how(rule: ScoreRule) -> str:
    if rule.over:
        return f"{rule.method.value} over {', '.join(rule.over)}"
    if rule.of:
        return f"{rule.method.value} of {' and '.join(rule.of)}"
    return f"{rule.method.value} over the dimensions"


def _penalties(entities: Entities, version: RubricVersion) -> list[Reference]:
    return [
        entities.add(
            f"{version.iri}#penalty-{one.id}",
            ("DefinedTerm", "Penalty"),
            {
                **_term(
                    version, one.id, one.title, f"{one.points} points off when {one.on} is below {one.below}."
                ),
                "penaltyOn": reference(f"{version.iri}#{one.on}"),
                "penaltyBelow": number(one.below),
                "penaltyPoints": number(one.points),
            },
        )
        for one in version.policy.penalties
    ]


def _overrides(entities: Entities, version: RubricVersion) -> list[Reference]:
    return [
        entities.add(
            f"{version.iri}#override-{position}",
            ("CreativeWork", "Override"),
            {
                "name": f"Change of {one.target or 'the rounding'}",
                "description": "; ".join(map(str, one.changes)),
                "rationale": one.rationale,
                "overrides": reference(
                    f"{version.extends}#{one.target}" if one.target else f"{version.extends}"
                ),
            },
        )
        for position, one in enumerate(version.overrides, start=1)
    ]


def _number(value: Decimal | None) -> int | float | None:
    return None if value is None else number(value)
