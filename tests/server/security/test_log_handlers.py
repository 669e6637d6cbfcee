"""No request changes how the process logs, so that secrets stay redacted."""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import structlog
from litestar.routes import HTTPRoute

from oddtrick.server.app import Application, make_app
from oddtrick.server.limits import Limits, Rate
from oddtrick.server.security.tokens import new_token
from oddtrick.server.settings import Settings
from oddtrick.server.telemetry.logs import log, set_up_logs
from tests.support.server.account_routes_app import http_client
from tests.support.server.new_database import new_database


@pytest.fixture
def process_logs() -> Iterator[io.StringIO]:
    """Sets up the logs of a server, and undoes it; yields what is written."""
    root, stream = logging.getLogger(), io.StringIO()
    handlers, level, config = list(root.handlers), root.level, structlog.get_config()
    set_up_logs(plain=False)
    (handler,) = root.handlers
    assert isinstance(handler, logging.StreamHandler)
    handler.setStream(stream)
    yield stream
    root.handlers, root.level = handlers, level
    structlog.configure(**config)


def logging_state() -> list[object]:
    """Returns where each logger of the process sends its lines, and from which level on."""
    root = logging.getLogger()
    children = [one for one in root.manager.loggerDict.values() if isinstance(one, logging.Logger)]
    return [
        (one.name, list(one.handlers), one.level, one.propagate, one.disabled)
        for one in [root, *sorted(children, key=lambda logger: logger.name)]
        if any(not isinstance(handler, logging.NullHandler) for handler in one.handlers)
        or one is root
        or one.disabled
        or not one.propagate
    ]


async def ask_every_route(application: Application) -> int:
    """Sends a request to each route with each of its methods; returns the number of routes."""
    routes = [route for route in application.framework.routes if isinstance(route, HTTPRoute)]
    async with http_client(application.gate) as client:
        for route in routes:
            path = re.sub(r"\{[^}]*\}", "whist", route.path)
            for method in route.methods:
                result: httpx.Response = await client.request(method, path, json={"name": "Ann"})
                assert result.status_code != 500, (method, path)
    return len(routes)


async def test_no_request_changes_how_the_process_logs(
    tmp_path: Path, process_logs: io.StringIO
) -> None:
    new_database(tmp_path).dispose()
    limits = Limits(requests_by_address=Rate(1000, 0.001))
    application = make_app(Settings(data=tmp_path, limits=limits))
    async with application.framework.lifespan():
        before = logging_state()
        assert await ask_every_route(application) > 40
        assert logging_state() == before
        token = new_token("bot")
        for logger in (log, logging.getLogger("websockets"), logging.getLogger("litestar")):
            logger.error("Authorization: Bearer %s, Cookie: oddtrick_session=5f3a", token)
    lines = process_logs.getvalue()
    assert lines.count("Bearer …") == 3
    assert token not in lines
    assert "5f3a" not in lines
