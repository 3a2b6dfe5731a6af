from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from tests.index.conftest import PATIENCE, deposit

from rubrary.errors import QueryRefused, QueryTimeout
from rubrary.index.aio import AsyncQueryService
from rubrary.index.answer import QueryLimits
from rubrary.index.index import Index

ENDLESS = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }"


def _with_service(index: Index, work: Callable[[AsyncQueryService], Awaitable[None]]) -> None:
    with index.writer() as writer:
        writer.catch_up(deposit(seq, size=20) for seq in range(1, 21))

    async def run() -> None:
        async with AsyncQueryService(index.folder, QueryLimits(timeout=PATIENCE, workers=2)) as service:
            await work(service)

    asyncio.run(run())


def test_queries_run_side_by_side(index: Index) -> None:
    async def work(service: AsyncQueryService) -> None:
        async def count() -> bytes:
            result = await service.run("SELECT (COUNT(*) AS ?n) { ?s dqv:value ?v }", ["csv"])
            assert result.header.sequence == 20
            return await result.read()

        assert set(await asyncio.gather(*(count() for _ in range(20)))) == {b"n\r\n400\r\n"}

    _with_service(index, work)


def test_a_query_of_a_client_that_went_away_is_ended(index: Index) -> None:
    async def work(service: AsyncQueryService) -> None:
        tasks = [asyncio.create_task(service.run(ENDLESS)) for _ in range(2)]
        await asyncio.sleep(0.2)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert await (await service.run("ASK {}")).read()

    _with_service(index, work)


def test_an_answer_that_nobody_reads_is_closed(index: Index) -> None:
    async def work(service: AsyncQueryService) -> None:
        for _ in range(4):
            result = await service.run("SELECT * { ?a ?b ?c . ?d ?e ?f }")
            async for _chunk in result:
                break
            result.close()
        assert await (await service.run("ASK {}")).read()

    _with_service(index, work)


def test_errors_are_those_of_the_other_service(index: Index) -> None:
    async def work(service: AsyncQueryService) -> None:
        with pytest.raises(QueryRefused):
            await service.run("SELECT * { SERVICE <http://e.org/> {} }")
        with pytest.raises(QueryTimeout):
            await (await service.run(ENDLESS, timeout=0.3)).read()

    _with_service(index, work)
