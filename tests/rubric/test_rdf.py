"""A rubric version as RDF says what its file says, or is refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pyoxigraph import BlankNode, Literal, NamedNode, Triple

from rubrary.errors import InvalidRubric
from rubrary.rubric import RubricVersion, policy_digest, rubric_from_triples, rubric_triples, shipped_rubric
from rubrary.terms import dcat, dcterms, rdf, rub, scheme_concept, skos, xsd

Read = Callable[[str], RubricVersion]
IRI = "https://archive.example/rubric/small/1.0.0"


def part(name: str) -> NamedNode:
    return NamedNode(f"{IRI}#{name}")


def number(text: str) -> Literal:
    return Literal(text, datatype=xsd.decimal)


def test_the_graph_names_the_version_and_its_work(read: Read, small: str) -> None:
    version = read(small)
    graph = set(rubric_triples(version))
    node, work = NamedNode(IRI), NamedNode("https://archive.example/rubric/small")
    assert graph >= {
        Triple(node, rdf.type, rub.RubricVersion),
        Triple(node, dcterms.isVersionOf, work),
        Triple(work, rdf.type, rub.Rubric),
        Triple(node, dcat.version, Literal("1.0.0")),
        Triple(node, dcterms.license, NamedNode("https://spdx.org/licenses/CC0-1.0")),
        Triple(node, rub.policyDigest, Literal(policy_digest(version.policy))),
        Triple(node, rub.sourceText, Literal(small)),
    }


def test_every_part_is_in_the_graph(read: Read, small: str) -> None:
    graph = set(rubric_triples(read(small)))
    assert graph >= {
        Triple(part("E"), rub.dimensionWeight, number("0.6")),
        Triple(part("E"), rub.gateThreshold, number("40")),
        Triple(part("E"), skos.prefLabel, Literal("Environment", language="en")),
        Triple(part("comments"), rub.inDimension, part("D")),
        Triple(part("comments"), rub.notApplicableValue, number("50")),
        Triple(part("comments"), rub.scaleKind, Literal("continuous")),
        Triple(part("RRS"), rub.aggregationMethod, scheme_concept("aggregation", "gated-weighted-sum")),
        Triple(part("RRS-E"), rub.inDimension, part("E")),
        Triple(part("RRS-E"), rub.aggregationMethod, scheme_concept("aggregation", "weighted-mean")),
        Triple(part("RCS"), rub.alphaMaximum, number("0.7")),
        Triple(part("penalty-nothing"), rub.penaltyOn, part("E")),
        Triple(part("penalty-nothing"), rub.penaltyPoints, number("20")),
    }
    assert not [
        triple for triple in graph if triple.subject == part("ran") and triple.predicate == rub.inDimension
    ]


def test_a_graph_has_no_blank_nodes_and_no_triple_twice() -> None:
    triples = rubric_triples(shipped_rubric("reproscore@1.0.0"))
    assert len(set(triples)) == len(triples)
    assert not any(
        isinstance(term, BlankNode) for triple in triples for term in (triple.subject, triple.object)
    )


def test_overrides_point_at_the_baseline(read: Read) -> None:
    version = read(
        "rubric: b\nversion: 1.0.0\nextends: reproscore@1.0.0\n"
        "penalties: [{id: no_data, points: 5, rationale: Data is rare here.}]\nrounding: {decimals: 1}\n"
    )
    graph = set(rubric_triples(version))
    base, one = "https://w3id.org/rubrary/rubric/reproscore/1.0.0", NamedNode(f"{version.iri}#override-1")
    assert graph >= {
        Triple(NamedNode(version.iri), rub.extends, NamedNode(base)),
        Triple(one, rub.overrides, NamedNode(f"{base}#penalty-no_data")),
        Triple(one, rub.rationale, Literal("Data is rare here.")),
        Triple(one, dcterms.description, Literal("points 15 → 5")),
        Triple(NamedNode(f"{version.iri}#override-2"), rub.overrides, NamedNode(base)),
    }


def test_reading_gives_the_same_version(read: Read, small: str) -> None:
    for version in (read(small), shipped_rubric("reproscore@1.0.0")):
        again = rubric_from_triples(reversed(rubric_triples(version)), baselines=shipped_rubric)
        assert again == version


@pytest.mark.parametrize(
    "base", ["https://a.example/rubric/", "https://a.example/x/rubric/y/", "http://127.0.0.1:8000/"]
)
def test_any_base_is_found_again(small: str, base: str) -> None:
    from rubrary.rubric import read_rubric  # noqa: PLC0415

    version = read_rubric(small, source="f", base=base, baselines=shipped_rubric)
    assert rubric_from_triples(rubric_triples(version), baselines=shipped_rubric).iri == version.iri


def refusal(triples: list[Triple]) -> str:
    with pytest.raises(InvalidRubric) as caught:
        rubric_from_triples(triples, baselines=shipped_rubric)
    return str(caught.value)


def test_a_weight_that_differs_from_the_source_text_is_named(read: Read, small: str) -> None:
    triples = rubric_triples(read(small))
    triples.remove(Triple(part("E"), rub.dimensionWeight, number("0.6")))
    triples.append(Triple(part("E"), rub.dimensionWeight, number("0.9")))
    message = refusal(triples)
    assert "lacks what its source text says" in message
    assert '"0.6"' in message
    assert '"0.9"' in message


def test_more_than_the_source_text_says_is_refused(read: Read, small: str) -> None:
    extra = [Triple(part("E"), rub.question, Literal(str(index))) for index in range(12)]
    message = refusal(rubric_triples(read(small)) + extra)
    assert "2 more triples" in message


def test_a_source_text_of_another_rubric_is_refused(read: Read, small: str) -> None:
    triples = [
        Triple(triple.subject, triple.predicate, Literal(small.replace("rubric: small", "rubric: other")))
        if triple.predicate == rub.sourceText
        else triple
        for triple in rubric_triples(read(small))
    ]
    assert "but the graph describes" in refusal(triples)


def test_a_graph_without_a_version_or_without_text_is_refused(read: Read, small: str) -> None:
    assert "must hold one rubric version" in refusal([])
    triples = [triple for triple in rubric_triples(read(small)) if triple.predicate != rub.sourceText]
    assert "must have one rub:sourceText" in refusal(triples)
