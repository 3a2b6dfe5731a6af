from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from rubrary.errors import RegistryError, UsageError
from rubrary.ledger import Ledger

BASE = "https://registry.example.org/"


def test_the_base_is_kept(path):
    Ledger.create(path, base=BASE).close()
    with Ledger.open(path) as opened:
        assert opened.base == BASE


def test_a_reopened_ledger_goes_on_where_it_was(path, make_deposit):
    with Ledger.create(path, base=BASE) as made:
        made.append(make_deposit("a"))
        head = made.head()
    with Ledger.open(path) as opened:
        assert opened.head() == head
        assert opened.append(make_deposit("b")).seq == 2


def test_a_closed_ledger_is_one_file(path, make_deposit):
    with Ledger.create(path, base=BASE) as made:
        made.append(make_deposit("a"))
    assert [file.name for file in path.parent.iterdir()] == ["ledger.sqlite"]


@pytest.mark.parametrize(
    "base", ["", "registry", "https://registry.example.org", "ftp://x.example/", "https://x.example/a b/"]
)
def test_a_base_that_is_no_iri_with_a_slash_at_its_end_is_refused(path, base):
    with pytest.raises(UsageError) as caught:
        Ledger.create(path, base=base)
    assert caught.value.hint
    assert not path.exists()


def test_an_existing_file_is_never_overwritten(path, make_deposit):
    with Ledger.create(path, base=BASE) as made:
        made.append(make_deposit("a"))
    with pytest.raises(RegistryError, match="exists already"):
        Ledger.create(path, base="https://other.example/")
    with Ledger.open(path) as opened:
        assert (opened.base, opened.head().seq) == (BASE, 1)
    assert [file.name for file in path.parent.iterdir()] == ["ledger.sqlite"]


def test_a_missing_ledger_is_told_how_to_make_one(path):
    with pytest.raises(RegistryError, match="there is no ledger") as caught:
        Ledger.open(path)
    assert "rubrary init" in caught.value.hint
    assert not path.exists()


@pytest.mark.parametrize(
    "content", [b"", b"garbage", b"\xff" * 5000, b"SQLite format 3\x00" + b"\x07" * 4096]
)
def test_a_file_that_is_something_else_is_refused_and_left_alone(tmp_path, content):
    path = tmp_path / "ledger.sqlite"
    path.write_bytes(content)
    with pytest.raises(RegistryError) as caught:
        Ledger.open(path)
    assert str(path) in caught.value.message
    assert caught.value.hint
    assert path.read_bytes() == content


def test_a_folder_is_no_ledger(tmp_path):
    with pytest.raises(RegistryError, match="cannot be read"):
        Ledger.open(tmp_path)


def test_a_database_of_something_else_is_no_ledger(tmp_path):
    path = tmp_path / "other.sqlite"
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE ledger (seq)")
    before = path.read_bytes()
    with pytest.raises(RegistryError, match="not a ledger"):
        Ledger.open(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("UPDATE meta SET value = '2' WHERE key = 'format'", "has the layout 2"),
        ("UPDATE meta SET value = 'x' WHERE key = 'format'", "does not say what it is"),
        ("DELETE FROM meta WHERE key = 'base'", "does not say what it is"),
    ],
)
def test_a_layout_that_we_do_not_know_is_refused(path, change, words):
    Ledger.create(path, base=BASE).close()
    with closing(sqlite3.connect(path)) as other, other:
        other.execute(change)
    with pytest.raises(RegistryError, match=words) as caught:
        Ledger.open(path)
    assert caught.value.hint


def test_a_folder_that_cannot_be_made_is_a_clear_error(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(RegistryError, match="cannot be made"):
        Ledger.create(tmp_path / "file" / "ledger.sqlite", base=BASE)
