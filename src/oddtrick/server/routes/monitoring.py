"""For the operator: liveness, readiness, and the metrics in Prometheus format."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from litestar import Request, Response, get
from litestar.datastructures import State
from sqlalchemy import text

from oddtrick.server.errors import ApiError, error_responses
from oddtrick.server.parts import part_of
from oddtrick.server.security.origin_check import host_error, own_names
from oddtrick.server.security.trusted_proxies import header_values, is_from_proxy, is_in
from oddtrick.server.store.database_errors import StoreUnavailable
from oddtrick.server.telemetry.prometheus import CONTENT_TYPE
from oddtrick.server.worker_parts import Worker

if TYPE_CHECKING:
    from litestar.types import Scope

    from oddtrick.server.settings import Settings


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


THIS_MACHINE = ("127.0.0.0/8", "::1/128")


@get("/metrics", include_in_schema=False)
async def metrics(request: Request[Any, Any, State]) -> Response[bytes]:
    """Returns the metrics of all workers in Prometheus text format."""
    worker = part_of(request, Worker)
    if not may_read(request.scope, worker.settings):
        raise ApiError(404, "not-found", "there is nothing at this address")
    text = await worker.pools.files.run(worker.metrics.expose)
    return Response(text, media_type=CONTENT_TYPE)


def may_read(scope: Scope, settings: Settings) -> bool:
    """Tells whether a client may read the metrics.

    Behind a proxy that is missing from the settings, every client has the proxy's address, which
    may be local. A request with ``X-Forwarded-For`` from an untrusted address is therefore denied.
    """
    client = scope.get("client")
    if not settings.metrics or not client:
        return False
    if header_values(scope["headers"], b"x-forwarded-for") and not is_from_proxy(client):
        return False
    if is_in(client[0], settings.metrics_from):
        return True
    # A page whose name leads to this machine would be of the same origin, in a browser here.
    is_own = settings.origins or host_error(scope, own_names(settings.host)) is None
    return bool(is_own) and is_in(client[0], THIS_MACHINE)


HEALTH = (healthz, readyz)
METRICS = (metrics,)
"""For ``Litestar(route_handlers=…)``."""
