"""Liveness and readiness are separate checks."""

from __future__ import annotations

import time
from pathlib import Path

import httpx

from oddtrick.server.app import make_app
from oddtrick.server.settings import Settings
from tests.support.server.new_database import new_database
from tests.support.server.postgres_and_redis import Postgres
from tests.support.server.server_process import server


def _ready(url: str) -> httpx.Response:
    return httpx.get(f"{url}/readyz", timeout=60)


def test_a_running_server_is_alive_and_ready(tmp_path: Path) -> None:
    with server(tmp_path) as process:
        assert httpx.get(f"{process.url}/healthz").json() == {"status": "ok"}
        assert _ready(process.url).json() == {"status": "ok"}


def test_a_server_without_its_database_is_alive_but_not_ready(
    tmp_path: Path, postgres: Postgres, postgres_url: str
) -> None:
    with server(tmp_path, environ={"DATABASE_URL": postgres_url}) as process:
        assert _ready(process.url).status_code == 200
        postgres.stop()
        try:
            gone = _ready(process.url)
            alive = httpx.get(f"{process.url}/healthz")
        finally:
            postgres.start()
        assert alive.status_code == 200
        assert gone.status_code == 503
        assert gone.json()["error"]["code"] == "store-unavailable"
        assert "Retry-After" in gone.headers
        until = time.monotonic() + 60
        while _ready(process.url).status_code != 200:
            assert time.monotonic() < until
            time.sleep(0.1)


async def test_a_stopping_server_is_not_ready(tmp_path: Path) -> None:
    new_database(tmp_path).dispose()
    application = make_app(Settings(data=tmp_path))
    transport = httpx.ASGITransport(application.gate)  # type: ignore[arg-type]  # an equivalent type
    async with (
        application.framework.lifespan(),
        httpx.AsyncClient(transport=transport, base_url="http://localhost") as client,
    ):
        assert (await client.get("/readyz")).status_code == 200
        await application.closing()
        stopping = await client.get("/readyz")
        assert stopping.status_code == 503
        assert stopping.json()["error"]["code"] == "closing"
        assert (await client.get("/healthz")).status_code == 200
