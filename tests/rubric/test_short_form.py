"""The paper's short form is a rubric that extends reproscore 1.0.0."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

import pytest

from rubrary.errors import InvalidRubric
from rubrary.resources import data_folder
from rubrary.rubric import Gate, RubricVersion, policy_digest, shipped_rubric

Read = Callable[[str], RubricVersion]


def test_the_example_reads_as_it_stands(read: Read) -> None:
    text = (data_folder("examples") / "rubrics" / "bioinformatics-v1.yaml").read_text("utf-8")
    version = read(text)
    assert version.reference == "bioinformatics-v1@1.0"
    assert version.extends == "https://w3id.org/rubrary/rubric/reproscore/1.0.0"
    assert [str(dimension.weight) for dimension in version.policy.dimensions] == [
        "0.35",
        "0.40",
        "0.10",
        "0.05",
        "0.10",
    ]
    assert [override.target for override in version.overrides] == ["E", "A", "D", "C"]
    assert len(version.warnings) == 4
    assert all("without a reason" in str(warning) for warning in version.warnings)


def test_all_its_keys_reach_the_policy(read: Read) -> None:
    policy = read(
        "name: x\nversion: '1.0'\n"
        "categories:\n  C: {tau: 30, k: 2, name: Portability, rationale: r}\n"
        "penalties: {environment_hard_threshold: 5, data_hard_penalty: 1, seed_penalty: 3}\n"
        "ros_components: {I: {weight: 0.25}, X: {weight: 0.3}, E: {weight: 0.1}}\n"
        "rcs: {alpha_max: 0.8}\n"
    ).policy
    portability = policy.dimensions[3]
    assert (portability.gate, portability.weight, portability.title) == (
        Gate(Decimal(30), Decimal(2)),
        Decimal("0.15"),
        "Portability",
    )
    assert [(part.id, int(part.below), int(part.points)) for part in policy.penalties] == [
        ("no_environment", 5, 20),
        ("no_data", 10, 1),
        ("no_seeds", 50, 3),
    ]
    assert policy.criterion("install").weight == Decimal("0.25")
    assert policy.criterion("imports").weight == Decimal("0.1")
    assert (policy.scores[2].alpha_minimum, policy.scores[2].alpha_maximum) == (
        Decimal("0.1"),
        Decimal("0.8"),
    )


def test_the_published_numbers_written_out_are_the_same_policy(read: Read) -> None:
    version = read(
        "name: default\nversion: '1.0'\n"
        "categories:\n  E: {weight: 0.30, tau: 40, k: 1.5}\n  S: {weight: 0.1, tau: 30.0, k: 1.20}\n"
        "penalties: {seed_threshold: 50}\nrcs: {alpha_min: 0.10, alpha_max: 0.70}\n"
    )
    assert policy_digest(version.policy) == policy_digest(shipped_rubric("reproscore@1.0.0").policy)
    assert version.overrides == ()
    assert version.warnings == ()


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("categories: {Z: {weight: 1}}", "f.yaml:3:14: categories of the rubric has an unknown key 'Z'"),
        ("categories: {E: {wait: 1}}", "f.yaml:3:18: the category 'E' has an unknown key 'wait'"),
        ("categories: {E: {weight: 0.9}}", "f.yaml:3:13: the weights of the dimensions sum to 1.6"),
        ("categories: {E: {tau: 0}}", "f.yaml:3:23: threshold of gate of the dimension 'E' is 0"),
        ("categories: {E: {k: 0.5}}", "exponent of gate of the dimension 'E' is 0.5"),
        ("categories: [E]", "must be a mapping"),
        ("penalties: {seed_penalty: 101}", "points of the penalty 'no_seeds' is 101"),
        ("ros_components: {I: {weight: 0.5}}", "f.yaml:3:21: the weights of the criteria of ROS sum to 1.2"),
        ("rcs: {alpha_max: 0.05}", "alpha_min of the score 'RCS' is above alpha_max"),
        ("bogus: 1", "unknown key 'bogus'"),
    ],
)
def test_what_is_wrong_is_said_at_its_own_line(read: Read, body: str, says: str) -> None:
    with pytest.raises(InvalidRubric) as caught:
        read(f"name: x\nversion: '1.0'\n{body}\n")
    assert says in str(caught.value)


@pytest.mark.study
def test_the_published_default_rubric_is_our_policy(read: Read, study_data: Path) -> None:
    text = (study_data / "reproscore" / "default_rubric.yaml").read_text("utf-8")
    assert policy_digest(read(text).policy) == policy_digest(shipped_rubric("reproscore@1.0.0").policy)
