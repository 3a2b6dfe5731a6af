"""The SPARQL 1.1 Protocol endpoint (https://www.w3.org/TR/sparql11-protocol/): queries only."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from urllib.parse import parse_qsl

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from rubrary.errors import RubraryError, UsageError
from rubrary.index.aio import AsyncQueryService, AsyncResult
from rubrary.index.answer import Dataset, Header
from rubrary.index.formats import FORMATS
from rubrary.index.query import QUERY_BYTES, CheckedQuery, check_query
from rubrary.terms import PREFIXES
from rubrary_api.forms import HTML
from rubrary_api.negotiate import choose
from rubrary_api.problems import answer, status_of
from rubrary_api.queries_shown import examples
from rubrary_api.routes import reads
from rubrary_api.site import Site, rows

_FORM = "application/x-www-form-urlencoded"
_DIRECT = "application/sparql-query"
_UPDATE = "application/sparql-update"
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


@dataclass(frozen=True, slots=True)
class Asked:
    """What a protocol request asks."""

    query: str
    dataset: Dataset | None
    format: str | None


class Endpoint:
    """Answers ``/sparql``."""

    def __init__(self, site: Site, service: AsyncQueryService) -> None:
        self._site = site
        self._service = service

    async def respond(self, request: Request) -> Response:
        """One protocol request."""
        try:
            asked = await _asked(request)
            if asked is None:
                return await run_in_threadpool(self._form_page, request)
            return await self._answer(request, asked)
        except RubraryError as error:
            headers = {"Vary": "Accept"}
            status = status_of(error)
            if status == 503:
                headers["Retry-After"] = "1"
            return await run_in_threadpool(
                answer, self._site, request, status, str(error), error.hint, headers
            )

    async def _answer(self, request: Request, asked: Asked) -> Response:
        checked = check_query(asked.query)
        offers = _offers(checked)
        chosen = _chosen(request, asked, offers)
        if chosen == HTML:
            return await self._answer_page(asked, checked)
        result = await self._service.run(checked, [offers[chosen]], dataset=asked.dataset)
        headers = _headers(result.header, asked)
        if request.headers.get("if-none-match") == headers["ETag"]:
            result.close()
            return Response(status_code=304, headers=headers)
        media_type = result.header.media_type
        if request.method == "HEAD":
            result.close()
            return Response(headers=headers, media_type=media_type)
        return StreamingResponse(_body(result), headers=headers, media_type=media_type)

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
        if choose(request.headers.get("accept"), ["text/plain", HTML]) != HTML:
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


async def _asked(request: Request) -> Asked | None:
    """What the request asks, or ``None`` for a GET that asks nothing.

    Raises:
        UsageError, HTTPException: it is no request of the protocol.
    """
    pairs = _pairs(request.url.query)
    if request.method != "POST":
        if not any(name == "query" for name, _ in pairs):
            return None
        return _from_pairs(pairs)
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media_type == _FORM:
        return _from_pairs(pairs + _pairs((await _text(request)).replace("\r\n", "")))
    if media_type == _DIRECT:
        if any(name == "query" for name, _ in pairs):
            raise UsageError("a direct POST has its query in the body, not in the address as well")
        return _from_pairs([*pairs, ("query", await _text(request))])
    if media_type == _UPDATE:
        raise UsageError(
            "this endpoint answers queries; it does not accept updates",
            hint="Deposit data with `rubrary deposit`.",
        )
    raise HTTPException(415, f"send the query as {_FORM} or as {_DIRECT}")


def _pairs(text: str) -> list[tuple[str, str]]:
    try:
        return parse_qsl(text, keep_blank_values=True, errors="strict", max_num_fields=100)
    except ValueError as error:
        raise UsageError(f"the parameters are not form-encoded UTF-8: {error}") from error


async def _text(request: Request) -> str:
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > 3 * QUERY_BYTES:  # a byte of a query takes up to three when form-encoded
            raise HTTPException(413, f"a query has at most {QUERY_BYTES} bytes")
    try:
        return body.decode()
    except UnicodeDecodeError as error:
        raise UsageError("the body is not UTF-8") from error


def _from_pairs(pairs: list[tuple[str, str]]) -> Asked:
    def values(name: str) -> tuple[str, ...]:
        return tuple(value for key, value in pairs if key == name)

    queries = values("query")
    if values("update"):
        raise UsageError(
            "this endpoint answers queries; it does not accept updates",
            hint="Deposit data with `rubrary deposit`.",
        )
    if len(queries) != 1:
        raise UsageError(f"one `query` parameter is needed, {len(queries)} were given")
    default, named = values("default-graph-uri"), values("named-graph-uri")
    formats = values("format")
    dataset = Dataset(default, named) if default or named else None
    return Asked(queries[0], dataset, formats[0] if formats else None)


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


async def _body(result: AsyncResult) -> AsyncIterator[bytes]:
    try:
        async for chunk in result:
            yield chunk
    finally:
        result.close()  # a client that left ends its query


_TEXT = {"type": "string"}
_POSTED: dict[str, object] = {
    "requestBody": {
        "required": True,
        "content": {
            _FORM: {"schema": {"type": "object", "properties": {"query": _TEXT}, "required": ["query"]}},
            _DIRECT: {"schema": _TEXT},
        },
    }
}
_ASKED: dict[str, object] = {
    "parameters": [
        {"name": "query", "in": "query", "schema": _TEXT, "description": "SPARQL 1.1; without it, a form."},
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
        return await endpoint.respond(request)

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
