"""The ontology file: whole, defined to the last term, and consistent."""

from __future__ import annotations

import re
from pathlib import Path

import owlrl
import pytest
from rdflib import OWL, RDF, RDFS, SH, SKOS, BNode, Graph, Namespace, URIRef

from rubrary import __version__
from rubrary.resources import data_folder
from rubrary.schemes import ontology_triples, scheme_graph
from rubrary.vocabularies import is_defined, known_prefix, undefined_terms

RUB = Namespace("https://w3id.org/rubrary/ns#")
ONTOLOGY = URIRef("https://w3id.org/rubrary/ns")
KINDS = {OWL.Class, OWL.ObjectProperty, OWL.DatatypeProperty}
#: owlrl reports an inconsistency as a node of this class.
INCONSISTENCY = URIRef("http://www.daml.org/2002/03/agents/agent-ont#ErrorMessage")

#: The classes of the model, with the terms of other vocabularies that each has to be read as.
MODEL = {
    "Paper": ["http://schema.org/ScholarlyArticle", "http://purl.org/spar/fabio/ResearchPaper"],
    "Artifact": ["http://www.w3.org/ns/prov#Entity"],
    "Snapshot": [],
    "Rubric": [],
    "RubricVersion": ["http://www.w3.org/ns/prov#Plan", "http://www.w3.org/ns/dqv#QualityPolicy"],
    "Dimension": ["http://www.w3.org/ns/dqv#Dimension"],
    "Criterion": ["http://www.w3.org/ns/dqv#Metric"],
    "ScoreMetric": ["http://www.w3.org/ns/dqv#Metric"],
    "Aggregation": [],
    "Penalty": [],
    "Override": [],
    "Assessment": ["http://www.w3.org/ns/prov#Activity"],
    "Measurement": ["http://www.w3.org/ns/dqv#QualityMeasurement"],
    "Score": ["http://www.w3.org/ns/dqv#QualityMeasurement"],
    "DimensionScore": [str(RUB.Score)],
    "CompositeScore": [str(RUB.Score)],
    "Evidence": ["http://www.w3.org/ns/prov#Entity"],
    "ReproductionAttempt": ["http://www.w3.org/ns/prov#Activity"],
    "ResultComparison": [],
    "BadgeAward": ["http://www.w3.org/ns/dqv#QualityCertificate"],
    "Venue": [],
    "VenuePolicy": [],
    "Study": ["http://www.w3.org/ns/dcat#Dataset"],
    "PublishedFinding": [],
    "AgreementMeasurement": [],
    "Archive": [],
    "Adoption": [],
    "Deposit": ["http://www.w3.org/ns/prov#Bundle"],
    "Record": ["http://www.w3.org/ns/dcat#CatalogRecord"],
    "Tombstone": [],
}


@pytest.fixture(scope="module")
def ontology() -> Graph:
    return Graph().parse(data_folder("ontology") / "rubrary.ttl", format="turtle")


@pytest.fixture(scope="module")
def ours(ontology: Graph) -> list[URIRef]:
    found = {s for s in ontology.subjects() if isinstance(s, URIRef) and s.startswith(RUB)}
    return sorted(found)


def errors_after_closure(graph: Graph) -> list[str]:
    owlrl.DeductiveClosure(owlrl.OWLRL_Semantics).expand(graph)
    return [str(text) for node in graph.subjects(RDF.type, INCONSISTENCY) for text in graph.objects(node)]


def test_every_term_is_a_class_or_one_kind_of_property(ontology: Graph, ours: list[URIRef]) -> None:
    kinds = {term: list(ontology.objects(term, RDF.type)) for term in ours}
    assert {term: found for term, found in kinds.items() if len(found) != 1 or found[0] not in KINDS} == {}


def test_every_term_has_one_label_and_one_definition_in_english(ontology: Graph, ours: list[URIRef]) -> None:
    for term in ours:
        for predicate in (RDFS.label, SKOS.definition):
            texts = list(ontology.objects(term, predicate))
            assert [text.language for text in texts] == ["en"], f"{term} {predicate}"


def test_a_definition_is_a_sentence_and_not_just_the_name(ontology: Graph, ours: list[URIRef]) -> None:
    for term in ours:
        definition = str(ontology.value(term, SKOS.definition))
        assert len(definition.split()) >= 4, term
        assert definition.endswith("."), term


def test_every_term_says_which_ontology_defines_it(ontology: Graph, ours: list[URIRef]) -> None:
    assert [term for term in ours if (term, RDFS.isDefinedBy, ONTOLOGY) not in ontology] == []


def test_class_names_begin_with_a_capital_and_property_names_do_not(
    ontology: Graph, ours: list[URIRef]
) -> None:
    for term in ours:
        is_class = (term, RDF.type, OWL.Class) in ontology
        assert re.fullmatch(r"[A-Z]\w+" if is_class else r"[a-z]\w+", term.removeprefix(RUB)), term


