from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyoxigraph import Quad, RdfFormat

from rubrary.errors import InputError, LimitExceeded, MalformedInput
from rubrary.graph.parse import SYNTAXES, parse_rdf

BASE = "http://127.0.0.1:8000/"
XSD = "http://www.w3.org/2001/XMLSchema#"
RDF_NS = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:e="http://example.org/"'


def read(text: str | bytes, syntax: RdfFormat = RdfFormat.TURTLE) -> list[Quad]:
    data = text.encode() if isinstance(text, str) else text
    return parse_rdf(data, syntax, base=BASE, source="given.ttl")


def fault(text: str | bytes, syntax: RdfFormat = RdfFormat.TURTLE) -> MalformedInput:
    with pytest.raises(MalformedInput) as caught:
        read(text, syntax)
    return caught.value


@pytest.mark.parametrize(
    ("syntax", "text"),
    [
        (RdfFormat.TURTLE, '<a> <http://e/p> "x" .'),
        (RdfFormat.TRIG, '<a> <http://e/p> "x" .'),
        (RdfFormat.N_TRIPLES, f'<{BASE}a> <http://e/p> "x" .'),
        (RdfFormat.N_QUADS, f'<{BASE}a> <http://e/p> "x" .'),
        (RdfFormat.JSON_LD, '{"@id": "a", "http://e/p": "x"}'),
        (
            RdfFormat.RDF_XML,
            f'<rdf:RDF {RDF_NS}><rdf:Description rdf:about="a"><p xmlns="http://e/">x</p></rdf:Description></rdf:RDF>',
        ),
    ],
)
def test_each_syntax_gives_the_same_statement(syntax: RdfFormat, text: str) -> None:
    assert [str(quad) for quad in read(text, syntax)] == [f'<{BASE}a> <http://e/p> "x"']
    assert parse_rdf(text.encode(), syntax.media_type, base=BASE, source="x") == read(text, syntax)


def test_a_syntax_error_has_line_column_and_hint() -> None:
    error = fault('<a> <p> "x" .\n<a> ex:p "y" .')
    assert str(error.place) == "given.ttl:2:5"
    assert "prefix ex:" in error.message
    assert error.hint is not None


def test_a_file_that_is_not_utf8_is_refused_with_its_byte_and_line() -> None:
    error = fault(b'<a> <p> "x" .\n<a> <p> "\xe9" .')
    assert str(error.place) == "given.ttl:2:10"
    assert "byte 23 is 0xe9" in error.message


def test_utf16_is_named() -> None:
    assert "UTF-16" in fault("<a> <p> <c> .".encode("utf-16")).message


def test_a_byte_order_mark_is_skipped() -> None:
    assert len(read(b"\xef\xbb\xbf<a> <p> <c> .")) == 1


@pytest.mark.parametrize("text", ["", " \n\t", "\ufeff"])
def test_an_empty_file_is_refused(text: str) -> None:
    assert fault(text).message == "the file is empty"


@pytest.mark.parametrize("syntax", [RdfFormat.TURTLE, RdfFormat.N_TRIPLES])
def test_a_file_without_statements_is_refused(syntax: RdfFormat) -> None:
    assert "no statements" in fault("# a comment\n", syntax).message


def test_a_relative_iri_in_n_triples_is_refused() -> None:
    assert "scheme" in fault("<a> <http://e/p> <http://e/c> .", RdfFormat.N_TRIPLES).message


@pytest.mark.parametrize("iri", ["ipfs:bafy", "did:example:1", "swh:1:rev:0", "urn:x:y"])
def test_iris_of_any_scheme_are_accepted(iri: str) -> None:
    assert len(read(f"<a> <p> <{iri}> .")) == 1


@pytest.mark.parametrize("iri", ["http://e/a b", "http://e/{a}", "http://e/\\u0020", "http://e/^"])
def test_an_iri_with_characters_that_it_cannot_hold_is_refused(iri: str) -> None:
    assert fault(f"<a> <p>\n<{iri}> .").place is not None


