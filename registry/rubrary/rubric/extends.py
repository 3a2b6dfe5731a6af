"""Baselines: finding the version that a rubric changes, and saying what it changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from decimal import Decimal
from typing import TypeVar

from rubrary.errors import InputError, InvalidRubric, NotFound, Place, Problem
from rubrary.rubric.fields import Findings
from rubrary.rubric.model import (
    Change,
    Criterion,
    Dimension,
    Override,
    Penalty,
    Policy,
    Rounding,
    RubricVersion,
    ScoreRule,
)
from rubrary.rubric.number import shortest

#: Gives the rubric version that ``name@version`` or an IRI refers to, or raises ``NotFound``.
Baselines = Callable[[str], RubricVersion]

Part = TypeVar("Part", Dimension, Criterion, Penalty, ScoreRule)
# What a part is called decides no score, so renaming it is not an override.
_NAMES = {"id", "title", "description"}
_LABELS = {"stand in": "not applicable value", "on": "measured on"}


class Shelf:
    """Rubric versions that may extend one another, each read once, when it is first asked for.

    Args:
        readers: by reference (``name@version``), what reads that version.
        elsewhere: asked for what the shelf does not hold.
    """

    def __init__(
        self, readers: Mapping[str, Callable[[], RubricVersion]], elsewhere: Baselines | None = None
    ) -> None:
        self._readers = readers
        self._elsewhere = elsewhere
        self._read: dict[str, RubricVersion] = {}
        self._open: list[str] = []

    def __call__(self, reference: str) -> RubricVersion:
        """The rubric version with that reference.

        Raises:
            NotFound: the shelf has none, and nobody else was to be asked.
            InvalidRubric: it is invalid, or it extends itself through others.
        """
        if reference in self._read:
            return self._read[reference]
        if reference not in self._readers:
            if self._elsewhere is not None:
                return self._elsewhere(reference)
            raise NotFound(f"there is no rubric {reference}")
        if reference in self._open:
            raise InvalidRubric(Problem(f"a rubric extends itself: {' → '.join([*self._open, reference])}"))
        self._open.append(reference)
        try:
            version = self._read[reference] = self._readers[reference]()
        finally:
            self._open.pop()
        return version


def resolve(
    reference: str, own: str, place: Place, baselines: Baselines, findings: Findings
) -> RubricVersion | None:
    """The baseline of the rubric ``own`` (``name@version``); ``None`` after noting why there is none."""
    if reference == own:
        findings.problem(place, f"{own} extends itself", "name another rubric, or take 'extends' out")
        return None
    try:
        return baselines(reference)
    except NotFound:
        findings.problem(
            place,
            f"the baseline {reference!r} is unknown here",
            "write name@version of a published rubric",
            unresolved=True,
        )
    except InputError as error:
        findings.problem(place, f"the baseline {reference!r} cannot be used: {error}")
    return None


def merge(base: Sequence[Part], changed: Sequence[Part]) -> tuple[Part, ...]:
    """The baseline's parts in their order with the changed ones in place, then the new ones."""
    by_id: dict[str, Part] = {part.id: part for part in changed}
    known: set[str] = {part.id for part in base}
    kept: list[Part] = [by_id.get(part.id, part) for part in base]
    return tuple(kept + [part for part in changed if part.id not in known])


def find_overrides(
    base: Policy,
    policy: Policy,
    rationales: Mapping[str, str | None],
    locate: Callable[..., Place],
    findings: Findings,
) -> tuple[Override, ...]:
    """What ``policy`` changes in ``base``, part by part; a change without a reason is a warning.

    Args:
        base: the baseline's policy.
        policy: the policy as merged.
        rationales: the reason given for each part that the file touches.
        locate: where the file touches a part.
        findings: where warnings are noted.
    """
    overrides: list[Override] = []
    before, after = dict(_parts(base)), dict(_parts(policy))
    for target, part in after.items():
        changes = _compare(before.get(target), part)
        rationale = rationales.get(target)
        if changes:
            overrides.append(Override(target, changes, rationale, locate(target)))
        if changes and not rationale:
            findings.warn(
                locate(target),
                f"{target or 'rounding'} is changed without a reason ({'; '.join(map(str, changes))})",
                "add 'rationale: …' to it",
            )
        elif rationale and not changes:
            findings.warn(locate(target), f"{target or 'rounding'} is the same as in the baseline")
    return tuple(overrides)


def _parts(policy: Policy) -> list[tuple[str, Dimension | Criterion | Penalty | ScoreRule | Rounding]]:
    return [
        *((dimension.id, dimension) for dimension in policy.dimensions),
        *((criterion.id, criterion) for criterion in policy.criteria),
        *((f"penalty-{penalty.id}", penalty) for penalty in policy.penalties),
        *((rule.id, rule) for rule in policy.scores),
        ("", policy.rounding),
    ]


def _compare(before: object, after: object) -> tuple[Change, ...]:
    old, new = dict(_flat(before)), dict(_flat(after))
    names = [*new, *(name for name in old if name not in new)]
    return tuple(
        Change(name, old.get(name), new.get(name, "none")) for name in names if old.get(name) != new.get(name)
    )


def _flat(part: object, prefix: str = "") -> list[tuple[str, str]]:
    """The fields of a part that have a value, as text: ``gate threshold`` → ``40``."""
    if part is None:
        return []
    if not is_dataclass(part):
        return [(_LABELS.get(prefix, prefix), _as_text(part))]
    found: list[tuple[str, str]] = []
    for field in fields(part):
        name = f"{prefix} {field.name}".strip().replace("_", " ")
        if name not in _NAMES:
            found.extend(_flat(getattr(part, field.name), name))
    return [(name, text) for name, text in found if text]


def _as_text(value: object) -> str:
    if isinstance(value, Decimal):
        return shortest(value)
    if isinstance(value, tuple):
        return ", ".join(map(_as_text, value))
    return str(value)
