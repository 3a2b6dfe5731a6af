"""The SPARQL 1.1 Protocol, as machines use it."""

from __future__ import annotations

import json

import pytest
from fastapi.testclient import TestClient
from pyoxigraph import RdfFormat, parse

from samples import BASE, PAPER

SELECT = "SELECT ?title { ?paper a rub:Paper ; dcterms:title ?title }"
CONSTRUCT = "CONSTRUCT { ?s a rub:Paper } { ?s a rub:Paper }"
ASK = f"ASK {{ <{PAPER}> a rub:Paper }}"
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
DIRECT = {"Content-Type": "application/sparql-query"}
JSON = {"Accept": "application/sparql-results+json"}


def test_get_form_post_and_direct_post_give_the_same_answer(client: TestClient) -> None:
    answers = [
        client.get("/sparql", params={"query": SELECT}, headers=JSON),
        client.post("/sparql", data={"query": SELECT}, headers=JSON),
        client.post("/sparql", content=SELECT, headers={**JSON, **DIRECT}),
    ]
    assert [answer.status_code for answer in answers] == [200, 200, 200]
    assert len({answer.content for answer in answers}) == 1
    assert len(answers[0].json()["results"]["bindings"]) == 1


def test_a_query_is_decoded_once(client: TestClient) -> None:
    query = 'SELECT ("a+b %41 &amp;" AS ?x) {}'
    for answer in (
        client.get("/sparql", params={"query": query}, headers=JSON),
        client.post("/sparql", data={"query": query}, headers=JSON),
        client.post("/sparql", content=query, headers={**JSON, **DIRECT}),
    ):
        assert answer.json()["results"]["bindings"][0]["x"]["value"] == "a+b %41 &amp;"


@pytest.mark.parametrize(
    ("accept", "media_type"),
    [
        ("application/sparql-results+json", "application/sparql-results+json"),
        ("application/json", "application/sparql-results+json"),
        ("application/sparql-results+xml", "application/sparql-results+xml"),
        ("text/csv", "text/csv"),
        ("text/tab-separated-values", "text/tab-separated-values"),
        (
            "text/turtle, text/csv;q=0.5, application/sparql-results+xml;q=0.6",
            "application/sparql-results+xml",
        ),
        ("*/*", "application/sparql-results+json"),
    ],
)
def test_solutions_come_in_the_format_asked_for(client: TestClient, accept: str, media_type: str) -> None:
    answer = client.get("/sparql", params={"query": SELECT}, headers={"Accept": accept})
    assert answer.status_code == 200
    assert answer.headers["content-type"].partition(";")[0] == media_type
    assert "Accept" in answer.headers["vary"]


@pytest.mark.parametrize(
    ("accept", "form"),
    [
        ("text/turtle", RdfFormat.TURTLE),
        ("application/n-triples", RdfFormat.N_TRIPLES),
        ("application/ld+json", RdfFormat.JSON_LD),
        ("application/rdf+xml", RdfFormat.RDF_XML),
    ],
)
@pytest.mark.parametrize("query", [CONSTRUCT, f"DESCRIBE <{PAPER}>"])
def test_graphs_come_in_the_format_asked_for(
    client: TestClient, accept: str, form: RdfFormat, query: str
) -> None:
    answer = client.get("/sparql", params={"query": query}, headers={"Accept": accept})
    assert answer.headers["content-type"].partition(";")[0] == accept
    assert any(quad.subject.value == PAPER for quad in parse(answer.content, format=form))


def test_a_boolean_has_no_csv(client: TestClient) -> None:
    assert client.get("/sparql", params={"query": ASK}, headers=JSON).json()["boolean"] is True
    assert client.get("/sparql", params={"query": ASK}, headers={"Accept": "text/csv"}).status_code == 406


@pytest.mark.parametrize(
    ("query", "accept"), [(SELECT, "text/turtle"), (CONSTRUCT, "text/csv"), (SELECT, "image/png")]
)
def test_a_format_that_does_not_suit_is_not_acceptable(client: TestClient, query: str, accept: str) -> None:
    answer = client.get("/sparql", params={"query": query}, headers={"Accept": accept})
    assert answer.status_code == 406
    assert "can be answered as" in answer.text


def test_head_answers_without_a_body(client: TestClient) -> None:
    answer = client.head("/sparql", params={"query": SELECT}, headers=JSON)
    assert answer.status_code == 200
    assert answer.content == b""
    assert answer.headers["content-type"] == "application/sparql-results+json"


@pytest.mark.parametrize(
    "url",
    [
        "/sparql?query=SELECT",
        "/sparql?query=ASK%7B%7D&query=ASK%7B%7D",
        "/sparql?query=%FF",
        "/sparql?query=INSERT%20DATA%20%7B%7D",
        "/sparql?update=x&query=ASK%7B%7D",
        "/sparql?query=SELECT%20*%20%7B%20SERVICE%20%3Chttp%3A%2F%2F127.0.0.1%3A1%2F%3E%20%7B%20%3Fs%20%3Fp%20%3Fo%20%7D%20%7D",
    ],
)
def test_what_is_no_query_is_a_bad_request_in_plain_text(client: TestClient, url: str) -> None:
    answer = client.get(url)
    assert answer.status_code == 400
    assert answer.headers["content-type"].startswith("text/plain")
    assert answer.text.strip()


