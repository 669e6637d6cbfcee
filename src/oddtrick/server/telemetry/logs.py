"""Structured logs: one JSON object a line, on standard error.

Our code never logs a secret: no token, cookie, password, card, or chat message. Libraries have no
such rule, so tokens and cookies are redacted in every line as well: at
DEBUG the WebSocket library logs each header of a handshake.

Lines logged during a request carry its id, which is also in the header ``X-Request-Id`` of the
response.
"""

from __future__ import annotations

import logging
import re
import secrets
import sys
from typing import TYPE_CHECKING

import structlog

if TYPE_CHECKING:
    from litestar.types import ASGIApp, Message, Receive, Scope, Send


log = structlog.get_logger("oddtrick")


def set_up_logs(*, plain: bool, level: int = logging.INFO) -> None:
    """Sends all logs, including those of libraries, through one formatter.

    Args:
        plain: whether to write lines for people instead of JSON.
        level: the lowest level that is logged.
    """
    shared: list[structlog.types.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    last: structlog.types.Processor = (
        structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
        if plain
        else structlog.processors.JSONRenderer()
    )
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=shared,
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.format_exc_info,
            last,
        ],
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Redacting(formatter))
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "alembic", "sqlalchemy"):
        logging.getLogger(name).handlers = []
        logging.getLogger(name).propagate = True
    # Their line for each socket is noise, and holds the codes of tables.
    for name in ("uvicorn.error", "uvicorn.access", "alembic", "sqlalchemy.engine"):
        logging.getLogger(name).setLevel(logging.WARNING)
    logging.getLogger("uvicorn.error").addFilter(_is_no_bad_text)


def _is_no_bad_text(record: logging.LogRecord) -> bool:
    """Drops uvicorn's traceback for a text that is not UTF-8, which any client can send at will."""
    return record.exc_info is None or record.exc_info[0] is not UnicodeDecodeError


def with_request_ids(app: ASGIApp) -> ASGIApp:
    """Gives each request and each socket an id, for the log and for the response's headers."""

    async def handle(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await app(scope, receive, send)
            return
        request = secrets.token_hex(6)
        header = (b"x-request-id", request.encode())

        async def send_with_id(message: Message) -> None:
            if message["type"] in _STARTS:
                given = message.get("headers", ())
                message["headers"] = [*given, header]  # type: ignore[misc, typeddict-unknown-key]  # of a start
            await send(message)

        with structlog.contextvars.bound_contextvars(request=request):
            await app(scope, receive, send_with_id)

    return handle


_STARTS = ("http.response.start", "websocket.accept", "websocket.http.response.start")


HIDDEN = "…"

_SECRETS = re.compile(
    r"""
      (?P<token> \bot_[a-z]+_ ) [\w-]+                          # our own tokens, anywhere in a line
    | (?P<bearer> \bbearer[ ]+ ) [^\s'",;)\\]+                   # other bearer tokens
    | (?P<cookie> \boddtrick_(?:guest|session)= ) [^\s;'",)\\]*  # the values of our cookies
    """,
    re.IGNORECASE | re.VERBOSE,
)


def redacted(text: str) -> str:
    """Returns a text without credentials.

    >>> redacted("< Cookie: oddtrick_session=5f3a; theme=dark"), redacted("got ot_bot_x-Y_1")
    ('< Cookie: oddtrick_session=…; theme=dark', 'got ot_bot_…')
    """
    return _SECRETS.sub(lambda found: f"{found[found.lastgroup or 0]}{HIDDEN}", text)


class Redacting(logging.Formatter):
    """Wraps the formatter of a handler, so that no line or traceback contains a credential.

    Args:
        inner: the formatter that makes the lines.
    """

    def __init__(self, inner: logging.Formatter) -> None:
        super().__init__()
        self._inner = inner

    def format(self, record: logging.LogRecord) -> str:
        """Returns the line without credentials."""
        return redacted(self._inner.format(record))
