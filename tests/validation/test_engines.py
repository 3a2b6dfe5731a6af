from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from pyoxigraph import Literal, NamedNode, Triple

from rubrary.errors import RegistryError
from rubrary.terms import rub
from rubrary.validation.explain import ExplainingEngine
from rubrary.validation.fast import FastEngine
from rubrary.validation.report import Finding
from rubrary.validation.shape_folder import ShapeFolder

Reader = Callable[[str], list[Triple]]
PAPERS = frozenset({rub.Paper.value})

HEAD = """
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix rub: <https://w3id.org/rubrary/ns#> .
@prefix dcterms: <http://purl.org/dc/terms/> .
<https://example.org/shape> a sh:NodeShape ; sh:targetClass rub:Paper ;
    sh:property <https://example.org/shape/p> .
"""


def judged(folder: Path, shape: str, data: list[Triple]) -> list[list[Finding]]:
    (folder / "paper.ttl").write_text(HEAD + shape, encoding="utf-8")
    shapes = ShapeFolder.read(folder)
    return [engine.judge(data, PAPERS) for engine in (FastEngine(shapes), ExplainingEngine(shapes))]


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("dcterms:title", "http://purl.org/dc/terms/title"),
        ("[ sh:inversePath dcterms:title ]", None),
        ("( dcterms:title dcterms:creator )", None),
    ],
)
def test_both_engines_name_the_path(path: str, said: str | None, folder: Path, triples: Reader) -> None:
    shape = f"<https://example.org/shape/p> a sh:PropertyShape ; sh:path {path} ; sh:minCount 1 ."
    fast, thorough = judged(folder, shape, triples("<p> a rub:Paper ."))
    assert [finding.path for finding in fast] == [said or fast[0].path]
    for finding in (*fast, *thorough):
        assert finding.path
        assert "title" in finding.path


@pytest.mark.parametrize("value", ['"a \\"quoted\\" text"@en', "<v>", "7", '"x"', "7.50"])
def test_both_engines_give_the_value_as_a_term(value: str, folder: Path, triples: Reader) -> None:
    shape = (
        "<https://example.org/shape/p> a sh:PropertyShape ; sh:path dcterms:title ; sh:in ( 1 2 ) ;"
        " sh:message 'none of these' ."
    )
    data = triples(f"<p> a rub:Paper ; dcterms:title {value} .")
    for findings in judged(folder, shape, data):
        (finding,) = findings
        assert finding.term == data[1].object
        assert isinstance(finding.term, NamedNode | Literal)
        assert finding.value == finding.term.value


def test_both_engines_fill_in_the_message_of_a_query(folder: Path, triples: Reader) -> None:
    shape = """
        <https://example.org/shape/p> a sh:PropertyShape ; sh:path dcterms:title ; sh:minCount 0 .
        <https://example.org/rule> a sh:NodeShape ; sh:targetClass rub:Paper ; sh:severity sh:Warning ;
            sh:sparql [ sh:message "{?value} is short. To mend: write {?other}." ; sh:select '''
                SELECT $this ?value ?path ?other WHERE {
                    $this <http://purl.org/dc/terms/title> ?value .
                    BIND(<http://purl.org/dc/terms/title> AS ?path) BIND("more" AS ?other)
                }''' ] .
    """
    for findings in judged(folder, shape, triples('<p> a rub:Paper ; dcterms:title "T" .')):
        (finding,) = findings
        assert (finding.message, finding.remedy) == ("T is short.", "write more.")
        assert finding.severity.value == "warning"
        assert finding.path == "http://purl.org/dc/terms/title"
        assert finding.shape == "https://example.org/rule"


def test_shapes_that_cannot_be_compiled_refuse_to_start(folder: Path) -> None:
    (folder / "paper.ttl").write_text(
        HEAD + '<https://example.org/shape/p> sh:path dcterms:title ; sh:pattern "(?=a)b" .', encoding="utf-8"
    )
    with pytest.raises(RegistryError, match="cannot be compiled"):
        FastEngine(ShapeFolder.read(folder))
