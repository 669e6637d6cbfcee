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
from multiprocessing.connection import wait
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.error import URLError
from urllib.request import urlopen

import uvicorn

from oddtrick.errors import OddtrickError
from oddtrick.server.app import make_app
from oddtrick.server.sockets.uvicorn_protocol import FastWebSocketProtocol
from oddtrick.server.store.engine import database_url, make_engine, sole_writer
from oddtrick.server.store.schema_version import is_up_to_date
from oddtrick.server.telemetry.logs import log, set_up_logs
from oddtrick.server.telemetry.prometheus import ALONE, WorkerSlot

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

    from sqlalchemy import Engine

    from oddtrick.server.app import Application
    from oddtrick.server.settings import Settings

BACKLOG = 2048
DRAIN_SECONDS = 10
"""Time that a stopping worker gives requests under way."""

READY_SECONDS = 30.0
COLLECT = (50_000, 5, 4)
"""Thresholds of the garbage collector. The objects of hundreds of concurrent commands stay below
the first, so that reference counting frees them without a collection."""

SWITCH_SECONDS = 0.001
"""The longest time that a bot's thread keeps the event loop waiting."""

RESTART_SECONDS = 0.5
"""Pause before a dead worker is replaced, so that one that dies at once does not spin."""


def serve(settings: Settings) -> None:
    """Serves until a signal stops it.

    Raises:
        OddtrickError: the address is taken, the database can't be opened, or another process
            writes it.
    """
    set_up_logs(plain=sys.stderr.isatty())
    engine = make_engine(database_url(settings.database, settings.data))
    try:
        with sole_writer(engine), _listening(settings) as sock:
            _bring_up_to_date(engine)
            engine.dispose()
            _announce_when_ready(settings, sock)
            if settings.workers == 1:
                _serve_alone(settings, sock)
            else:
                _Workers(settings, sock).run()
    finally:
        engine.dispose()


def _bring_up_to_date(engine: Engine) -> None:
    if not is_up_to_date(engine):
        from oddtrick.server.store.tools.migrate import upgrade  # noqa: PLC0415  # seldom, and slow

        upgrade(engine)


@contextlib.contextmanager
def _listening(settings: Settings) -> Any:
    """Opens the socket that all workers accept from."""
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
    """Returns the address of the page, as a person types it."""
    host, port = sock.getsockname()[:2]
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, host)  # noqa: S104
    if ":" in shown and not shown.startswith("["):
        shown = f"[{shown}]"
    return f"http://{shown}:{port}"


def _announce_when_ready(settings: Settings, sock: socket.socket) -> None:
    """Prints the address of the page, and opens it, once the server answers."""
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
    """uvicorn's server, which tells the application that it stops before it closes connections."""

    def __init__(self, config: uvicorn.Config, application: Application) -> None:
        super().__init__(config)
        self._application = application

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()  # new connections reach the next process
        await self._application.closing()
        await super().shutdown(sockets)


def _serve_alone(settings: Settings, sock: socket.socket, slot: WorkerSlot = ALONE) -> None:
    """Runs one worker in this process."""
    application = make_app(settings, slot)
    config = uvicorn.Config(
        application.gate,
        ws=FastWebSocketProtocol,
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
    # uvicorn has its own handler while it runs, and raises the signal again at the end.
    signal.signal(signal.SIGTERM, lambda *_: setattr(server, "should_exit", True))
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[sock])
    if not server.started:
        raise OddtrickError("the server could not start: the log above says why")


def _set_interpreter() -> None:
    """Tunes the interpreter for a server.

    The modules loaded so far stay, so they are frozen. A move makes hundreds of small objects and
    no cycle; with the default thresholds over half of the CPU time would go into collections.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT)
    sys.setswitchinterval(SWITCH_SECONDS)


def _worker_main(settings: Settings, sock: socket.socket, slot: WorkerSlot) -> None:
    """Runs one of several workers in its own process."""
    set_up_logs(plain=False)
    threading.Thread(target=_stop_with_parent, daemon=True, name="parent").start()
    try:
        _serve_alone(settings, sock, slot)
    except OddtrickError as error:
        log.error("worker could not start", reason=str(error))
        raise SystemExit(1) from None


def _stop_with_parent() -> None:
    """Stops a worker whose parent was killed, because it would keep the port occupied."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


class _Workers:
    """Several processes that accept from one socket; one that dies is replaced."""

    def __init__(self, settings: Settings, sock: socket.socket) -> None:
        self._settings = settings
        self._sock = sock
        self._spawn = multiprocessing.get_context("spawn")
        self._processes: list[BaseProcess] = []
        self._stops = False
        self._figures = tempfile.TemporaryDirectory(prefix="oddtrick-")

    def run(self) -> None:
        """Supervises the workers until a signal, then lets each drain."""
        reading, writing = os.pipe()  # a signal wakes the wait below
        os.set_blocking(writing, False)
        signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: setattr(self, "_stops", True))
        try:
            self._processes = [self._start(number) for number in range(self._settings.workers)]
            while not self._stops:
                wait([reading, *(process.sentinel for process in self._processes)])
                if not self._stops:
                    self._replace_dead()
        finally:
            signal.set_wakeup_fd(-1)
            self._stop()

    def _replace_dead(self) -> None:
        for at, process in enumerate(self._processes):
            if process.is_alive():
                continue
            if process.exitcode:
                log.error("worker died, starting another", code=process.exitcode)
                time.sleep(RESTART_SECONDS)
            self._processes[at] = self._start(at)

    def _stop(self) -> None:
        for process in self._processes:
            if process.is_alive() and process.pid is not None:
                os.kill(process.pid, signal.SIGTERM)
        for process in self._processes:
            process.join(DRAIN_SECONDS + 5)
            if process.is_alive():
                process.kill()
        self._figures.cleanup()

    def _start(self, number: int) -> BaseProcess:
        slot = WorkerSlot(number, Path(self._figures.name))
        process = self._spawn.Process(target=_worker_main, args=(self._settings, self._sock, slot))
        process.start()
        return process
