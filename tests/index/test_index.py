from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.index.conftest import BASE, deposit, state_at, withdrawal

from rubrary.errors import RegistryError
from rubrary.index import index as index_module
from rubrary.index import store as store_module
from rubrary.index.entry import EMPTY_STATE, Entry
from rubrary.index.errors import IndexBusy
from rubrary.index.index import Index

Ask = Callable[[str], list[str]]
_TRIPLES = "SELECT (COUNT(*) AS ?n) { GRAPH ?g { ?s dqv:value ?v } }"


def _catch_up(index: Index, *entries: Entry) -> int:
    with index.writer() as writer:
        return writer.catch_up(entries)


def test_an_empty_index_answers_and_holds_the_vocabulary(index: Index, ask: Ask) -> None:
    assert index.last_sequence() == 0
    assert index.published().state == EMPTY_STATE
    assert ask("SELECT ?l { GRAPH <https://w3id.org/rubrary/ns> { rub:Paper <http://e.org/label> ?l } }") == [
        '"Paper"@en'
    ]
    assert ask("SELECT ?n { <> a dcat:Catalog ; rub:lastSequence ?n }") == ["0"]


def test_a_deposit_stands_in_its_own_graph_and_in_the_catalogue(index: Index, ask: Ask) -> None:
    entry = deposit(1)
    assert _catch_up(index, entry) == 1
    assert ask("SELECT DISTINCT ?g { GRAPH ?g { ?s dqv:value ?v } }") == [f"<{BASE}deposit/{entry.digest}>"]
    assert ask(
        "SELECT ?topic ?type ?who ?when ?digest ?shapes ?said { GRAPH <catalog> { <record/1> a rub:Record ; "
        "foaf:primaryTopic ?topic ; dcterms:type ?type ; rub:submitter ?who ; dcterms:issued ?when ; "
        "rub:digest ?digest ; rub:shapesDigest ?shapes ; rub:validationMessage ?said ; rub:sequence 1 ; "
        f"dcterms:isPartOf <> ; dcterms:subject <deposit/{entry.digest}> . "
        f"<deposit/{entry.digest}> a rub:Deposit }} }}"
    ) == [
        f'<{BASE}assessment/1>\t<https://w3id.org/rubrary/ns#Assessment>\t"curator"\t'
        '"2026-01-31T12:00:00Z"^^<http://www.w3.org/2001/XMLSchema#dateTime>\t'
        f'"{entry.digest}"\t"{"5" * 64}"\t"a warning"'
    ]
    assert index.last_sequence() == 1
    assert index.published().state == state_at(1)


def test_the_same_rows_twice_change_nothing(index: Index, ask: Ask) -> None:
    nquads = f'_:c14n0 <{BASE}p> "a" .\n<{BASE}s> <{BASE}p> _:c14n0 .\n'.encode()
    entries = [deposit(1, nquads), deposit(2)]
    _catch_up(index, *entries)
    before = ask("SELECT * { GRAPH ?g { ?s ?p ?o } } ORDER BY ?g ?s ?p ?o")
    assert _catch_up(index, *entries) == 0
    with index.writer() as writer:
        writer._store.apply(entries)  # what a run repeats after it was killed before the mark
        writer.publish()
    assert ask("SELECT * { GRAPH ?g { ?s ?p ?o } } ORDER BY ?g ?s ?p ?o") == before


def test_blank_nodes_of_two_deposits_stay_apart(index: Index, ask: Ask) -> None:
    texts = [f'_:c14n0 <{BASE}p> "{text}" .\n_:c14n0 <{BASE}q> _:c14n0 .\n'.encode() for text in "ab"]
    entries = [deposit(n + 1, nquads) for n, nquads in enumerate(texts)]
    _catch_up(index, *entries)
    genid = f"{BASE}.well-known/genid/"
    assert sorted(ask("SELECT ?n ?t { ?n <p> ?t ; <q> ?n }")) == sorted(
        f'<{genid}{entry.digest}/c14n0>\t"{text}"' for entry, text in zip(entries, "ab", strict=True)
    )


def test_text_that_looks_like_a_blank_node_or_an_end_is_left_alone(index: Index, ask: Ask) -> None:
    nquads = f'<{BASE}s> <{BASE}p> " _:c14n0 ." .\n<{BASE}s> <{BASE}p> "_:c14n1 x .\\n" .\n'.encode()
    _catch_up(index, deposit(1, nquads))
    assert sorted(ask("SELECT ?o { <s> <p> ?o }")) == ['" _:c14n0 ."', '"_:c14n1 x .\\n"']


SAME = b'<urn:agent> <http://xmlns.com/foaf/0.1/name> "A curator" .\n'


