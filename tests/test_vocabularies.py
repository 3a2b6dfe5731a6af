"""Which terms are defined, and what was meant by one that is not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import BlankNode, Literal, NamedNode, Quad, Triple
from rdflib import namespace

from rubrary.resources import data_folder
from rubrary.terms import PREFIXES, RDF, RUB, SCHEMA, rdf
from rubrary.vocabularies import defined_terms, is_defined, known_prefix, nearest, undefined_terms

THING = NamedNode("https://example.org/thing")


def iri(name: str) -> str:
    prefix, _, local = name.partition(":")
    return PREFIXES[prefix] + local


def test_a_misspelt_predicate_is_reported() -> None:
    wrong = NamedNode(iri("dcat:verison"))
    assert undefined_terms([Triple(THING, wrong, Literal("1.0"))]) == [wrong]


def test_a_misspelt_class_is_reported() -> None:
    wrong = NamedNode(iri("rub:Asessment"))
    assert undefined_terms([Triple(THING, rdf.type, wrong)]) == [wrong]


def test_quads_are_looked_at_like_triples() -> None:
    wrong = NamedNode(iri("prov:useed"))
    graph = NamedNode("https://example.org/graph")
    assert undefined_terms([Quad(THING, wrong, THING, graph)]) == [wrong]


def test_a_term_used_often_is_reported_once_in_the_order_of_use() -> None:
    one, two = NamedNode(iri("rub:zwei")), NamedNode(iri("rub:eins"))
    statements = [Triple(THING, term, Literal(str(n))) for n in range(3) for term in (one, two)]
    assert undefined_terms(statements) == [one, two]


def test_only_predicates_and_classes_are_looked_at() -> None:
    elsewhere = NamedNode(iri("rub:nothing"))
    title = NamedNode(iri("dcterms:title"))
    source = NamedNode(iri("dcterms:source"))
    assert undefined_terms([Triple(elsewhere, title, Literal("x")), Triple(THING, source, elsewhere)]) == []


def test_a_class_may_be_a_blank_node() -> None:
    assert undefined_terms([Triple(THING, rdf.type, BlankNode("class"))]) == []


def test_an_unknown_vocabulary_may_be_used() -> None:
    statements = [
        Triple(THING, NamedNode("https://example.org/terms#anything"), Literal("x")),
        Triple(THING, rdf.type, NamedNode("https://example.org/terms#Anything")),
        Triple(THING, NamedNode(f"{SCHEMA}termOfNextYear"), Literal("x")),
    ]
    assert undefined_terms(statements) == []


@pytest.mark.parametrize(
    "version_term", ["version", "previousVersion", "hasVersion", "DatasetSeries", "inSeries"]
)
def test_the_terms_that_dcat_3_adds_are_defined(version_term: str) -> None:
    assert is_defined(iri(f"dcat:{version_term}"))


@pytest.mark.parametrize(
    ("member", "defined"),
    [("_1", True), ("_12", True), ("_0", False), ("_01", False), ("_", False), ("_1x", False)],
)
def test_container_members_are_known_by_their_form(member: str, defined: bool) -> None:
    assert is_defined(RDF + member) is defined


def test_the_namespace_itself_is_not_a_term() -> None:
    assert not is_defined(RUB)
    assert known_prefix(RUB) == "rub"


def test_a_prefix_is_known_only_where_its_namespace_is_checked() -> None:
    assert known_prefix(iri("dcat:version")) == "dcat"
    assert known_prefix(iri("scheme:answer/Y")) == "scheme"
    assert known_prefix(f"{SCHEMA}name") is None
    assert known_prefix("https://example.org/") is None


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("dcat:verison", "dcat:version"),
        ("rub:paper", "rub:Paper"),
        ("rub:PolicyDigest", "rub:policyDigest"),
        ("prov:Activitty", "prov:Activity"),
        ("rub:title", "dcterms:title"),
        ("rub:isMeasurementOf", "dqv:isMeasurementOf"),
        ("scheme:answer/y", "scheme:answer/Y"),
    ],
)
def test_the_nearest_term_is_what_was_meant(written: str, meant: str) -> None:
    assert nearest(iri(written)) == iri(meant)


def test_nothing_is_suggested_for_what_is_like_nothing() -> None:
    assert nearest(f"{RUB}qqqqqqqqqqqq") is None
    assert nearest("https://example.org/version") is None


@given(st.sampled_from(sorted(PREFIXES)), st.text(max_size=30))
def test_a_suggestion_is_always_a_defined_term(prefix: str, name: str) -> None:
    suggestion = nearest(PREFIXES[prefix] + name)
    assert suggestion is None or is_defined(suggestion)


def test_every_checked_namespace_has_terms() -> None:
    assert {prefix: len(terms) > 5 for prefix, terms in defined_terms().items()} == {
        prefix: True for prefix in PREFIXES if prefix != "schema"
    }


def test_each_line_of_the_list_is_a_comment_or_one_term_of_a_known_namespace() -> None:
    lines = (data_folder("ontology") / "vocabularies.txt").read_text(encoding="utf-8").splitlines()
    terms = [line for line in lines if line and not line.startswith("#")]
    assert len(terms) == len(set(terms))
    assert [
        term for term in terms if known_prefix(term) in {None, "rub", "scheme"} or term.split() != [term]
    ] == []


@pytest.mark.parametrize(
    "vocabulary",
    [
        namespace.RDF, namespace.RDFS, namespace.XSD, namespace.OWL, namespace.DCTERMS, namespace.DCAT,
        namespace.PROV, namespace.FOAF, namespace.SKOS,
    ],
    ids=str,
)  # fmt: skip
def test_whatever_rdflib_knows_of_a_vocabulary_is_in_the_list(
    vocabulary: type[namespace.DefinedNamespace],
) -> None:
    assert [name for name in vocabulary.__annotations__ if not is_defined(f"{vocabulary}{name}")] == []
