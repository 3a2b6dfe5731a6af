from __future__ import annotations

import pyoxigraph
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rubrary.errors import QueryRefused
from rubrary.index import query as query_module
from rubrary.index.query import check_query, syntax_error

#: Reserved port: the engine refuses to connect to it, so a service clause that is run shows as an error.
URL = "<http://127.0.0.1:9/>"


@pytest.mark.parametrize(
    "query",
    [
        f"SELECT * {{ SERVICE {URL} {{ ?s ?p ?o }} }}",
        f"SELECT * {{ service {URL} {{ ?s ?p ?o }} }}",
        f"SELECT * {{ SeRvIcE SILENT {URL} {{ ?s ?p ?o }} }}",
        f"SELECT * {{ SERVICE{URL}{{}} }}",
        f"SELECT * {{ SERVICESILENT{URL}{{}} }}",
        "SELECT * { SERVICE ?where { ?s ?p ?o } }",
        "SELECT * { SERVICE?where{} }",
        "PREFIX : <http://e.org/> SELECT * { SERVICE:x{} }",
        "PREFIX SERVICE: <http://e.org/> PREFIX : <http://e.org/> SELECT * { SERVICE:x{} }",
        "PREFIX a: <http://e.org/> PREFIX SERVICEa: <http://e.org/> SELECT * { SERVICEa:x {} }",
        "PREFIX a: <http://e.org/> PREFIX SERVICEa: <http://e.org/> SELECT * { SERVICEa:x#c\n{} }",
        f"SELECT * {{ ?s ?p trueSERVICE{URL}{{}} }}",
        f"SELECT * {{ ?s ?p 1SERVICE{URL}{{}} }}",
        f"SELECT * {{ ?s ?p 1.SERVICE{URL}{{}} }}",
        f"SELECT * {{ ?s ?p 1.e5SERVICE{URL}{{}} }}",
        f"SELECT * {{ FILTER(1<2)SERVICE#>\n{URL}{{}} }}",
        f"SELECT * {{ FILTER(1 <2)?s?p?o.SERVICE#>\n{URL}{{}} }}",
        f'SELECT * {{ FILTER(1<#> """\n2) SERVICE {URL} {{}} #"""\n }}',
        f"SELECT * {{ FILTER(1<'a>') SERVICE {URL} {{}} #'\n }}",
        f"SELECT * {{ # a comment \r SERVICE {URL} {{}}\n }}",
        f"SELECT * {{ # a comment \n SERVICE {URL} {{}}\n }}",
        f"SELECT * {{ ?s ?p '''a''' SERVICE {URL} {{}} }}",
        f"SELECT * {{ ?s ?p ('''a' ) SERVICE {URL} {{}} }}",
        f"SELECT * {{ ?s ?p 'x'@en--ltrSERVICE {URL} {{}} }}",
        f"SELECT * {{ ?s ?p '\\'' SERVICE {URL} {{}} # '\n }}",
        f"SELECT * {{ <<?a ?b ?c>>SERVICE {URL} {{}} }}",
        f"SELECT * {{ {{ SELECT * {{ SERVICE {URL} {{}} }} }} }}",
        f"SELECT * {{ FILTER EXISTS {{ SERVICE {URL} {{}} }} }}",
        f"ASK {{ SERVICE {URL} {{}} }}",
        f"CONSTRUCT {{ ?s ?p ?o }} WHERE {{ SERVICE {URL} {{ ?s ?p ?o }} }}",
        f"SELECT * {{ S\\u0045RVICE {URL} {{}} }}",
        f"SELECT * {{ \\u0053ERVICE {URL} {{}} }}",
    ],
)
def test_service_is_refused_however_it_is_spelled(query: str) -> None:
    with pytest.raises(QueryRefused):
        check_query(query)


