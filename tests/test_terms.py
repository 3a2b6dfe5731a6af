"""Every IRI that the code names is defined where it claims to be."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

import pytest
from pyoxigraph import NamedNode

from rubrary import terms
from rubrary.schemes import ontology_triples
from rubrary.terms import PREFIXES, RUB, SCHEMA, compact, rub, scheme_concept
from rubrary.vocabularies import is_defined

VOCABULARIES = [prefix for prefix in PREFIXES if hasattr(terms, prefix)]


def constants(prefix: str) -> dict[str, NamedNode]:
    return {name: term for name, term in vars(getattr(terms, prefix)).items() if isinstance(term, NamedNode)}


@cache
def schema_org() -> frozenset[str]:
    """The terms of schema.org, from the copy of its definitions that comes with the RO-Crate library."""
    definitions = json.loads((files("rocrate") / "data" / "schema.jsonld").read_text(encoding="utf-8"))
    return frozenset(node["@id"].replace("schema:", SCHEMA) for node in definitions["@graph"])


def test_there_is_a_class_of_constants_for_each_vocabulary() -> None:
    assert set(VOCABULARIES) == set(PREFIXES) - {"scheme"}


@pytest.mark.parametrize("prefix", VOCABULARIES)
def test_a_constant_is_named_as_its_term(prefix: str) -> None:
    assert {name: term.value for name, term in constants(prefix).items()} == {
        name: PREFIXES[prefix] + name for name in constants(prefix)
    }


@pytest.mark.parametrize("prefix", [prefix for prefix in VOCABULARIES if prefix != "schema"])
def test_every_term_that_the_code_names_is_defined(prefix: str) -> None:
    assert [term.value for term in constants(prefix).values() if not is_defined(term.value)] == []


def test_every_term_of_schema_org_that_the_code_names_is_defined() -> None:
    assert [term.value for term in constants("schema").values() if term.value not in schema_org()] == []


def test_the_ontology_has_no_term_that_the_code_cannot_name() -> None:
    defined = {t.subject.value for t in ontology_triples() if t.subject.value.startswith(RUB)}
    assert defined == {term.value for term in constants("rub").values()}


def test_namespaces_end_where_a_local_name_can_begin() -> None:
    assert all(namespace.endswith(("#", "/")) for namespace in PREFIXES.values())
    assert len(set(PREFIXES.values())) == len(PREFIXES)


def test_a_concept_is_named_by_its_scheme_and_code() -> None:
    assert scheme_concept("answer", "Y").value == "https://w3id.org/rubrary/scheme/answer/Y"
    assert is_defined(scheme_concept("inventory", "n.a.").value)


@pytest.mark.parametrize(
    ("iri", "shown"),
    [
        (rub.Paper.value, "rub:Paper"),
        ("http://www.w3.org/ns/dcat#version", "dcat:version"),
        ("https://example.org/x", "<https://example.org/x>"),
        (RUB, f"<{RUB}>"),
    ],
)
def test_an_iri_is_shown_short_where_a_prefix_fits(iri: str, shown: str) -> None:
    assert compact(iri) == shown
