"""A registry below a path, behind a proxy that takes the path off or leaves it on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from fastapi.testclient import TestClient

from rubrary.pipeline.publish import publish_shipped
from rubrary.pipeline.registry import Registry
from rubrary_api.app import create_app

BASE = "https://archive.example/rubrary/"
HTML = {"Accept": "text/html"}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder: Path = tmp_path_factory.mktemp("under") / "registry"
    with Registry.create(folder, BASE) as registry:
        list(publish_shipped(registry))
        with TestClient(create_app(registry), base_url="https://archive.example") as opened:
            yield opened


@pytest.mark.parametrize(
    "path", ["/", "/rubrics", "/sparql", "/ontology", "/rubric/reproscore/1.0.0", "/nothing"]
)
def test_a_page_is_the_same_with_and_without_the_path(client: TestClient, path: str) -> None:
    assert client.get(f"/rubrary{path}", headers=HTML).text == client.get(path, headers=HTML).text


@pytest.mark.parametrize("path", ["/rubrary", "/rubrary/"])
def test_the_path_itself_is_the_front_page(client: TestClient, path: str) -> None:
    assert "What reproduces" in client.get(path, headers=HTML).text


def test_a_path_that_only_begins_like_it_is_another(client: TestClient) -> None:
    assert client.get("/rubraryx", headers=HTML).status_code == 404


@pytest.mark.parametrize(
    "path", ["/", "/rubrics", "/sparql", "/ontology", "/rubric/reproscore/1.0.0", "/nothing"]
)
def test_every_link_of_a_page_stays_below_the_path_and_leads_somewhere(client: TestClient, path: str) -> None:
    text = client.get(f"/rubrary{path}", headers=HTML).text
    links = set(re.findall(r'(?:href|action)="([^"#][^"]*)"', text))
    assert links
    for link in links:
        address = urlsplit(link.replace("&amp;", "&"))
        assert address.path.startswith("/rubrary/") or not address.path, link
        if address.path and not address.query:
            assert (
                client.get(address.path, headers=HTML if "static" not in link else {}).status_code == 200
            ), link


def test_the_endpoint_answers_below_the_path(client: TestClient) -> None:
    answer = client.get("/rubrary/sparql", params={"query": "ASK { ?s a rub:RubricVersion }"})
    assert answer.json()["boolean"] is True
