"""Routes that are read: each answers GET and HEAD, and stands in the OpenAPI document once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from fastapi import APIRouter

Handler = TypeVar("Handler", bound=Callable[..., object])


def reads(
    router: APIRouter, path: str, summary: str, extra: dict[str, object] | None = None
) -> Callable[[Handler], Handler]:
    """Register a handler for GET and HEAD of a path; ``extra`` goes into the OpenAPI document."""

    def register(handler: Handler) -> Handler:
        router.add_api_route(
            path, handler, methods=["GET"], summary=summary, response_model=None, openapi_extra=extra
        )
        router.add_api_route(path, handler, methods=["HEAD"], include_in_schema=False, response_model=None)
        return handler

    return register