def test_a_syntax_error_tells_its_position(client: TestClient) -> None:
    answer = client.get("/sparql", params={"query": "SELECT ?x\nWHERE { ?x ?y }"})
    assert answer.status_code == 400
    assert "2:" in answer.text


def test_missing_query_is_said(client: TestClient) -> None:
    answer = client.get("/sparql", headers={"Accept": "text/plain"})
    assert answer.status_code == 400
    assert "query" in answer.text


def test_other_media_types_are_unsupported(client: TestClient) -> None:
    assert (
        client.post("/sparql", content="{}", headers={"Content-Type": "application/json"}).status_code == 415
    )
    update = {"Content-Type": "application/sparql-update"}
    assert client.post("/sparql", content="CLEAR ALL", headers=update).status_code == 400


def test_a_huge_body_is_refused(client: TestClient) -> None:
    answer = client.post("/sparql", content=b"#" * (4 * 1024 * 1024), headers=DIRECT)
    assert answer.status_code == 413


def test_the_protocols_data_set_is_honoured(client: TestClient) -> None:
    everywhere = client.get("/sparql", params={"query": ASK}, headers=JSON).json()["boolean"]
    catalogue = client.get(
        "/sparql", params={"query": ASK, "default-graph-uri": f"{BASE}catalog"}, headers=JSON
    ).json()["boolean"]
    assert (everywhere, catalogue) == (True, False)


def test_a_query_past_its_deadline_is_ended_and_the_next_one_answered(client: TestClient) -> None:
    heavy = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }"
    answer = client.get("/sparql", params={"query": heavy}, headers=JSON)
    assert answer.status_code == 503
    assert client.get("/sparql", params={"query": ASK}, headers=JSON).status_code == 200


def test_every_answer_says_what_it_knows(client: TestClient) -> None:
    answer = client.get("/sparql", params={"query": SELECT}, headers=JSON)
    health = client.get("/healthz").json()
    assert answer.headers["x-rubrary-sequence"] == str(health["sequence"])
    assert answer.headers["x-rubrary-state"] == health["state"]
    etag = answer.headers["etag"]
    for known in (etag, f"W/{etag}", f'"other", {etag}'):
        again = client.get("/sparql", params={"query": SELECT}, headers={**JSON, "If-None-Match": known})
        assert again.status_code == 304


def test_scripts_elsewhere_may_read(client: TestClient) -> None:
    answer = client.get("/sparql", params={"query": ASK}, headers={**JSON, "Origin": "https://example.org"})
    assert answer.headers["access-control-allow-origin"] == "*"


def test_a_browser_may_ask_first(client: TestClient) -> None:
    answer = client.options("/sparql", headers={"Origin": "https://example.org"})
    assert answer.status_code == 204
    assert "POST" in answer.headers["access-control-allow-methods"]
    assert client.put("/sparql").status_code == 405


def test_a_query_that_asks_the_time_is_asked_again(client: TestClient) -> None:
    query = "SELECT (STRUUID() AS ?x) {}"
    answers = {client.get("/sparql", params={"query": query}, headers=JSON).content for _ in range(3)}
    assert len(answers) == 3


def test_a_long_answer_is_whole(client: TestClient) -> None:
    query = "SELECT * { ?s ?p ?o . ?a ?b ?c } LIMIT 5000"
    answer = client.get("/sparql", params={"query": query}, headers=JSON)
    assert len(answer.content) > 64 * 1024
    assert len(answer.json()["results"]["bindings"]) == 5000


def test_a_person_gets_a_page(client: TestClient) -> None:
    html = {"Accept": "text/html"}
    form = client.get("/sparql", headers=html)
    assert form.status_code == 200
    assert "<textarea" in form.text
    page = client.get("/sparql", params={"query": SELECT, "format": "html"}, headers=html)
    assert page.status_code == 200
    assert "<script" not in page.text
    assert "&lt;script&gt;" in page.text
    assert json.loads(client.get("/sparql", params={"query": SELECT, "format": "json"}).text)


def test_the_endpoint_describes_itself_and_the_functions_that_are_ours(client: TestClient) -> None:
    sd = "http://www.w3.org/ns/sparql-service-description#"
    answer = client.get("/sparql", headers={"Accept": "text/turtle"})
    assert answer.status_code == 200
    said = {
        (str(quad.predicate.value), quad.object.value)
        for quad in parse(answer.content, format=RdfFormat.TURTLE)
    }
    assert (f"{sd}endpoint", "http://127.0.0.1:8000/sparql") in said
    functions = {value for predicate, value in said if predicate == f"{sd}extensionFunction"}
    assert functions == {"https://w3id.org/rubrary/ns#gate", "https://w3id.org/rubrary/ns#score"}
    assert any("rub:score(assessment, rubricVersion, metric)" in value for _, value in said)
    assert client.get("/sparql", headers={"Accept": "*/*"}).status_code == 400
