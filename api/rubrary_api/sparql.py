"""The SPARQL endpoint: it answers queries, in the format that the client asks for."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import AsyncIterator
from pathlib import Path

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from rubrary.errors import RubraryError, UsageError
from rubrary.index.aio import AsyncQueryService
from rubrary.index.answer import Header
from rubrary.index.formats import FORMATS
from rubrary.index.pointer import NoGeneration, read_pointer
from rubrary.index.query import CheckedQuery, check_query
from rubrary.terms import PREFIXES
from rubrary_api.answers import Answers, Question, repeatable
from rubrary_api.conditional import matches
from rubrary_api.forms import HTML, RDF_FORMS, rdf_bytes
from rubrary_api.gathered import Gathered, gather
from rubrary_api.negotiate import choose
from rubrary_api.problems import answer, status_of
from rubrary_api.protocol import DIRECT, FORM, Asked, read_request
from rubrary_api.queries_shown import examples
from rubrary_api.routes import reads
from rubrary_api.service_description import description
from rubrary_api.site import Site, rows

#: Rows that the page of an answer shows; the other formats give all.
_SHOWN = 1000

#: Media type without parameters → name of a format, for each kind of answer; further names that clients use.
_ALIASES = {
    "application/json": "json",
    "application/xml": "xml",
    "text/xml": "xml",
    "application/x-turtle": "turtle",
    "text/plain": "ntriples",
}


#: Seconds after which a query that still runs is ended when its client has gone.
_PATIENCE = 0.05

#: What a script elsewhere may ask, for a browser that asks first.
_PREFLIGHT = {
    "Allow": "GET, HEAD, POST, OPTIONS",
    "Access-Control-Allow-Methods": "GET, HEAD, POST",
    "Access-Control-Allow-Headers": "Accept, Content-Type, If-None-Match",
    "Access-Control-Max-Age": "86400",
}

log = logging.getLogger(__name__)


class Endpoint:
    """Answers ``/sparql``, as an ASGI application: the frameworks' way would take most of a short query's time.

    Args:
        site: for the pages that people get.
        service: runs the queries.
        index: folder of the index that it queries.
    """

    def __init__(self, site: Site, service: AsyncQueryService, index: Path) -> None:
        self._site = site
        self._service = service
        self._index = str(index)
        self._answers = Answers()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        response = await self.respond(Request(scope, receive))
        if response is not None:
            await response(scope, receive, send)

    async def respond(self, request: Request) -> Response | None:
        """The answer to one request; ``None`` when the client has gone."""
        try:
            if request.method == "OPTIONS":
                return Response(status_code=204, headers=_PREFLIGHT)
            if request.method not in ("GET", "HEAD", "POST"):
                raise HTTPException(405, "use GET, HEAD or POST", {"Allow": "GET, HEAD, POST"})
            asked = await read_request(request)
            if asked is None:
                return await run_in_threadpool(self._form_page, request)
            return await self._answer(request, asked)
        except RubraryError as error:
            return await self._problem(request, status_of(error), str(error), error.hint, {})
        except HTTPException as error:
            headers = dict(error.headers or {})
            return await self._problem(request, error.status_code, str(error.detail), None, headers)
        except Exception:
            log.exception("a query could not be answered")
            return await self._problem(request, 500, "the server failed; its log says why", None, {})

    async def _problem(
        self, request: Request, status: int, message: str, hint: str | None, headers: dict[str, str]
    ) -> Response:
        headers |= {"Vary": "Accept"} | ({"Retry-After": "1"} if status == 503 else {})
        return await run_in_threadpool(answer, self._site, request, status, message, hint, headers)

    async def _answer(self, request: Request, asked: Asked) -> Response | None:
        checked = check_query(asked.query)
        offers = _offers(checked)
        chosen = _chosen(request, asked, offers)
        if chosen == HTML:
            return await self._answer_page(asked, checked)
        question = Question(self._generation(), asked.query, offers[chosen], asked.dataset)
        kept = self._answers.find(question)
        if kept is not None:
            return _response(request, asked, *kept)
        found = await self._run(request, checked, question)
        if found is None:
            return None
        if found.rest is not None:
            headers = _headers(found.header, asked)
            return StreamingResponse(_stream(found), headers=headers, media_type=found.header.media_type)
        if repeatable(asked.query) and question.generation:
            self._answers.keep(question, found.header, found.body)
        return _response(request, asked, found.header, found.body)

    def _generation(self) -> str:
        try:
            return read_pointer(self._index)[0]
        except NoGeneration:
            return ""

    async def _run(self, request: Request, checked: CheckedQuery, question: Question) -> Gathered | None:
        """Run a query until it is answered, or the client has gone."""
        running = asyncio.ensure_future(gather(self._service, checked, [question.format], question.dataset))
        try:
            done, _ = await asyncio.wait((running,), timeout=_PATIENCE)
            if not done:
                gone = asyncio.ensure_future(_gone(request))
                await asyncio.wait((running, gone), return_when=asyncio.FIRST_COMPLETED)
                gone.cancel()
                if not running.done():
                    return None
            return running.result()
        finally:
            running.cancel()  # ends the query's worker, if it still runs

    async def _answer_page(self, asked: Asked, checked: CheckedQuery) -> Response:
        graph = checked.kind == "graph"
        result = await self._service.run(checked, ["turtle" if graph else "json"], dataset=asked.dataset)
        body = await result.read()
        if graph:
            return await run_in_threadpool(
                self._site.page, "document.html", title="Answer", heading="Answer", text=body.decode()
            )
        found = await run_in_threadpool(rows, body)
        return await run_in_threadpool(
            self._site.page,
            "results.html",
            title="Answer",
            query=asked.query,
            rows=found[:_SHOWN],
            cut=len(found) > _SHOWN,
            variables=list(found[0]) if found else [],
        )

    def _form_page(self, request: Request) -> Response:
        chosen = choose(request.headers.get("accept"), ["text/plain", HTML, *RDF_FORMS])
        if chosen in RDF_FORMS:
            body = rdf_bytes(description(self._site.base), chosen)
            return Response(body, media_type=chosen, headers={"Vary": "Accept"})
        if chosen != HTML:
            raise UsageError(
                "the parameter `query` is missing",
                hint="GET /sparql?query=…, or POST it as a form or as application/sparql-query.",
            )
        shown = examples()
        return self._site.page(
            "sparql.html",
            title="Query",
            prefixes=", ".join(PREFIXES),
            query=shown[0].text if shown else "",
            examples=shown,
            formats=[
                ("html", "page"),
                ("csv", "CSV"),
                ("json", "JSON"),
                ("tsv", "TSV"),
                ("xml", "XML"),
                ("turtle", "Turtle (graphs)"),
                ("jsonld", "JSON-LD (graphs)"),
            ],
        )


def _offers(checked: CheckedQuery) -> dict[str, str]:
    """Media types on offer for a query's kind of answer, the preferred first, with the name of each format."""
    formats = FORMATS[checked.kind]
    found = {media.partition(";")[0]: name for name, media in formats.items()}
    found |= {alias: name for alias, name in _ALIASES.items() if name in formats}
    return found


