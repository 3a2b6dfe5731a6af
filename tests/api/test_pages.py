"""Pages for people and graphs for machines, at the same address."""

from __future__ import annotations

import io
import zipfile
from time import sleep

import pytest
from fastapi.testclient import TestClient
from pyoxigraph import RdfFormat, parse

from rubrary.pipeline.registry import Registry
from samples import BASE, PAPER

RUBRIC = "/rubric/reproscore/1.0.0"
SNAPSHOT = "/snapshot/swh:1:rev:3f1c0a9be6a1de3c8c3b2a7d0f4d1b0e5a6c7d80"
PAGES = {
    RUBRIC: "https://w3id.org/rubrary/rubric/reproscore/1.0.0",
    "/paper/10.5555/example.1": PAPER,
    SNAPSHOT: "https://archive.softwareheritage.org/swh:1:rev:3f1c0a9be6a1de3c8c3b2a7d0f4d1b0e5a6c7d80",
    "/assessment/one": f"{BASE}assessment/one",
    "/attempt/one": f"{BASE}attempt/one",
    "/agent/curators": f"{BASE}agent/curators",
    "/describe?iri=https%3A%2F%2Fgithub.com%2Fexample%2Fnotebook-paper": "https://github.com/example/notebook-paper",
}
FORMS = {
    "text/turtle": RdfFormat.TURTLE,
    "application/ld+json": RdfFormat.JSON_LD,
    "application/n-triples": RdfFormat.N_TRIPLES,
    "application/rdf+xml": RdfFormat.RDF_XML,
}
HTML = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.mark.parametrize(
    "path", [*PAGES, "/", "/rubrics", "/papers", "/deposits", "/ontology", "/shapes", "/sparql"]
)
def test_each_page_is_html_for_a_browser_and_runs_no_script(client: TestClient, path: str) -> None:
    answer = client.get(path, headers=HTML)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    assert "<script" not in answer.text
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert "<title>" in answer.text


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("media_type", FORMS)
def test_each_thing_is_a_graph_for_a_machine(client: TestClient, path: str, media_type: str) -> None:
    answer = client.get(path, headers={"Accept": media_type})
    assert answer.status_code == 200
    assert answer.headers["content-type"].partition(";")[0] == media_type
    assert "Accept" in answer.headers["vary"]
    subjects = {str(quad.subject) for quad in parse(answer.content, format=FORMS[media_type])}
    assert f"<{PAGES[path]}>" in subjects


@pytest.mark.parametrize("path", PAGES)
def test_head_works_and_an_unknown_form_is_not_acceptable(client: TestClient, path: str) -> None:
    assert client.head(path).status_code == 200
    assert client.get(path, headers={"Accept": "image/png"}).status_code == 406


def test_readiness_and_outcome_stand_side_by_side_and_apart(client: TestClient) -> None:
    text = client.get("/paper/10.5555/example.1", headers=HTML).text
    assert text.index("Readiness") < text.index("RRS") < text.index("Outcome")
    assert text.index("Outcome") < text.index("ModuleNotFoundError")


def test_an_assessment_shows_score_profile_and_measurements(client: TestClient) -> None:
    text = client.get("/assessment/one", headers=HTML).text
    assert "100.00" in text
    assert "<svg" in text
    assert "dep_pinning" in text


@pytest.mark.parametrize("path", ["/assessment/one", "/attempt/one"])
def test_a_run_names_its_paper_by_title(client: TestClient, path: str) -> None:
    text = client.get(path, headers=HTML).text
    assert "A &lt;script&gt;" in text


def test_the_front_page_counts_each_paper_once_whoever_describes_it(client: TestClient) -> None:
    assert "<b>1</b>paper" in client.get("/", headers=HTML).text


def test_a_rubric_is_its_own_yaml(client: TestClient) -> None:
    answer = client.get(RUBRIC, headers={"Accept": "application/yaml"})
    assert answer.text.startswith("#") or "rubric: reproscore" in answer.text
    assert "reproscore-1.0.0.yaml" in answer.headers["content-disposition"]
    assert client.get(RUBRIC, params={"format": "yaml"}).content == answer.content


def test_an_assessment_is_a_bundle(client: TestClient) -> None:
    answer = client.get("/assessment/one", headers={"Accept": "application/zip"})
    names = zipfile.ZipFile(io.BytesIO(answer.content)).namelist()
    assert "ro-crate-metadata.json" in names


def test_a_deposit_gives_its_exact_bytes(client: TestClient, served: Registry) -> None:
    row = served.ledger.defining(f"{BASE}assessment/one")
    assert row is not None
    answer = client.get(f"/deposit/{row.digest}", headers={"Accept": "application/n-quads"})
    assert answer.content == row.nquads
    assert client.get(f"/deposit/{row.digest}", headers=HTML).status_code == 200


