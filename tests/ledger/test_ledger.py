from __future__ import annotations

import hashlib
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace

import pytest

from rubrary.errors import Conflict, NotFound, RegistryError, UsageError
from rubrary.ledger import GENESIS, Accepted, Head, Kind, Ledger, Subject, next_state, tombstone

BASE = "https://registry.example.org/"
NS = "https://w3id.org/rubrary/ns#"
SNAPSHOT = "https://archive.example.org/snapshot"


def test_a_new_ledger_is_empty(ledger):
    assert ledger.head() == Head(0, GENESIS)
    assert list(ledger.rows()) == []
    assert not ledger.changed(since=0)


def test_an_accepted_deposit_comes_back_byte_for_byte(ledger, make_deposit):
    entry = make_deposit("a", findings_json='[{"message": "odd"}]')
    accepted = ledger.append(entry)
    (row,) = ledger.rows()
    time = "2026-01-31T12:01:00+00:00"
    state = next_state(GENESIS, seq=1, kind="deposit", digest=entry.digest, accepted_at=time)
    assert accepted == Accepted(1, entry.digest, new=True, state=state)
    assert (row.seq, row.kind, row.digest, row.nquads) == (1, Kind.DEPOSIT, entry.digest, entry.nquads)
    assert (row.topic, row.topic_class) == (f"{BASE}assessment/a", "Assessment")
    assert (row.accepted_at, row.submitter, row.state) == (time, entry.submitter, state)
    assert row.findings_json == '[{"message": "odd"}]'
    assert ledger.head() == Head(1, state)
    assert ledger.changed(since=0)
    assert not ledger.changed(since=1)


def test_bytes_that_are_no_text_and_large_ones_are_kept_exactly(ledger, make_deposit):
    nquads = bytes(range(256)) * 5000
    digest = hashlib.sha256(nquads).hexdigest()
    ledger.append(make_deposit("a", nquads=nquads, digest=digest))
    assert ledger.by_digest(digest).nquads == nquads


def test_the_same_content_again_is_the_same_deposit_and_writes_nothing(ledger, make_deposit):
    first = ledger.append(make_deposit("a"))
    ledger.append(make_deposit("b"))
    again = ledger.append(make_deposit("a", submitter="somebody else"))
    assert again == replace(first, new=False)
    assert ledger.head().seq == 2


def test_bytes_with_another_digest_are_refused(ledger, make_deposit):
    with pytest.raises(RegistryError, match="do not have the digest"):
        ledger.append(make_deposit("a", digest="0" * 64))
    assert ledger.head().seq == 0


def test_an_iri_has_one_defining_deposit(ledger, make_deposit):
    first = ledger.append(make_deposit("a"))
    before = ledger.head()
    with pytest.raises(Conflict) as caught:
        ledger.append(make_deposit("a", title="Another title"))
    assert f"<{BASE}assessment/a>" in caught.value.message
    assert first.digest in caught.value.message
    assert caught.value.hint
    assert ledger.head() == before
    assert ledger.defining(f"{BASE}assessment/a").digest == first.digest
    assert ledger.defining(SNAPSHOT) is None


def test_a_refused_deposit_leaves_none_of_its_subjects_behind(ledger, make_deposit):
    ledger.append(make_deposit("a"))
    subjects = (
        Subject(f"{BASE}fresh", f"{NS}Score", owned=True),
        Subject(f"{BASE}assessment/a", f"{NS}Assessment", owned=True),
    )
    with pytest.raises(Conflict):
        ledger.append(make_deposit("b", subjects=subjects))
    assert ledger.classes_of([f"{BASE}fresh"]) == {}


def test_many_deposits_may_describe_what_none_of_them_defines(ledger, make_deposit):
    for name in "abc":
        ledger.append(make_deposit(name))
    assert ledger.classes_of([SNAPSHOT]) == {SNAPSHOT: {f"{NS}Snapshot", f"{NS}UnknownRevision"}}


def test_an_owned_subject_may_have_several_classes(ledger, make_deposit):
    iri = f"{BASE}instrument/ours-1"
    subjects = (Subject(iri, f"{NS}Instrument", owned=True), Subject(iri, f"{NS}Agent", owned=False))
    accepted = ledger.append(make_deposit("a", subjects=subjects))
    assert ledger.defining(iri).seq == accepted.seq
    assert ledger.classes_of([iri]) == {iri: {f"{NS}Instrument", f"{NS}Agent"}}


def test_a_deposit_without_subjects_is_accepted(ledger, make_deposit):
    assert ledger.append(make_deposit("a", subjects=())).new


def test_classes_are_looked_up_for_more_iris_than_a_statement_takes(ledger, make_deposit):
    subjects = tuple(Subject(f"{BASE}s/{n}", f"{NS}Score", owned=True) for n in range(1201))
    ledger.append(make_deposit("a", subjects=subjects))
    found = ledger.classes_of([f"{BASE}nothing", *(one.iri for one in subjects)])
    assert found == {one.iri: {f"{NS}Score"} for one in subjects}


