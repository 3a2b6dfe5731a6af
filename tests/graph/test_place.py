from __future__ import annotations

from rubrary.errors import Place
from rubrary.graph.place import iri_needles, place_at, place_in

TEXT = "<a/10> ex:run1 <#end> .\n<a/1> ex:run <run/2#part> ."


def test_lines_and_columns_count_from_one() -> None:
    assert place_at(TEXT, 0, "f") == Place("f", 1, 1)
    assert place_at(TEXT, TEXT.index("<a/1>"), "f") == Place("f", 2, 1)


def test_a_word_is_found_as_a_whole_only() -> None:
    assert place_in(TEXT, ("run",), "f") == Place("f", 2, 10)


def test_an_iri_is_found_in_relative_form_by_prefix_or_by_fragment() -> None:
    assert place_in(TEXT, iri_needles("http://h/a/1"), "f").line == 2
    assert place_in(TEXT, iri_needles("http://example.org/run1"), "f").line == 1
    assert place_in(TEXT, iri_needles("http://h/x#end"), "f").line == 1
    assert place_in(TEXT, iri_needles("http://h/run/2#part"), "f").line == 2


def test_what_is_not_there_has_no_line() -> None:
    assert place_in(TEXT, ("nowhere", ""), "f") == Place("f")
