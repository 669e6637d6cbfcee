"""Errors as clients see them: one table of codes, for HTTP and for the sockets.

A response carries a code for programs and one line for people, and nothing from inside the server.
"""

from __future__ import annotations

import logging
import math
import re
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec
from litestar import Request, Response
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException, MethodNotAllowedException, ValidationException
from litestar.openapi.datastructures import ResponseSpec
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from oddtrick.drive.late_seats import SeatShared
from oddtrick.drive.live.refusals import (
    ChangedMeanwhile,
    CommandNotAllowed,
    DriveRefused,
    ResultsEntered,
    RoundIsOver,
)
from oddtrick.drive.rounds import ResultsFinal
from oddtrick.errors import OddtrickError, RuleBroken
from oddtrick.server.error_body import ErrorBody, ErrorDetail
from oddtrick.server.store.database_errors import StoreUnavailable
from oddtrick.tables.transaction import CommandRefused

if TYPE_CHECKING:
    from collections.abc import Mapping

    from litestar.types import ExceptionHandlersMap, Receive, Scope, Send

    from oddtrick.drive.live.edit_conflict_types import EditConflict

log = logging.getLogger("oddtrick.server")


class ApiError(OddtrickError):
    """An error with a code and an HTTP status.

    Args:
        status: the HTTP status, 400 to 599.
        code: the word for programs.
        message: one clear line: what, where, how to mend it.
        retry_after: seconds after which the same request may succeed; None if it never will.
        rule: the id of the rule of the game that is broken.
        conflict: the change by somebody else that is in the way.
    """

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        *,
        retry_after: float | None = None,
        rule: str | None = None,
        conflict: EditConflict | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.retry_after = retry_after
        self.rule = rule
        self.conflict = conflict

    @property
    def message(self) -> str:
        """The line for people."""
        return str(self)

    @property
    def retry(self) -> bool:
        """True if the same request may succeed later."""
        return self.retry_after is not None

    @property
    def body(self) -> ErrorBody:
        """The body of the response."""
        return ErrorBody(ErrorDetail(self.code, self.message, self.rule, self.conflict))

    @property
    def headers(self) -> dict[str, str]:
        """The headers of the response."""
        headers = {"Cache-Control": "no-store"}
        if self.status == HTTPStatus.UNAUTHORIZED:
            headers["WWW-Authenticate"] = 'Bearer realm="oddtrick"'
        if self.retry_after is not None:
            headers["Retry-After"] = str(max(1, math.ceil(self.retry_after)))
        return headers


class ErrorKind(NamedTuple):
    """The code, status and retry of one type of exception.

    Args:
        code: the word for programs.
        status: the HTTP status.
        retry_after: seconds after which the same request may succeed; None if it never will.
        message: the line for people; None: the exception's own.
    """

    code: str
    status: int
    retry_after: float | None = None
    message: str | None = None


ERROR_KINDS: Final[Mapping[type[BaseException], ErrorKind]] = {
    RuleBroken: ErrorKind("rule", 409),
    CommandRefused: ErrorKind("refused", 409),  # each brings a code of its own
    DriveRefused: ErrorKind("refused", 409),
    ResultsFinal: ErrorKind("refused", 409),
    SeatShared: ErrorKind("seat-shared", 409),
    CommandNotAllowed: ErrorKind("drive-role", 403),
    RoundIsOver: ErrorKind("round-over", 409),
    ResultsEntered: ErrorKind("results-entered", 409),
    ChangedMeanwhile: ErrorKind("conflict", 409),
    StoreUnavailable: ErrorKind("store-unavailable", 503, retry_after=2),
    OddtrickError: ErrorKind("invalid", 400),
    ValidationException: ErrorKind("invalid", 400),
    RecursionError: ErrorKind("invalid", 400, message="this is nested too deeply"),
    BaseException: ErrorKind(
        "internal-error", 500, message="internal error: the server has logged it"
    ),
}
"""The error of each type of exception; the nearest base class counts."""

FRAMEWORK_ERRORS: Final[Mapping[int, tuple[str, str]]] = {
    400: ("invalid", "the request cannot be read"),
    404: ("not-found", "there is nothing at this address"),
    405: ("method-not-allowed", "this address does not take this method"),
    413: ("too-long", "the body is too long for this address"),
}
"""Code and message of the statuses that the framework raises by itself."""


def to_api_error(error: Exception) -> ApiError:
    """Returns the error that a client is sent for an exception.

    >>> to_api_error(RuleBroken("4H does not follow suit", "T3")).status
    409
    """
    if isinstance(error, ApiError):
        return error
    if isinstance(error, HTTPException) and not isinstance(error, ValidationException):
        if error.status_code < HTTPStatus.INTERNAL_SERVER_ERROR:
            return _framework_error(error.status_code)
        kind = ERROR_KINDS[BaseException]
    else:
        kind = next(ERROR_KINDS[base] for base in type(error).__mro__ if base in ERROR_KINDS)
    code = error.code if isinstance(error, CommandRefused) else kind.code
    rule = (error.rule or None) if isinstance(error, RuleBroken) else None
    message = kind.message or _message(error)
    conflict = error.conflict if isinstance(error, ChangedMeanwhile) else None
    return ApiError(
        kind.status, code, message, retry_after=kind.retry_after, rule=rule, conflict=conflict
    )


