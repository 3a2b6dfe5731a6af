from __future__ import annotations

import pytest
from pyoxigraph import Literal, NamedNode

from rubrary.errors import MalformedInput
from rubrary.readers import rdf

BASE = "http://127.0.0.1:8000/"


def test_a_file_without_named_graphs_is_one_deposit() -> None:
    (draft,) = rdf.read(b"<a> <p> 1 . <b> <p> 2 .", base=BASE, source="a.ttl")
    assert draft.source == "a.ttl"
    assert len(draft.triples) == 2


def test_each_named_graph_is_a_deposit_in_the_order_of_the_names() -> None:
    text = b"GRAPH <z> { <a> <p> 1 } GRAPH <y> { <a> <p> 2 } <a> <p> 3 ."
    drafts = rdf.read(text, base=BASE, source="a.trig")
    assert [draft.source for draft in drafts] == [
        "a.trig (default graph)",
        f"a.trig (graph <{BASE}y>)",
        f"a.trig (graph <{BASE}z>)",
    ]
    assert [str(draft.triples[0].object).split('"')[1] for draft in drafts] == ["3", "2", "1"]


def test_graphs_that_share_a_blank_node_are_refused() -> None:
    with pytest.raises(MalformedInput, match="blank node"):
        rdf.read(b"GRAPH <z> { _:a <p> 1 } GRAPH <y> { _:a <p> 2 }", base=BASE, source="a.trig")


def test_graphs_with_blank_nodes_of_their_own_are_read() -> None:
    assert len(rdf.read(b"GRAPH <z> { [] <p> 1 } GRAPH <y> { [] <p> 2 }", base=BASE, source="a.trig")) == 2


def test_a_media_type_counts_more_than_the_name() -> None:
    (draft,) = rdf.read(
        b'{"@id": "a", "http://e/p": 1}', base=BASE, source="x.ttl", media_type="application/ld+json"
    )
    assert len(draft.triples) == 1


def test_a_name_that_says_nothing_is_refused() -> None:
    with pytest.raises(MalformedInput, match="syntax"):
        rdf.read(b"<a> <p> 1 .", base=BASE, source="<request>")


TEXT = b'@prefix ex: <http://example.org/> .\nex:a1 ex:p "one" .\nex:a10 ex:p "two" ;\n  ex:q <c> .\n'


@pytest.mark.parametrize(
    ("term", "line"),
    [
        (NamedNode("http://example.org/a10"), 3),
        (NamedNode("http://example.org/a1"), 2),
        (NamedNode(f"{BASE}c"), 4),
        (Literal("two"), 3),
        ("http://example.org/a1", 2),
        ("<http://example.org/a10>", 3),
        ('"two"^^<http://www.w3.org/2001/XMLSchema#string>', 3),
        ("one", 2),
    ],
)
def test_a_draft_finds_the_line_of_a_term(term: NamedNode | Literal | str, line: int) -> None:
    (draft,) = rdf.read(TEXT, base=BASE, source="a.ttl")
    place = draft.place_of(term)
    assert place is not None
    assert (place.source, place.line) == ("a.ttl", line)


def test_a_term_that_is_not_in_the_text_has_no_place() -> None:
    (draft,) = rdf.read(TEXT, base=BASE, source="a.ttl")
    assert draft.place_of(NamedNode("http://example.org/elsewhere")) is None
    assert draft.place_of("") is None


def test_the_place_in_one_of_several_graphs_names_the_file() -> None:
    drafts = rdf.read(b"GRAPH <z> { <a> <p> 1 }\nGRAPH <y> { <b> <p> 2 }", base=BASE, source="a.trig")
    place = drafts[0].place_of(NamedNode(f"{BASE}b"))
    assert place is not None
    assert str(place).startswith("a.trig:2:")
