from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyoxigraph import RdfFormat

from rubrary.errors import InputError, LimitExceeded, MalformedInput
from rubrary.graph.contexts import known_context
from rubrary.graph.parse import parse_rdf
from rubrary.terms import PREFIXES

BASE = "http://127.0.0.1:8000/"
P = "http://example.org/p"


def read(document: object) -> list[str]:
    text = document if isinstance(document, str) else json.dumps(document, indent=1)
    return [str(q) for q in parse_rdf(text.encode(), RdfFormat.JSON_LD, base=BASE, source="given.jsonld")]


def fault(document: object) -> MalformedInput:
    with pytest.raises(MalformedInput) as caught:
        read(document)
    assert caught.value.place is not None
    return caught.value


def test_our_own_context_declares_the_prefixes_that_records_use() -> None:
    assert known_context("https://w3id.org/rubrary/context") == PREFIXES


@pytest.mark.parametrize("version", ["1.0", "1.1", "1.2", "1.2-DRAFT", "1.3"])
def test_contexts_of_ro_crate_are_known(version: str) -> None:
    document = {"@context": f"https://w3id.org/ro/crate/{version}/context", "@id": "a", "name": "x"}
    assert read(document) == [f'<{BASE}a> <http://schema.org/name> "x"']


def test_terms_of_process_runs_are_known() -> None:
    context = ["https://w3id.org/ro/crate/1.1/context", "https://w3id.org/ro/terms/workflow-run/context"]
    found = read({"@context": context, "@id": "a", "containerImage": {"@id": "i"}})
    assert found == [f"<{BASE}a> <https://w3id.org/ro/terms/workflow-run#containerImage> <{BASE}i>"]


def test_a_base_of_null_loses_nothing() -> None:
    document = {"@context": [{"@base": None}], "@id": "a", P: {"@context": {"@base": None}, "@id": "b"}}
    assert read(document) == [f"<{BASE}a> <{P}> <{BASE}b>"]


def test_a_document_may_set_its_own_base() -> None:
    assert read({"@context": {"@base": "http://example.org/"}, "@id": "a", P: "x"}) == [
        f'<http://example.org/a> <{P}> "x"'
    ]


REMOTE = "https://example.org/context"


@pytest.mark.parametrize(
    "document",
    [
        {"@context": REMOTE, "@id": "a", P: "x"},
        {"@context": [{}, [REMOTE]], "@id": "a", P: "x"},
        {"@id": "a", P: {"@context": REMOTE, "@id": "b"}},
        {"@context": {"t": {"@id": P, "@context": REMOTE}}, "@id": "a", P: "x"},
        {"@context": {"t": {"@id": P, "@context": {"u": {"@id": P, "@context": [REMOTE]}}}}, P: "x"},
        {"@context": "context.jsonld", P: "x"},
    ],
)
def test_another_context_is_named_and_never_fetched(document: object) -> None:
    error = fault(document)
    assert "context" in error.message
    assert "inline it" in str(error.hint)


def test_an_import_of_a_context_is_refused() -> None:
    assert "@import" in fault({"@context": {"@import": REMOTE}, P: "x"}).message


@pytest.mark.parametrize(
    "document",
    [
        {"@id": "a b", P: "x"},
        {"@id": "a", P: {"@id": "http://e/b c"}},
        {"@id": "a", P: [{"@list": [{"@id": "b\tc"}]}]},
        {"@id": "a", "@graph": [{"@id": "b", "@reverse": {P: {"@id": "c d"}}}]},
        {"@id": "_:a b", P: "x"},
        {"@context": {"id": "@id"}, "id": "a b", P: "x"},
        {"@context": {"p": {"@id": P, "@type": "@id"}}, "@id": "a", "p": ["b c", "d"]},
        {"@context": {"p": {"@id": P, "@container": "@index"}}, "p": {"k": {"@id": "b c"}}},
    ],
)
def test_an_id_with_a_space_is_refused_wherever_it_stands(document: object) -> None:
    assert "is not an IRI" in fault(document).message


def test_the_place_of_a_refused_id_is_its_line() -> None:
    error = fault('{"@id": "a",\n "http://e/p": [\n  1,\n  {"@id": "b c"}]}')
    assert str(error.place) == "given.jsonld:4:4"
    assert "[1].@id" in error.message


@pytest.mark.parametrize(
    "document",
    [
        {"@context": {"schema": "http://schema.org/"}, "@id": "a", "@type": "schema: Dataset"},
        {
            "@context": {"schema": "http://schema.org/"},
            "@id": "a",
            "@type": ["schema:Thing", "schema: Dataset"],
        },
        {"@context": {"kind": "@type"}, "@id": "a", "kind": "My Type"},
        {"@id": "a", "@type": "schema:Dataset"},
        {"@id": "a", "http://e/p q": "x"},
        {"@id": "a", P: {"@value": "x", "@type": "a b"}},
    ],
)
def test_types_and_keys_that_would_be_lost_are_refused(document: object) -> None:
    fault(document)


def test_a_term_that_the_context_defines_may_hold_a_space() -> None:
    assert len(read({"@context": {"my note": P}, "@id": "a", "my note": "x y"})) == 1


def test_a_repeated_key_is_refused_at_its_second_place() -> None:
    error = fault('{"@id": "a", "http://e/q": {"@id": "c"},\n "http://e/p": "x",\n "@id": "b"}')
    assert str(error.place) == "given.jsonld:3:2"


def test_a_repeated_key_before_broken_json_is_an_input_error() -> None:
    fault('{"a": {"b": 1, "b": 2}, ]]')


def test_broken_json_has_line_and_column() -> None:
    assert str(fault('{"@id": "a",\n}').place) == "given.jsonld:2:1"


@pytest.mark.parametrize("number", ["NaN", "Infinity", "1e999", "9" * 5000])
def test_numbers_that_are_none_are_refused(number: str) -> None:
    fault(f'{{"@id": "a", "{P}": {number}}}')


def test_half_a_character_is_refused() -> None:
    fault(f'{{"@id": "a", "{P}": "\\ud800"}}')


@pytest.mark.parametrize("depth", [101, 2000, 200_000])
def test_bottomless_nesting_is_refused(depth: int) -> None:
    with pytest.raises(LimitExceeded):
        read("[" * depth + "]" * depth)


@pytest.mark.parametrize("text", ["5", "null", '"x"', "[]", "[1]"])
def test_json_that_is_no_object_is_refused(text: str) -> None:
    fault(text)


def test_content_of_json_literals_is_left_alone() -> None:
    document = {"@context": {"j": {"@id": P, "@type": "@json"}}, "@id": "a", "j": {"@id": "b c", "d e": 1}}
    assert "b c" in read(document)[0]


values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["a", P, REMOTE]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "@id",
                    "@type",
                    "@context",
                    "@graph",
                    "@list",
                    "@value",
                    "@base",
                    "@reverse",
                    "@container",
                    P,
                    "t",
                    "",
                ]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@settings(deadline=None)
@given(values)
def test_any_json_ends_in_statements_or_an_input_error(document: object) -> None:
    try:
        assert read(document)
    except InputError as error:
        assert error.place is not None
