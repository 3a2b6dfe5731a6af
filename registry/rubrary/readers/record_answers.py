"""The answers of a record file, read against the criteria of the rubric that they answer.

They are read from the file itself rather than from its checked form, so that what is wrong in them is said
together with what is wrong elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from rubrary.assessment import Measurement, Status
from rubrary.errors import InputError, NotFound, Problem
from rubrary.readers.draft import Rubrics
from rubrary.rubric import Criterion, Method, Policy, RubricVersion, Scale, ScaleKind, answered
from rubrary.rubric.fields import suggest
from rubrary.yaml_source import Kind, Located

#: The key of the answers in each section that has some.
SECTIONS = {"assessment": "measurements", "attempt": "probes"}

_YES = {"yes": True, "true": True, "no": False, "false": False}
_WITHOUT_VALUE = tuple(status.value for status in Status if status is not Status.MEASURED)


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers of one section.

    Attributes:
        rubric: the rubric version they answer; ``None`` where the section names none that is known.
        measurements: each answer by criterion, without evidence.
    """

    rubric: RubricVersion | None = None
    measurements: Mapping[str, Measurement] = field(default_factory=dict)


def read_answers(root: Located, rubrics: Rubrics) -> tuple[dict[str, Answers], list[Problem]]:
    """The answers of every section that the file has, and what is wrong with them.

    Args:
        root: the file.
        rubrics: gives the rubric versions on record.
    """
    found: dict[str, Answers] = {}
    problems: list[Problem] = []
    first = root.get("assessment")
    for name, key in SECTIONS.items():
        section = root.get(name)
        if section is None or section.kind is not Kind.MAPPING:
            continue
        # An attempt whose probes name no rubric is about the one that the assessment applies.
        named = section.get("rubric") or (first.get("rubric") if first and section.get(key) else None)
        version = resolve_rubric(named, rubrics, problems) if named else None
        if named is None and name == "attempt" and (probes := section.get(key)):
            problems.append(
                Problem("attempt has probes, but no rubric", probes.place, "add 'rubric: name@version'")
            )
        found[name] = Answers(version, _answers(section.get(key), name, version, problems))
    return found, problems


def resolve_rubric(named: Located, rubrics: Rubrics, problems: list[Problem]) -> RubricVersion | None:
    """The rubric version that a section names; ``None`` after noting why there is none."""
    if named.kind is not Kind.TEXT or not named.text.strip():
        return None  # the form says so
    reference = named.text.strip()
    try:
        return rubrics(reference)
    except NotFound as error:
        hint = error.hint or "deposit the rubric's file first, or correct the name, as in reproscore@1.0.0"
        problem = Problem(f"the rubric {reference!r} is unknown here", named.place, hint, unresolved=True)
    except InputError as error:
        problem = Problem(f"the rubric {reference!r} cannot be used: {error}", named.place, error.hint)
    if problem not in problems:
        problems.append(problem)
    return None


def _answers(
    node: Located | None, section: str, version: RubricVersion | None, problems: list[Problem]
) -> dict[str, Measurement]:
    found: dict[str, Measurement] = {}
    if node is None or version is None:
        return found
    allowed = criteria_of(version.policy, section)
    for key, value in node.entries():
        criterion = allowed.get(key.text)
        if criterion is None:
            problems.append(_no_criterion(key, section, version, allowed))
            continue
        leaf = value.get("value") if value.kind is Kind.MAPPING else value
        if leaf is None or leaf.kind in {Kind.LIST, Kind.MAPPING, Kind.NULL}:
            continue  # the form says so
        answer = _answer(criterion, leaf)
        if isinstance(answer, Measurement):
            found[criterion.id] = answer
        else:
            problems.append(
                Problem(
                    f"{section}.{SECTIONS[section]}.{criterion.id}: {answer}", leaf.place, _hint(criterion)
                )
            )
    return found


def criteria_of(policy: Policy, section: str) -> dict[str, Criterion]:
    """The criteria that a section may answer: probes belong to attempts, all others to assessments.

    Probes are the criteria of a score that some composite takes for the outcome. A rubric without composite
    has none, and either section may answer any criterion.
    """
    outcomes = {rule.of[1] for rule in policy.scores if rule.method is Method.COVERAGE_BLEND and rule.of}
    probes = {name for rule in policy.scores if rule.id in outcomes for name in rule.over}
    return {
        criterion.id: criterion
        for criterion in policy.criteria
        if not probes or (criterion.id in probes) == (section == "attempt")
    }


def _no_criterion(
    key: Located, section: str, version: RubricVersion, allowed: Mapping[str, Criterion]
) -> Problem:
    if any(criterion.id == key.text for criterion in version.policy.criteria):
        other = "attempt.probes" if section == "assessment" else "assessment.measurements"
        message = f"{key.text!r} does not belong in {section}.{SECTIONS[section]}"
        return Problem(message, key.place, f"write it in {other}: readiness and outcome are never merged")
    message = f"the rubric {version.reference} has no criterion {key.text!r}"
    return Problem(message, key.place, suggest(key.text, allowed))


def _answer(criterion: Criterion, leaf: Located) -> Measurement | str:
    """The measurement, or what is wrong with the answer."""
    text = leaf.text.strip()
    if text in _WITHOUT_VALUE and leaf.kind is Kind.TEXT:
        return Measurement(criterion.id, Status(text))
    scale = criterion.scale
    if scale.answers:
        known = scale.answer(text) is not None
        return answered(criterion, text) if known else f"{text!r} is no answer on a {scale.kind} scale"
    if text.lower() in _YES and scale.kind is ScaleKind.BINARY:
        end = scale.maximum if _YES[text.lower()] else scale.minimum
        return Measurement(criterion.id, value=float(end or 0))
    if not isinstance(leaf.value, Decimal):
        return f"{text!r} is no answer on a {scale.kind} scale"
    if not scale.admits(float(leaf.value)):
        return f"{text} is not on the criterion's {scale.kind} scale"
    return Measurement(criterion.id, value=float(leaf.value))


def _hint(criterion: Criterion) -> str:
    return f"write {_values(criterion.scale)}; or one of {', '.join(_WITHOUT_VALUE)}"


def _values(scale: Scale) -> str:
    if scale.kind is ScaleKind.BINARY:
        return f"{scale.maximum} (yes) or {scale.minimum} (no)"
    if scale.answers:
        return "one of " + ", ".join(answer.notation for answer in scale.answers)
    if scale.tiers:
        return "one of " + ", ".join(str(tier) for tier in scale.tiers)
    if scale.maximum is None:
        whole = "a whole number" if scale.kind is ScaleKind.COUNT else "a number"
        return f"{whole}, at least {scale.minimum}"
    return f"a number from {scale.minimum} to {scale.maximum}"
