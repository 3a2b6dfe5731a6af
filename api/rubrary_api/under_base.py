"""The registry below a path: ``https://archive.example/rubrary/``.

A proxy in front of it may take that path off or leave it on; either way the same request arrives.
"""

from __future__ import annotations

from starlette.types import ASGIApp, Receive, Scope, Send


class UnderBase:
    """ASGI middleware that takes the path of the base IRI off a request that still has it."""

    def __init__(self, app: ASGIApp, root: str) -> None:
        self._app = app
        self._root = root

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass one request on."""
        if self._root and scope["type"] == "http" and f"{scope['path']}/".startswith(f"{self._root}/"):
            path = scope["path"].removeprefix(self._root) or "/"
            raw = scope.get("raw_path", b"").removeprefix(self._root.encode()) or b"/"
            scope = {**scope, "path": path, "raw_path": raw}
        await self._app(scope, receive, send)
