"""Several workers play a game that a module named in the environment registers."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.support.example_package import install_example, with_site
from tests.support.games_of_others import NINETY_NINE, SPADES
from tests.support.server.api_requests import ApiClient
from tests.support.server.example_client import FILE
from tests.support.server.server_process import ServerProcess
from tests.support.server.table_requests import in_deal, open_table, play_out


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


@pytest.mark.whole(
    held_by="tests/new_game/test_games_of_others.py::"
    "test_a_table_never_waits_for_a_bot_that_cannot_play"
)
def test_a_server_plays_on_where_its_bots_cannot(tmp_path: Path) -> None:
    root = Path(__file__).parents[2]
    environ = with_site(root, ODDTRICK_PLUGINS="tests.support.games_of_others")
    server = ServerProcess(tmp_path / "data", environ=environ)
    server.start()
    try:
        with closing(ApiClient(server.url).named("Ann")) as ann:
            for game in (SPADES.id, NINETY_NINE.id):
                opened = open_table(ann, rules={"game": game}, sit=0, fill="expert", begin=True)
                table = play_out(ann, opened["code"], until=in_deal(1))
                assert {place["level"] for place in table["places"][1:]} == {"club"}
                hint = ann(f"GET /api/tables/{opened['code']}/hint")
                assert hint.status_code in (200, 409), hint.text
        assert server.faults() == []
        failed = [line for line in server.log if "bot failed" in line]
        assert len(failed) == 3 + 2
    finally:
        server.end()
