"""The server as a service under a unit: started, asked and stopped as systemd does it."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil  # type: ignore[import-untyped]

from tests.support.server import unit_sandbox
from tests.support.server.as_root import as_root
from tests.support.server.postgres_and_redis import need


@contextmanager
def state_folder() -> Iterator[Path]:
    """Makes a folder for the state of a service, whose files belong to another user."""
    root = as_root()
    folder = Path(tempfile.mkdtemp(prefix="oddtrick-state-"))
    try:
        yield folder
    finally:
        subprocess.run([*root, "rm", "-rf", str(folder)], check=True)


class UnitService:
    """A program under a unit.

    Args:
        unit: the unit file.
        state: its state directory.
        environ: variables, as in the unit's environment file.
        command: what to run instead of the unit's command.
    """

    def __init__(self, unit: Path, state: Path, environ: dict[str, str], *command: str) -> None:
        need("systemd-analyze")
        words = [f"{name}={value}" for name, value in environ.items()]
        words += ["--", *command] if command else []
        self.process = subprocess.Popen(
            [*as_root(), sys.executable, "-m", unit_sandbox.__name__, unit, state, *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=unit_sandbox.ROOT,
        )
        self.log: list[str] = []
        self._collector = threading.Thread(target=self._collect, daemon=True)
        self._collector.start()

    def _collect(self) -> None:
        assert self.process.stderr is not None
        with self.process.stderr as stream:
            self.log.extend(stream)

    def address(self) -> str:
        """Returns the address that a server prints when it answers."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.fullmatch(r"Oddtrick is at (http://\S+)\n", line)
        if not found:
            status = self.stop()
            raise AssertionError(f"{line!r}, then status {status}\n" + "".join(self.log))
        return found[1]

    def nicenesses(self) -> set[int]:
        """Returns the priorities of its processes."""
        inside = psutil.Process(self.process.pid).children(recursive=True)
        return {each.nice() for each in inside}

    def stop(self) -> int:
        """Stops it as the unit says; returns its status, or 128 and the signal that ended it."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        status = self.process.wait(60)
        self._collector.join(10)
        self.process.stdout.close()
        return status