def test_a_withdrawal_is_a_new_row_and_changes_no_old_one(ledger, make_deposit):
    deposit = ledger.append(make_deposit("a"))
    (before,) = ledger.rows()
    accepted = ledger.withdraw(deposit.digest, reason='It "was"\nwrong', submitter="editor")
    after, withdrawal = ledger.rows()
    assert after == replace(before, withdrawn_by=2)
    assert (withdrawal.seq, withdrawal.kind, withdrawal.withdraws) == (2, Kind.WITHDRAWAL, deposit.digest)
    assert (withdrawal.reason, withdrawal.submitter) == ('It "was"\nwrong', "editor")
    assert withdrawal.topic == before.topic
    assert withdrawal.nquads == tombstone(
        BASE, deposit.digest, reason='It "was"\nwrong', accepted_at=withdrawal.accepted_at
    )
    assert accepted == Accepted(2, hashlib.sha256(withdrawal.nquads).hexdigest(), True, withdrawal.state)
    assert ledger.head() == Head(2, accepted.state)
    assert ledger.is_withdrawn(deposit.digest)
    assert not ledger.is_withdrawn(accepted.digest)


def test_a_withdrawn_deposit_describes_nothing_but_its_iris_stay_taken(ledger, make_deposit):
    deposit = ledger.append(make_deposit("a"))
    ledger.withdraw(f"{BASE}assessment/a", reason="wrong", submitter="editor")
    assert ledger.classes_of([f"{BASE}assessment/a", SNAPSHOT]) == {}
    assert ledger.defining(f"{BASE}assessment/a").digest == deposit.digest
    with pytest.raises(Conflict, match="since withdrawn"):
        ledger.append(make_deposit("a", title="Corrected"))


def test_withdrawn_content_cannot_come_back(ledger, make_deposit):
    entry = make_deposit("a")
    ledger.append(entry)
    ledger.withdraw(entry.digest, reason="wrong", submitter="editor")
    with pytest.raises(Conflict, match="was withdrawn"):
        ledger.append(entry)
    assert ledger.head().seq == 2


def test_nothing_is_withdrawn_twice(ledger, make_deposit):
    entry = make_deposit("a")
    ledger.append(entry)
    ledger.withdraw(entry.digest, reason="wrong", submitter="editor")
    for name in (entry.digest, entry.topic):
        with pytest.raises(Conflict, match=r"withdrawn already \(sequence 2\)"):
            ledger.withdraw(name, reason="wrong", submitter="editor")


def test_a_topic_with_several_deposits_is_withdrawn_by_digest(ledger, make_deposit):
    paper = "https://doi.org/10.1000/182"
    one, two = make_deposit("a", topic=paper), make_deposit("b", topic=paper)
    ledger.append(one)
    ledger.append(two)
    with pytest.raises(Conflict) as caught:
        ledger.withdraw(paper, reason="wrong", submitter="editor")
    assert one.digest in caught.value.hint
    ledger.withdraw(one.digest, reason="wrong", submitter="editor")
    ledger.withdraw(paper, reason="wrong too", submitter="editor")
    assert [row.withdrawn_by for row in ledger.by_topic(paper)] == [3, 4]


@pytest.mark.parametrize("name", ["f" * 64, "https://nowhere.example/"])
def test_withdrawing_what_is_not_on_record_says_so(ledger, name):
    with pytest.raises(NotFound, match=name):
        ledger.withdraw(name, reason="wrong", submitter="editor")


def test_a_withdrawal_cannot_be_withdrawn(ledger, make_deposit):
    deposit = ledger.append(make_deposit("a"))
    withdrawal = ledger.withdraw(deposit.digest, reason="wrong", submitter="editor")
    with pytest.raises(NotFound):
        ledger.withdraw(withdrawal.digest, reason="right after all", submitter="editor")


@pytest.mark.parametrize("reason", ["", " \n", "half \ud83d"])
def test_a_reason_that_says_nothing_is_refused(ledger, make_deposit, reason):
    deposit = ledger.append(make_deposit("a"))
    for take_back in (ledger.withdraw, ledger.purge):
        with pytest.raises(UsageError):
            take_back(deposit.digest, reason=reason, submitter="editor")
    assert ledger.head().seq == 1


def test_purging_erases_the_bytes_and_keeps_digest_date_and_reason(ledger, make_deposit):
    entry = make_deposit("a", findings_json='["Jane Roe is misspelt"]')
    ledger.append(entry)
    withdrawal = ledger.purge(entry.digest, reason="personal data", submitter="editor")
    purged, told = ledger.rows()
    assert (purged.digest, purged.nquads, purged.findings_json) == (entry.digest, None, "[]")
    assert (purged.reason, purged.withdrawn_by) == ("personal data", 2)
    assert purged.purged_at == "2026-01-31T12:03:00+00:00"
    assert (told.withdraws, withdrawal.seq, withdrawal.new) == (entry.digest, 2, True)
    assert ledger.defining(entry.topic).seq == 1
    with pytest.raises(Conflict, match="purged already"):
        ledger.purge(entry.digest, reason="again", submitter="editor")


