from __future__ import annotations

import hashlib
import sqlite3
import zlib
from contextlib import closing

import pytest

from rubrary.errors import RegistryError
from rubrary.ledger import Ledger, verify

TOLD = "editor"


@pytest.fixture
def filled(ledger, make_deposit):
    """Five deposits, and a withdrawal of the second."""
    for name in "abcde":
        ledger.append(make_deposit(name))
    ledger.withdraw(make_deposit("b").digest, reason="wrong", submitter=TOLD)
    return ledger


def tamper(ledger, *statements):
    with closing(sqlite3.connect(ledger.path)) as other, other:
        for statement, *values in statements:
            other.execute(statement, values)


def found(ledger):
    return [(problem.seq, problem.message) for problem in verify(ledger).problems]


def test_a_sound_ledger_has_no_problems(filled):
    seen = []
    report = verify(filled, progress=lambda done, total: seen.append((done, total)))
    assert report.sound
    assert (report.deposits, report.withdrawals, report.purged, report.head) == (5, 1, (), filled.head())
    assert seen == [(n, 6) for n in range(1, 7)]


def test_an_empty_ledger_is_sound(ledger):
    assert verify(ledger).sound


def test_a_long_ledger_is_checked_to_its_end(ledger, make_deposit):
    for n in range(130):
        ledger.append(make_deposit(str(n)))
    assert verify(ledger).deposits == 130
    tamper(ledger, ("UPDATE ledger SET accepted_at = '2020-01-01T00:00:00+00:00' WHERE seq = 129",))
    assert [seq for seq, _ in found(ledger)] == [129]


def test_a_purged_deposit_is_reported_and_is_not_a_problem(filled, make_deposit):
    filled.purge(make_deposit("c").digest, reason="personal data", submitter=TOLD)
    report = verify(filled)
    assert (report.purged, report.problems) == ((3,), ())


def test_changed_bytes_are_named(filled, make_deposit):
    other = zlib.compress(make_deposit("c", title="Forged").nquads)
    tamper(filled, ("UPDATE ledger SET nquads = ? WHERE seq = 3", other))
    ((seq, message),) = found(filled)
    assert seq == 3
    assert "its bytes have the digest" in message


def test_changed_bytes_with_their_digest_break_the_chain(filled, make_deposit):
    forged = make_deposit("c", title="Forged")
    tamper(
        filled,
        (
            "UPDATE ledger SET nquads = ?, digest = ? WHERE seq = 3",
            zlib.compress(forged.nquads),
            forged.digest,
        ),
    )
    ((seq, message),) = found(filled)
    assert seq == 3
    assert "its state does not follow" in message


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("accepted_at = '2020-01-01T00:00:00+00:00'", "its state does not follow"),
        ("topic = 'https://other.example/'", "do not describe its topic"),
        ("topic_class = 'Paper'", "do not describe its topic"),
        ("nquads = NULL", "its bytes are missing, though nobody purged them"),
        ("nquads = NULL, purged_at = '2026-01-01T00:00:00+00:00'", "no withdrawal says so"),
        ("nquads = x'00'", "its stored bytes cannot be read"),
        ("nquads = 'text'", "its stored bytes cannot be read"),
        ("shapes_digest = 'none'", "shapes none that it was validated with are not on record"),
    ],
)
def test_a_changed_column_of_a_deposit_is_named(filled, change, words):
    tamper(filled, (f"UPDATE ledger SET {change} WHERE seq = 3",))
    ((seq, message),) = found(filled)
    assert seq == 3
    assert words in message


@pytest.mark.parametrize("change", ["reason = 'right'", "reason = NULL", "withdraws = 'x'"])
def test_a_changed_column_of_a_withdrawal_is_named(filled, change):
    tamper(filled, (f"UPDATE ledger SET {change} WHERE seq = 6",))
    assert [seq for seq, _ in found(filled)] == [6]


@pytest.mark.parametrize("state", ["f" * 64, "not hexadecimal"])
def test_a_changed_state_is_named_with_the_row_that_follows_from_it(filled, state):
    tamper(filled, ("UPDATE ledger SET state = ? WHERE seq = 3", state))
    assert [seq for seq, _ in found(filled)] == [3, 4]


def test_a_lost_last_row_is_named(filled):
    tamper(filled, ("DELETE FROM ledger WHERE seq = 6",))
    assert found(filled) == [(6, "the row is missing")]


def test_lost_rows_in_the_middle_are_named_once(filled):
    tamper(filled, ("DELETE FROM ledger WHERE seq IN (3, 4)",), ("DELETE FROM subject WHERE seq IN (3, 4)",))
    assert found(filled) == [(3, "rows 3 to 4 are missing")]


def test_a_lost_first_row_is_named(filled):
    tamper(filled, ("DELETE FROM ledger WHERE seq = 1",))
    assert found(filled) == [(1, "the row is missing")]


def test_a_lost_deposit_is_missed_by_its_withdrawal(filled):
    tamper(filled, ("DELETE FROM ledger WHERE seq = 2",))
    assert [seq for seq, _ in found(filled)] == [2, 6]


def test_a_row_that_was_slipped_in_at_the_end_is_named(filled):
    columns = (
        "kind, digest, topic, topic_class, accepted_at, submitter, shapes_digest, state, findings, nquads"
    )
    tamper(
        filled,
        (
            f"INSERT INTO ledger (seq, {columns}) SELECT 7, {columns.replace('digest,', 'state,', 1)} "
            "FROM ledger WHERE seq = 5",
        ),
    )
    assert found(filled) == [(7, "1 rows stand after the ledger's head, row 6")]


def test_shapes_that_are_not_those_of_their_digest_are_found(filled, make_deposit):
    shapes = make_deposit("a").shapes_digest
    tamper(filled, ("UPDATE shapes SET turtle = '<urn:a> <urn:b> <urn:c> .'",))
    [(seq, message)] = found(filled)
    assert seq is None
    assert message.startswith(f"the shapes stored under {shapes} have the digest ")
    tamper(filled, ("UPDATE shapes SET turtle = '<urn:a> <'",))
    [(seq, message)] = found(filled)
    assert message.startswith(f"the shapes stored under {shapes} cannot be read (")


def test_lost_shapes_are_named_at_each_row_that_needs_them(filled):
    tamper(filled, ("DELETE FROM shapes",))
    assert [seq for seq, _ in found(filled)] == [1, 2, 3, 4, 5]


def test_bytes_that_are_not_canonical_are_named(ledger, make_deposit):
    entry = make_deposit("a")
    nquads = b"".join(reversed(entry.nquads.splitlines(keepends=True)))
    ledger.append(make_deposit("a", nquads=nquads, digest=hashlib.sha256(nquads).hexdigest()))
    assert found(ledger) == [(1, "its bytes are not canonical N-Quads")]
    assert verify(ledger, canonical=None).sound


def test_whatever_page_of_the_file_is_damaged_it_is_found(path, make_deposit):
    with Ledger.create(path, base="https://registry.example.org/") as made:
        made.put_shapes(make_deposit("a").shapes_digest, "")
        for name in "abcdefghij":
            made.append(make_deposit(name, title=hashlib.sha256(name.encode()).hexdigest() * 20))
    sound = path.read_bytes()
    for start in range(0, len(sound), 4096):
        path.write_bytes(sound[:start] + b"\xa5" * 4096 + sound[start + 4096 :])
        try:
            with Ledger.open(path) as opened:
                assert not verify(opened).sound, f"the page at {start} is damaged"
        except RegistryError as error:
            assert str(path) in error.message
