"""What a request of the SPARQL 1.1 Protocol asks (https://www.w3.org/TR/sparql11-protocol/)."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import parse_qsl

from starlette.exceptions import HTTPException
from starlette.requests import Request

from rubrary.errors import UsageError
from rubrary.index.answer import Dataset
from rubrary.index.query import QUERY_BYTES

FORM = "application/x-www-form-urlencoded"
DIRECT = "application/sparql-query"
_UPDATE = "application/sparql-update"


@dataclass(frozen=True, slots=True)
class Asked:
    """What a protocol request asks.

    Attributes:
        query: the query's text.
        dataset: the data set that the request names, if it does.
        format: the value of the parameter ``format``, which goes before ``Accept``.
    """

    query: str
    dataset: Dataset | None
    format: str | None


async def read_request(request: Request) -> Asked | None:
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
    if media_type == FORM:
        return _from_pairs(pairs + _pairs((await _text(request)).replace("\r\n", "")))
    if media_type == DIRECT:
        if any(name == "query" for name, _ in pairs):
            raise UsageError("a direct POST has its query in the body, not in the address as well")
        return _from_pairs([*pairs, ("query", await _text(request))])
    if media_type == _UPDATE:
        raise UsageError(
            "this endpoint answers queries; it does not accept updates",
            hint="Deposit data with `rubrary deposit`.",
        )
    raise HTTPException(415, f"send the query as {FORM} or as {DIRECT}")


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
