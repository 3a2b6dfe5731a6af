from __future__ import annotations

import pytest

from rubrary.errors import RegistryError
from rubrary.ledger import Ledger, backup, verify


def test_a_backup_is_a_ledger_with_the_same_rows(ledger, make_deposit, tmp_path):
    for name in "abc":
        ledger.append(make_deposit(name))
    target = tmp_path / "copies" / "monday.sqlite"
    assert backup(ledger, target) == ledger.head()
    assert [file.name for file in target.parent.iterdir()] == ["monday.sqlite"]
    with Ledger.open(target) as copy:
        assert list(copy.rows()) == list(ledger.rows())
        assert copy.base == ledger.base
        assert verify(copy).sound
        assert copy.append(make_deposit("d")).seq == 4
    assert ledger.head().seq == 3


def test_an_empty_ledger_can_be_backed_up(ledger, tmp_path):
    assert backup(ledger, tmp_path / "copy.sqlite").seq == 0


def test_a_backup_overwrites_nothing(ledger, tmp_path):
    target = tmp_path / "copy.sqlite"
    target.write_text("mine")
    with pytest.raises(RegistryError, match="exists already"):
        backup(ledger, target)
    assert target.read_text() == "mine"


def test_a_backup_may_be_taken_while_a_writer_is_at_work(ledger, make_deposit, tmp_path):
    ledger.append(make_deposit("a"))
    with Ledger.open(ledger.path) as writer, writer._writing() as connection:
        connection.exec_driver_sql("UPDATE meta SET value = '0 0' WHERE key = 'head'")
        assert backup(ledger, tmp_path / "copy.sqlite").seq == 1
        connection.rollback()
