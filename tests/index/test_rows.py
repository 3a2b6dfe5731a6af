from __future__ import annotations

import pyoxigraph as ox
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubrary.index.rows import RowCounter
from rubrary.index.worker import _RESULTS

_TEXT = st.text(alphabet="a\"\\\n\r,{}[]<>:'result \t", max_size=12)


@pytest.mark.parametrize("name", sorted(_RESULTS))
@given(texts=st.lists(st.none() | _TEXT, max_size=6), cut=st.integers(1, 9))
def test_rows_are_counted_whatever_the_values_hold(name: str, texts: list[str | None], cut: int) -> None:
    rows = " ".join(f"({ox.Literal(text) if text is not None else 'UNDEF'} 1)" for text in texts)
    answer = ox.Store().query(f"SELECT * {{ VALUES (?a ?b) {{ {rows} }} }}")
    assert isinstance(answer, ox.QuerySolutions)
    data = answer.serialize(format=_RESULTS[name]) or b""
    counter = RowCounter(name)
    for at in range(0, len(data), cut):
        counter.feed(data[at : at + cut])
    assert counter.rows == len(texts)


@pytest.mark.parametrize("name", sorted(_RESULTS))
def test_rows_without_any_binding_count(name: str) -> None:
    answer = ox.Store().query("SELECT ?a { VALUES ?b { 1 2 3 } }")
    assert isinstance(answer, ox.QuerySolutions)
    counter = RowCounter(name)
    counter.feed(answer.serialize(format=_RESULTS[name]) or b"")
    assert counter.rows == 3
