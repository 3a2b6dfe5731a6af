from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubrary.errors import InputError, LimitExceeded, MalformedInput
from rubrary.studies.table import LINE_LIMIT, Row, rows


def read(tmp_path: Path, data: bytes, *columns: str) -> list[Row | MalformedInput]:
    path = tmp_path / "table.csv"
    path.write_bytes(data)
    return list(rows(path, columns or ("a", "b")))


def row(**cells: str) -> Row:
    return Row("table.csv", 7, cells)


def test_a_row_knows_the_line_in_which_it_begins(tmp_path: Path) -> None:
    found = read(tmp_path, b'a,b\r\n1,"two\r\nlines"\r\n\r\n3,4\r\n')
    assert found == [
        Row("table.csv", 2, {"a": "1", "b": "two\r\nlines"}),
        Row("table.csv", 5, {"a": "3", "b": "4"}),
    ]


def test_a_byte_order_mark_is_no_part_of_the_first_column(tmp_path: Path) -> None:
    assert read(tmp_path, b"\xef\xbb\xbfa,b\n1,2\n") == [Row("table.csv", 2, {"a": "1", "b": "2"})]


def test_more_columns_in_any_order_are_fine(tmp_path: Path) -> None:
    assert read(tmp_path, b"x,b,a\n0,2,1\n") == [Row("table.csv", 2, {"x": "0", "b": "2", "a": "1"})]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"1", "has 1 fields, but the header has 2"),
        (b"1,2,3", "has 3 fields"),
        (b'1,"2"x', "not CSV"),
    ],
)
def test_a_row_that_cannot_be_read_is_reported_and_the_rest_goes_on(
    tmp_path: Path, line: bytes, reason: str
) -> None:
    bad, good = read(tmp_path, b"a,b\n" + line + b"\n3,4\n")
    assert isinstance(bad, MalformedInput)
    assert reason in bad.message
    assert str(bad.place) == "table.csv:2"
    assert good == Row("table.csv", 3, {"a": "3", "b": "4"})


def test_a_quote_that_is_never_closed_is_reported_where_its_row_begins(tmp_path: Path) -> None:
    _, bad = read(tmp_path, b'a,b\n1,2\n3,"4\n5,6\n')
    assert isinstance(bad, MalformedInput)
    assert str(bad.place) == "table.csv:3"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "empty"),
        (b"a\n1\n", "lacks the column b"),
        (b"c\n1\n", "lacks the columns a, b"),
        (b"a;b\n1;2\n", "semicolons"),
        (b"a\tb\n1\t2\n", "tabs"),
        (b"a,b,a\n1,2,3\n", "names a twice"),
        ("a,b\n1,2\n".encode("utf-16"), "not in the encoding UTF-8"),
    ],
)
def test_a_table_with_another_header_cannot_be_read_and_says_why(
    tmp_path: Path, data: bytes, reason: str
) -> None:
    with pytest.raises(MalformedInput, match=reason) as caught:
        read(tmp_path, data)
    assert str(caught.value.place) == "table.csv:1"
    assert "as published" in (caught.value.hint or "")


def test_a_byte_that_is_not_utf8_spoils_only_the_field_it_is_in(tmp_path: Path) -> None:
    found = read(tmp_path, b"a,b\ncaf\xe9,2\n")[0]
    assert isinstance(found, Row)
    assert found.whole("b") == 2
    with pytest.raises(MalformedInput, match=r"column a: 'caf\\\\udce9' is not UTF-8"):
        found.text("a")


def test_a_line_without_end_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LimitExceeded) as caught:
        read(tmp_path, b"a,b\n1," + b"2" * LINE_LIMIT)
    assert str(caught.value.place) == "table.csv:2"


@pytest.mark.parametrize("text", ["0", "12.5", "-3", "1e2", " 7 "])
def test_numbers_are_read(text: str) -> None:
    assert row(n=text).number("n", least=-10, greatest=100) == float(text)


@pytest.mark.parametrize("text", ["x", "1,5", "nan", "inf", "1_0", "٣", "0x10", "1e"])
def test_what_is_no_number_is_shown_with_its_column(text: str) -> None:
    with pytest.raises(MalformedInput, match="column n") as caught:
        row(n=text).number("n", least=0, greatest=100)
    assert text in caught.value.message
    assert "is not a number" in caught.value.message


@pytest.mark.parametrize("text", ["-0.1", "100.1", "1e999"])
def test_a_number_out_of_bounds_is_refused(text: str) -> None:
    with pytest.raises(MalformedInput, match="is not between 0 and 100"):
        row(n=text).number("n", least=0, greatest=100)


@pytest.mark.parametrize("text", ["1.0", "-1", "x", "9" * 30])
def test_what_is_no_whole_number_is_refused(text: str) -> None:
    with pytest.raises(MalformedInput, match="is not a whole number"):
        row(n=text).whole("n")


def test_an_empty_field_is_refused_where_a_value_is_needed() -> None:
    with pytest.raises(MalformedInput, match="is empty"):
        row(n="  ").required("n")


def test_a_long_field_is_cut_in_the_message() -> None:
    assert len(row(n="y" * 10_000).fault("n", "is odd", "cut it").message) < 100


@given(st.binary(max_size=200))
def test_no_bytes_break_the_reader(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "hostile.csv"
    path.write_bytes(b"a,b\n" + data)
    try:
        for found in rows(path, ("a", "b")):
            assert isinstance(found, Row | MalformedInput)
            if isinstance(found, Row):
                found.number("a", least=0, greatest=1)
    except InputError as error:
        assert error.place