def test_purging_a_withdrawn_deposit_needs_no_second_withdrawal(ledger, make_deposit):
    entry = make_deposit("a")
    ledger.append(entry)
    withdrawal = ledger.withdraw(entry.digest, reason="wrong", submitter="editor")
    assert ledger.purge(entry.digest, reason="personal data", submitter="editor") == replace(
        withdrawal, new=False
    )
    assert ledger.head().seq == 2


def test_purging_what_is_not_on_record_says_so(ledger):
    with pytest.raises(NotFound):
        ledger.purge("f" * 64, reason="personal data", submitter="editor")


def test_purged_content_is_nowhere_in_the_files(ledger, make_deposit, path):
    told = "https://people.example/jane-roe"
    entry = make_deposit("a", findings_json=f'["{told}"]', subjects=(Subject(told, f"{NS}Agent", False),))
    ledger.append(entry)
    held = b"".join(file.read_bytes() for file in path.parent.iterdir())
    assert told.encode() in held
    ledger.purge(entry.digest, reason="personal data", submitter="editor")
    held = b"".join(file.read_bytes() for file in path.parent.iterdir())
    assert told.encode() not in held


def test_rows_come_in_order_after_a_number_and_up_to_a_limit(ledger, make_deposit):
    for n in range(150):
        ledger.append(make_deposit(str(n)))
    assert [row.seq for row in ledger.rows()] == list(range(1, 151))
    assert [row.seq for row in ledger.rows(after=140)] == list(range(141, 151))
    assert [row.seq for row in ledger.rows(after=10, limit=70)] == list(range(11, 81))
    assert list(ledger.rows(limit=0)) == []
    assert list(ledger.rows(after=150)) == []


def test_deposits_of_a_kind_are_found_by_what_they_mention(ledger, make_deposit):
    wanted = "https://registry.example.org/assessment/b"
    for name in ("a", "b", "bb"):
        ledger.append(make_deposit(name))
    assert [row.topic for row in ledger.of_kind("Assessment", mentioning=[wanted])] == [wanted]
    assert list(ledger.of_kind("Paper", mentioning=[wanted])) == []
    assert list(ledger.of_kind("Assessment", mentioning=[])) == []
    ledger.withdraw(wanted, reason="a mistake", submitter="tests")
    assert list(ledger.of_kind("Assessment", mentioning=[wanted])) == []


def test_reading_and_writing_may_interleave(ledger, make_deposit):
    ledger.append(make_deposit("a"))
    rows = ledger.rows()
    assert next(rows).seq == 1
    ledger.append(make_deposit("b"))
    assert ledger.head().seq == 2


def test_threads_may_share_a_ledger(ledger, make_deposit):
    entries = [make_deposit(str(n)) for n in range(60)]
    with ThreadPoolExecutor(6) as threads:
        accepted = list(threads.map(ledger.append, entries))
    assert sorted(one.seq for one in accepted) == list(range(1, 61))
    assert {row.seq: row.digest for row in ledger.rows()} == {one.seq: one.digest for one in accepted}


def test_a_digest_that_is_not_on_record_gives_nothing(ledger):
    assert ledger.by_digest("f" * 64) is None
    assert ledger.by_topic("https://nowhere.example/") == ()


def test_shapes_are_kept_by_digest(ledger):
    ledger.put_shapes("a" * 64, "# shapes é\n")
    ledger.put_shapes("a" * 64, "# shapes é\n")
    assert ledger.shapes_text("a" * 64) == "# shapes é\n"
    with pytest.raises(Conflict):
        ledger.put_shapes("a" * 64, "# others\n")
    with pytest.raises(NotFound):
        ledger.shapes_text("b" * 64)


def test_nothing_is_added_to_a_ledger_that_lost_its_last_row(ledger, make_deposit, path):
    ledger.append(make_deposit("a"))
    ledger.append(make_deposit("b"))
    with closing(sqlite3.connect(path)) as other, other:
        other.execute("DELETE FROM ledger WHERE seq = 2")
    with pytest.raises(RegistryError, match="damaged"):
        ledger.append(make_deposit("c"))


def test_damaged_bytes_are_an_error_that_names_the_ledger(ledger, make_deposit, path):
    entry = make_deposit("a")
    ledger.append(entry)
    with closing(sqlite3.connect(path)) as other, other:
        other.execute("UPDATE ledger SET nquads = x'00'")
    with pytest.raises(RegistryError, match=r"ledger\.sqlite"):
        ledger.by_digest(entry.digest)


def test_a_writer_that_waits_in_vain_is_told_why(ledger, make_deposit, path, monkeypatch):
    monkeypatch.setattr("rubrary.ledger.sqlite.LOCK_PATIENCE", 0.05)
    with Ledger.open(path) as second, closing(sqlite3.connect(path, isolation_level=None)) as hog:
        hog.execute("BEGIN IMMEDIATE")
        with pytest.raises(RegistryError, match="another process holds its lock"):
            second.append(make_deposit("a"))
        assert second.head().seq == 0
        hog.execute("ROLLBACK")
        assert second.append(make_deposit("a")).seq == 1
