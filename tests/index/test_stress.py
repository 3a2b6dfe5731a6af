from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable

from tests.index.conftest import PATIENCE, deposit, state_at

from rubrary.index.answer import QueryLimits
from rubrary.index.index import Index
from rubrary.index.service import QueryService

SECONDS = float(os.environ.get("RUBRARY_STRESS_SECONDS", "10"))
_STATE = (
    "SELECT ?last ?state (COUNT(?s) AS ?values) (COUNT(DISTINCT ?g) AS ?deposits) "
    "{ GRAPH <catalog> { <> rub:lastSequence ?last ; rub:stateDigest ?state } "
    "OPTIONAL { GRAPH ?g { ?s dqv:value ?v } } } GROUP BY ?last ?state"
)


def test_readers_see_whole_states_while_writers_publish_and_rebuild(index: Index) -> None:
    """Each answer's counts agree with its own sequence number, and no generation fails to open."""
    ends = time.monotonic() + SECONDS
    failures: list[BaseException] = []
    answers: list[int] = []

    def guarded(work: Callable[[], None]) -> threading.Thread:
        def run() -> None:
            try:
                while time.monotonic() < ends and not failures:
                    work()
            except BaseException as error:
                failures.append(error)

        return threading.Thread(target=run)

    written = [0]

    def write() -> None:
        rebuild = written[0] % 10 == 9
        written[0] += 1
        if rebuild:
            index.rebuild(deposit(seq) for seq in range(1, written[0] + 1))
            return
        with index.writer() as writer:
            writer.catch_up(deposit(seq) for seq in range(writer.last_sequence + 1, written[0] + 1))

    limits = QueryLimits(timeout=PATIENCE, workers=2)
    with QueryService(index.folder, limits) as service:

        def read() -> None:
            result = service.run(_STATE, ["csv"])
            last, state, values, deposits = result.read().decode().split("\r\n")[1].split(",")
            sequence = result.header.sequence
            assert (int(last), state) == (sequence, result.header.state)
            assert state == (state_at(sequence) if sequence else "0" * 64)
            assert (int(values), int(deposits)) == (5 * sequence, sequence)
            answers.append(sequence)

        threads = [guarded(write), guarded(read), guarded(read), guarded(read)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert not failures, failures[0]
    assert len(set(answers)) > 1
    assert len(list((index.folder / "generations").iterdir())) <= 1 + limits.workers + 1
