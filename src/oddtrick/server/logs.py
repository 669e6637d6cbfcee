"""Logs that a machine can read: one JSON object a line, on standard error.

Nothing secret is ever given to a logger: no token, cookie, password, card, or text of a chat.
Libraries know no such rule, so tokens and cookies are taken out of every line once more.
"""

from __future__ import annotations

import logging
import sys

import structlog

from oddtrick.server.security.secrecy import Redacting

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
