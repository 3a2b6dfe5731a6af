"""The shapes themselves: valid SHACL, worded for people, and about terms that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pyshacl
import pytest
import rdflib
from pyoxigraph import NamedNode, RdfFormat, parse
from rdflib import RDF
from rdflib.namespace import SH

from rubrary.resources import data_folder
from rubrary.terms import RUB, SCHEME
from rubrary.vocabularies import defined_terms

FOLDER = data_folder("shapes")
FILES = sorted(FOLDER.glob("*.ttl"))
SHAPE_FILES = [path for path in FILES if path.name != "prefixes.ttl"]
ONTOLOGY = data_folder("ontology")


def graph_of(path: Path) -> rdflib.Graph:
    return rdflib.Graph().parse(path)


def named_shapes(graph: rdflib.Graph) -> list[rdflib.URIRef]:
    kinds = (SH.NodeShape, SH.PropertyShape)
    found = {shape for kind in kinds for shape in graph.subjects(RDF.type, kind)}
    return sorted(shape for shape in found if isinstance(shape, rdflib.URIRef))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_shape_file_is_valid_shacl(path: Path) -> None:
    shapes = Path(pyshacl.__file__).parent / "assets" / "shacl-shacl.ttl"
    conforms, _, said = pyshacl.validate(graph_of(path), shacl_graph=rdflib.Graph().parse(shapes))
    assert conforms, said


@pytest.mark.parametrize("path", SHAPE_FILES, ids=lambda path: path.stem)
def test_every_shape_is_named_described_and_says_how_to_mend(path: Path) -> None:
    graph = graph_of(path)
    for shape in named_shapes(graph):
        for predicate in (SH.name, SH.description, SH.message):
            texts = list(graph.objects(shape, predicate))
            assert len(texts) == 1, f"{shape} {predicate}"
            assert str(texts[0]).strip()
        assert "To mend: " in str(graph.value(shape, SH.message)), shape
        assert graph.value(shape, SH.severity) in (SH.Violation, SH.Warning), shape


@pytest.mark.parametrize("path", SHAPE_FILES, ids=lambda path: path.stem)
def test_a_file_is_named_after_the_class_that_it_targets(path: Path) -> None:
    classes = {str(target).rsplit("#", 1)[1] for target in graph_of(path).objects(None, SH.targetClass)}
    words = {"".join(part.capitalize() for part in path.stem.split("-"))}
    # The catalogue's classes are refused together.
    assert words & classes or path.stem == "catalogue"


def test_no_shape_is_written_twice() -> None:
    shapes = [shape for path in SHAPE_FILES for shape in named_shapes(graph_of(path))]
    assert len(shapes) == len(set(shapes))
    for path in SHAPE_FILES:
        graph = graph_of(path)
        both = set(graph.subjects(RDF.type, SH.NodeShape)) & set(graph.subjects(RDF.type, SH.PropertyShape))
        assert not both


def test_no_pattern_looks_ahead_or_behind() -> None:
    for path in SHAPE_FILES:
        for pattern in graph_of(path).objects(None, SH.pattern):
            assert not re.search(r"\(\?", str(pattern)), f"{path.name}: one engine refuses {pattern}"


def test_no_query_uses_what_shacl_forbids() -> None:
    for path in SHAPE_FILES:
        for query in graph_of(path).objects(None, SH.select):
            assert not re.search(r"\b(VALUES|MINUS|SERVICE|FROM)\b|NOW\(|RAND\(", str(query)), path.name


def test_every_term_of_ours_is_defined() -> None:
    used = set()
    for path in SHAPE_FILES:
        text = path.read_text(encoding="utf-8")
        used |= {f"{RUB}{name}" for name in re.findall(r"\brub:([A-Za-z]+)", text)}
    assert used <= defined_terms()["rub"]


def test_every_concept_and_scheme_exists() -> None:
    quads = [
        quad
        for path in sorted((ONTOLOGY / "schemes").glob("*.ttl"))
        for quad in parse(path=path, format=RdfFormat.TURTLE)
    ]
    known = {quad.subject.value for quad in quads if isinstance(quad.subject, NamedNode)}
    used = set()
    for path in SHAPE_FILES:
        text = path.read_text(encoding="utf-8")
        used |= set(re.findall(rf"<({re.escape(SCHEME)}[^>]+)>", text))
        # Messages name concepts by the prefix.
        used |= {SCHEME + name for name in re.findall(r"scheme:([a-z-]+/[\w-]+)", text)}
    assert used <= known
