"""The schemes, read as data."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest
from pyoxigraph import NamedNode

from rubrary import assessment
from rubrary.errors import RegistryError
from rubrary.schemes import Scheme, label_of, ontology_triples, scheme_graph, schemes
from rubrary.terms import RUB, SCHEME, dcterms, rdf, rub, scheme_concept, skos

NAMES = list(schemes())


def codes(name: str) -> list[str]:
    return list(schemes()[name].concepts)


@pytest.mark.parametrize("name", NAMES)
def test_an_iri_ends_with_the_notation(name: str) -> None:
    scheme = schemes()[name]
    assert scheme.iri == f"{SCHEME}{name}"
    for notation, concept in scheme.concepts.items():
        assert concept.notation == notation
        assert concept.iri == f"{scheme.iri}/{notation}" == scheme_concept(name, notation).value


@pytest.mark.parametrize("name", NAMES)
def test_a_notation_label_and_definition_occur_once_in_a_scheme(name: str) -> None:
    members = [
        t.subject for t in scheme_graph() if t.predicate == skos.inScheme and t.object.value == SCHEME + name
    ]
    assert len(members) == len(set(members)) == len(codes(name))
    for attribute in ("label", "definition"):
        texts = Counter(getattr(concept, attribute) for concept in schemes()[name].concepts.values())
        assert texts.most_common(1)[0][1] == 1
    for predicate in (skos.notation, skos.prefLabel, skos.definition):
        assert {
            len([t for t in scheme_graph() if (t.subject, t.predicate) == (m, predicate)]) for m in members
        } == {1}


@pytest.mark.parametrize("name", NAMES)
def test_a_scheme_says_what_it_is_and_where_it_comes_from(name: str) -> None:
    scheme = NamedNode(SCHEME + name)
    said = {t.predicate for t in scheme_graph() if t.subject == scheme}
    assert {rdf.type, dcterms.title, skos.definition, dcterms.source} <= said
    types = {t.object for t in scheme_graph() if t.subject == scheme and t.predicate == rdf.type}
    assert {skos.ConceptScheme, rub.Scheme} <= types


@pytest.mark.parametrize("name", NAMES)
def test_a_file_speaks_only_of_its_own_scheme(name: str) -> None:
    subjects = {t.subject.value for t in scheme_graph() if t.subject.value.startswith(SCHEME + name + "/")}
    assert subjects == {concept.iri for concept in schemes()[name].concepts.values()}


def test_only_the_schemes_of_outcomes_are_marked_as_such() -> None:
    marked = {name for name, scheme in schemes().items() if scheme.is_outcome}
    assert marked == {"failure-mode", "nsai-late-exclusion", "nsai-outcome", "reproduced"}


def test_the_codes_of_the_model_are_in_the_order_of_the_model() -> None:
    assert codes("artifact-kind") == [
        "code", "data", "weights", "evaluation-harness", "environment", "documentation",
    ]  # fmt: skip
    assert codes("failure-mode") == ["success", "install_dep", "missing_module", "missing_data", "code_error"]
    assert codes("nsai-outcome") == ["O1", "O2", "O3", "O4", "O5"]
    assert codes("rmm-tier") == ["RMM-0", "RMM-1", "RMM-2", "RMM-3"]
    assert codes("inventory") == ["present", "absent", "inaccessible", "n.a."]
    assert len(codes("smell")) == 7


def test_the_enumerations_of_the_code_are_the_notations_of_their_schemes() -> None:
    assert list(assessment.Status) == codes("measurement-status")
    assert list(assessment.Origin) == codes("score-origin")


def test_ways_to_aggregate_are_of_the_class_that_the_ontology_gives_them() -> None:
    typed = {t.subject.value for t in scheme_graph() if t.object == rub.Aggregation}
    assert typed == {concept.iri for concept in schemes()["aggregation"].concepts.values()}


def test_a_scheme_is_frozen_and_read_once() -> None:
    assert schemes() is schemes()
    assert isinstance(schemes()["answer"], Scheme)
    with pytest.raises(TypeError):
        schemes()["answer"].concepts["?"] = None  # type: ignore[index]
    with pytest.raises(AttributeError):
        schemes()["answer"].name = "other"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("iri", "label"),
    [
        (f"{SCHEME}inventory/n.a.", "not applicable"),
        (f"{SCHEME}answer/unknown-code", "unknown-code"),
        (f"{SCHEME}unknown-scheme/x", "x"),
        ("https://example.org/outcomes/fine", "fine"),
        ("https://example.org/outcomes/fine/", "fine"),
    ],
)
def test_a_concept_is_shown_by_its_label_and_anything_else_by_its_last_part(iri: str, label: str) -> None:
    assert label_of(iri) == label


def test_the_ontology_is_apart_from_the_schemes() -> None:
    assert all(t.subject.value.startswith(RUB.rstrip("#")) for t in ontology_triples())
    assert all(t.subject.value.startswith(SCHEME) for t in scheme_graph())


@pytest.mark.parametrize(
    "text",
    [
        "<https://w3id.org/rubrary/scheme/broken> a ",
        '@prefix skos: <http://www.w3.org/2004/02/skos/core#> .\n'
        "<https://w3id.org/rubrary/scheme/broken/x> skos:inScheme <https://w3id.org/rubrary/scheme/broken> .",
        "",
    ],
)  # fmt: skip
def test_a_damaged_file_of_the_installation_is_an_error_that_names_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    (tmp_path / "schemes").mkdir()
    (tmp_path / "schemes" / "broken.ttl").write_text(text, encoding="utf-8")
    monkeypatch.setattr("rubrary.schemes.data_folder", lambda name: tmp_path)
    schemes.cache_clear()
    try:
        with pytest.raises(RegistryError, match=r"broken\.ttl") as caught:
            schemes()
        assert caught.value.hint
    finally:
        schemes.cache_clear()


@pytest.mark.study
def test_the_audits_outcomes_have_the_printed_counts(study_data: Path) -> None:
    with (study_data / "nsai-2025" / "outcomes.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    attempted = Counter(row["outcome"] for row in rows if row["outcome"] != "late_exclusion")
    order = ["full", "partial", "missing_artifacts", "missing_code", "failed_with_artifacts"]
    assert [attempted[outcome] for outcome in order] == [48, 37, 321, 42, 7]
    notes = [t.object.value for t in scheme_graph() if t.predicate.value.endswith("scopeNote")]
    for outcome, code in zip(order, codes("nsai-outcome"), strict=True):
        assert any(f"that {code} stands for" in n and f"{attempted[outcome]} of 455" in n for n in notes)


@pytest.mark.study
def test_the_failure_modes_are_those_of_the_published_data(study_data: Path) -> None:
    with (study_data / "reproscore" / "scores.csv").open(encoding="utf-8") as file:
        assert {row["failure_mode"] for row in csv.DictReader(file)} == set(codes("failure-mode"))