@pytest.mark.parametrize(
    "path",
    ["/assessment/none", "/paper/10.5555/none", "/deposit/" + "0" * 64, "/nothing", "/describe?iri=x%3Ay"],
)
def test_what_is_not_on_record_is_not_found(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert answer.text.strip()
    assert client.get(path, headers=HTML).headers["content-type"].startswith("text/html")


@pytest.mark.parametrize("iri", ["", "x", "https://x/> <y", 'https://x/"', "https://x/\n"])
def test_no_iri_breaks_out_of_a_query(client: TestClient, iri: str) -> None:
    assert client.get("/describe", params={"iri": iri}).status_code == 404


def test_ontology_and_shapes_are_turtle_by_default(client: TestClient) -> None:
    for path in ("/ontology", "/shapes"):
        answer = client.get(path)
        assert answer.headers["content-type"].partition(";")[0] == "text/turtle"
        assert list(parse(answer.content, format=RdfFormat.TURTLE))


def test_health_and_description(client: TestClient) -> None:
    health = client.get("/healthz").json()
    assert health["status"] == "ok"
    assert health["sequence"] == health["indexed"]
    paths = client.get("/openapi.json").json()["paths"]
    assert "/healthz" in paths
    assert client.get("/schema/record.json").json()["title"]


def test_the_front_page_counts_what_came_inside_other_deposits(client: TestClient) -> None:
    text = client.get("/", headers=HTML).text
    assert "<b>1</b>artifact" in text
    assert "<b>1</b>reproduction attempt" in text


@pytest.mark.parametrize(
    "path", ["/", RUBRIC, "/assessment/one", "/papers", "/ontology", "/static/style.css"]
)
def test_what_a_client_has_already_is_not_sent_again(client: TestClient, path: str) -> None:
    first = client.get(path, headers=HTML)
    etag = first.headers["etag"]
    for known in (etag, f"W/{etag}", f'"other", {etag}', "*"):
        again = client.get(path, headers={**HTML, "If-None-Match": known})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == etag
    assert client.get(path, headers={**HTML, "If-None-Match": '"other"'}).content == first.content
    assert client.head(path, headers=HTML).headers["etag"] == etag


def test_forms_of_a_page_have_tags_of_their_own(client: TestClient) -> None:
    tags = {
        client.get(RUBRIC, headers={"Accept": accept}).headers["etag"] for accept in [*FORMS, "text/html"]
    }
    assert len(tags) == len(FORMS) + 1


@pytest.mark.parametrize("path", ["/papers/", f"{RUBRIC}/", "/assessment/one/?format=ttl"])
def test_a_slash_too_many_is_taken_off(client: TestClient, path: str) -> None:
    answer = client.get(path, headers=HTML, follow_redirects=False)
    assert answer.status_code == 308
    assert answer.headers["location"] == path.replace("/?", "?").rstrip("/")
    assert client.get(path, headers=HTML).status_code == 200


@pytest.mark.parametrize("path", ["//evil.example/", "/\\evil.example/", "/%2Fevil.example/", "/%0D%0Ax:y/"])
def test_no_slash_leads_elsewhere(client: TestClient, path: str) -> None:
    answer = client.get(f"http://127.0.0.1:8000{path}", follow_redirects=False)
    location = answer.headers.get("location", "/")
    assert location.startswith("/")
    assert not location.startswith(("//", "/\\"))


@pytest.mark.parametrize("path", ["/papers", "/deposits", "/rubrics"])
def test_lists_are_html_and_nothing_else(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 200
    assert client.get(path, headers={"Accept": "image/png"}).status_code == 406


@pytest.mark.parametrize(
    ("page", "status"), [("1", 200), ("2", 404), ("0", 400), ("-1", 400), ("x", 400), ("9" * 30, 400)]
)
def test_a_list_has_the_pages_it_has(client: TestClient, page: str, status: int) -> None:
    assert client.get("/papers", params={"page": page}, headers=HTML).status_code == status


def test_an_unknown_form_is_refused_in_words_the_browser_shows(client: TestClient) -> None:
    answer = client.get(RUBRIC, params={"format": "bogus"}, headers=HTML)
    assert answer.status_code == 406
    assert answer.headers["content-type"].startswith("text/html")
    assert "text/turtle" in answer.text


def test_a_withdrawn_thing_answers_gone_with_its_reason(client: TestClient, served: Registry) -> None:
    served.ledger.withdraw(f"{BASE}attempt/one", reason="recorded for the wrong commit", submitter="t")
    for _ in range(200):
        if client.get("/healthz").json()["indexed"] == served.ledger.head().seq:
            break
        sleep(0.05)
    answer = client.get("/attempt/one", headers=HTML)
    assert answer.status_code == 410
    assert "recorded for the wrong commit" in answer.text
    row = served.ledger.defining(f"{BASE}attempt/one")
    assert row is not None
    for form in ("html", "ttl", "nq"):
        assert client.get(f"/deposit/{row.digest}", params={"format": form}).status_code == 410
