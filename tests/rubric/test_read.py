"""A rubric file becomes a policy, or a list of all that is wrong with it, line by line."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from decimal import Decimal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rubrary.errors import InputError, InvalidRubric, MalformedInput
from rubrary.rubric import Gate, Method, RubricVersion, ScaleKind

Read = Callable[[str], RubricVersion]


def problems(read: Read, text: str) -> list[str]:
    with pytest.raises(InvalidRubric) as caught:
        read(text)
    assert all(problem.place is not None and problem.place.line for problem in caught.value.problems)
    return [str(problem) for problem in caught.value.problems]


def test_a_file_is_read_with_its_defaults(read: Read, small: str) -> None:
    version = read(small)
    policy = version.policy
    assert version.iri == "https://archive.example/rubric/small/1.0.0"
    assert policy.dimensions[0].gate == Gate(Decimal(40), Decimal("1.5"))
    assert policy.dimensions[1].gate is None
    assert policy.criterion("comments").stand_in == 50
    assert policy.criterion("readme").scale.kind is ScaleKind.TIERED
    assert policy.criterion("ran").dimension is None
    assert [rule.method for rule in policy.scores] == list(Method)[:3]
    assert (policy.rounding.decimals, policy.rounding.mode) == (2, "half-even")
    assert version.source_text == small
    assert version.warnings == ()


def test_a_rubric_may_describe_without_scoring(read: Read) -> None:
    text = (
        "rubric: a\nversion: 1.0.0\ntitle: T\nlicense: MIT\n"
        "criteria: [{id: x, question: Q, weight: 1, scale: {kind: binary}}]"
    )
    assert read(text).policy.scores == ()


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("title: A small", "titel: A small", "f.yaml:3:1: the rubric has an unknown key 'titel'"),
        ("license: CC0-1.0\n", "", "f.yaml:1:1: the rubric has no license"),
        ("CC0-1.0", "do what you like", "f.yaml:4:10: the licence 'do what you like' is not an SPDX"),
        (
            "version: 1.0.0",
            "version: 1.0.0\nsource: the paper",
            "f.yaml:3:9: the source 'the paper' is not a web",
        ),
        ("version: 1.0.0", "version: 1.0.0\nsource: 'https://[x'", "is not a web address"),
        ("version: 1.0.0", "version: one", "f.yaml:2:10: the version 'one' is not MAJOR.MINOR.PATCH"),
        ("rubric: small", "rubric: 2 small", "f.yaml:1:9: rubric of the rubric is '2 small'"),
        ("weight: 0.6", "weight: -0.6", "weight of the dimension 'E' is -0.6, which is not between 0 and 1"),
        ("weight: 0.6", "weight: '0.6'", "weight of the dimension 'E' must be a number, not '0.6'"),
        ("weight: 0.6", "weight: 0.62", "f.yaml:6:3: the weights of the dimensions sum to 1.02"),
        ("weight: 0.6", "weight: 0.6000000000000001", "more than 15 significant digits"),
        ("weight: 0.7", "weight: 0.5", "f.yaml:18:5: the weights of the criteria of ROS sum to 0.8"),
        ("D, weight: 0.5, question: A", "D, weight: 0.4, question: A", "the criteria in D sum to 0.9"),
        ("threshold: 40", "threshold: 0", "f.yaml:6:64: threshold of gate of the dimension 'E' is 0"),
        ("threshold: 40", "threshold: 101", "which is not between 0 and 100"),
        ("exponent: 1.5", "exponent: 0.9", "which is not at least 1"),
        ("below: 10", "below: 101", "below of when of the penalty 'nothing' is 101"),
        ("points: 20", "points: -1", "points of the penalty 'nothing' is -1"),
        ("alpha_min: 0.1", "alpha_min: 0.8", "f.yaml:19:5: alpha_min of the score 'RCS' is above alpha_max"),
        ("dimension: D, weight: 0.5, question: C", "dimension: Q, weight: 0.5, question: C", "names 'Q'"),
        ("{dimension: E, below", "{criterion: pined, below", "names 'pined', which this rubric does not"),
        ("over: [ran, passed]", "over: [ran, pased]", "the score 'ROS' names 'pased'"),
        ("over: [ran, passed]", "over: [ran, ran]", "over of the score 'ROS' lists 'ran' twice"),
        ("over: [ran, passed]", "over: []", "must be a list of at least one item"),
        ("of: [RRS, ROS]", "of: [RCS, ROS]", "the score 'RCS' names 'RCS'"),
        ("of: [RRS, ROS]", "of: [ROS, RRS]", "so that must be a weighted mean"),
        ("of: [RRS, ROS], ", "", "the score 'RCS' has no of"),
        ("of: [RRS, ROS]", "of: [RRS]", "must blend two scores"),
        ("method: gated-weighted-sum", "method: average", "method of the score 'RRS' is 'average'"),
        ("method: gated-weighted-sum", "method: gated-weighted-sum, over: [ran]", "has no use for over"),
        (
            "method: gated-weighted-sum",
            "method: gated-weighted-sum, clamp: [9, 1]",
            "must be [least, greatest]",
        ),
        ("kind: continuous}, not", "kind: smooth}, not", "kind of scale of the criterion 'comments'"),
        ("not_applicable: 50", "not_applicable: 500", "its scale has no such value"),
        ("not_applicable: 50", "not_applicable: maybe", "must be 'omit' or the value"),
        ("tiers: [0, 50, 100]", "tiers: [0, 150], maximum: 100", "a tier lies outside"),
        (
            "scale: {kind: binary}}\n  - {id: readme",
            "scale: {kind: binary, maximum: 5}}\n  - {id: readme",
            "0 to 100",
        ),
        ("id: passed", "id: E", "f.yaml:13:5: the id 'E' names more than one part"),
        ("id: passed", "id: RRS-D", "the id 'RRS-D' names more than one part"),
        ("id: comments", "id: readme", "the criterion 'readme' is written twice"),
        ("id: comments", "id: no comments", "which is not an identifier"),
        ("{id: comments, dim", "{dim", "a criterion has no id"),
        ("{id: RRS,", "{id: RRS, rationale: x,", "the score 'RRS' has an unknown key 'rationale'"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(read: Read, small: str, old: str, new: str, says: str) -> None:
    assert old in small
    assert any(says in problem for problem in problems(read, small.replace(old, new, 1)))


def test_all_problems_of_a_file_are_said_at_once(read: Read, small: str) -> None:
    text = small.replace("weight: 0.6", "weigth: 0.6").replace("points: 20", "points: 200")
    text = text.replace("over: [ran", "over: [run")
    found = problems(read, text)
    assert [line.split(":")[1] for line in found] == ["6", "6", "15", "18"]
    with pytest.raises(InvalidRubric) as caught:
        read(text)
    assert all(problem.split(": ", 1)[1] in str(caught.value) for problem in found)


def test_a_misspelt_key_is_answered_with_the_right_one(read: Read, small: str) -> None:
    with pytest.raises(InvalidRubric) as caught:
        read(small.replace("question: Pinned?", "qestion: Pinned?"))
    assert "did you mean 'question'?" in [problem.hint for problem in caught.value.problems]


@pytest.mark.parametrize("number", [".nan", "NaN", ".inf"])
def test_weights_that_are_not_numbers_are_an_error(read: Read, small: str, number: str) -> None:
    with pytest.raises(MalformedInput) as caught:
        read(small.replace("weight: 0.6", f"weight: {number}").replace("weight: 0.4", f"weight: {number}"))
    assert caught.value.place is not None
    assert caught.value.place.line == 6


def test_a_quoted_nan_is_an_error_too(read: Read, small: str) -> None:
    assert "must be a number, not 'NaN'" in problems(read, small.replace("0.6", "'NaN'"))[0]


def test_a_list_is_not_a_rubric(read: Read) -> None:
    assert problems(read, "- rubric: a") == ["f.yaml:1:1: a rubric must be a mapping of keys, not a list"]


def test_a_criterion_that_nothing_uses_is_a_warning(read: Read, small: str) -> None:
    text = small.replace(
        "penalties:", "  - {id: idle, weight: 0, question: Used?, scale: {kind: binary}}\npenalties:"
    )
    (warning,) = read(text).warnings
    assert str(warning) == "f.yaml:14:5: no dimension and no score uses the criterion 'idle'"


def test_json_is_read_like_yaml(read: Read) -> None:
    text = (
        '{"rubric": "a", "version": "1.0.0", "title": "T", "license": "MIT", "criteria": '
        '[{"id": "x", "question": "Q", "weight": 1, "scale": {"kind": "binary"}}]}'
    )
    assert read(text).name == "a"


_WORDS = st.sampled_from(
    [
        "rubric",
        "x",
        "1.0.0",
        "- ",
        "id: a\n",
        "weight: 1",
        ": ",
        "\n",
        "  ",
        "{",
        "}",
        "[",
        "]",
        ",",
        "scores:",
        "0.5",
    ]
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(cut=st.integers(0, 1200), words=st.lists(_WORDS, max_size=6))
def test_a_damaged_file_is_read_or_refused_on_purpose(
    read: Read, small: str, cut: int, words: list[str]
) -> None:
    with suppress(InputError):
        read(small[:cut] + "".join(words) + small[cut + 3 :])
