"""What goes wrong in a request: one line of JSON with a status, and nothing of the inside."""

from __future__ import annotations

import logging
import math
import re
from contextlib import suppress
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

import msgspec
from litestar import Request, Response
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi.datastructures import ResponseSpec
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from oddtrick.errors import OddtrickError, RuleBroken
from oddtrick.server.store.errors import StoreUnavailable
from oddtrick.tables.transaction import CommandRefused

if TYPE_CHECKING:
    from litestar.types import ExceptionHandlersMap, Receive, Scope, Send

log = logging.getLogger("oddtrick.server")


class ErrorDetail(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was refused and why.

    Args:
        code: a word for programs, such as ``"limit"``; it stays the same between versions.
        message: one line for people.
        rule: the id of the rule of the game that is broken.
    """

    code: str
    message: str
    rule: str | None = None


class ErrorBody(msgspec.Struct, frozen=True):
    """The body of every answer from 400 on.

    Args:
        error: what is the matter.
    """

    error: ErrorDetail


class ApiError(OddtrickError):
    """A refusal with a status of its own.

    Args:
        status: of HTTP, 400 to 599.
        code: the word for programs.
        message: one clear line: what, where, how to mend it.
        retry_after: seconds after which it may go through, if waiting helps.
        rule: the id of the rule of the game that is broken.
    """

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        *,
        retry_after: float | None = None,
        rule: str | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.retry_after = retry_after
        self.rule = rule

    @property
    def message(self) -> str:
        """The line for people."""
        return str(self)

    @property
    def body(self) -> ErrorBody:
        """What is sent."""
        return ErrorBody(ErrorDetail(self.code, self.message, self.rule))

    @property
    def headers(self) -> dict[str, str]:
        """The headers that belong to it."""
        headers = {"Cache-Control": "no-store"}
        if self.status == HTTPStatus.UNAUTHORIZED:
            headers["WWW-Authenticate"] = 'Bearer realm="oddtrick"'
        if self.retry_after is not None:
            headers["Retry-After"] = str(max(1, math.ceil(self.retry_after)))
        return headers


def to_api_error(error: Exception) -> ApiError:
    """How an error is told to whoever asked; what is not ours to tell is logged and told as 500.

    >>> to_api_error(RuleBroken("4H does not follow suit", "T3")).status
    409
    """
    match error:
        case ApiError():
            problem = error
        case StoreUnavailable():
            log.error("the database: %s", error.why)
            problem = ApiError(503, "away", str(error), retry_after=2)
        case RuleBroken():
            problem = ApiError(409, "rule", str(error), rule=error.rule or None)
        case CommandRefused():
            problem = ApiError(409, error.code, str(error))
        case OddtrickError():
            status, code = getattr(error, "status", 400), getattr(error, "code", "refused")
            problem = ApiError(status, code, str(error))
        case ValidationException():
            problem = ApiError(400, "invalid", _where(error))
        case HTTPException() if error.status_code < HTTPStatus.INTERNAL_SERVER_ERROR:
            problem = _of_framework(error)
        case RecursionError():
            problem = ApiError(400, "invalid", "the body is nested too deeply")
        case _:
            log.error("unforeseen: %s", _without_values(error), exc_info=_quiet(error))
            problem = ApiError(500, "fault", "something went wrong here; it has been noted")
    return problem


def _of_framework(error: HTTPException) -> ApiError:
    status = HTTPStatus(error.status_code)
    code, message = _WORDS.get(status, (status.phrase.lower().replace(" ", "_"), status.phrase))
    return ApiError(status, code, message)


_WORDS: Final = {
    HTTPStatus.BAD_REQUEST: ("invalid", "the request cannot be read"),
    HTTPStatus.NOT_FOUND: ("nowhere", "there is nothing at this address"),
    HTTPStatus.METHOD_NOT_ALLOWED: ("method", "this address does not take this method"),
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: ("too_long", "the body is too long for this address"),
}


def _where(error: ValidationException) -> str:
    """The first thing that is wrong, and in which field; never the value itself."""
    found = error.extra[0] if isinstance(error.extra, list) and error.extra else {}
    return decode_error_text(str(found.get("message", "")), str(found.get("key", "")))


def decode_error_text(what: str, key: str = "") -> str:
    """What a decoder says, with its path in front.

    >>> in_words("Expected `int`, got `str` - at `$.sit`")
    'sit: Expected `int`, got `str`'
    """
    what = " ".join(what.split())[:200] or "the body is not JSON of the right form"
    path = re.search(r" - at `\$\.?(.*)`$", what)
    if path:
        what, key = what[: path.start()], key or path.group(1)
    return f"{key}: {what}" if key else what


def _without_values(error: Exception) -> str:
    """The error without what people entered: SQLAlchemy would show the values of a statement."""
    if isinstance(error, DBAPIError):
        return f"{type(error).__name__} from {type(error.orig).__name__}"
    return type(error).__name__


def _quiet(error: Exception) -> Exception | None:
    """What may be logged with its traceback."""
    if isinstance(error, SQLAlchemyError):
        plain = RuntimeError(_without_values(error))
        return plain.with_traceback(error.__traceback__)
    return error


def answer(request: Request[Any, Any, Any], error: Exception) -> Response[ErrorBody]:
    """The answer to a request that failed: the only exception handler of the application."""
    problem = to_api_error(error)
    headers = dict(problem.headers)
    if problem.status == HTTPStatus.METHOD_NOT_ALLOWED:
        headers["Allow"] = ", ".join(_allowed(request))
    return Response(problem.body, status_code=problem.status, headers=headers)


def _allowed(request: Request[Any, Any, Any]) -> list[str]:
    """The methods that an address takes; the framework does not say which."""
    taken = []
    for method in ("GET", "POST", "PUT", "PATCH", "DELETE"):
        with suppress(HTTPException):
            request.app.asgi_router.handle_routing(path=request.scope["path"], method=method)
            taken.append(method)
    return taken


class StrictRequest(Request[Any, Any, Any]):
    """A request whose body may be anything: what cannot be read is the sender's fault.

    For ``Litestar(request_class=…)``.
    """

    async def json(self) -> Any:
        """The body from JSON.

        Raises:
            ApiError: 400, it is damaged, or nested too deeply.
        """
        try:
            return await super().json()
        except UnicodeDecodeError:
            raise ApiError(400, "invalid", "the body is not UTF-8") from None
        except RecursionError:
            raise ApiError(400, "invalid", "the body is nested too deeply") from None


HANDLERS: ExceptionHandlersMap = {Exception: answer, HTTPException: answer}
"""For ``Litestar(exception_handlers=…)``."""


async def send_api_error(scope: Scope, receive: Receive, send: Send, problem: ApiError) -> None:
    """Answers a request, or a WebSocket that was not accepted yet, without the framework."""
    kind = "http.response"
    if scope["type"] == ScopeType.WEBSOCKET:
        await receive()  # the handshake
        if "websocket.http.response" not in (scope.get("extensions") or {}):
            await _send(send, {"type": "websocket.close", "code": 1008, "reason": problem.code})
            return
        kind = "websocket.http.response"
    body = msgspec.json.encode(problem.body)
    headers = {
        "Content-Type": "application/json",
        "Content-Length": str(len(body)),
        **problem.headers,
    }
    raw = [(name.lower().encode(), value.encode("latin-1")) for name, value in headers.items()]
    await _send(send, {"type": f"{kind}.start", "status": problem.status, "headers": raw})
    await _send(send, {"type": f"{kind}.body", "body": body, "more_body": False})


async def _send(send: Send, message: dict[str, Any]) -> None:
    await send(message)  # type: ignore[arg-type]  # the framework's types lack the refusal of a socket


def error_responses(*statuses: int) -> dict[int, ResponseSpec]:
    """For ``responses=`` of a route: which error_responses it may answer with, all of one form."""
    return {
        status: ResponseSpec(ErrorBody, generate_examples=False, description=_TOLD[status])
        for status in statuses
    }


_TOLD: Final = {
    400: "The request cannot be read, or what it asks for is not possible.",
    401: "Nobody is known by what this request brought, or the token holds no longer.",
    403: "This is not for whoever asks.",
    404: "There is nothing of that id.",
    409: "It is refused as things are.",
    413: "The body is too long.",
    429: "Too much at once: `Retry-After` says when to come back.",
    503: "The server is busy, or its database is away: come back after `Retry-After`.",
}