@pytest.mark.parametrize(
    "query",
    [
        "SELECT * { ?s ?p 'SERVICE <http://e.org/> {}' }",
        "SELECT * { ?s ?p \"SERVICE\" , 'service' , \"\"\"a \" SERVICE\"\"\" , '''a ' SERVICE''' }",
        "SELECT * { # SERVICE <http://e.org/> {}\n ?s ?p ?o }",
        "SELECT ?service { ?service ?p ?o }",
        "SELECT $SERVICE { $SERVICE ?p ?o }",
        "PREFIX ex: <http://e.org/> SELECT * { ?s ex:service ?o . ?s ex:my.service ?o }",
        "PREFIX service: <http://e.org/service#> SELECT * { service:a service:b ?o }",
        "PREFIX service: <http://e.org/service#> SELECT * { GRAPH service:g { ?s ?p ?o } }",
        "SELECT * { ?s <http://e.org/service> ?o ; <http://e.org/a_(service)#SERVICE> 1 }",
        "SELECT * { _:service ?p ?o }",
        "SELECT * { FILTER(?a<?b && ?c>?d) }",
        "SELECT * { ?s <#p> ?o }",
        "SELECT * { ?s ?p 'caf\\u00E9', 'tab\\t' }",
    ],
)
def test_what_only_looks_like_service_may_be_asked(query: str) -> None:
    assert check_query(query).form == "SELECT"
    pyoxigraph.Store().query(query, base_iri="http://e.org/")  # and it is SPARQL


@pytest.mark.parametrize(
    "query",
    [
        "SELECT ('a\\u0022b' AS ?x) {}",
        "SELECT ('a\\u005Cb' AS ?x) {}",
        "SELECT (1 AS ?x) { # \\u000A SERVICE <http://e.org/> {}\n }",
        "SELECT * { ?s <http://e.org/\\u003E> ?o }",
        "SELECT * { ?s ?p '\\uD800' }",
        "SELECT * { ?\\u0061 ?p ?o }",
    ],
)
def test_an_escape_that_two_parsers_read_differently_is_refused(query: str) -> None:
    with pytest.raises(QueryRefused, match="escape"):
        check_query(query)


@pytest.mark.parametrize(
    "update",
    [
        "INSERT DATA { <http://e.org/s> <http://e.org/p> 1 }",
        "PREFIX ex: <http://e.org/> DELETE WHERE { ?s ?p ?o }",
        "load <http://e.org/data>",
        "# SELECT\nCLEAR ALL",
        "WITH <http://e.org/g> DELETE { ?s ?p ?o } WHERE { ?s ?p ?o }",
    ],
)
def test_an_update_is_refused_with_a_reason(update: str) -> None:
    with pytest.raises(QueryRefused, match="does not accept updates"):
        check_query(update)


@pytest.mark.parametrize("form", ["SELECT *", "ASK", "CONSTRUCT {} WHERE", "DESCRIBE ?x"])
def test_the_form_of_a_query_is_known_before_it_runs(form: str) -> None:
    checked = check_query(f"# INSERT\nPREFIX ex: <http://e.org/> BASE <http://e.org/> {form} {{ ?x ?y ?z }}")
    assert checked.form == form.split(maxsplit=1)[0]
    assert not checked.has_dataset
    assert check_query("SELECT * from <http://e.org/g> {}").has_dataset


def test_a_query_that_is_too_long_or_too_deep_is_refused() -> None:
    with pytest.raises(QueryRefused, match="bytes long"):
        check_query("SELECT * {} #" + "x" * query_module.QUERY_BYTES)
    with pytest.raises(QueryRefused, match="deeper"):
        check_query("SELECT * { FILTER(" + "(" * 200 + "1" + ")" * 200 + ") }")
    with pytest.raises(QueryRefused, match="deeper"):
        check_query("SELECT * { FILTER(" + "! " * 20_000 + "true) }")
    check_query("SELECT * { FILTER(" + "(" * 50 + "1" + ")" * 50 + ") }")


def test_brackets_that_do_not_match_are_placed() -> None:
    with pytest.raises(QueryRefused) as caught:
        check_query("SELECT * {\n  ?s ?p ) }")
    assert (caught.value.place and (caught.value.place.line, caught.value.place.column)) == (2, 9)
    with pytest.raises(QueryRefused, match="not closed"):
        check_query("SELECT * { ?s ?p ?o")


def test_a_prefix_that_nobody_declared_is_named_at_its_place() -> None:
    with pytest.raises(QueryRefused, match="'ex:' is not declared") as caught:
        check_query("SELECT * {\n ?s ex:p ?o }")
    assert caught.value.place is not None
    assert (caught.value.place.line, caught.value.place.column) == (2, 5)
    assert caught.value.hint is not None
    check_query("SELECT * { ?s a rub:Paper ; dcterms:title ?o }")