def _framework_error(status: int) -> ApiError:
    phrase = HTTPStatus(status).phrase
    code, message = FRAMEWORK_ERRORS.get(status, (phrase.lower().replace(" ", "-"), phrase))
    return ApiError(status, code, message)


def _message(error: Exception) -> str:
    """Returns the line for people; never a value that the client sent."""
    match error:
        case ValidationException():
            first = error.extra[0] if isinstance(error.extra, list) and error.extra else {}
            return decode_error_text(str(first.get("message", "")), str(first.get("key", "")))
        case RuleBroken():
            return str(error).removesuffix(f" ({error.rule})")
    return str(error)


def unreadable(error: Exception) -> ApiError:
    """Returns the error for a body or frame that a decoder has refused.

    Decoding errors are not in the table: one in the server's own data is the server's fault.
    """
    match error:
        case UnicodeDecodeError():
            return ApiError(400, "invalid", "this is not UTF-8")
        case RecursionError():
            return to_api_error(error)
    return ApiError(400, "invalid", decode_error_text(str(error)))


def decode_error_text(text: str, key: str = "") -> str:
    """Returns a decoder's message with the path of the field in front.

    >>> decode_error_text("Expected `int`, got `str` - at `$.sit`")
    'sit: Expected `int`, got `str`'
    """
    text = " ".join(text.split())[:200] or "the body is not JSON of the right form"
    path = re.search(r" - at `\$\.?(.*)`$", text)
    if path:
        text, key = text[: path.start()], key or path.group(1)
    return f"{key}: {text}" if key else text


def log_error(error: Exception, api_error: ApiError) -> None:
    """Logs an exception that is the server's fault; the operator needs more than the client."""
    if isinstance(error, StoreUnavailable):
        log.error("database unavailable: %s", error.why)
    elif api_error.status == HTTPStatus.INTERNAL_SERVER_ERROR:
        log.error("unexpected error: %s", _name_of(error), exc_info=_without_values(error))


def _name_of(error: Exception) -> str:
    """Returns the name of an exception, without the values that its message may hold."""
    if isinstance(error, DBAPIError):
        return f"{type(error).__name__} from {type(error.orig).__name__}"
    return type(error).__name__


def _without_values(error: Exception) -> Exception:
    """Returns an exception to log with its traceback.

    SQLAlchemy's messages contain the values of the statement, which people entered.
    """
    if isinstance(error, SQLAlchemyError):
        return RuntimeError(_name_of(error)).with_traceback(error.__traceback__)
    return error


def respond(_request: Request[Any, Any, Any], error: Exception) -> Response[ErrorBody]:
    """Answers a request that failed: the application's only exception handler."""
    api_error = to_api_error(error)
    log_error(error, api_error)
    headers = dict(api_error.headers)
    if isinstance(error, MethodNotAllowedException):
        headers |= error.headers or {}  # the methods that the address takes
    return Response(api_error.body, status_code=api_error.status, headers=headers)


class StrictRequest(Request[Any, Any, Any]):
    """A request whose unreadable body is the client's error, not the server's.

    For ``Litestar(request_class=…)``.
    """

    async def json(self) -> Any:
        """Decodes the body.

        Raises:
            ApiError: 400, it is not UTF-8, or nested too deeply.
        """
        try:
            return await super().json()
        except (UnicodeDecodeError, RecursionError) as error:
            raise unreadable(error) from None


HANDLERS: ExceptionHandlersMap = {Exception: respond, HTTPException: respond}
"""For ``Litestar(exception_handlers=…)``."""


async def send_api_error(scope: Scope, receive: Receive, send: Send, error: ApiError) -> None:
    """Answers a request, or a WebSocket before it is accepted, without the framework."""
    kind = "http.response"
    if scope["type"] == ScopeType.WEBSOCKET:
        await receive()  # the handshake
        if "websocket.http.response" not in (scope.get("extensions") or {}):
            await _send(send, {"type": "websocket.close", "code": 1008, "reason": error.code})
            return
        kind = "websocket.http.response"
    body = msgspec.json.encode(error.body)
    headers = {
        "Content-Type": "application/json",
        "Content-Length": str(len(body)),
        **error.headers,
    }
    raw = [(name.lower().encode(), value.encode("latin-1")) for name, value in headers.items()]
    await _send(send, {"type": f"{kind}.start", "status": error.status, "headers": raw})
    await _send(send, {"type": f"{kind}.body", "body": body, "more_body": False})


async def _send(send: Send, message: dict[str, Any]) -> None:
    await send(message)  # type: ignore[arg-type]  # the framework's types lack websocket.http.response


def error_responses(*statuses: int) -> dict[int, ResponseSpec]:
    """Returns ``responses=`` of a route that may fail with these statuses."""
    return {
        status: ResponseSpec(ErrorBody, generate_examples=False, description=_DESCRIPTIONS[status])
        for status in statuses
    }


_DESCRIPTIONS: Final = {
    400: "The request cannot be read, or asks for something impossible.",
    401: "The request is not authenticated, or its credential is no longer valid.",
    403: "The principal may not do this.",
    404: "There is nothing with this id.",
    409: "The current state does not allow this.",
    413: "The body is too long.",
    429: "Too many requests: `Retry-After` says when to try again.",
    503: "The server is busy, or its database is unavailable: try again after `Retry-After`.",
}
