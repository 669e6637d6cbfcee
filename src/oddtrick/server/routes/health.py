"""Liveness and readiness checks."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request, get
from litestar.datastructures import State
from sqlalchemy import text

from oddtrick.server.errors import ApiError, error_responses
from oddtrick.server.parts import part_of
from oddtrick.server.store.database_errors import StoreUnavailable
from oddtrick.server.worker_parts import Worker


class Health(msgspec.Struct, frozen=True):
    """The state of the server: ``ok``."""

    status: str


@get("/healthz", operation_id="isAlive", summary="Check liveness")
async def healthz() -> Health:
    """Returns ``ok`` from any process that answers."""
    return Health("ok")


@get(
    "/readyz",
    operation_id="isReady",
    summary="Check readiness",
    responses=error_responses(503),
)
async def readyz(request: Request[Any, Any, State]) -> Health:
    """Returns ``ok`` if the database is read and written and the process is not stopping."""
    worker = part_of(request, Worker)
    if worker.service.closing:
        raise ApiError(503, "closing", "the server is stopping")
    outage = worker.service.outage.error
    if outage is not None or not worker.scheduler.heartbeat.awake:
        message = str(outage or "the server cannot write its database")
        raise ApiError(503, "store-unavailable", message, retry_after=2)
    try:
        await worker.log.query(lambda connection: connection.execute(text("select 1")).scalar())
    except StoreUnavailable as error:
        raise ApiError(503, "store-unavailable", str(error), retry_after=2) from None
    return Health("ok")


HEALTH = (healthz, readyz)
"""For ``Litestar(route_handlers=…)``."""
