"""What is read from the registry: outcomes, sub-metrics and published scores, by the repository's number."""

from __future__ import annotations

STUDY = "study/reproscore-2026"

SELECTIONS = {
    "attempts": """
# How each repository's notebooks ran
SELECT ?id ?mode ?executed ?succeeded {
  ?attempt a rub:ReproductionAttempt ; prov:hadPrimarySource <study/reproscore-2026> ;
           rub:outcome/skos:notation ?mode ; rub:executedCount ?executed ; rub:succeededCount ?succeeded .
  BIND(STRAFTER(STR(?attempt), "attempt/reproscore-") AS ?id)
} ORDER BY ?id
""",
    "measurements": """
# The 26 sub-metrics of each repository
SELECT ?id ?criterion ?value {
  ?assessment a rub:Assessment ; prov:hadPrimarySource <study/reproscore-2026> .
  ?measurement a rub:Measurement ; prov:wasGeneratedBy ?assessment ; dqv:isMeasurementOf ?of ; dqv:value ?value .
  BIND(STRAFTER(STR(?assessment), "assessment/reproscore-") AS ?id)
  BIND(STRAFTER(STR(?of), "#") AS ?criterion)
} ORDER BY ?id ?criterion
""",
    "published": """
# The category scores as the authors print them
SELECT ?id ?category ?value {
  ?assessment a rub:Assessment ; prov:hadPrimarySource <study/reproscore-2026> .
  ?score a rub:DimensionScore ; prov:wasGeneratedBy ?assessment ; rub:inDimension ?of ; dqv:value ?value ;
         rub:scoreOrigin <https://w3id.org/rubrary/scheme/score-origin/published> .
  BIND(STRAFTER(STR(?assessment), "assessment/reproscore-") AS ?id)
  BIND(STRAFTER(STR(?of), "#") AS ?category)
} ORDER BY ?id ?category
""",
}
