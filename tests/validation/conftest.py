from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from pyoxigraph import RdfFormat, Triple, parse

#: Two rules: a paper has a title (refused without), and a creator (doubted without).
SHAPES = """
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix rub: <https://w3id.org/rubrary/ns#> .
@prefix dcterms: <http://purl.org/dc/terms/> .
@prefix s: <https://example.org/shape/> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

s:Paper a sh:NodeShape ;
    sh:targetClass rub:Paper ;
    sh:property s:Paper-title , s:Paper-creator , s:Paper-identifier .

s:Paper-title a sh:PropertyShape ;
    sh:path dcterms:title ;
    sh:minCount 1 ;
    sh:message "A paper has a title. To mend: add dcterms:title." .

s:Paper-creator a sh:PropertyShape ;
    sh:path dcterms:creator ;
    sh:minCount 1 ;
    sh:severity sh:Warning .

s:Paper-identifier a sh:PropertyShape ;
    sh:path dcterms:identifier ;
    sh:class rub:Venue ;
    sh:message "The identifier is unknown here. To mend: describe it." .
"""

PREFIXES = """
@base <https://example.org/> .
@prefix rub: <https://w3id.org/rubrary/ns#> .
@prefix dcterms: <http://purl.org/dc/terms/> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
"""

Reader = Callable[[str], list[Triple]]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one small shape file."""
    made = tmp_path / "shapes"
    made.mkdir()
    (made / "paper.ttl").write_text(SHAPES, encoding="utf-8")
    return made


@pytest.fixture
def triples() -> Reader:
    """Turtle, with the usual prefixes, to triples."""

    def read(text: str) -> list[Triple]:
        return [quad.triple for quad in parse(PREFIXES + text, format=RdfFormat.TURTLE)]

    return read
