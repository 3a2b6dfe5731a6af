from __future__ import annotations

from pathlib import Path

import pytest
from pyoxigraph import RdfFormat, Triple, parse

from rubrary.resources import data_folder
from rubrary.validation import Validator

HERE = Path(__file__).parent


def triples(text: str) -> list[Triple]:
    return [quad.triple for quad in parse(text, format=RdfFormat.TURTLE)]


@pytest.fixture(scope="session")
def fast() -> Validator:
    return Validator.load(data_folder("shapes"), engine="fast")


@pytest.fixture(scope="session")
def thorough() -> Validator:
    return Validator.load(data_folder("shapes"), engine="explain")


@pytest.fixture(scope="session")
def context() -> list[Triple]:
    """What a registry hands over beside a deposit: the tiny rubric, concepts, types of known nodes."""
    files = sorted((HERE / "context").glob("*.ttl"))
    return [triple for path in files for triple in triples(path.read_text(encoding="utf-8"))]
