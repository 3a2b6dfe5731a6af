"""Digests are equal exactly when the policy, or the instrument, is the same."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubrary.rubric import RubricVersion, instrument_digest, policy_digest, policy_json, shipped_rubric
from rubrary.rubric.number import shortest

Read = Callable[[str], RubricVersion]
VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "policy-digest.json").read_text("utf-8"))


@pytest.mark.parametrize("vector", VECTORS["policies"], ids=lambda vector: str(vector["name"]))
def test_policy_vectors_hold(read: Read, vector: dict[str, str]) -> None:
    policy = read(vector["yaml"]).policy
    assert policy_json(policy).decode() == vector["json"]
    assert hashlib.sha256(vector["json"].encode()).hexdigest() == vector["digest"]
    assert policy_digest(policy) == vector["digest"]


@pytest.mark.parametrize("vector", VECTORS["shipped"], ids=lambda vector: str(vector["name"]))
def test_shipped_policies_never_change(vector: dict[str, str]) -> None:
    assert policy_digest(shipped_rubric(vector["name"]).policy) == vector["digest"]


@pytest.mark.parametrize("vector", VECTORS["instruments"], ids=lambda vector: str(vector["name"]))
def test_instrument_vectors_hold(vector: dict[str, object]) -> None:
    detectors = vector["detectors"]
    assert isinstance(detectors, dict)
    assert instrument_digest(str(vector["name"]), str(vector["version"]), detectors) == vector["digest"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("title: A small rubric", "title: Other"),
        ("rubric: small", "rubric: other"),
        ("version: 1.0.0", "version: 3.0.0"),
        ("license: CC0-1.0", "license: MIT\nsource: https://example.org/"),
        ("question: Pinned?", "question: Fixed?, detector: pins"),
        ("weight: 0.6", "weight: 6.00e-1"),
        ("over: [ran, passed]", "over: [passed, ran], clamp: [0, 100]"),
        ("scores:", "rounding: {decimals: 2, mode: half-even}\nscores:"),
        ("tiers: [0, 50, 100]", "tiers: [100, 0, 50.0], minimum: 0"),
        ("not_applicable: 50", "not_applicable: 50.0"),
    ],
)
def test_what_changes_no_score_changes_no_digest(read: Read, small: str, old: str, new: str) -> None:
    assert old in small
    changed = read(small.replace(old, new, 1))
    assert policy_digest(changed.policy) == policy_digest(read(small).policy)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("weight: 0.6", "weight: 0.601"),
        ("threshold: 40", "threshold: 41"),
        ("exponent: 1.5", "exponent: 1.4"),
        (", gate: {threshold: 40, exponent: 1.5}", ""),
        ("kind: continuous}, not", "kind: tiered}, not"),
        ("tiers: [0, 50, 100]", "tiers: [0, 100]"),
        (", not_applicable: 50", ""),
        ("below: 10", "below: 11"),
        ("points: 20", "points: 21"),
        ("{dimension: E, below", "{criterion: pinned, below"),
        ("over: [ran, passed]", "over: [ran, passed], clamp: [1, 100]"),
        ("alpha_min: 0.1", "alpha_min: 0.2"),
        ("alpha_max: 0.7", "alpha_max: 0.8"),
        ("scores:", "rounding: {decimals: 1}\nscores:"),
    ],
)
def test_what_changes_a_score_changes_the_digest(read: Read, small: str, old: str, new: str) -> None:
    assert old in small
    assert policy_digest(read(small.replace(old, new, 1)).policy) != policy_digest(read(small).policy)


def test_the_order_of_detectors_does_not_matter_but_their_versions_do() -> None:
    one = instrument_digest("scan", "1.0.0", {"a": "1.0.0", "b": "2.0.0"})
    assert one == instrument_digest("scan", "1.0.0", {"b": "2.0.0", "a": "1.0.0"})
    assert one != instrument_digest("scan", "1.0.0", {"b": "2.0.1", "a": "1.0.0"})


@pytest.mark.parametrize(
    ("written", "shown"),
    [("0.30", "0.3"), ("1E+2", "100"), ("100", "100"), ("-0.0", "0"), ("1.50", "1.5"), ("1e-7", "0.0000001")],
)
def test_a_number_has_one_spelling(written: str, shown: str) -> None:
    assert shortest(Decimal(written)) == shown


@given(st.decimals(allow_nan=False, allow_infinity=False, places=6, min_value=-1000, max_value=1000))
def test_the_shortest_spelling_is_the_same_number(number: Decimal) -> None:
    assert Decimal(shortest(number)) == number
