"""A served registry with one paper, one assessment, one attempt and hostile text in it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient

from rubrary.graph.write import record_triples
from rubrary.pipeline.deposit import append
from rubrary.pipeline.examine import Examiner
from rubrary.pipeline.publish import publish_shipped
from rubrary.pipeline.registry import Registry
from rubrary_api.app import create_app
from samples import BASE, PAPER, assessment_record, attempt_record, paper_record

#: A title that must never reach a page unescaped.
HOSTILE = 'A <script>alert("x")</script> paper & "quotes"'


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Registry]:
    """The registry."""
    with Registry.create(tmp_path_factory.mktemp("api") / "registry", BASE) as registry:
        list(publish_shipped(registry))
        examiner = Examiner(registry.knowledge(), registry.validator)
        shapes = registry.remember_shapes()
        for record in (paper_record(HOSTILE), assessment_record(paper=PAPER), attempt_record()):
            result = append(
                registry, examiner.examine(record_triples([record]), "x"), shapes=shapes, submitter="t"
            )
            assert not result.refused, result
        yield registry


@pytest.fixture(scope="module")
def client(served: Registry) -> Iterator[TestClient]:
    """A client of its server."""
    with TestClient(create_app(served, query_timeout=3.0), base_url="http://127.0.0.1:8000") as opened:
        yield opened
