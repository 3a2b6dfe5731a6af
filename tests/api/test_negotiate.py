"""Content negotiation by the whole Accept header."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubrary_api.negotiate import choose, parse_accept

OFFERS = ["text/html", "text/turtle", "application/ld+json"]


@pytest.mark.parametrize(
    ("accept", "chosen"),
    [
        (None, "text/html"),
        ("", "text/html"),
        ("*/*", "text/html"),
        ("text/turtle", "text/turtle"),
        ("text/html;q=0.5, text/turtle", "text/turtle"),
        ("text/html;q=0.5, text/turtle;q=0.4", "text/html"),
        ("application/ld+json;q=0.9, text/*;q=0.1", "application/ld+json"),
        ("text/*;q=0.9, text/html;q=0.1", "text/turtle"),
        ("TEXT/TURTLE", "text/turtle"),
        ("text/turtle;charset=utf-8;q=1", "text/turtle"),
        ("text/html;q=0, */*;q=0.1", "text/turtle"),
        ("application/pdf", None),
        ("text/html;q=0", None),
        ("nonsense", None),
        ("text/turtle;q=nonsense", None),
    ],
)
def test_the_best_liked_offer_is_chosen(accept: str | None, chosen: str | None) -> None:
    assert choose(accept, OFFERS) == chosen


@given(st.text(max_size=200))
def test_no_header_breaks_it(header: str) -> None:
    assert choose(header, OFFERS) in (*OFFERS, None)
    assert all(0 <= found.quality <= 1 for found in parse_accept(header))
