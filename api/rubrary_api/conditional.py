"""Answers that the client has already: 304 to ``If-None-Match`` (RFC 9110, section 13.1.2)."""

from __future__ import annotations

import hashlib

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send


def matches(header: str | None, etag: str) -> bool:
    """Whether an ``If-None-Match`` header names an entity tag; weak tags compare like strong ones there."""
    if header is None:
        return False
    tags = [tag.strip().removeprefix("W/") for tag in header.split(",")]
    return "*" in tags or etag in tags


class Conditional:
    """ASGI middleware that gives each page an ``ETag`` of its content. For answers that are held whole anyway."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on; answer 304 in place of what the client has."""
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
            await self._app(scope, receive, send)
            return
        asked = Headers(scope=scope).get("if-none-match")
        started: list[Message] = []
        body: list[bytes] = []

        async def held(message: Message) -> None:
            if message["type"] == "http.response.start":
                started.append(message)
                return
            body.append(message.get("body", b""))
            if not message.get("more_body", False):
                await _answer(started[0], b"".join(body), asked, send)

        await self._app(scope, receive, held)


async def _answer(start: Message, body: bytes, asked: str | None, send: Send) -> None:
    if start["status"] == 200:
        headers = MutableHeaders(raw=list(start["headers"]))
        headers["ETag"] = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
        headers.setdefault("Cache-Control", "no-cache")
        start = {**start, "headers": headers.raw}
        if matches(asked, headers["ETag"]):
            del headers["Content-Length"]
            start, body = {**start, "status": 304, "headers": headers.raw}, b""
    await send(start)
    await send({"type": "http.response.body", "body": body})
