from __future__ import annotations

import asyncio
from collections.abc import Coroutine

import pytest

from rubrary.killable.aio import AsyncWorkerPool
from rubrary.killable.errors import DeadlinePassed, PoolBusy, WorkerDied, WorkerFault

PATIENCE = 30.0


def _run(work: Coroutine[object, object, None]) -> None:
    asyncio.run(work)


async def _pid(pool: AsyncWorkerPool) -> object:
    response = await pool.request({"do": "echo"}, b"x" * 1000, deadline=PATIENCE)
    assert await response.read() == b"x" * 1000
    return response.header["pid"]


def test_tasks_share_workers_and_get_whole_answers() -> None:
    async def work() -> None:
        async with AsyncWorkerPool("answering", size=2, queue_limit=100) as pool:
            await pool.warm()
            assert len(set(await asyncio.gather(*(_pid(pool) for _ in range(50))))) <= 2
            response = await pool.request({"do": "echo"}, b"b" * 3_000_000, deadline=PATIENCE)
            assert await response.read() == b"b" * 3_000_000
            assert response.trailer == {"done": True}

    _run(work())


def test_cancelling_the_task_kills_its_worker_and_the_next_request_gets_another() -> None:
    async def work() -> None:
        async with AsyncWorkerPool("answering", size=1) as pool:
            before = await _pid(pool)
            task = asyncio.create_task(pool.request({"do": "sleep", "seconds": 600}, deadline=600))
            await asyncio.sleep(0.05)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert await _pid(pool) != before

    _run(work())


def test_cancelling_who_waits_in_line_leaves_the_line_moving() -> None:
    async def work() -> None:
        async with AsyncWorkerPool("answering", size=1) as pool:
            first = await pool.request({"do": "drip"}, deadline=PATIENCE)
            waiting = [asyncio.create_task(_pid(pool)) for _ in range(3)]
            await asyncio.sleep(0.05)
            waiting[0].cancel()
            first.close()
            assert all(await asyncio.gather(*waiting[1:]))

    _run(work())


def test_the_deadline_kills_and_a_full_queue_refuses() -> None:
    async def work() -> None:
        async with AsyncWorkerPool("answering", size=1, queue_limit=0) as pool:
            slow = asyncio.create_task(pool.request({"do": "sleep", "seconds": 600}, deadline=0.5))
            await asyncio.sleep(0.05)
            with pytest.raises(PoolBusy):
                await pool.request({"do": "echo"}, deadline=PATIENCE)
            with pytest.raises(DeadlinePassed):
                await slow
            assert await _pid(pool)
            dripping = await pool.request({"do": "drip"}, deadline=0.5)
            with pytest.raises(DeadlinePassed):
                await dripping.read()
            assert await _pid(pool)

    _run(work())


def test_faults_and_deaths_are_told() -> None:
    async def work() -> None:
        async with AsyncWorkerPool("answering", size=1) as pool:
            with pytest.raises(WorkerFault, match="no such thing"):
                await pool.request({"do": "raise"}, deadline=PATIENCE)
            with pytest.raises(WorkerDied, match="SIGSEGV"):
                await pool.request({"do": "crash"}, deadline=PATIENCE)
            assert await _pid(pool)

    _run(work())


def test_closing_the_pool_ends_work_that_goes_on() -> None:
    async def work() -> None:
        pool = AsyncWorkerPool("answering", size=1)
        task = asyncio.create_task(pool.request({"do": "sleep", "seconds": 600}, deadline=600))
        await asyncio.sleep(0.2)
        await pool.close()
        with pytest.raises(WorkerDied):
            await task

    _run(work())