def _chosen(request: Request, asked: Asked, offers: dict[str, str]) -> str:
    if asked.format:
        if asked.format == "html":
            return HTML
        for media_type, name in offers.items():
            if asked.format in (name, media_type):
                return media_type
        raise UsageError(
            f"format {asked.format!r} does not suit this query",
            hint="It can be answered as " + ", ".join(dict.fromkeys(offers.values())) + ".",
        )
    chosen = choose(request.headers.get("accept"), [*offers, HTML])
    if chosen is None:
        raise HTTPException(406, "this query can be answered as " + ", ".join(offers))
    return chosen


def _headers(header: Header, asked: Asked) -> dict[str, str]:
    key = f"{header.state}\n{header.format}\n{asked.dataset}\n{asked.query}"
    return {
        "ETag": f'"{hashlib.sha256(key.encode()).hexdigest()[:32]}"',
        "Vary": "Accept",
        "Cache-Control": "no-cache",
        "X-Rubrary-Sequence": str(header.sequence),
        "X-Rubrary-State": header.state,
    }


def _response(request: Request, asked: Asked, header: Header, body: bytes) -> Response:
    headers = _headers(header, asked)
    if matches(request.headers.get("if-none-match"), headers["ETag"]):
        return Response(status_code=304, headers=headers)
    return Response(b"" if request.method == "HEAD" else body, headers=headers, media_type=header.media_type)


async def _gone(request: Request) -> None:
    """Wait until the client has gone."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _stream(found: Gathered) -> AsyncIterator[bytes]:
    yield found.body
    if found.rest is not None:
        async for chunk in found.rest:
            yield chunk


_TEXT = {"type": "string"}
_POSTED: dict[str, object] = {
    "requestBody": {
        "required": True,
        "content": {
            FORM: {"schema": {"type": "object", "properties": {"query": _TEXT}, "required": ["query"]}},
            DIRECT: {"schema": _TEXT},
        },
    }
}
_ASKED: dict[str, object] = {
    "parameters": [
        {
            "name": "query",
            "in": "query",
            "schema": _TEXT,
            "description": "SPARQL 1.1; without it, a form, or the service description as RDF.",
        },
        {"name": "default-graph-uri", "in": "query", "schema": {"type": "array", "items": _TEXT}},
        {"name": "named-graph-uri", "in": "query", "schema": {"type": "array", "items": _TEXT}},
        {"name": "format", "in": "query", "schema": _TEXT, "description": "Instead of Accept: csv, json, …"},
    ]
}


def sparql_router(endpoint: Endpoint) -> APIRouter:
    """The endpoint's routes, described for the OpenAPI document."""
    router = APIRouter()

    async def sparql(request: Request) -> Response:
        """Answer a SPARQL 1.1 query in the format that Accept asks for."""
        return await endpoint.respond(request) or Response(status_code=499)

    # The parameters are read by the endpoint itself, since the protocol's rules are stricter than a form's.
    reads(router, "/sparql", "SPARQL 1.1 query", _ASKED)(sparql)
    router.add_api_route(
        "/sparql",
        sparql,
        methods=["POST"],
        summary="SPARQL 1.1 query",
        openapi_extra=_POSTED,
        response_model=None,
    )
    return router
