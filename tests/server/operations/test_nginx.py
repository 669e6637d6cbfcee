"""The documented nginx with TLS before two workers on PostgreSQL and Redis."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import psutil  # type: ignore[import-untyped]  # its stubs are not a dependency
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tests.support.server.guest_players import Guest, evening
from tests.support.server.postgres_and_redis import free_port, need
from tests.support.server.server_process import ServerProcess, server

pytestmark = pytest.mark.whole

CONFIG = Path(__file__).parents[3] / "deploy" / "nginx.conf"
NAME = "localhost"


class Nginx:
    """An nginx with the documented site; only ports, files and the host name differ.

    Args:
        folder: the folder for its configuration and files.
        server_port: the port of the server.
    """

    def __init__(self, folder: Path, server_port: int) -> None:
        self.folder = folder
        self.plain, self.port = free_port(), free_port()
        self.certificate = folder / "whist.example.pem"
        _certify(folder)
        site = CONFIG.read_text()
        for old, new in {
            "listen 80;": f"listen 127.0.0.1:{self.plain};",
            "listen 443 ssl http2;": f"listen 127.0.0.1:{self.port} ssl http2;",
            "server 127.0.0.1:8000;": f"server 127.0.0.1:{server_port};",
            "/etc/ssl/certs/whist.example.pem": str(self.certificate),
            "/etc/ssl/private/whist.example.key": str(folder / "whist.example.key"),
            "whist.example;": f"{NAME};",
        }.items():
            assert old in site
            site = site.replace(old, new)
        (folder / "site.conf").write_text(site)
        (folder / "nginx.conf").write_text(
            f"daemon off; pid {folder}/pid; error_log {folder}/error.log;\n"
            "events { worker_connections 1024; }\n"
            f"http {{ access_log off; client_body_temp_path {folder}/body;\n"
            f"proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;\n"
            f"uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;\n"
            f"include {folder}/site.conf; }}\n"
        )

    @property
    def url(self) -> str:
        """The public address."""
        return f"https://{NAME}:{self.port}"

    @property
    def trust(self) -> ssl.SSLContext:
        """Returns a TLS context that trusts only its certificate."""
        return ssl.create_default_context(cafile=str(self.certificate))

    @contextlib.contextmanager
    def running(self) -> Iterator[Nginx]:
        """Runs nginx until the block ends."""
        command = [need("nginx"), "-p", str(self.folder), "-c", str(self.folder / "nginx.conf")]
        checked = subprocess.run([*command, "-t"], capture_output=True, check=False, text=True)
        assert checked.returncode == 0, checked.stderr
        assert "warn" not in checked.stderr, checked.stderr
        process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        try:
            until = time.monotonic() + 30
            while True:
                with contextlib.suppress(OSError):
                    socket.create_connection(("127.0.0.1", self.port), 1).close()
                    break
                assert process.poll() is None, (self.folder / "error.log").read_text()
                assert time.monotonic() < until
                time.sleep(0.02)
            yield self
        finally:
            process.terminate()
            process.wait(30)


def _certify(folder: Path) -> None:
    subject = ["-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}"]
    key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
    key += ["-keyout", str(folder / "whist.example.key")]
    out = ["-days", "2", "-out", str(folder / "whist.example.pem")]
    subprocess.run(
        [need("openssl"), "req", "-x509", *key, *subject, *out],
        check=True,
        capture_output=True,
    )


@pytest.fixture(scope="module")
def proxied(
    tmp_path_factory: pytest.TempPathFactory, postgres: Any, redis_service: Any
) -> Iterator[tuple[Nginx, ServerProcess]]:
    """Two workers behind nginx, as documented."""
    need("nginx")
    folder = tmp_path_factory.mktemp("proxied")
    folder.chmod(0o755)
    url = postgres.fresh()
    environ = {
        "DATABASE_URL": url,
        "REDIS_URL": redis_service.url,
        "ODDTRICK_PROXIES": "127.0.0.1",
    }
    with (
        server(folder, workers=2, environ=environ) as process,
        Nginx(folder, process.port).running() as nginx,
    ):
        yield nginx, process
    postgres.drop(url)


@pytest.fixture
def nginx(proxied: tuple[Nginx, ServerProcess]) -> Nginx:
    return proxied[0]


async def test_players_can_play_through_nginx(nginx: Nginx) -> None:
    ann = Guest(nginx.url, "Ann", verify=nginx.trust)
    ben = Guest(nginx.url, "Ben", verify=nginx.trust)
    try:
        await evening(ann, ben, 15)
    finally:
        await ann.leave()
        await ben.leave()
    for guest in (ann, ben):
        seqs = [frame["seq"] for frame in guest.frames if frame["type"] in ("welcome", "update")]
        assert seqs == list(range(seqs[0], seqs[0] + len(seqs)))


async def test_cookies_are_limited_to_tls_and_this_host(nginx: Nginx) -> None:
    async with httpx.AsyncClient(base_url=nginx.url, verify=nginx.trust) as client:
        answer = await client.post("/api/me", json={"name": "Ann"}, headers={"Origin": nginx.url})
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("__Host-oddtrick_guest=")
    assert {"Secure", "HttpOnly", "Path=/"} <= {part.strip() for part in cookie.split(";")}
    assert "samesite=lax" in cookie.lower()
    assert answer.headers["strict-transport-security"].startswith("max-age=")


async def test_the_origin_must_match_the_host(nginx: Nginx) -> None:
    plain = nginx.url.replace("https", "http")
    async with httpx.AsyncClient(base_url=nginx.url, verify=nginx.trust) as client:
        for origin in ("https://evil.example", plain, "null", f"https://127.0.0.1:{nginx.port}"):
            result = {"Origin": origin, "X-Forwarded-Host": "evil.example"}
            answer = await client.post("/api/me", json={"name": "Eve"}, headers=result)
            assert answer.status_code == 403, origin
            with pytest.raises(InvalidStatus) as refused:
                await connect(
                    f"wss://{NAME}:{nginx.port}/ws/lobby",
                    ssl=nginx.trust,
                    origin=origin,  # type: ignore[arg-type]  # a NewType of websockets
                )
            assert refused.value.response.status_code == 403


async def test_a_client_cannot_choose_its_rate_limit_address(
    proxied: tuple[Nginx, ServerProcess],
) -> None:
    nginx, process = proxied
    forged = {"X-Forwarded-For": "127.0.0.1", "Forwarded": "for=127.0.0.1"}
    async with httpx.AsyncClient(verify=nginx.trust) as client:
        through = await client.get(f"{nginx.url}/metrics", headers=forged)
        beside = await client.get(
            f"{process.url}/metrics", headers={"X-Forwarded-For": "192.0.2.1"}
        )
        direct = await client.get(f"{process.url}/metrics")
    assert (through.status_code, beside.status_code, direct.status_code) == (404, 404, 200)


async def test_plain_http_redirects_to_tls(nginx: Nginx) -> None:
    async with httpx.AsyncClient() as client:
        answer = await client.get(
            f"http://127.0.0.1:{nginx.plain}/t/abc?x=1", headers={"Host": NAME}
        )
    assert answer.status_code == 301
    assert answer.headers["location"] == f"https://{NAME}/t/abc?x=1"


async def test_a_dead_worker_is_replaced_behind_nginx(
    proxied: tuple[Nginx, ServerProcess],
) -> None:
    nginx, process = proxied
    workers = [
        child
        for child in psutil.Process(process.pid).children()
        if "spawn_main" in " ".join(child.cmdline())
    ]
    assert len(workers) == 2
    os.kill(workers[0].pid, signal.SIGKILL)
    ann = Guest(nginx.url, "Ann", verify=nginx.trust)
    ben = Guest(nginx.url, "Ben", verify=nginx.trust)
    try:
        await asyncio.wait_for(evening(ann, ben, 4), 60)
    finally:
        await ann.leave()
        await ben.leave()
    assert len(ann.acknowledged) >= 4
