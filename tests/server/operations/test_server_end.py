"""How a server ends: with which status, and what it makes of workers that die."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from oddtrick.server.operations.supervisor import PAUSES
from tests.support.server.server_process import ServerProcess

ENDS = {signal.SIGTERM: 0, signal.SIGINT: 130}


@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_ends_a_server_with_130_and_a_deploy_with_0(
    tmp_path: Path, request: pytest.FixtureRequest, workers: int
) -> None:
    """Ctrl-C reaches all processes of a terminal."""
    shared = {} if workers == 1 else {"DATABASE_URL": request.getfixturevalue("postgres_url")}
    for number, status in ENDS.items():
        server = ServerProcess(tmp_path, workers=workers, environ=shared)
        server.start()
        try:
            if number == signal.SIGINT:
                os.killpg(server.pid, number)
            else:
                os.kill(server.pid, number)
            assert server._reap() == status
            assert not server.faults()
            assert "KeyboardInterrupt" not in "".join(server.log)
        finally:
            server.end()


DIES = """
import os, sys
if "--multiprocessing-fork" in sys.orig_argv:
    os._exit(7)
"""
"""Ends each worker at once."""

SERVES = """
import sys
from oddtrick.cli import main
from oddtrick.server.operations import supervisor
supervisor.PAUSES = [each / 1000 for each in supervisor.PAUSES]
supervisor.LASTED_SECONDS = float(sys.argv[1])
if __name__ == "__main__":
    words = ["--port", "0", "--no-browser", "--workers", "2", "--data", sys.argv[2]]
    sys.exit(main(["serve", *words]))
"""


def _serve(folder: Path, url: str, lasted: float) -> subprocess.Popen[str]:
    (folder / "sitecustomize.py").write_text(DIES)
    program = folder / "serves.py"
    program.write_text(SERVES)
    environ = {**os.environ, "DATABASE_URL": url, "PYTHONPATH": str(folder)}
    command = [sys.executable, str(program), str(lasted), str(folder)]
    return subprocess.Popen(command, env=environ, stderr=subprocess.PIPE, text=True)


def test_a_server_whose_workers_die_gives_up_in_one_line(
    tmp_path: Path, migrated_postgres_url: str
) -> None:
    with _serve(tmp_path, migrated_postgres_url, 60) as server:
        assert server.stderr is not None
        *died, last = server.stderr.read().splitlines()
    assert server.returncode == 1
    assert re.fullmatch("oddtrick: a worker died 6 times in a row, .* the server stops", last)
    pauses = Counter(float(re.findall(r'"seconds": ([\d.]+)', line)[0]) for line in died)
    assert sorted(pauses) == [each / 1000 for each in PAUSES]
    assert all(each in (1, 2) for each in pauses.values()), "each worker has its own count"


def test_a_worker_that_has_worked_is_replaced_for_ever(
    tmp_path: Path, migrated_postgres_url: str
) -> None:
    with _serve(tmp_path, migrated_postgres_url, 0) as server:
        assert server.stderr is not None
        died = [server.stderr.readline() for _ in range(4 * len(PAUSES))]
        assert all('"seconds": 0.0005' in line for line in died)
        server.send_signal(signal.SIGINT)
        server.stderr.read()
    assert server.returncode == 130
