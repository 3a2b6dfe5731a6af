"""The ASGI application of one registry."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.concurrency import run_in_threadpool

from rubrary import __version__
from rubrary.index.aio import AsyncQueryService
from rubrary.index.answer import QueryLimits
from rubrary.index.service import QueryService
from rubrary.pipeline.registry import Registry
from rubrary_api import problems
from rubrary_api.addresses import root_of
from rubrary_api.conditional import Conditional
from rubrary_api.documents import documents_router
from rubrary_api.follower import LedgerFollower
from rubrary_api.headers import CommonHeaders
from rubrary_api.shortcut import Shortcut
from rubrary_api.site import Site
from rubrary_api.sparql import Endpoint, sparql_router
from rubrary_api.things import Things, things_router
from rubrary_api.under_base import UnderBase


def create_app(registry: Registry, *, query_timeout: float = 30.0) -> FastAPI:
    """The application; it follows the ledger and keeps query workers from start-up to shutdown.

    Args:
        registry: the open registry; it stays open as long as the application runs.
        query_timeout: seconds that a query may take before its worker is killed.
    """
    # Pages have workers of their own, so that heavy queries at the endpoint never keep a reader waiting.
    pages = QueryService(registry.index_folder, QueryLimits(timeout=10.0))
    endpoint = AsyncQueryService(registry.index_folder, QueryLimits(timeout=query_timeout))
    follower = LedgerFollower(registry)
    site = Site(registry, pages)
    sparql = Endpoint(site, endpoint, registry.index_folder)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await run_in_threadpool(follower.start)
        try:
            async with endpoint:
                yield
        finally:
            await run_in_threadpool(follower.stop)
            await run_in_threadpool(pages.close)

    app = FastAPI(
        title="Rubrary",
        version=__version__,
        summary="A registry of research reproducibility: SPARQL and a page for each thing on record.",
        lifespan=lifespan,
        docs_url=None,  # FastAPI's pages load their scripts from elsewhere
        redoc_url=None,
        redirect_slashes=False,
    )
    app.add_middleware(Conditional)
    app.add_middleware(Shortcut, path="/sparql", to=sparql)
    app.add_middleware(CommonHeaders)
    app.add_middleware(UnderBase, root=root_of(site.base))
    problems.install(app, site)
    app.include_router(sparql_router(sparql))
    app.include_router(documents_router(site))
    app.include_router(things_router(Things(site)))
    return app
