"""A community names its baseline and only what it changes."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

import pytest

from rubrary.errors import InvalidRubric, NotFound
from rubrary.rubric import (
    Change,
    Gate,
    Override,
    RubricVersion,
    Shelf,
    policy_digest,
    read_rubric,
    shipped_rubric,
)

Read = Callable[[str], RubricVersion]
HEAD = "rubric: ours\nversion: 2.0.0\nextends: reproscore@1.0.0\n"


def test_only_the_named_fields_change(read: Read) -> None:
    version = read(
        HEAD + "dimensions:\n"
        "  - {id: E, weight: 0.35, gate: {threshold: 50}, rationale: Environments break most often.}\n"
        "  - {id: S, weight: 0.05, rationale: Signals say least.}\n"
    )
    base = shipped_rubric("reproscore@1.0.0")
    environment, signals = version.policy.dimensions[0], version.policy.dimensions[4]
    assert (environment.weight, environment.gate) == (Decimal("0.35"), Gate(Decimal(50), Decimal("1.5")))
    assert environment.title == base.policy.dimensions[0].title
    assert signals.gate == base.policy.dimensions[4].gate
    assert version.policy.criteria == base.policy.criteria
    assert version.extends == base.iri
    assert version.overrides == (
        Override(
            "E",
            (Change("weight", "0.3", "0.35"), Change("gate threshold", "40", "50")),
            "Environments break most often.",
        ),
        Override("S", (Change("weight", "0.1", "0.05"),), "Signals say least."),
    )
    assert version.warnings == ()


def test_every_kind_of_part_can_be_changed(read: Read) -> None:
    version = read(
        HEAD + "criteria:\n  - {id: seed_management, not_applicable: omit, rationale: r}\n"
        "penalties:\n  - {id: no_data, points: 5, rationale: r}\n"
        "scores:\n  - {id: RCS, alpha_max: 0.8, rationale: r}\n"
        "rounding: {decimals: 1, rationale: r}\n"
    )
    assert version.policy.criterion("seed_management").stand_in is None
    assert [(override.target, str(override.changes[0])) for override in version.overrides] == [
        ("seed_management", "not applicable value 100 → none"),
        ("penalty-no_data", "points 15 → 5"),
        ("RCS", "alpha maximum 0.7 → 0.8"),
        ("", "decimals 2 → 1"),
    ]


def test_new_parts_come_after_those_of_the_baseline(read: Read) -> None:
    version = read(
        HEAD + "penalties:\n"
        "  - {id: no_tests, when: {criterion: test_file_presence, below: 50}, points: 5, rationale: r}\n"
    )
    assert [penalty.id for penalty in version.policy.penalties][-1] == "no_tests"
    assert version.overrides[0].target == "penalty-no_tests"


def test_a_change_without_a_reason_is_a_warning_with_its_line(read: Read) -> None:
    version = read(HEAD + "penalties:\n  - {id: no_data, points: 5}\n")
    assert [str(warning) for warning in version.warnings] == [
        "f.yaml:5:5: penalty-no_data is changed without a reason (points 15 → 5)"
    ]


def test_a_reason_for_no_change_is_a_warning(read: Read) -> None:
    version = read(HEAD + "penalties:\n  - {id: no_data, points: 15, rationale: We like it.}\n")
    assert version.overrides == ()
    assert "the same as in the baseline" in str(version.warnings[0])


def test_renaming_a_part_is_no_override(read: Read) -> None:
    version = read(HEAD + "dimensions:\n  - {id: E, title: Umgebung}\n")
    assert version.policy.dimensions[0].title == "Umgebung"
    assert version.overrides == ()
    assert version.warnings == ()


def test_weights_must_sum_after_the_merge(read: Read) -> None:
    with pytest.raises(InvalidRubric, match=r"f.yaml:5:3: the weights of the dimensions sum to 1.1,"):
        read(HEAD + "dimensions:\n  - {id: E, weight: 0.4, rationale: r}\n")


def test_criterion_weights_within_a_dimension_must_sum_after_the_merge(read: Read) -> None:
    with pytest.raises(InvalidRubric, match=r"f.yaml:5:5: the weights of the criteria in E sum to 1.25,"):
        read(HEAD + "criteria:\n  - {id: dep_pinning, weight: 0.5, rationale: r}\n")


@pytest.mark.parametrize(
    ("reference", "says"),
    [("nothing@1.0.0", "is unknown here"), ("ours@2.0.0", "extends itself"), ("[a]", "must be text")],
)
def test_a_baseline_that_cannot_be_used_is_an_error_at_its_line(
    read: Read, reference: str, says: str
) -> None:
    with pytest.raises(InvalidRubric, match=says) as caught:
        read(f"rubric: ours\nversion: 2.0.0\nextends: {reference}\n")
    assert caught.value.place is not None
    assert caught.value.place.line == 3


def shelf_of(**texts: str) -> Shelf:
    readers: dict[str, Callable[[], RubricVersion]] = {}
    shelf = Shelf(readers)

    def reader(name: str) -> Callable[[], RubricVersion]:
        return lambda: read_rubric(texts[name], source=name, base="https://a.example/", baselines=shelf)

    readers.update((f"{name}@1.0.0", reader(name)) for name in texts)
    return shelf


def test_a_cycle_of_baselines_is_an_error() -> None:
    shelf = shelf_of(
        a="rubric: a\nversion: 1.0.0\nextends: b@1.0.0", b="rubric: b\nversion: 1.0.0\nextends: a@1.0.0"
    )
    with pytest.raises(InvalidRubric, match=r"a@1\.0\.0 → b@1\.0\.0 → a@1\.0\.0"):
        shelf("a@1.0.0")


def test_baselines_may_have_baselines(small: str) -> None:
    shelf = shelf_of(
        small=small,
        b="rubric: b\nversion: 1.0.0\nextends: small@1.0.0\npenalties: [{id: nothing, points: 1}]",
        c="rubric: c\nversion: 1.0.0\nextends: b@1.0.0\npenalties: [{id: nothing, points: 2, rationale: r}]",
    )
    version = shelf("c@1.0.0")
    assert version.extends == "https://a.example/rubric/b/1.0.0"
    assert str(version.overrides[0].changes[0]) == "points 1 → 2"
    with pytest.raises(NotFound):
        shelf("d@1.0.0")


def test_the_same_policy_by_override_or_in_full_has_the_same_digest(read: Read, small: str) -> None:
    shelf = shelf_of(small=small)
    override = read_rubric(
        "rubric: b\nversion: 1.0.0\nextends: small@1.0.0\ndimensions:\n"
        "  - {id: D, weight: 0.5, rationale: r}\n  - {id: E, weight: 0.50, rationale: r}\n",
        source="b",
        base="https://elsewhere.example/",
        baselines=shelf,
    )
    full = read(small.replace("weight: 0.6", "weight: 0.5").replace("weight: 0.4", "weight: 0.5"))
    assert policy_digest(override.policy) == policy_digest(full.policy)
    assert policy_digest(override.policy) != policy_digest(shelf("small@1.0.0").policy)
