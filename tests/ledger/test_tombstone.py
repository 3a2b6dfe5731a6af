from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rubrary.graph.canonical import is_canonical, triples_of
from rubrary.ledger import tombstone

BASE = "https://registry.example.org/"
TIME = "2026-01-31T12:00:00+00:00"


def test_a_tombstone_says_what_was_withdrawn_why_and_when():
    node = f"<{BASE}deposit/{'ab' * 32}>"
    assert tombstone(BASE, "ab" * 32, reason='“Wrong” "table"', accepted_at=TIME).decode() == (
        f"{node} <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> "
        "<https://w3id.org/rubrary/ns#Tombstone> .\n"
        f'{node} <http://www.w3.org/ns/prov#invalidatedAtTime> "{TIME}"'
        "^^<http://www.w3.org/2001/XMLSchema#dateTime> .\n"
        f'{node} <https://w3id.org/rubrary/ns#withdrawnBecause> "“Wrong” \\"table\\"" .\n'
    )


@given(st.text(st.characters(codec="utf-8")).filter(str.strip))
def test_whatever_the_reason_the_bytes_are_canonical_and_give_it_back(reason):
    nquads = tombstone(BASE, "ab" * 32, reason=reason, accepted_at=TIME)
    assert is_canonical(nquads)
    assert reason in {getattr(triple.object, "value", None) for triple in triples_of(nquads)}
