"""The JSON Schema for editors allows the keys that the reader allows."""

from __future__ import annotations

import json
from importlib.resources import files

import pytest

from rubrary.rubric import Method, RoundingMode, ScaleKind, keys, short_form

SCHEMA = json.loads(files("rubrary.rubric").joinpath("rubric.schema.json").read_text("utf-8"))
DEFINITIONS = SCHEMA["$defs"]


def properties(name: str) -> set[str]:
    assert DEFINITIONS[name]["additionalProperties"] is False
    return set(DEFINITIONS[name]["properties"])


@pytest.mark.parametrize(
    ("name", "allowed"),
    [
        ("rubric", keys.RUBRIC),
        ("dimension", (*keys.DIMENSION, keys.RATIONALE)),
        ("gate", keys.GATE),
        ("criterion", (*keys.CRITERION, keys.RATIONALE)),
        ("scale", keys.SCALE),
        ("penalty", (*keys.PENALTY, keys.RATIONALE)),
        ("when", keys.WHEN),
        ("score", (*keys.SCORE, keys.RATIONALE)),
        ("rounding", (*keys.ROUNDING, keys.RATIONALE)),
        ("shortForm", short_form.TOP),
        ("category", short_form.CATEGORY),
    ],
)
def test_each_part_has_the_keys_of_the_reader(name: str, allowed: tuple[str, ...]) -> None:
    assert properties(name) == set(allowed)


def test_the_words_are_those_of_the_reader() -> None:
    assert set(DEFINITIONS["scale"]["properties"]["kind"]["enum"]) == set(ScaleKind)
    assert set(DEFINITIONS["score"]["properties"]["method"]["enum"]) == set(Method)
    assert set(DEFINITIONS["rounding"]["properties"]["mode"]["enum"]) == set(RoundingMode)


def test_the_short_form_has_the_keys_of_the_reader() -> None:
    inner = DEFINITIONS["shortForm"]["properties"]
    assert tuple(inner["categories"]["properties"]) == short_form.CATEGORIES
    assert set(inner["ros_components"]["properties"]) == set(short_form.PROBES)
    assert set(inner["penalties"]["properties"]) == {
        key for pair in short_form.PENALTIES.values() for key in pair
    }


def test_every_reference_of_the_schema_leads_somewhere() -> None:
    text = json.dumps(SCHEMA)
    for name in text.split('"#/$defs/')[1:]:
        assert name.split('"')[0] in DEFINITIONS
