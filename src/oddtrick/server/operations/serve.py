"""Starts the server: one process, or several that share a socket and a database."""

from __future__ import annotations

import contextlib
import socket
import sys
import threading
import time
import webbrowser
from typing import TYPE_CHECKING, Any
from urllib.error import URLError
from urllib.request import urlopen

from oddtrick.errors import OddtrickError
from oddtrick.games import list_games
from oddtrick.server.store.database_errors import StoreUnavailable
from oddtrick.server.store.engine import database_url, make_engine, sole_writer
from oddtrick.server.store.secrets_file import read_secrets, take_over_secrets
from oddtrick.server.store.startup_checks import (
    check_not_lost,
    check_tables,
    is_up_to_date,
    mark_created,
)
from oddtrick.server.telemetry.logs import set_up_logs

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from oddtrick.server.settings import Settings

BACKLOG = 2048
READY_SECONDS = 30.0


def serve(settings: Settings) -> None:
    """Serves until a signal stops it.

    Raises:
        KeyboardInterrupt: the signal was that of Ctrl-C; the server has stopped in order.
        OddtrickError: the address is taken, the database can't be opened, or another process
            writes it, or workers die again and again.
    """
    set_up_logs(plain=sys.stderr.isatty())
    list_games()  # reports plugins that fail, before the first request
    engine = make_engine(database_url(settings.database, settings.data))
    try:
        with sole_writer(engine), _listening(settings) as sock:
            _bring_up_to_date(engine, settings)
            engine.dispose()
            if settings.hall is None:
                _announce_when_ready(settings, sock)
            _run_workers(settings, sock)
    finally:
        engine.dispose()


def _run_workers(settings: Settings, sock: socket.socket) -> None:
    # The application is most of what there is to import. By now clients can connect, and wait.
    if settings.workers == 1:
        from oddtrick.server.operations.worker_process import run_worker_process  # noqa: PLC0415

        run_worker_process(settings, sock)
    else:
        from oddtrick.server.operations.supervisor import Supervisor  # noqa: PLC0415

        Supervisor(settings, sock).run()


def _bring_up_to_date(engine: Engine, settings: Settings) -> None:
    """Creates or migrates the tables, and makes the secrets that are not there yet.

    Raises:
        OddtrickError: the database or the secrets can't be read or written, or the database was
            lost; the message names the file.
    """
    try:
        check_not_lost(engine)
        if not is_up_to_date(engine):
            from oddtrick.server.store.tools.migrate import upgrade  # noqa: PLC0415  # seldom, slow

            upgrade(engine)
        check_tables(engine)
        mark_created(engine)
        take_over_secrets(engine, settings.secrets_file)
        if settings.secret is None or settings.sends_push:
            read_secrets(settings.secrets_file)
    except StoreUnavailable as error:
        raise OddtrickError(f"{error.what}: {error.why}") from None


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
