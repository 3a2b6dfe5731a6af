"""Several processes at one ledger, and a process that is killed at any moment."""

from __future__ import annotations

import hashlib
import random
import subprocess
import sys
import time
from pathlib import Path

from rubrary.ledger import Ledger, verify

WRITER = Path(__file__).with_name("writer.py")
BASE = "https://registry.example.org/"


def start_writer(path: Path, name: str, count: int, *contested: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-W", "error", str(WRITER), str(path), name, str(count), *contested],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finish(writer: subprocess.Popen[str]) -> list[list[str]]:
    output, errors = writer.communicate(timeout=60)
    assert (writer.returncode, errors) == (0, "")
    return [line.split() for line in output.splitlines() if line != "ready"]


def make_ledger(path: Path) -> None:
    with Ledger.create(path, base=BASE) as ledger:
        ledger.put_shapes(hashlib.sha256(b"").hexdigest(), "")


def test_two_processes_at_once_lose_no_row_and_leave_no_gap(path):
    make_ledger(path)
    writers = [start_writer(path, name, 60) for name in ("one", "two")]
    acknowledged = {int(seq): digest for writer in writers for seq, digest in finish(writer)}
    assert sorted(acknowledged) == list(range(1, 121))
    with Ledger.open(path) as ledger:
        assert {row.seq: row.digest for row in ledger.rows()} == acknowledged
        assert verify(ledger).problems == ()


def test_of_two_processes_that_define_one_iri_exactly_one_wins(path):
    make_ledger(path)
    writers = [start_writer(path, name, 40, "contested") for name in ("one", "two")]
    answers = [finish(writer) for writer in writers]
    refused = [int(words[1]) for answer in answers for words in answer if words[0] == "refused"]
    assert sorted(refused) == list(range(40))
    with Ledger.open(path) as ledger:
        assert ledger.head().seq == 40
        assert all(ledger.defining(f"{BASE}contested/{number}") for number in range(40))
        assert verify(ledger).problems == ()


def test_a_killed_writer_leaves_every_acknowledged_deposit_and_no_half_one(path):
    make_ledger(path)
    chance = random.Random(20260131)
    acknowledged: dict[int, str] = {}
    for round_ in range(6):
        writer = start_writer(path, f"round{round_}", 100_000)
        assert writer.stdout is not None
        assert writer.stdout.readline() == "ready\n"
        time.sleep(chance.uniform(0, 0.25))
        writer.kill()
        output, _ = writer.communicate(timeout=60)
        before = max(acknowledged, default=0)
        # The pipe itself may be cut within a line.
        lines = output.splitlines(keepends=True)
        answers = [line.split() for line in lines if line.endswith("\n")]
        acknowledged |= {int(seq): digest for seq, digest in answers}
        with Ledger.open(path) as ledger:
            rows = {row.seq: row for row in ledger.rows()}
            # One deposit can be on record whose acknowledgement was never printed: killed in between.
            assert len(rows) - max(acknowledged, default=before) in (0, 1)
            assert all(rows[seq].digest == digest for seq, digest in acknowledged.items())
            assert verify(ledger).problems == ()
            for row in rows.values():
                measurements = [f"{row.topic}#m{n}" for n in range(20)]
                assert len(ledger.classes_of([row.topic, *measurements])) == 21
        acknowledged |= {row.seq: row.digest for row in rows.values()}
    assert acknowledged, "no writer lived long enough to be acknowledged"
