"""A deposit run that is killed at any moment loses nothing it acknowledged and leaves nothing half done."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from rubrary.index.service import QueryService
from rubrary.ledger import verify
from rubrary.pipeline.deposit import bring_index_up_to_date
from rubrary.pipeline.registry import Registry
from samples import BASE, paper_record, turtle

# The use case behind `rubrary deposit`, saying each acknowledgement at once, indexing after every tenth file.
_DEPOSIT = """
import sys
from pathlib import Path
sys.path[:0] = {path!r}
from rubrary.pipeline.deposit import bring_index_up_to_date, deposit_files
from rubrary.pipeline.examiner import ExaminerProcess
from rubrary.pipeline.registry import LEDGER_FILE, Registry
folder = Path({folder!r})
with Registry.open(folder) as registry, ExaminerProcess(registry.base, folder / LEDGER_FILE) as examine:
    results = deposit_files(registry, sorted(Path({files!r}).iterdir()), examine, submitter="kill")
    for number, result in enumerate(results):
        print(result.seq, result.examined.canonical.digest, flush=True)
        if number % 10 == 9:
            bring_index_up_to_date(registry)
"""


@pytest.mark.slow
def test_kill_nine_at_any_moment_keeps_every_acknowledged_deposit(tmp_path: Path) -> None:
    folder, files = tmp_path / "registry", tmp_path / "files"
    Registry.create(folder, BASE).close()
    files.mkdir()
    for number in range(400):
        text = turtle(paper_record()).replace(b"example.1", f"kill.{number}".encode())
        (files / f"{number:03}.ttl").write_bytes(text)
    script = _DEPOSIT.format(path=[path for path in sys.path if path], folder=str(folder), files=str(files))
    acknowledged: dict[str, str] = {}
    chance = random.Random(20261201)
    for _ in range(4):
        with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            for line in process.stdout:
                seq, digest = line.split()
                assert acknowledged.setdefault(seq, digest) == digest
                if chance.random() < 0.03:
                    process.send_signal(signal.SIGKILL)
    assert acknowledged
    with Registry.open(folder) as registry:
        assert verify(registry.ledger).sound
        for seq, digest in acknowledged.items():
            row = registry.ledger.by_digest(digest)
            assert row is not None
            assert str(row.seq) == seq
        bring_index_up_to_date(registry)
        total = registry.ledger.head().seq
        with QueryService(registry.index_folder) as queries:
            answer = queries.run("SELECT (COUNT(?p) AS ?n) { ?p a rub:Paper }", ["csv"]).read()
        assert answer.split() == [b"n", str(total).encode()]
