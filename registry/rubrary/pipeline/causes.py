"""Leave out the findings that another finding explains, so that a person reads the cause once."""

from __future__ import annotations

from collections.abc import Iterable

from rubrary.graph.read import Facts
from rubrary.terms import dqv, prov, rub
from rubrary.validation import Finding


def without_consequences(findings: Iterable[Finding], facts: Facts) -> list[Finding]:
    """The findings without those that only say that a rubric version is unknown.

    Where the rubric version applied is not on record none of its criteria is either, and each measurement and
    score would say so.
    """
    found = list(findings)
    unknown = {
        finding.value
        for finding in found
        if finding.path == rub.appliesRubric.value and finding.value is not None
    }
    return [finding for finding in found if not any(_follows(finding, iri, facts) for iri in unknown)]


def _follows(finding: Finding, rubric: str, facts: Facts) -> bool:
    if finding.value is None:
        return False
    of = facts.one(finding.value, dqv.isMeasurementOf) or finding.value
    return of.startswith(f"{rubric}#") or (finding.value == rubric and finding.path == prov.hadPlan.value)
