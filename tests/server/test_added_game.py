"""Several workers play a game that a module named in the environment registers."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests.support.example_package import install_example, with_site
from tests.support.server.example_client import FILE
from tests.support.server.server_process import ServerProcess


def test_every_worker_imports_the_module_that_registers_a_game(
    postgres_url: str, tmp_path: Path
) -> None:
    install_example(tmp_path)
    (tmp_path / "prize_whist-1.0.dist-info" / "entry_points.txt").unlink()
    (tmp_path / "my_games.py").write_text(
        "from oddtrick import register_game\n"
        "from prize_whist import PRIZE_WHIST\n"
        "register_game(PRIZE_WHIST)\n"
    )
    environ = with_site(tmp_path, ODDTRICK_PLUGINS="my_games", DATABASE_URL=postgres_url)
    server = ServerProcess(tmp_path / "data", workers=2, environ=environ)
    server.start()
    try:
        played = [
            subprocess.run(
                [sys.executable, str(FILE), server.url, "prize-whist"],
                capture_output=True,
                text=True,
                check=False,
                timeout=120,
            )
            for _ in range(2)
        ]
        assert [done.returncode for done in played] == [0, 0], played[0].stderr
        assert all(json.loads(done.stdout)["winner"] in (0, 1) for done in played)
        assert server.faults() == []
    finally:
        server.end()
