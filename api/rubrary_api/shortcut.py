"""A way past the framework for one path."""

from __future__ import annotations

from starlette.types import ASGIApp, Receive, Scope, Send


class Shortcut:
    """ASGI middleware that hands the requests for one path to an application of its own.

    The path has its route in the framework, too, which describes it in the OpenAPI document.
    """

    def __init__(self, app: ASGIApp, path: str, to: ASGIApp) -> None:
        self._app = app
        self._path = path
        self._to = to

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass one request on."""
        wanted = scope["type"] == "http" and scope["path"] == self._path
        await (self._to if wanted else self._app)(scope, receive, send)
