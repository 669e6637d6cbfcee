"""Starts the server: one process, or several that share a socket and a database."""

from __future__ import annotations

import contextlib
import gc
import multiprocessing
import os
import signal
import socket
import sys
import tempfile
import threading
import time
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.error import URLError
from urllib.request import urlopen

import uvicorn

from oddtrick.errors import OddtrickError
from oddtrick.server.app import make_app
from oddtrick.server.logs import log, set_up_logs
from oddtrick.server.metrics import ALONE, Place
from oddtrick.server.sockets.wire import Wire
from oddtrick.server.store.engine import database_url, make_engine, sole_writer
from oddtrick.server.store.upgrading import upgrade

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

    from oddtrick.server.app import Application
    from oddtrick.server.settings import Settings

BACKLOG = 2048
DRAIN_SECONDS = 10
"""How long a worker that stops waits for requests under way."""

READY_SECONDS = 30.0
COLLECT = (50_000, 5, 4)
"""After so many new values that stayed the youngest are looked through, and so on. What hundreds of
commands are at in one moment is below the first number, so that it passes without a look."""

SWITCH_SECONDS = 0.001
"""So long a thread that thinks keeps the loop waiting."""

RESTART_SECONDS = 1.0
"""A worker that dies is started anew, not more often than this."""


def serve(settings: Settings) -> None:
    """Serves until told to stop.

    Raises:
        OddtrickError: the address is taken, the database can't be opened, or another process
            writes it.
    """
    set_up_logs(plain=sys.stderr.isatty())
    engine = make_engine(database_url(settings.database, settings.data))
    try:
        with sole_writer(engine), _listening(settings) as sock:
            upgrade(engine)
            engine.dispose()
            _announce_when_ready(settings, sock)
            if settings.workers == 1:
                _serve_alone(settings, sock)
            else:
                _Workers(settings, sock).run()
    finally:
        engine.dispose()


@contextlib.contextmanager
def _listening(settings: Settings) -> Any:
    """The socket that all workers accept from."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    sock = socket.socket(family, socket.SOCK_STREAM)
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            sock.bind((settings.host, settings.port))
        except (OSError, OverflowError) as error:
            why = getattr(error, "strerror", None) or str(error)
            where = f"{settings.host}:{settings.port}"
            raise OddtrickError(
                f"cannot listen on {where}: {why.lower()}; another port: --port 0 takes a free one"
            ) from None
        sock.listen(BACKLOG)
        sock.set_inheritable(True)
        yield sock
    finally:
        sock.close()


def address(sock: socket.socket) -> str:
    """The address of the page, as a person types it."""
    host, port = sock.getsockname()[:2]
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, host)  # noqa: S104
    if ":" in shown and not shown.startswith("["):
        shown = f"[{shown}]"
    return f"http://{shown}:{port}"


def _announce_when_ready(settings: Settings, sock: socket.socket) -> None:
    """Says where the page is, and opens it, once it answers."""
    url = address(sock)

    def wait() -> None:
        until = time.monotonic() + READY_SECONDS
        while time.monotonic() < until:
            with contextlib.suppress(URLError, OSError), urlopen(f"{url}/healthz", timeout=1):  # noqa: S310
                print(f"Oddtrick is at {url}", flush=True)  # noqa: T201
                if settings.browser:
                    webbrowser.open(url)
                return
            time.sleep(0.05)

    threading.Thread(target=wait, daemon=True, name="announcer").start()


class _Server(uvicorn.Server):
    """uvicorn's server, which says to the application that it stops before it cuts connections."""

    def __init__(self, config: uvicorn.Config, application: Application) -> None:
        super().__init__(config)
        self._application = application

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._application.closing()
        await super().shutdown(sockets)


def _serve_alone(settings: Settings, sock: socket.socket, place: Place = ALONE) -> None:
    """One worker in this process."""
    application = make_app(settings, place)
    config = uvicorn.Config(
        application.gate,
        ws=Wire,
        ws_max_size=settings.limits.frame_bytes,
        ws_per_message_deflate=False,
        ws_ping_interval=30.0,
        ws_ping_timeout=30.0,
        loop="auto",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=DRAIN_SECONDS,
    )
    server = _Server(config, application)
    _set_interpreter()
    # uvicorn drains at the signal and then raises it again: by then all is done.
    signal.signal(signal.SIGTERM, lambda *_: None)
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[sock])
    if not server.started:
        raise OddtrickError("the server could not start: the log above says why")


def _set_interpreter() -> None:
    """What is here now stays, so the collector of cycles need not look at it again and again.

    A move makes hundreds of small values and no cycle: with the thresholds of a small program more
    than half of the processor's time would go into looking for what is not there.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT)
    sys.setswitchinterval(SWITCH_SECONDS)


def _worker_main(settings: Settings, sock: socket.socket, place: Place) -> None:
    """A process of several."""
    set_up_logs(plain=False)
    try:
        _serve_alone(settings, sock, place)
    except OddtrickError as error:
        log.error("a worker could not start", why=str(error))
        raise SystemExit(1) from None


class _Workers:
    """Several processes that accept from one socket; one that dies is started anew."""

    def __init__(self, settings: Settings, sock: socket.socket) -> None:
        self._settings = settings
        self._sock = sock
        self._spawn = multiprocessing.get_context("spawn")
        self._processes: list[BaseProcess] = []
        self._stop = threading.Event()
        self._figures = tempfile.TemporaryDirectory(prefix="oddtrick-")

    def run(self) -> None:
        """Until told to stop; then each worker drains."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: self._stop.set())
        self._processes = [self._start(number) for number in range(self._settings.workers)]
        while not self._stop.wait(RESTART_SECONDS):
            for at, process in enumerate(self._processes):
                if not process.is_alive():
                    log.error("a worker has died and is started anew", code=process.exitcode)
                    self._processes[at] = self._start(at)
        for process in self._processes:
            if process.is_alive() and process.pid is not None:
                os.kill(process.pid, signal.SIGTERM)
        for process in self._processes:
            process.join(DRAIN_SECONDS + 5)
            if process.is_alive():
                process.kill()
        self._figures.cleanup()

    def _start(self, number: int) -> BaseProcess:
        place = Place(number, Path(self._figures.name))
        process = self._spawn.Process(target=_worker_main, args=(self._settings, self._sock, place))
        process.start()
        return process
