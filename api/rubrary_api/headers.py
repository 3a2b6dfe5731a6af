"""Headers that every answer carries: what a browser may do with it, and who may read it from a script."""

from __future__ import annotations

from starlette.types import ASGIApp, Message, Receive, Scope, Send

#: No script at all, nothing from elsewhere, no framing.
_POLICY = (
    b"default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; "
    b"frame-ancestors 'none'"
)
_HEADERS = [
    (b"content-security-policy", _POLICY),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"access-control-allow-origin", b"*"),
    (b"access-control-expose-headers", b"ETag, Link, X-Rubrary-Sequence, X-Rubrary-State"),
]


class CommonHeaders:
    """ASGI middleware that adds them. Reads are open to every origin; nothing here uses cookies."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on; add the headers to the answer."""

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *_HEADERS]
            await send(message)

        await self._app(scope, receive, with_headers if scope["type"] == "http" else send)
