"""Errors as answers: the right status, the message, and what to do next."""

from __future__ import annotations

from http import HTTPStatus

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import PlainTextResponse
from starlette.exceptions import HTTPException

from rubrary.errors import (
    Conflict,
    InputError,
    LimitExceeded,
    NotFound,
    QueryRefused,
    QueryTimeout,
    RubraryError,
    UsageError,
)
from rubrary.index.errors import AnswerTooLarge, QueryBusy
from rubrary.index.errors import NotAcceptable as AnswerNotAcceptable
from rubrary_api.forms import HTML
from rubrary_api.negotiate import choose
from rubrary_api.site import NotAcceptable, Site

#: The first class that fits decides.
_STATUS: tuple[tuple[type[RubraryError], int], ...] = (
    (AnswerNotAcceptable, 406),
    (AnswerTooLarge, 413),
    (QueryBusy, 503),
    (QueryTimeout, 503),
    (QueryRefused, 400),
    (Conflict, 409),
    (LimitExceeded, 413),
    (InputError, 422),
    (NotFound, 404),
    (UsageError, 400),
    (RubraryError, 500),
)


def status_of(error: RubraryError) -> int:
    """The HTTP status that an error answers with."""
    return next(status for kind, status in _STATUS if isinstance(error, kind))


def install(app: FastAPI, site: Site) -> None:
    """Answer every error of ours, and the framework's, in the form the client reads."""

    @app.exception_handler(RubraryError)
    def ours(request: Request, error: Exception) -> Response:
        if not isinstance(error, RubraryError):
            raise error
        headers = {"Retry-After": "1"} if isinstance(error, QueryBusy) else {}
        return answer(site, request, status_of(error), str(error), error.hint, headers)

    @app.exception_handler(NotAcceptable)
    def not_acceptable(request: Request, error: Exception) -> Response:
        return answer(site, request, 406, str(error), None, {"Vary": "Accept"})

    @app.exception_handler(HTTPException)
    def frameworks(request: Request, error: Exception) -> Response:
        if not isinstance(error, HTTPException):
            raise error
        headers = dict(error.headers or {})
        return answer(site, request, error.status_code, str(error.detail), None, headers)

    @app.exception_handler(RequestValidationError)
    def invalid(request: Request, error: Exception) -> Response:
        if not isinstance(error, RequestValidationError):
            raise error
        said = "; ".join(f"{found['loc'][-1]}: {found['msg']}" for found in error.errors())
        return answer(site, request, 400, said, None, {})


def answer(
    site: Site, request: Request, status: int, message: str, hint: str | None, headers: dict[str, str]
) -> Response:
    """A problem as a page for a browser, as plain text for everything else."""
    if choose(request.headers.get("accept"), ["text/plain", HTML]) == HTML:
        phrase = HTTPStatus(status).phrase
        page = site.page(
            "problem.html", status=status, heading=phrase, message=message, hint=hint, title=phrase
        )
        page.headers.update(headers)
        return page
    text = f"{message}\n" + (f"{hint}\n" if hint else "")
    return PlainTextResponse(text, status_code=status, headers=headers)
