"""Deposits, queries and rebuilding of the index at the same time, in processes of their own."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from rubrary.graph.write import record_triples
from rubrary.index.answer import QueryLimits
from rubrary.index.entry import Entry
from rubrary.index.service import QueryService
from rubrary.pipeline.deposit import append, bring_index_up_to_date
from rubrary.pipeline.examine import Examiner
from rubrary.pipeline.registry import Registry, entries
from rubrary.pipeline.reindex import reindex
from samples import BASE, paper_record

SECONDS = float(os.environ.get("RUBRARY_STRESS_SECONDS", "8"))

# Each answer states the sequence number it knows and the number of records: the two must agree, always.
QUERY = """SELECT ?last (COUNT(?record) AS ?n) {
  ?catalog rub:lastSequence ?last . ?record a rub:Record
} GROUP BY ?last"""

_DEPOSITOR = """
import sys, time
from dataclasses import replace
from pathlib import Path
sys.path[:0] = {path!r}
from samples import paper_record
from rubrary.graph.write import record_triples
from rubrary.pipeline.deposit import append, bring_index_up_to_date
from rubrary.pipeline.examine import Examiner
from rubrary.pipeline.registry import Registry
with Registry.open(Path({folder!r})) as registry:
    examiner = Examiner(registry.knowledge(), registry.validator)
    shapes = registry.remember_shapes()
    end = time.monotonic() + {seconds}
    number = 0
    while time.monotonic() < end:
        number += 1
        doi = f"10.5555/{name}.{{number}}"
        record = replace(paper_record(), iri=f"https://doi.org/{{doi}}", doi=doi)
        examined = examiner.examine(record_triples([record]), "x")
        assert not append(registry, examined, shapes=shapes, submitter="{name}").refused
        bring_index_up_to_date(registry)
    print(number)
"""

_REBUILDER = """
import sys, time
from pathlib import Path
sys.path[:0] = {path!r}
from rubrary.index.errors import IndexBusy
from rubrary.pipeline.registry import Registry, entries
from rubrary.pipeline.reindex import reindex
with Registry.open(Path({folder!r})) as registry:
    end = time.monotonic() + {seconds}
    number = 0
    while time.monotonic() < end:
        try:
            reindex(registry, entries(registry.ledger, 0))
            number += 1
        except IndexBusy:
            pass
        time.sleep(0.05)
    print(number)
"""


def start(script: str, folder: Path, name: str) -> subprocess.Popen[str]:
    text = script.format(
        path=[path for path in sys.path if path], folder=str(folder), seconds=SECONDS, name=name
    )
    return subprocess.Popen([sys.executable, "-c", text], stdout=subprocess.PIPE, text=True)


@pytest.mark.slow
def test_deposits_queries_and_rebuilds_at_once_give_no_torn_answer(tmp_path: Path) -> None:
    folder = tmp_path / "registry"
    Registry.create(folder, BASE).close()
    writers = [start(_DEPOSITOR, folder, name) for name in ("a", "b")]
    rebuilder = start(_REBUILDER, folder, "r")
    answers = 0
    with QueryService(folder / "index", QueryLimits(workers=2, timeout=20)) as queries:
        while any(process.poll() is None for process in (*writers, rebuilder)):
            lines = queries.run(QUERY, ["csv"]).read().decode().splitlines()
            last, count = lines[1].split(",") if len(lines) > 1 else ("0", "0")
            assert last == count
            answers += 1
            time.sleep(0.01)
    deposited = [int(process.communicate()[0]) for process in writers]
    rebuilt = int(rebuilder.communicate()[0])
    assert all(process.returncode == 0 for process in (*writers, rebuilder))
    assert min(deposited) > 0
    assert rebuilt > 0
    assert answers > 0
    with Registry.open(folder) as registry:
        assert registry.ledger.head().seq == sum(deposited)
        bring_index_up_to_date(registry)
        with QueryService(folder / "index") as queries:
            answer = queries.run(QUERY, ["csv"]).read().decode().splitlines()[1]
        assert answer == f"{sum(deposited)},{sum(deposited)}"


def test_a_row_appended_while_the_index_is_rebuilt_is_not_left_behind(tmp_path: Path) -> None:
    with Registry.create(tmp_path / "registry", BASE) as registry:
        examiner = Examiner(registry.knowledge(), registry.validator)
        shapes = registry.remember_shapes()

        def rows() -> Iterator[Entry]:
            yield from entries(registry.ledger, 0)
            append(
                registry,
                examiner.examine(record_triples([paper_record()]), "x"),
                shapes=shapes,
                submitter="x",
            )
            assert not bring_index_up_to_date(registry)  # the index is locked by the rebuilding

        reindex(registry, rows())
        with QueryService(registry.index_folder) as queries:
            assert queries.run(QUERY, ["csv"]).read().decode().splitlines()[1] == "1,1"
