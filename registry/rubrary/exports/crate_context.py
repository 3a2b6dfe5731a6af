"""The terms of a bundle's metadata that neither RO-Crate 1.1 nor the Process Run Crate context defines.

None of ours has the name of a schema.org term: were our part of the context lost, ``weight`` would turn into
``schema:weight``, while ``criterionWeight`` just disappears.
"""

from __future__ import annotations

from rubrary.terms import DQV, PROV, RUB

RO_CRATE = "https://w3id.org/ro/crate/1.1"
PROCESS_RUN = "https://w3id.org/ro/wfrun/process/0.5"
#: What a crate conforms to when it carries deposits; readers know bundles by it.
PROFILE = "https://w3id.org/rubrary/profile/0.1"

_FTR = "https://w3id.org/ftr#"
_CLASSES = {
    "Benchmark": "ftr:Benchmark",
    "BenchmarkScore": "ftr:BenchmarkScore",
    "Metric": "ftr:Metric",
    "ScoringAlgorithm": "ftr:ScoringAlgorithm",
    "TestResult": "ftr:TestResult",
    "TestResultSet": "ftr:TestResultSet",
    "Dimension": "dqv:Dimension",
    "QualityMeasurement": "dqv:QualityMeasurement",
    "Override": "rub:Override",
    "Penalty": "rub:Penalty",
}
_LINKS = {
    "assessmentTarget": "ftr:assessmentTarget",
    "hasAssociatedMetric": "ftr:hasAssociatedMetric",
    "outputFromAlgorithm": "ftr:outputFromAlgorithm",
    "scoredTestResults": "ftr:scoredTestResults",
    "computedOn": "dqv:computedOn",
    "inDimension": "dqv:inDimension",
    "isMeasurementOf": "dqv:isMeasurementOf",
    "hadMember": f"{PROV}hadMember",
    "aggregationMethod": "rub:aggregationMethod",
    "hasOverride": "rub:hasOverride",
    "measurementStatus": "rub:status",
    "outcomeScore": "rub:outcomeScore",
    "overrides": "rub:overrides",
    "penaltyApplied": "rub:penaltyApplied",
    "penaltyOn": "rub:penaltyOn",
    "readinessScore": "rub:readinessScore",
    "scoreOrigin": "rub:scoreOrigin",
}
_VALUES = (
    "alpha", "alphaMaximum", "alphaMinimum", "clampMaximum", "clampMinimum", "contribution", "coverage",
    "criterionWeight", "detector", "dimensionWeight", "gateExponent", "gateThreshold", "lowerBound",
    "notApplicableValue", "penaltyBelow", "penaltyPoints", "rationale", "scaleKind", "scaleMaximum",
    "scaleMinimum", "unclampedValue", "upperBound",
)  # fmt: skip

CONTEXT: list[str | dict[str, str | dict[str, str]]] = [
    f"{RO_CRATE}/context",
    "https://w3id.org/ro/terms/workflow-run/context",
    {
        "codemeta": "https://codemeta.github.io/terms/",
        "dqv": DQV,
        "ftr": _FTR,
        "rub": RUB,
        **_CLASSES,
        **{term: {"@id": iri, "@type": "@id"} for term, iri in _LINKS.items()},
        **{term: f"rub:{term}" for term in _VALUES},
    },
]
