"""The process of one worker: the application under uvicorn, from its start to its last request."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import multiprocessing
import os
import signal
import socket
import sys
import threading
from importlib import import_module

import uvicorn

from oddtrick.errors import OddtrickError
from oddtrick.server.app import Application, make_app
from oddtrick.server.drives.drive_service import DriveService
from oddtrick.server.parts import Parts
from oddtrick.server.security.connection_guard import HEADER_BYTES, guarded_http
from oddtrick.server.security.work_pools import WorkPool, WorkPools
from oddtrick.server.settings import Settings
from oddtrick.server.telemetry.logs import log, set_up_logs
from oddtrick.server.telemetry.prometheus import ALONE, WorkerSlot

DRAIN_SECONDS = 10
"""Time that a stopping worker gives requests under way."""

COLLECT = (50_000, 5, 4)
"""Thresholds of the garbage collector. The objects of hundreds of concurrent commands stay below
the first, so that reference counting frees them without a collection."""

IMPORTED_LATER = ("oddtrick.review.review_match", "oddtrick.review.hints")
"""The search, NumPy and the coach: a fifth of all imports, and no table waits for them."""

IMPORT_AFTER_SECONDS = 1.0

SWITCH_SECONDS = 0.001
"""The longest time that a bot's thread keeps the event loop waiting."""


class _Server(uvicorn.Server):
    """uvicorn's server, which tells the application that it stops before it closes connections."""

    def __init__(
        self, config: uvicorn.Config, application: Application, settings: Settings
    ) -> None:
        super().__init__(config)
        self._application = application
        self._settings = settings
        self._import_rest: asyncio.Task[None]

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        parts: Parts = self._application.framework.state.parts
        self._import_rest = asyncio.create_task(_import_rest(parts[WorkPools].files))
        if self._settings.hall is not None and sockets:
            from oddtrick.server.operations.hall_mode import announce_hall  # noqa: PLC0415  # seldom

            announced = announce_hall(parts[DriveService], self._settings, sockets[0])
            self._announced = asyncio.create_task(announced)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()  # new connections reach the next process
        self._import_rest.cancel()
        await self._application.closing()
        await super().shutdown(sockets)


async def _import_rest(pool: WorkPool) -> None:
    """Imports what the first bot, hint or review needs, once the players are back."""
    await asyncio.sleep(IMPORT_AFTER_SECONDS)
    for module in IMPORTED_LATER:
        await pool.run(import_module, module)
    gc.freeze()


def run_worker_process(settings: Settings, sock: socket.socket, slot: WorkerSlot = ALONE) -> None:
    """Runs one worker in this process until a signal.

    Raises:
        KeyboardInterrupt: the signal was that of Ctrl-C; the worker has finished its work.
        OddtrickError: it could not start.
    """
    application = make_app(settings, slot)
    config = uvicorn.Config(
        application.gate,
        http=guarded_http(settings),
        h11_max_incomplete_event_size=HEADER_BYTES,
        ws="websockets-sansio",
        ws_max_size=settings.limits.frame_bytes,
        ws_per_message_deflate=False,
        # The others at a table learn within 20 seconds that a phone has lost its network.
        ws_ping_interval=10.0,
        ws_ping_timeout=10.0,
        loop="auto",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=DRAIN_SECONDS,
    )
    server = _Server(config, application, settings)
    _set_interpreter()
    # uvicorn has its own handler while it runs, and raises the signal again at the end.
    signal.signal(signal.SIGTERM, lambda *_: setattr(server, "should_exit", True))
    server.run(sockets=[sock])
    if not server.started:
        raise OddtrickError("the server could not start: the log above says why")


def _set_interpreter() -> None:
    """Tunes the interpreter for a server.

    The modules loaded so far stay, so they are frozen: no collection looks at them. A move makes
    hundreds of small objects and no cycle; with the default thresholds over half of the CPU time
    would go into collections.
    """
    gc.freeze()
    gc.enable()
    gc.set_threshold(*COLLECT)
    sys.setswitchinterval(SWITCH_SECONDS)
    _allow_descriptors()


def _allow_descriptors() -> None:
    """Raises the limit of open files to what the system permits; each socket needs one."""
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415  # not on Windows

    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(OSError, ValueError):  # macOS reports a limit that it refuses
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def start_worker(settings: Settings, sock: socket.socket, slot: WorkerSlot) -> None:
    """Runs one of several workers in its own process."""
    set_up_logs(plain=False)
    threading.Thread(target=_stop_with_parent, daemon=True, name="parent").start()
    try:
        with contextlib.suppress(KeyboardInterrupt):  # of Windows: elsewhere it is blocked
            run_worker_process(settings, sock, slot)
    except OddtrickError as error:
        log.error("worker could not start", reason=str(error))
        raise SystemExit(1) from None


def _stop_with_parent() -> None:
    """Stops a worker whose parent was killed, because it would keep the port occupied."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
