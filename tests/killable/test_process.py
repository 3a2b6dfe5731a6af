from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from rubrary.killable.errors import DeadlinePassed, WorkerDied, WorkerFault
from rubrary.killable.launch import Limits
from rubrary.killable.process import WorkerProcess

#: Seconds; long enough for a loaded machine, never awaited when all is well.
PATIENCE = 30.0


@pytest.fixture
def worker() -> Iterator[WorkerProcess]:
    with WorkerProcess("answering", Limits(memory_bytes=512 * 1024**2)) as process:
        yield process


def _gone(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except FileNotFoundError:
        return True


def test_a_worker_answers_again_and_again(worker: WorkerProcess) -> None:
    for body in (b"", b"a", b"b" * 3_000_000):
        response = worker.request({"do": "echo"}, body, deadline=PATIENCE)
        assert response.header["size"] == len(body)
        assert response.read() == body
        assert response.trailer == {"done": True}


def test_the_deadline_ends_a_worker_that_does_not_answer(worker: WorkerProcess) -> None:
    with pytest.raises(DeadlinePassed) as caught:
        worker.request({"do": "sleep", "seconds": 600}, deadline=0.3)
    assert caught.value.seconds == 0.3
    assert not worker.alive


def test_the_deadline_ends_an_answer_that_does_not_stop(worker: WorkerProcess) -> None:
    response = worker.request({"do": "drip"}, deadline=1.0)
    with pytest.raises(DeadlinePassed):
        for _ in response:
            pass
    assert not worker.alive


def test_closing_an_unread_answer_kills_its_worker(worker: WorkerProcess) -> None:
    worker.request({"do": "drip"}, deadline=PATIENCE).close()
    assert not worker.alive
    worker.close()
    assert _gone(worker.pid)


def test_memory_beyond_the_limit_is_refused_to_the_worker_alone(worker: WorkerProcess) -> None:
    with pytest.raises(WorkerFault) as caught:
        worker.request({"do": "eat memory"}, deadline=PATIENCE)
    assert caught.value.kind == "memory"
    assert not worker.alive


@pytest.mark.parametrize(("verb", "words"), [("crash", "SIGSEGV"), ("exit", "status 3")])
def test_a_worker_that_ends_by_itself_is_reported(worker: WorkerProcess, verb: str, words: str) -> None:
    with pytest.raises(WorkerDied, match=words):
        worker.request({"do": verb}, deadline=PATIENCE)
    assert not worker.alive


def test_a_module_that_cannot_be_imported_is_named() -> None:
    with WorkerProcess("no_such_module") as process, pytest.raises((WorkerFault, WorkerDied)) as caught:
        process.request({}, b"x" * 1_000_000, deadline=PATIENCE)
    assert "no_such_module" in caught.value.message


def test_failed_work_leaves_the_worker_ready_for_the_next_request(worker: WorkerProcess) -> None:
    with pytest.raises(WorkerFault, match="no such thing") as caught:
        worker.request({"do": "raise"}, deadline=PATIENCE)
    assert caught.value.kind == "KeyError"
    assert worker.request({"do": "echo"}, b"still here", deadline=PATIENCE).read() == b"still here"


def test_an_answer_that_breaks_off_is_an_error_and_carries_its_details(worker: WorkerProcess) -> None:
    response = worker.request({"do": "break off"}, deadline=PATIENCE)
    with pytest.raises(WorkerFault) as caught:
        response.read()
    assert (caught.value.kind, caught.value.details) == ("limit", {"rows": 7})
    assert response.trailer is None
    assert worker.request({"do": "echo"}, b"ok", deadline=PATIENCE).read() == b"ok"


def test_what_a_worker_prints_does_not_disturb_its_answer(worker: WorkerProcess) -> None:
    assert worker.request({"do": "print"}, deadline=PATIENCE).read() == b""


def test_a_worker_reaches_no_listener_of_this_machine(worker: WorkerProcess) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        with socket.create_connection(("127.0.0.1", port), timeout=5):
            pass  # so it does listen
        response = worker.request({"do": "connect", "port": port}, deadline=PATIENCE)
        response.read()
    assert worker.achieved is not None
    if "no-network" not in worker.achieved:
        pytest.skip("this kernel grants no empty network namespace")
    assert response.header["status"] != 0


def test_a_worker_sees_only_its_own_files_and_no_environment_of_ours(
    worker: WorkerProcess, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("OUR_SECRET", "1")
    with (tmp_path / "open").open("wb") as ours:
        os.set_inheritable(ours.fileno(), True)
        with WorkerProcess("answering") as second:
            header = second.request({"do": "look"}, deadline=PATIENCE).header
            second.kill()
    assert len(header["files"] or []) == 6  # type: ignore[arg-type]  # 3 standard, 2 pipes, the listing itself
    assert "OUR_SECRET" not in header["environment"]  # type: ignore[operator]
    assert header["memory"] == Limits().memory_bytes


def test_a_worker_may_write_no_file_unless_it_was_allowed_to(worker: WorkerProcess, tmp_path: Path) -> None:
    with pytest.raises(WorkerFault, match="File too large"):
        worker.request({"do": "write file", "path": str(tmp_path / "a")}, deadline=PATIENCE)
    with WorkerProcess("answering", Limits(file_bytes=1000)) as allowed:
        allowed.request({"do": "write file", "path": str(tmp_path / "b")}, deadline=PATIENCE).read()
    assert (tmp_path / "b").stat().st_size == 100


def test_no_worker_outlives_a_parent_that_was_killed(tmp_path: Path) -> None:
    program = (
        "import time\n"
        "from rubrary.killable.process import WorkerProcess\n"
        "worker = WorkerProcess('answering')\n"
        "worker.request({'do': 'echo'}, deadline=30).read()\n"
        "print(worker.pid, flush=True)\n"
        "worker.request({'do': 'sleep', 'seconds': 600}, deadline=600)\n"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(entry for entry in sys.path if entry)}
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, env=environment) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        assert not _gone(pid)
        parent.send_signal(signal.SIGKILL)
        parent.wait()
    ends = time.monotonic() + PATIENCE
    while not _gone(pid) and time.monotonic() < ends:
        time.sleep(0.01)
    assert _gone(pid)
