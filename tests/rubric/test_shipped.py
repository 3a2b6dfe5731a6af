"""The rubrics of the release are valid, citable and complete."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from rubrary.errors import InvalidRubric, NotFound
from rubrary.rubric import PolicyStatus, policy_digest, shipped, shipped_rubric
from rubrary.rubric.shipped import read_folder

COUNTS = {"E": 4, "A": 4, "D": 7, "C": 4, "S": 7}


def test_every_shipped_rubric_is_valid_and_has_no_warnings() -> None:
    assert shipped()
    for version in shipped():
        assert version.iri == f"https://w3id.org/rubrary/rubric/{version.name}/{version.version}"
        assert version.warnings == ()
        assert version.license
        assert version.source
        assert version.status
        assert bool(version.missing) is (version.status is PolicyStatus.RECONSTRUCTED)
        assert all(
            criterion.question.endswith("?") or "?" in criterion.question
            for criterion in version.policy.criteria
        )


SHAPES = {
    "aaai-checklist": 28,
    "acm-badges": 5,
    "ecom-checklist": 18,
    "fair-software": 5,
    "gundersen-2018": 16,
    "llm4se-smells": 7,
    "ml-code-completeness": 5,
    "neurips-checklist": 15,
    "nsai-inventory": 8,
    "nsai-screening": 14,
    "openssf-scorecard": 20,
    "raff-paper-features": 26,
    "reproscore": 32,
    "rmm": 6,
    "venue-policy": 4,
}


def test_each_rubric_of_the_field_has_the_criteria_of_its_source() -> None:
    assert {version.name: len(version.policy.criteria) for version in shipped()} == SHAPES


def test_the_same_policy_is_the_same_digest_and_no_two_rubrics_are_the_same() -> None:
    digests = [policy_digest(version.policy) for version in shipped()]
    assert len(set(digests)) == len(digests)


def test_reproscore_has_its_published_shape() -> None:
    policy = shipped_rubric("reproscore@1.0.0").policy
    assert {part.id: len(policy.criteria_of(part.id)) for part in policy.dimensions} == COUNTS
    for dimension in policy.dimensions:
        assert sum(part.weight for part in policy.criteria_of(dimension.id)) == 1
    assert sum(dimension.weight for dimension in policy.dimensions) == 1
    assert sum(part.weight for part in policy.criteria if part.dimension is None) == 1
    assert {part.id: part.stand_in for part in policy.criteria if part.stand_in is not None} == {
        "docstring_coverage": Decimal(50),
        "inline_explanation_density": Decimal(50),
        "no_absolute_paths": Decimal(100),
        "no_hardcoded_credentials": Decimal(100),
        "silent_failure_masking": Decimal(100),
        "seed_management": Decimal(100),
        "notebook_exec_order": Decimal(100),
        "hardware_requirements": Decimal(100),
    }


def test_a_rubric_is_found_by_reference_and_by_iri() -> None:
    version = shipped_rubric("reproscore@1.0.0")
    assert shipped_rubric(version.iri) is version
    with pytest.raises(NotFound):
        shipped_rubric("reproscore@9.9.9")


def test_the_file_name_must_say_what_the_file_defines(tmp_path: Path, small: str) -> None:
    (tmp_path / "small-1.0.1.yaml").write_text(small, "utf-8")
    with pytest.raises(InvalidRubric, match=r"small-1.0.1.yaml: the file defines small@1.0.0"):
        read_folder(tmp_path)


def test_files_of_a_folder_may_extend_one_another_in_any_order(tmp_path: Path, small: str) -> None:
    (tmp_path / "small-1.0.0.yaml").write_text(small, "utf-8")
    (tmp_path / "a-1.0.0.yaml").write_text(
        "rubric: a\nversion: 1.0.0\nextends: small@1.0.0\nrounding: {decimals: 1, rationale: r}", "utf-8"
    )
    assert [version.reference for version in read_folder(tmp_path)] == ["a@1.0.0", "small@1.0.0"]