@pytest.mark.parametrize(
    ("value", "datatype"),
    [("NaN", "decimal"), ("x", "integer"), ("2024-01-01T00:00:00", "integer"), ("INF", "double")],
)
def test_an_ill_typed_literal_is_refused_at_its_line(value: str, datatype: str) -> None:
    error = fault(f'<a> <p> "{value}" .\n<a> <q>\n  "{value}"^^<{XSD}{datatype}> .')
    assert error.place is not None
    assert error.place.line == 3
    assert value in error.message


@pytest.mark.parametrize(
    "text",
    [
        "<a> <p> <<( <a> <p> <c> )>> .",
        "<< <a> <p> <c> >> <p> <c> .",
        "<a> <p> <c> {| <p> <c> |} .",
    ],
)
def test_statements_about_statements_are_refused(text: str) -> None:
    assert "quoted triple" in fault(text).message


def test_a_string_with_a_writing_direction_is_refused() -> None:
    assert "direction" in fault('<a> <p> "x"@ar--rtl .').message


def test_more_bytes_than_the_limit_are_not_parsed() -> None:
    with pytest.raises(LimitExceeded):
        parse_rdf(b"<a> <p> <c> .", RdfFormat.TURTLE, base=BASE, source="x", size_limit=5)


def test_an_unknown_media_type_is_refused_with_those_that_are_read() -> None:
    with pytest.raises(MalformedInput) as caught:
        parse_rdf(b"x", "text/html", base=BASE, source="x")
    assert "text/turtle" in str(caught.value.hint)


def xml(declarations: str, body: str) -> str:
    return (
        f'<?xml version="1.0"?>\n<!DOCTYPE rdf:RDF [{declarations}]>\n<rdf:RDF {RDF_NS}>'
        f'<rdf:Description rdf:about="a"><e:p>{body}</e:p></rdf:Description></rdf:RDF>'
    )


def test_xml_entities_may_abbreviate_namespaces() -> None:
    quads = read(xml('<!ENTITY ex "http://example.org/">', "&ex;x"), RdfFormat.RDF_XML)
    assert '"http://example.org/x"' in str(quads[0])


@pytest.mark.parametrize(
    "declarations",
    [
        '<!ENTITY x SYSTEM "file:///etc/hostname">',
        '<!ENTITY x PUBLIC "a" "http://example.org/">',
        '<!ENTITY % x "y">',
        "<!ENTITY x",
    ],
)
def test_external_and_parameter_entities_are_refused(declarations: str) -> None:
    error = fault(xml(declarations, "&x;"), RdfFormat.RDF_XML)
    assert error.place is not None
    assert error.place.line == 2


@pytest.mark.parametrize(
    ("declarations", "body"),
    [
        (
            '<!ENTITY a0 "aaaaaaaaaa">' + "".join(f'<!ENTITY a{n + 1} "{f"&a{n};" * 10}">' for n in range(9)),
            "&a9;",
        ),
        (f'<!ENTITY a "{"a" * 10_000}">', "&a;" * 10_000),
        ('<!ENTITY a "&b;&b;"><!ENTITY b "&a;">', "&a;"),
    ],
)
def test_xml_entities_that_grow_are_refused(declarations: str, body: str) -> None:
    with pytest.raises(InputError):
        read(xml(declarations, body), RdfFormat.RDF_XML)


@settings(deadline=None)
@given(st.binary(max_size=200), st.sampled_from(SYNTAXES))
def test_random_bytes_end_in_statements_or_an_input_error(data: bytes, syntax: RdfFormat) -> None:
    try:
        assert parse_rdf(data, syntax, base=BASE, source="x")
    except InputError as error:
        assert error.place is not None


PIECES = [
    "<a>",
    "<http://e/p>",
    '"x"',
    "_:b",
    ".",
    ";",
    "[",
    "]",
    "(",
    ")",
    "{",
    "}",
    "@en",
    "^^",
    "<<",
    "a",
    "1",
    "\\",
]


@settings(deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=12), st.sampled_from([RdfFormat.TURTLE, RdfFormat.TRIG]))
def test_shuffled_syntax_ends_in_statements_or_an_input_error(pieces: list[str], syntax: RdfFormat) -> None:
    try:
        read(" ".join(pieces), syntax)
    except InputError as error:
        assert error.place is not None
