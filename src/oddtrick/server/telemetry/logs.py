"""Logs that a machine can read: one JSON object a line, on standard error.

Nothing secret is ever given to a logger: no token, cookie, password, card, or text of a chat.
Libraries know no such rule, so tokens and cookies are taken out of every line once more.

What is said while a request is answered carries the id of that request, which its answer tells as
well, so that a person can say which one it was.
"""

from __future__ import annotations

import logging
import secrets
import sys
from typing import TYPE_CHECKING

import structlog

if TYPE_CHECKING:
    from litestar.types import ASGIApp, Message, Receive, Scope, Send

from oddtrick.server.telemetry.log_redaction import Redacting

log = structlog.get_logger("oddtrick")


def set_up_logs(*, plain: bool, level: int = logging.INFO) -> None:
    """Sends all logs, also those of libraries, through one form.

    Args:
        plain: lines for people, as at a terminal; otherwise JSON.
        level: the lowest that is told.
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
    # A line for each socket would say nothing, and hold the codes of tables.
    for name in ("uvicorn.error", "uvicorn.access", "alembic", "sqlalchemy.engine"):
        logging.getLogger(name).setLevel(logging.WARNING)


def with_request_ids(app: ASGIApp) -> ASGIApp:
    """Gives each request and each socket an id, for the log and for the answer's headers."""

    async def asked(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await app(scope, receive, send)
            return
        request = secrets.token_hex(6)
        header = (b"x-request-id", request.encode())

        async def told(message: Message) -> None:
            if message["type"] in _STARTS:
                given = message.get("headers", ())
                message["headers"] = [*given, header]  # type: ignore[misc, typeddict-unknown-key]  # of a start
            await send(message)

        with structlog.contextvars.bound_contextvars(request=request):
            await app(scope, receive, told)

    return asked


_STARTS = ("http.response.start", "websocket.accept", "websocket.http.response.start")