@pytest.mark.parametrize(
    "predicate", [RDFS.domain, RDFS.range, RDFS.subClassOf, RDFS.subPropertyOf, OWL.disjointWith]
)
def test_terms_referred_to_are_defined(ontology: Graph, predicate: URIRef) -> None:
    objects = {str(found) for found in ontology.objects(None, predicate)}
    assert {iri for iri in objects if known_prefix(iri) and not is_defined(iri)} == set()


def test_close_matches_in_known_vocabularies_are_defined(ontology: Graph) -> None:
    objects = {str(o) for p in (SKOS.closeMatch, RDFS.seeAlso) for o in ontology.objects(None, p)}
    assert {iri for iri in objects if known_prefix(iri) and not is_defined(iri)} == set()


def test_no_predicate_or_class_used_in_the_ontology_is_undefined() -> None:
    assert undefined_terms((*ontology_triples(), *scheme_graph())) == []


def test_object_properties_have_no_datatype_range_and_datatype_properties_no_class(ontology: Graph) -> None:
    def is_datatype(iri: str) -> bool:
        return known_prefix(iri) == "xsd" or iri in {str(RDFS.Literal), str(RDF.PlainLiteral)}

    for kind, expected in ((OWL.ObjectProperty, False), (OWL.DatatypeProperty, True)):
        for term in ontology.subjects(RDF.type, kind):
            assert {is_datatype(str(found)) for found in ontology.objects(term, RDFS.range)} <= {expected}, (
                term
            )


def test_a_shape_asks_a_property_only_of_classes_within_its_domain(ontology: Graph) -> None:
    shapes = Graph()
    for path in sorted(data_folder("shapes").glob("*.ttl")):
        shapes.parse(path, format="turtle")
    outside = {
        (cls, path)
        for shape, cls in shapes.subject_objects(SH.targetClass)
        for part in shapes.objects(shape, SH.property)
        for path in shapes.objects(part, SH.path)
        for domain in ontology.objects(path, RDFS.domain)
        if domain not in set(ontology.transitive_objects(cls, RDFS.subClassOf))
    }
    assert outside == set()


@pytest.mark.parametrize("name", MODEL)
def test_the_classes_of_the_model_are_there_and_aligned(ontology: Graph, name: str) -> None:
    assert (RUB[name], RDF.type, OWL.Class) in ontology
    superclasses = {str(found) for found in ontology.objects(RUB[name], RDFS.subClassOf)}
    assert set(MODEL[name]) <= superclasses


def test_the_fair_test_vocabulary_is_only_a_close_match(ontology: Graph) -> None:
    used = {p for _, p, o in ontology if str(o).startswith("https://w3id.org/ftr#")}
    assert used == {SKOS.closeMatch, RDFS.seeAlso}


def test_the_header_names_licence_and_version_and_imports_nothing(ontology: Graph) -> None:
    assert (ONTOLOGY, RDF.type, OWL.Ontology) in ontology
    assert str(ontology.value(ONTOLOGY, OWL.versionInfo)) == __version__
    assert ontology.value(ONTOLOGY, OWL.versionIRI) == URIRef(f"{ONTOLOGY}/{__version__}")
    licence = ontology.value(ONTOLOGY, URIRef("http://purl.org/dc/terms/license"))
    assert licence == URIRef("https://creativecommons.org/publicdomain/zero/1.0/")
    assert list(ontology.objects(ONTOLOGY, OWL.imports)) == []


def test_the_ontology_and_its_schemes_are_consistent(ontology: Graph) -> None:
    graph = Graph() + ontology
    for path in sorted((data_folder("ontology") / "schemes").glob("*.ttl")):
        graph.parse(path, format="turtle")
    assert errors_after_closure(graph) == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (RUB.Assessment, RUB.ReproductionAttempt),
        (RUB.Score, SKOS.Concept),
        (RUB.Measurement, RUB.Score),
        (RUB.Criterion, RUB.ScoreMetric),
    ],
)
def test_readiness_and_outcome_are_never_the_same_thing(ontology: Graph, one: URIRef, other: URIRef) -> None:
    graph = Graph()
    for predicate in (RDFS.subClassOf, OWL.disjointWith):  # the whole ontology takes seconds each time
        graph += ontology.triples((None, predicate, None))
    thing = URIRef("https://example.org/both")
    graph.add((thing, RDF.type, one))
    graph.add((thing, RDF.type, other))
    assert errors_after_closure(graph) != []


def test_no_blank_nodes_so_that_every_term_can_be_linked_to(ontology: Graph) -> None:
    assert not any(isinstance(node, BNode) for triple in ontology for node in triple)


def test_every_file_of_the_ontology_is_utf8_with_unix_line_ends() -> None:
    for path in Path(data_folder("ontology")).rglob("*.*"):
        text = path.read_bytes()
        assert b"\r" not in text, path
        text.decode("utf-8")