def test_what_is_no_query_is_refused() -> None:
    for text in ("", "hello", "\ud800"):
        with pytest.raises(QueryRefused):
            check_query(text)


def test_a_syntax_error_says_where_and_with_what() -> None:
    query = "SELECT * {\n  ?s ?p FOO }"
    error = syntax_error("error at 2:9: expected one of GRAPH, [_]", query)
    assert error.place is not None
    assert (error.place.line, error.place.column) == (2, 9)
    assert "'FOO }'" in error.message
    sentence = syntax_error(
        "error at 1:3: expected one of GRAPH, Duplicated variable name in SELECT, [_]", "a"
    )
    assert "Duplicated variable name in SELECT" in sentence.message
    assert "something is missing" in syntax_error("error at 1:4: expected GRAPH", "ASK").message
    assert "odd" in syntax_error("odd", "").message


def _asks_a_service(query: str) -> bool:
    """Whether the engine's own parser finds a service clause: on an empty store only that can fail."""
    try:
        answer = pyoxigraph.Store().query(query, base_iri="http://e.org/")
        if isinstance(answer, pyoxigraph.QuerySolutions):
            list(answer)
    except SyntaxError:
        return False
    except OSError:
        return True
    return False


_PARTS = st.sampled_from(
    [
        *(
            "SERVICE",
            "service",
            "SILENT",
            URL,
            "{",
            "}",
            "{}",
            "(",
            ")",
            "<",
            ">",
            "<a>",
            "<#>",
            "#",
            "\n",
            "\r",
        ),
        *(
            " ",
            "'",
            '"',
            "'''",
            '"""',
            "\\",
            "\\'",
            "\\u0027",
            "?s",
            "?s ?p ?o",
            ".",
            ";",
            ",",
            "1",
            "1.",
            "e5",
        ),
        *(
            "true",
            "a",
            ":x",
            "ex:",
            "ex:a",
            "_:b",
            "@en",
            "@en--ltr",
            "FILTER(1<2)",
            "FILTER(1<",
            "FILTER(",
            "1<2)",
        ),
        *(
            "<<?a ?b ?c>>",
            "OPTIONAL",
            "UNION",
            "GRAPH ?g",
            "BIND(1 AS ?z)",
            "VALUES ?v {1}",
            "||",
            "&&",
            "=",
            "é",
        ),
        *("·", "\u203f", "%41", "\\-", "-", "!", "^", "/", "*", "[", "]", "[]", "\t", "\ufeff", "#>", "'a>'"),
    ]
)


@settings(max_examples=1500, deadline=None)
@given(st.lists(_PARTS, max_size=12))
@example(["FILTER(1<2)", "SERVICE", "#", ">", "\n", URL, "{}"])
@example(["FILTER(1<", "#>", '"""', "\n", "2)", " ", "SERVICE", URL, "{}", "#", '"""', "\n"])
def test_no_service_clause_that_the_engine_sees_passes_the_check(parts: list[str]) -> None:
    query = f"PREFIX : <http://127.0.0.1:9/> PREFIX ex: <http://127.0.0.1:9/> SELECT * {{ {''.join(parts)} }}"
    try:
        check_query(query)
    except QueryRefused:
        return
    assert not _asks_a_service(query), query


@settings(max_examples=1000, deadline=None)
@given(st.lists(_PARTS, max_size=5), st.lists(_PARTS, max_size=4))
def test_a_service_clause_put_anywhere_is_found_when_the_engine_finds_it(
    before: list[str], after: list[str]
) -> None:
    text = "".join([*before, "SERVICE", URL, "{}", *after])
    query = f"PREFIX : <http://127.0.0.1:9/> PREFIX ex: <http://127.0.0.1:9/> SELECT * {{ {text} }}"
    try:
        check_query(query)
    except QueryRefused:
        return
    assert not _asks_a_service(query), query


@given(st.text(max_size=80))
def test_any_text_is_either_checked_or_refused(text: str) -> None:
    try:
        check_query(text)
    except QueryRefused as error:
        assert error.message
