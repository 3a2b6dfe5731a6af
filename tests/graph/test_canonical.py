from __future__ import annotations

import hashlib
from itertools import permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyoxigraph import (
    BlankNode,
    CanonicalizationAlgorithm,
    Dataset,
    Literal,
    NamedNode,
    Quad,
    RdfFormat,
    Triple,
    parse,
    serialize,
)

from rubrary.errors import MalformedInput
from rubrary.graph.canonical import Canonical, canonicalize, digest_of, is_canonical, triples_of
from rubrary.terms import XSD

P = NamedNode("http://example.org/p")


def canonical(turtle: str) -> Canonical:
    return canonicalize(parse(turtle, format=RdfFormat.TURTLE, base_iri="http://example.org/"))


def test_the_digest_is_the_sha256_of_the_canonical_bytes() -> None:
    found = canonical("<a> <p> 1 .")
    assert found.digest == hashlib.sha256(found.nquads).hexdigest() == digest_of(found.nquads)
    assert found.triple_count == 1


def test_statements_are_sorted_once_each_and_without_their_graphs() -> None:
    trig = "PREFIX : <http://e/> :b :p 1 . GRAPH :g { :a :p 1 . :b :p 1 }"
    found = canonicalize(parse(trig, format=RdfFormat.TRIG))
    lines = found.nquads.decode().splitlines()
    assert lines == sorted(lines)
    assert found.triple_count == len(lines) == 2
    assert b"/g>" not in found.nquads


def test_lexical_forms_survive() -> None:
    found = canonical(
        '<a> <p> 2.50, "+00:00", "2020-01-01T00:00:00+00:00"^^<http://www.w3.org/2001/XMLSchema#dateTime> .'
    )
    assert b'"2.50"^^' in found.nquads
    assert b'"2020-01-01T00:00:00+00:00"^^' in found.nquads


def test_characters_are_escaped_as_canonical_n_quads_asks() -> None:
    value = '\t\b\n\r\f"\\\x00\x07\x0b\x7f é\u2028'
    found = canonicalize([Triple(P, P, Literal(value))])
    assert r'"\t\b\n\r\f\"\\\u0000\u0007\u000B\u007F é'.encode() in found.nquads
    assert found.nquads.count(b"\n") == 1
    assert triples_of(found.nquads)[0].object == Literal(value)


def test_language_tags_are_in_lower_case_and_strings_have_no_datatype() -> None:
    found = canonical(f'<a> <p> "x"@en-GB, "y"^^<{XSD}string> .')
    assert b'"x"@en-gb .' in found.nquads
    assert b'"y" .' in found.nquads


terms = st.sampled_from([NamedNode("http://example.org/a"), NamedNode("http://example.org/b"), Literal("x")])
trees = st.lists(st.tuples(st.integers(0, 3), st.sampled_from(["p", "q"]), terms), min_size=1, max_size=10)


@settings(deadline=None)
@given(trees, st.permutations(["m", "n", "o", "k"]), st.randoms(use_true_random=False))
def test_the_same_graph_has_the_same_digest_whatever_its_labels_and_order(
    rows: list[tuple[int, str, NamedNode | Literal]], labels: list[str], random: Random
) -> None:
    def graph(names: list[str]) -> list[Triple]:
        nodes = [BlankNode(name) for name in names]
        found = [Triple(nodes[n], NamedNode(f"http://example.org/{p}"), o) for n, p, o in rows]
        found += [Triple(nodes[0], P, nodes[n]) for n in {n for n, _, _ in rows} - {0}]
        return found

    first = canonicalize(graph(["w", "x", "y", "z"]))
    again = graph(labels)
    random.shuffle(again)
    turtle = serialize(again, format=RdfFormat.TURTLE, prefixes={"ex": "http://example.org/"})
    assert turtle is not None
    assert canonicalize(parse(turtle, format=RdfFormat.TURTLE)) == first
    assert is_canonical(first.nquads)


@given(st.lists(st.tuples(st.sampled_from("ab"), st.text(max_size=6)), max_size=8))
def test_a_graph_without_blank_nodes_has_the_form_that_rdfc_gives(rows: list[tuple[str, str]]) -> None:
    triples = [Triple(NamedNode(f"http://example.org/{name}"), P, Literal(value)) for name, value in rows]
    dataset = Dataset(Quad(triple.subject, triple.predicate, triple.object) for triple in triples)
    dataset.canonicalize(CanonicalizationAlgorithm.RDFC_1_0)
    lines = (serialize(dataset, format=RdfFormat.N_QUADS) or b"").split(b"\n")
    assert canonicalize(triples).nquads == b"".join(line + b"\n" for line in sorted(lines) if line)


def test_bytes_in_another_order_are_not_canonical() -> None:
    found = canonical("<a> <p> 1, 2 .")
    first, second = found.nquads.splitlines(keepends=True)
    assert is_canonical(first + second)
    assert not is_canonical(second + first)


def test_bytes_that_are_not_n_quads_are_refused() -> None:
    with pytest.raises(MalformedInput):
        triples_of(b"<a> <b>")


@pytest.mark.parametrize(
    "turtle", ["_:a <p> _:a .", "_:a <p> _:b . _:b <q> _:a .", "_:a <p> _:b . _:b <p> _:c . _:c <p> _:a ."]
)
def test_a_circle_of_blank_nodes_is_refused(turtle: str) -> None:
    with pytest.raises(MalformedInput, match="circle"):
        canonical(turtle)


def clique(size: int) -> str:
    return "".join(f"_:n{a} <p> _:n{b} .\n" for a, b in permutations(range(size), 2))


def chain(size: int) -> str:
    return "".join(f"_:n{place} <p> _:n{place + 1} .\n" for place in range(size))


def stars(count: int, size: int) -> str:
    return "".join(f"_:r{star} <p> _:n{star}x{leaf} .\n" for star in range(count) for leaf in range(size))


def ladder(size: int) -> str:
    return "".join(
        f"_:n{step}x{a} <p> _:n{step + 1}x{b} .\n" for step in range(size) for a in (0, 1) for b in (0, 1)
    )


@pytest.mark.parametrize("turtle", [clique(10), chain(1000), stars(2, 10), ladder(20)])
def test_blank_nodes_that_would_take_minutes_are_refused_at_once(turtle: str) -> None:
    with pytest.raises(MalformedInput) as caught:
        canonical(turtle)
    assert caught.value.hint


@pytest.mark.parametrize("turtle", [chain(60), stars(50, 3), stars(1, 200), "<a> <p> ( 1 1 2 3 1 1 ) ."])
def test_blank_nodes_that_are_cheap_to_tell_apart_are_accepted(turtle: str) -> None:
    assert is_canonical(canonical(turtle).nquads)


def test_too_many_blank_nodes_are_refused_with_the_name_of_the_source() -> None:
    quads = [Quad(BlankNode(), P, Literal(str(number))) for number in range(10_001)]
    with pytest.raises(MalformedInput, match="10001 blank nodes") as caught:
        canonicalize(quads, source="a.ttl")
    assert str(caught.value.place) == "a.ttl"
