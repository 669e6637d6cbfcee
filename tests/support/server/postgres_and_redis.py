"""PostgreSQL and Redis for tests, each in its own folder on a free port."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import psycopg
import pytest

PATIENCE = 60
"""Seconds after which a service that does not start is a failure."""


def need(program: str) -> str:
    """Returns the path of a program; skips the test without it, or fails in CI."""
    elsewhere = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    path = os.pathsep.join([os.environ.get("PATH", ""), *map(str, elsewhere)])
    found = shutil.which(program, path=path)
    if found is None:
        if os.environ.get("CI"):
            pytest.fail(f"{program} is not installed")
        pytest.skip(f"{program} is not installed")
    return found


def free_port() -> int:
    """Returns a free loopback port."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port: int = listening.getsockname()[1]
        return port


WATCHED = '"$@" </dev/null & read -r _; kill -s "$0" $!; wait $!'
"""A shell script that ends a service when its standard input closes, as when tests are killed."""


def _watched(ending: str, command: list[str], **options: Any) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        ["sh", "-c", WATCHED, ending, *command], stdin=subprocess.PIPE, **options
    )


def _end(process: subprocess.Popen[bytes]) -> None:
    assert process.stdin is not None
    process.stdin.close()
    process.wait(PATIENCE)


def _as_somebody() -> dict[str, Any]:
    """Returns process options: PostgreSQL refuses root and runs as its own user."""
    if os.getuid():
        return {}
    entry = pwd.getpwnam("postgres")
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}


class Postgres:
    """A PostgreSQL server that can be stopped and restarted.

    It runs without fsync: tests kill our processes, not the operating system.
    """

    def __init__(self) -> None:
        self._program = need("postgres")
        self._somebody = _as_somebody()
        self._folder = Path(tempfile.mkdtemp(prefix="oddtrick-pg-"))
        self._process: subprocess.Popen[bytes] | None = None
        self._databases = 0
        self.port = free_port()
        if self._somebody:
            os.chown(self._folder, self._somebody["user"], self._somebody["group"])
        self._run(need("initdb"), "-D", self._data, "-U", "ann", "-A", "trust", "-E", "UTF8", "-N")

    @property
    def _data(self) -> str:
        return str(self._folder / "data")

    def _run(self, *command: str) -> None:
        done = subprocess.run(
            command, capture_output=True, check=False, cwd=self._folder, **self._somebody
        )
        assert done.returncode == 0, done.stderr.decode()

    def start(self) -> None:
        """Starts it and waits until it answers."""
        options = {
            "port": self.port,
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": self._folder,
            "fsync": "off",
            "max_connections": 60,
        }
        settings = [word for name, value in options.items() for word in ("-c", f"{name}={value}")]
        with (self._folder / "log").open("ab") as log:
            self._process = _watched(
                "QUIT",
                [self._program, "-D", self._data, *settings],
                stdout=log,
                stderr=log,
                cwd=self._folder,
                **self._somebody,
            )
        until = time.monotonic() + PATIENCE
        while True:
            try:
                psycopg.connect(self.url("postgres"), connect_timeout=5).close()
            except psycopg.OperationalError:
                assert time.monotonic() < until, (self._folder / "log").read_text()
                assert self._process.poll() is None, (self._folder / "log").read_text()
                time.sleep(0.05)
            else:
                return

    def stop(self) -> None:
        """Stops it immediately, as a crash does; it recovers at the next start."""
        if self._process is not None:
            _end(self._process)
            self._process = None

    def remove(self) -> None:
        """Stops it and deletes its folder."""
        self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)

    def url(self, database: str) -> str:
        """Returns the URL of a database in the format of DATABASE_URL."""
        return f"postgresql://ann@127.0.0.1:{self.port}/{database}"

    def fresh(self, template: str = "") -> str:
        """Creates a database, empty or a copy of another, and returns its URL."""
        self._databases += 1
        name = f"test{self._databases}"
        source = template.rpartition("/")[2] or "template1"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE {source}".encode())
        return self.url(name)

    def drop(self, url: str) -> None:
        """Drops a database, even with open connections."""
        name = url.rpartition("/")[2]
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


class Redis:
    """A Redis server without persistence that can be stopped and restarted."""

    def __init__(self) -> None:
        self._program = need("redis-server")
        self._process: subprocess.Popen[bytes] | None = None
        self.port = free_port()

    @property
    def url(self) -> str:
        """The URL in the format of REDIS_URL."""
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Starts it and waits until it answers."""
        self._process = _watched(
            "KILL",
            [
                self._program,
                *("--port", str(self.port), "--bind", "127.0.0.1", "--dir", tempfile.gettempdir()),
                *("--save", "", "--appendonly", "no"),
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        until = time.monotonic() + PATIENCE
        while not self._answers():
            assert time.monotonic() < until, "redis-server does not answer"
            assert self._process.poll() is None, "redis-server has ended"
            time.sleep(0.02)

    def _answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=5) as connection:
                connection.sendall(b"PING\r\n")
                return connection.recv(16).startswith(b"+PONG")
        except OSError:
            return False

    def stop(self) -> None:
        """Kills it."""
        if self._process is not None:
            _end(self._process)
            self._process = None
