"""Every IRI has one address here, however odd its characters, and the address leads back to it."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import unquote, urlsplit

import pytest
from fastapi.testclient import TestClient
from hypothesis import given
from hypothesis import strategies as st

from rubrary.graph.write import record_triples
from rubrary.pipeline.deposit import append
from rubrary.pipeline.examine import Examiner
from rubrary.pipeline.registry import Registry
from rubrary.records import PaperRecord
from rubrary.snapshot import doi_iri
from rubrary_api.addresses import address_of, candidates
from rubrary_api.app import create_app
from samples import BASE

HTML = {"Accept": "text/html"}
#: As they are in the wild: SICI identifiers of the nineties have angle brackets, others have what they like.
DOIS = (
    "10.1002/(SICI)1096-8644(199604)99:4<511::AID-AJPA1>3.0.CO;2-0",
    "10.1016/S0140-6736(05)66550-#a%b",
    "10.5555/ünïcode-日本",
    "10.5555/with?query&a=b",
    "10.5555/a/slash/at/the/end/",
)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with Registry.create(tmp_path_factory.mktemp("addresses") / "registry", BASE) as registry:
        examiner = Examiner(registry.knowledge(), registry.validator)
        shapes = registry.remember_shapes()
        for doi in DOIS:
            triples = record_triples([PaperRecord(iri=doi_iri(doi), title=f"Paper {doi}")])
            assert not append(registry, examiner.examine(triples, "x"), shapes=shapes, submitter="t").refused
        with TestClient(create_app(registry), base_url=BASE) as opened:
            yield opened


@pytest.mark.parametrize("doi", DOIS)
def test_a_paper_is_found_at_its_address_and_by_its_doi_as_printed(client: TestClient, doi: str) -> None:
    address = address_of(doi_iri(doi), BASE)
    assert client.get(address, headers=HTML).status_code == 200
    assert doi_iri(doi) in client.get(address, headers={"Accept": "application/n-triples"}).text
    if not set("?#%") & set(doi):
        assert client.get(f"/paper/{doi}", headers=HTML).status_code == 200


def test_lists_link_to_each_of_them(client: TestClient) -> None:
    text = client.get("/papers", headers=HTML).text
    for doi in DOIS:
        assert f'href="{address_of(doi_iri(doi), BASE).replace("&", "&amp;")}"' in text


@given(st.text(st.characters(codec="utf-8", exclude_categories=["Z", "C"]), min_size=1, max_size=30))
def test_the_address_of_a_doi_leads_back_to_its_iri(suffix: str) -> None:
    iri = doi_iri(f"10.5555/{suffix}")
    path = urlsplit(address_of(iri, BASE)).path
    assert iri in candidates(path.lstrip("/"), BASE) + candidates(unquote(path).lstrip("/"), BASE)