def test_what_two_deposits_say_is_one_statement_until_both_are_withdrawn(index: Index, ask: Ask) -> None:
    first, second = (deposit(n, SAME + f"<urn:{n}> <urn:p> <urn:o> .\n".encode()) for n in (1, 2))
    count = "SELECT (COUNT(*) AS ?n) { <urn:agent> foaf:name ?name }"
    for entries, expected in (
        ([first, second], 1),
        ([withdrawal(3, first)], 1),
        ([withdrawal(4, second)], 0),
    ):
        with index.writer() as writer:
            writer.catch_up(entries)
        assert ask(count) == [str(expected)]


def test_every_statement_of_a_graph_is_in_the_default_graph(index: Index, ask: Ask) -> None:
    literals = b'<urn:a> <urn:p> "ends in <urn:g> ." .\n<urn:a> <urn:p> "x"@en .\n_:c14n0 <urn:p> _:c14n0 .\n'
    with index.writer() as writer:
        writer.catch_up([deposit(1, literals), deposit(2)])
    lost = "SELECT ?s ?p ?o { GRAPH ?g { ?s ?p ?o } FILTER NOT EXISTS { ?s ?p ?o } }"
    more = "SELECT ?s ?p ?o { ?s ?p ?o FILTER NOT EXISTS { GRAPH ?g { ?s ?p ?o } } }"
    assert ask(lost) == []
    assert ask(more) == []


def test_a_withdrawal_hides_the_graph_and_leaves_a_tombstone(index: Index, ask: Ask) -> None:
    first = deposit(1, topic=f"{BASE}rubric/a/1", topic_class="RubricVersion")
    kept = deposit(2)
    _catch_up(index, first, kept)
    assert ask("SELECT ?d { <rubric/a/1> rub:contentDigest ?d }") == [f'"{first.digest}"']
    _catch_up(index, withdrawal(3, first))
    assert ask(_TRIPLES) == ["5"]
    assert ask("SELECT ?d { <rubric/a/1> rub:contentDigest ?d }") == []
    assert ask(
        f"SELECT ?t ?why ?when {{ <deposit/{first.digest}> a ?t ; rub:withdrawnBecause ?why ; "
        "prov:invalidatedAtTime ?when }"
    ) == [
        '<https://w3id.org/rubrary/ns#Tombstone>\t"The form was filled in twice."\t'
        '"2026-02-01T12:00:00Z"^^<http://www.w3.org/2001/XMLSchema#dateTime>'
    ]
    assert ask("SELECT ?n { <> rub:lastSequence ?n }") == ["3"]


def test_a_withdrawal_in_the_same_batch_as_its_deposit_is_the_same(index: Index, ask: Ask) -> None:
    first = deposit(1)
    _catch_up(index, first, deposit(2), withdrawal(3, first), deposit(4))
    assert ask(_TRIPLES) == ["10"]


def test_an_erased_deposit_leaves_its_record_and_a_tombstone(index: Index, ask: Ask) -> None:
    whole = deposit(1)
    erased = Entry(
        1,
        "deposit",
        whole.digest,
        None,
        whole.topic,
        "Assessment",
        whole.accepted_at,
        "curator",
        state_at(1),
        reason="Personal data.",
    )
    _catch_up(index, erased)
    assert ask(f"SELECT ?why {{ <deposit/{whole.digest}> a rub:Tombstone ; rub:withdrawnBecause ?why }}") == [
        '"Personal data."'
    ]
    assert ask("SELECT ?d { <record/1> rub:digest ?d }") == [f'"{whole.digest}"']


def test_bytes_that_are_no_statements_stop_the_run_and_keep_what_was_before(index: Index, ask: Ask) -> None:
    _catch_up(index, deposit(1))
    with pytest.raises(RegistryError, match="no canonical N-Quads"):
        _catch_up(index, deposit(2, b"<http://e.org/s> what"))
    assert ask(_TRIPLES) == ["5"]
    assert index.last_sequence() == 1
    assert _catch_up(index, deposit(2)) == 1


def test_rows_of_an_unknown_kind_are_refused(index: Index) -> None:
    odd = Entry(1, "merger", "0" * 64, b"", BASE, "Assessment", "", "curator", state_at(1))
    with pytest.raises(RegistryError, match="unknown kind"):
        _catch_up(index, odd)


def test_large_batches_go_in_as_files_and_give_the_same(
    index: Index, ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "BULK_BYTES", 100)
    monkeypatch.setattr(index_module, "BATCH_ROWS", 7)
    _catch_up(index, *(deposit(n) for n in range(1, 31)))
    assert ask(_TRIPLES) == ["150"]
    assert index.last_sequence() == 30


def test_a_long_run_publishes_on_its_way(index: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index_module, "PUBLISH_EVERY", 0.0)
    monkeypatch.setattr(index_module, "BATCH_ROWS", 2)
    seen = []

    def rows() -> Iterator[Entry]:
        for n in range(1, 8):
            yield deposit(n)
            seen.append(index.last_sequence())

    with index.writer() as writer:
        writer.catch_up(rows())
    assert seen == [0, 2, 2, 4, 4, 6, 6]
    assert index.last_sequence() == 7


