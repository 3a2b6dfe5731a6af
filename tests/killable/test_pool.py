from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from rubrary.killable.errors import DeadlinePassed, PoolBusy, PoolClosed, WorkerDied
from rubrary.killable.pool import WorkerPool

PATIENCE = 30.0


def _pid(pool: WorkerPool) -> object:
    response = pool.request({"do": "echo"}, deadline=PATIENCE)
    response.read()
    return response.header["pid"]


def test_an_idle_worker_is_used_again() -> None:
    with WorkerPool("answering", size=2) as pool:
        pool.warm()
        assert _pid(pool) == _pid(pool)


def test_a_killed_worker_is_replaced() -> None:
    with WorkerPool("answering", size=1) as pool:
        before = _pid(pool)
        with pytest.raises(DeadlinePassed):
            pool.request({"do": "sleep", "seconds": 600}, deadline=0.3)
        assert _pid(pool) != before


def test_many_threads_share_few_workers() -> None:
    with WorkerPool("answering", size=2, queue_limit=100) as pool, ThreadPoolExecutor(8) as threads:
        pids = set(threads.map(lambda _: _pid(pool), range(60)))
    assert len(pids) <= 2


def test_a_full_queue_refuses_at_once() -> None:
    with WorkerPool("answering", size=1, queue_limit=0) as pool:
        unread = pool.request({"do": "drip"}, deadline=PATIENCE)
        with pytest.raises(PoolBusy):
            pool.request({"do": "echo"}, deadline=PATIENCE)
        unread.close()
        assert _pid(pool)


def test_the_wait_for_a_worker_counts_towards_the_deadline() -> None:
    with WorkerPool("answering", size=1) as pool:
        unread = pool.request({"do": "drip"}, deadline=PATIENCE)
        with pytest.raises(DeadlinePassed):
            pool.request({"do": "echo"}, deadline=0.1)
        unread.close()


def test_closing_the_pool_ends_also_workers_that_are_at_work() -> None:
    pool = WorkerPool("answering", size=1)
    caught: list[BaseException] = []
    _pid(pool)

    def work() -> None:
        try:
            pool.request({"do": "sleep", "seconds": 600}, deadline=600)
        except WorkerDied as error:
            caught.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    while not pool._roster.working:
        pass
    pool.close()
    thread.join(PATIENCE)
    assert len(caught) == 1
    with pytest.raises(PoolClosed):
        pool.request({"do": "echo"}, deadline=PATIENCE)


def test_closing_the_pool_ends_workers_whose_answers_nobody_reads() -> None:
    with WorkerPool("answering", size=1) as pool:
        pool.request({"do": "drip"}, deadline=PATIENCE)
        (worker,) = pool._roster.working
    assert not worker.alive


def test_a_pool_needs_a_worker() -> None:
    with pytest.raises(ValueError, match="at least one"):
        WorkerPool("answering", size=0)
