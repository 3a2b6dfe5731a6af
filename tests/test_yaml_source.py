"""Hand-written YAML and JSON keep their positions and their traps stay shut."""

from __future__ import annotations

import json
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubrary.errors import InputError, LimitExceeded, MalformedInput
from rubrary.yaml_source import DEPTH_LIMIT, SIZE_LIMIT, Kind, Located, decode, load


def plain(node: Located) -> object:
    if node.kind is Kind.LIST:
        return [plain(child) for child in node.children]
    if node.kind is Kind.MAPPING:
        return {key.text: plain(value) for key, value in node.entries()}
    return node.value


def test_every_value_knows_its_line_and_column() -> None:
    root = load("a: 1\nb:\n  - x\n  - {c: 2}\n", source="f.yaml")
    items = root.get("b")
    assert items is not None
    inner = items.children[1].get("c")
    assert inner is not None
    assert (inner.line, inner.column, inner.value) == (4, 9, Decimal(2))
    assert str(inner.place) == "f.yaml:4:9"


@pytest.mark.parametrize("word", ["no", "yes", "Y", "on", "off", "2020-01-01", "1:30", "0x1F", "1_000"])
def test_words_that_yaml_1_1_would_convert_stay_text(word: str) -> None:
    node = load(f"a: {word}", source="f.yaml").get("a")
    assert node is not None
    assert (node.kind, node.value) == (Kind.TEXT, word)


def test_a_version_keeps_its_exact_text_beside_its_number() -> None:
    node = load("version: 1.10", source="f.yaml").get("version")
    assert node is not None
    assert (node.kind, node.text, node.value) == (Kind.NUMBER, "1.10", Decimal("1.10"))


@pytest.mark.parametrize(
    ("text", "value"),
    [("true", True), ("False", False), ("null", None), ("~", None), ("", None), ("-1.5e2", Decimal(-150))],
)
def test_core_schema_scalars_have_their_values(text: str, value: object) -> None:
    assert plain(load(f"a: {text}", source="f.yaml")) == {"a": value}


def test_a_quoted_number_is_text() -> None:
    assert plain(load("a: '1'", source="f.yaml")) == {"a": "1"}


@pytest.mark.parametrize(
    ("text", "where", "says"),
    [
        ("a: 1\nb: 2\na: 3", "f.yaml:3:1", "written twice"),
        ("a: &x 1", "f.yaml:1:4", "anchors"),
        ("a: *x", "f.yaml:1:4", "aliases"),
        ("a: !!python/object:os.system x", "f.yaml:1:4", "tags"),
        ("a: !!str 1", "f.yaml:1:4", "tags"),
        ("a: .nan", "f.yaml:1:4", "finite"),
        ("a: NaN", "f.yaml:1:4", "finite"),
        ("a: -.inf", "f.yaml:1:4", "finite"),
        ("a: 1\n---\nb: 2", "f.yaml:2:1", "second document"),
        ("", "f.yaml", "empty"),
        ("# only a comment\n", "f.yaml", "empty"),
        ("? [a]\n: 1", "f.yaml:1:3", "key must be plain text"),
        ("a: [1", "f.yaml:2:1", "not YAML"),
        ("a: 1\nb: \x01", "f.yaml:2", "U+0001"),
        ('a: "\\0"', "f.yaml:1:4", "control character (U+0000)"),
        ("a: \ud800", "f.yaml:1", "surrogate"),
    ],
)
def test_what_data_does_not_need_is_refused_with_its_place(text: str, where: str, says: str) -> None:
    with pytest.raises(MalformedInput) as caught:
        load(text, source="f.yaml")
    assert str(caught.value.place) == where
    assert says in caught.value.message


def test_merge_keys_are_ordinary_text() -> None:
    assert plain(load("'<<': {a: 1}\nb: 2", source="f.yaml")) == {"<<": {"a": Decimal(1)}, "b": Decimal(2)}


def test_nesting_is_limited() -> None:
    load("[" * DEPTH_LIMIT + "]" * DEPTH_LIMIT, source="f.yaml")
    for source in ("f.yaml", "f.json"):
        for depth in (DEPTH_LIMIT + 1, 100_000):
            with pytest.raises(LimitExceeded):
                load("[" * depth + "]" * depth, source=source)


def test_size_is_limited() -> None:
    with pytest.raises(LimitExceeded):
        load("a: '" + "x" * SIZE_LIMIT + "'", source="f.yaml")
    with pytest.raises(LimitExceeded):
        decode(b"x" * (SIZE_LIMIT + 1), source="f.yaml")


@pytest.mark.parametrize("number", ["1e301", "1e-301", "9" * 101, "1e99999999999999999999", "1e400"])
@pytest.mark.parametrize("source", ["f.yaml", "f.json"])
def test_numbers_beyond_any_measurement_are_refused(number: str, source: str) -> None:
    with pytest.raises(LimitExceeded):
        load(f'{{"a": {number}}}', source=source)


def test_a_file_that_is_not_utf_8_says_on_which_line() -> None:
    with pytest.raises(MalformedInput) as caught:
        decode(b"a: 1\nb: \xff\n", source="f.yaml")
    assert str(caught.value.place) == "f.yaml:2"


def test_a_byte_order_mark_is_dropped() -> None:
    assert decode(b"\xef\xbb\xbfa: 1", source="f.yaml") == "a: 1"


def test_errors_in_a_json_file_speak_of_json() -> None:
    with pytest.raises(MalformedInput) as caught:
        load('{"a": 1,}', source="f.json")
    assert "not JSON" in caught.value.message
    assert caught.value.place is not None
    assert caught.value.place.line == 1


@pytest.mark.parametrize("text", ['{"a": NaN}', '{"a": -Infinity}', '{"a": 1, "a": 2}', "a: 1"])
def test_what_json_does_not_allow_is_refused(text: str) -> None:
    with pytest.raises(MalformedInput):
        load(text, source="f.json")


def test_json_escapes_tabs_and_missing_blanks_are_read() -> None:
    text = '{\n\t"a":1,"b":"\\ud835\\udc58\\/ \\\\ud835\\n"}'
    assert plain(load(text, source="<request>", is_json=True)) == {"a": Decimal(1), "b": "𝑘/ \\ud835\n"}


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-1000, 1000) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(_JSON)
def test_json_that_is_read_says_what_was_written(value: object) -> None:
    text = json.dumps({"value": value})
    try:
        node = load(text, source="f.json")
    except MalformedInput:
        return  # refusing is allowed (half characters), misreading is not
    assert plain(node) == json.loads(text)


@given(st.text(alphabet="ab:-[]{}&*!'\"#\n\t ,?|>%@`01.\\", max_size=40))
def test_any_text_is_read_or_refused_on_purpose(text: str) -> None:
    for source in ("f.yaml", "f.json"):
        try:
            load(text, source=source)
        except InputError as error:
            assert error.place is not None