def test_a_second_writer_is_told_that_another_is_at_work(index: Index) -> None:
    with index.writer():
        with pytest.raises(IndexBusy, match=str(os.getpid())), index.writer():
            pass
        with pytest.raises(IndexBusy):
            index.rebuild([])
    with index.writer():
        pass


def test_a_rebuild_drops_what_the_rows_do_not_hold(index: Index, ask: Ask) -> None:
    _catch_up(index, deposit(1), deposit(2), deposit(3))
    assert index.rebuild([deposit(1), deposit(2)]) == 2
    assert ask(_TRIPLES) == ["10"]
    assert index.last_sequence() == 2
    assert _catch_up(index, deposit(3)) == 1
    assert ask(_TRIPLES) == ["15"]


def test_a_damaged_or_lost_store_is_rebuilt(index: Index, ask: Ask) -> None:
    _catch_up(index, deposit(1))
    (index.folder / "store" / "CURRENT").write_text("nonsense")
    with pytest.raises(RegistryError, match="cannot be opened"), index.writer():
        pass
    assert index.rebuild([deposit(1), deposit(2)]) == 2
    assert ask(_TRIPLES) == ["10"]
    shutil.rmtree(index.folder / "store")
    with index.writer() as writer:
        assert index.last_sequence() == 2  # queries keep what they had
        assert writer.catch_up([deposit(1), deposit(2)]) == 2
    assert ask(_TRIPLES) == ["10"]


def test_a_rebuild_killed_between_its_renames_is_completed(index: Index, ask: Ask) -> None:
    _catch_up(index, deposit(1))
    store, folder = index.folder / "store", index.folder
    store.rename(folder / "store.new")
    (folder / "store.old").mkdir()
    assert _catch_up(index, deposit(1), deposit(2)) == 1
    assert not (folder / "store.new").exists()
    assert not (folder / "store.old").exists()
    assert ask(_TRIPLES) == ["10"]


def test_another_vocabulary_replaces_the_old_one_at_the_next_writing(
    index: Index, vocabulary: Path, ask: Ask
) -> None:
    (vocabulary / "a.ttl").write_text(
        '<https://w3id.org/rubrary/ns#Paper> <http://e.org/label> "Article"@en .\n'
    )
    with index.writer():
        pass
    assert ask("SELECT ?l { rub:Paper <http://e.org/label> ?l }") == ['"Article"@en']


def test_an_index_is_opened_by_what_it_says_of_itself(index: Index, tmp_path: Path) -> None:
    assert Index.open(index.folder).base == BASE
    with pytest.raises(RegistryError, match="already"):
        Index.create(index.folder, BASE)
    with pytest.raises(RegistryError, match="no index"):
        Index.open(tmp_path / "nowhere")
    with pytest.raises(ValueError, match="end with"):
        Index.create(tmp_path / "other", "http://e.org")
    (index.folder / "meta.json").write_text('{"layout": 99, "base": "http://e.org/"}')
    with pytest.raises(RegistryError, match="another layout"):
        Index.open(index.folder)


_RUN = """
import sys
from pathlib import Path
from rubrary.index import index as module, store
from rubrary.index.index import Index
from tests.index.conftest import deposit
store.BULK_BYTES, module.BATCH_ROWS, module.PUBLISH_EVERY = int(sys.argv[2]), 10, 0.0
index = Index.open(Path(sys.argv[1]), vocabulary=Path(sys.argv[3]))
print("ready", flush=True)
with index.writer() as writer:
    writer.catch_up(deposit(n) for n in range(1, 100_000))
"""


@pytest.mark.parametrize("bulk_bytes", [10**9, 100])
def test_a_writer_killed_at_any_moment_loses_nothing(
    index: Index, vocabulary: Path, ask: Ask, bulk_bytes: int
) -> None:
    top = str(Path(__file__).parents[2])
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([top, *filter(None, sys.path)])}
    for pause in (0.05, 0.2, 0.35):
        command = [sys.executable, "-c", _RUN, str(index.folder), str(bulk_bytes), str(vocabulary)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment) as run:
            assert run.stdout is not None
            assert run.stdout.readline() == b"ready\n"
            time.sleep(pause)
            run.send_signal(signal.SIGKILL)
            run.wait()
        published = index.last_sequence()
        assert ask(_TRIPLES) == [str(5 * published)]  # what queries see is whole at any moment
        with index.writer() as writer:
            reached = writer.last_sequence
            assert reached >= published
    end = reached + 20
    with index.writer() as writer:
        writer.catch_up(deposit(n) for n in range(1, end + 1))
    assert ask(_TRIPLES) == [str(5 * end)]
    assert ask("SELECT (COUNT(DISTINCT ?r) AS ?n) { ?r a rub:Record }") == [str(end)]
