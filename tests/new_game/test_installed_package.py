"""The package of docs/add-a-game.md, once installed, is played everywhere by the real program."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.support.example_package import install, install_example, oddtrick_with, with_site
from tests.support.server.example_client import FILE
from tests.support.server.server_process import ServerProcess

GAME = "prize-whist"

RECORD = """
import sys
import oddtrick as ot
from random import Random
from oddtrick.record import encode_record, record_of
match, rng = ot.new_match("prize", target=5, seed=7), Random(7)
while not match.over:
    match = match.apply(ot.bots.casual.choose(match.view(match.to_act), rng))
sys.stdout.buffer.write(encode_record(record_of(match, ["Ann", "Bob", "Cat", "Dan"])))
"""


@pytest.fixture(scope="module")
def environ(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment with the example installed, and two packages that fail."""
    site = tmp_path_factory.mktemp("site")
    install_example(site)
    install(site, "broken-whist", "0.3", {"broken": "broken_whist:GAME"})
    (site / "taken_whist.py").write_text(
        "from msgspec.structs import replace\n"
        "from prize_whist import PRIZE_WHIST\n"
        'GAME = replace(PRIZE_WHIST, id="taken-whist", aliases=("scotch",))\n'
    )
    install(site, "taken-whist", "2.0", {"taken": "taken_whist:GAME"})
    return with_site(site, XDG_DATA_HOME=str(tmp_path_factory.mktemp("data")))


@pytest.fixture(scope="module")
def record(environ: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a match that a program of one's own has played."""
    done = subprocess.run(
        [sys.executable, "-c", RECORD], env=environ, capture_output=True, check=True
    )
    path = tmp_path_factory.mktemp("record") / "prize.record.json"
    path.write_bytes(done.stdout)
    return path


def test_the_rules_list_it_and_report_each_package_that_fails(environ: dict[str, str]) -> None:
    done = oddtrick_with(environ, "rules")
    assert done.returncode == 0
    assert "prize-whist            Win tricks with your partner" in done.stdout
    missing = "ModuleNotFoundError: No module named 'broken_whist'"
    taken = (
        "the game 'taken-whist' of taken-whist 2.0 is refused: "
        "the name 'scotch' belongs to Scotch Whist of oddtrick"
    )
    assert done.stderr.splitlines() == [
        f"broken-whist 0.3: the game 'broken' is left out: {missing}",
        f"taken-whist 2.0: the game 'taken' is left out: {taken}",
    ]


def test_its_page_is_that_of_its_package_with_its_options(environ: dict[str, str]) -> None:
    page = oddtrick_with(environ, "rules", "prize").stdout
    assert page.startswith("PRIZE WHIST\n===========\n")
    assert "P2. The side that takes the ten of trumps in a trick scores 5 points" in page
    assert "- target: a whole number from 1; default 15 (P1)." in page


@pytest.mark.parametrize("command", [["rules", "whist"], ["--help"], ["play", "--help"]])
def test_a_game_of_our_own_is_found_without_foreign_code(
    environ: dict[str, str], command: list[str]
) -> None:
    done = oddtrick_with(environ, *command)
    assert done.returncode == 0
    assert bool(done.stderr) == (command[0] == "play"), "only `play` lists all games"


def test_its_record_is_replayed(environ: dict[str, str], record: Path) -> None:
    done = oddtrick_with(environ, "replay", record)
    assert (done.returncode, "won" in done.stdout) == (0, True), done.stderr


def test_its_record_is_refused_without_the_package(record: Path) -> None:
    done = oddtrick_with(with_site(record.parent), "replay", record)
    assert done.returncode == 1
    assert "rules: game is 'prize-whist'; the games are whist, " in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.whole(
    held_by="tests/new_game/test_example_game.py::test_it_is_reviewed_and_the_review_is_told"
)
def test_its_record_is_reviewed(environ: dict[str, str], record: Path) -> None:
    done = oddtrick_with(environ, "review", record, "--effort", "quick", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["game"] == GAME


@pytest.mark.whole(
    held_by="tests/new_game/test_example_game.py::test_it_is_played_on_the_drawn_table"
)
def test_it_is_played_in_plain_lines(environ: dict[str, str]) -> None:
    lines = "rules\n" + "hint\n" * 3 + "quit\n"
    done = oddtrick_with(environ, "play", "prize", "--plain", "--target", "5", stdin=lines)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Prize Whist, first to 5.")
    assert "The ten and the five of trumps are prizes." in done.stdout


def test_the_arena_plays_it_in_processes_of_its_own(environ: dict[str, str]) -> None:
    flags = ["--game", GAME, "--target", "5", "--deals", "4", "--executor", "processes"]
    done = oddtrick_with(environ, "arena", "casual", "random", *flags, "--workers", "2", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["deals"] == 4
    assert len(done.stderr.splitlines()) == 2, "the workers repeat no report"


@pytest.fixture(scope="module")
def server(
    environ: dict[str, str], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ServerProcess]:
    process = ServerProcess(tmp_path_factory.mktemp("server"), environ=environ, forked=False)
    process.start()
    yield process
    process.end()


@pytest.mark.whole(
    held_by="tests/server/test_added_game.py::test_every_worker_imports_the_module_that_registers_a_game"
)
def test_a_server_plays_it_to_the_end_with_bots_and_a_client(
    environ: dict[str, str], server: ServerProcess, tmp_path: Path
) -> None:
    done = subprocess.run(
        [sys.executable, str(FILE), server.url, GAME],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env=environ,
    )
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["winner"] in (0, 1)
    files = {}
    for kind in ("record", "proof"):
        files[kind] = tmp_path / f"{kind}.json"
        answer = httpx.get(f"{server.url}/api/tables/{result['code']}/{kind}")
        files[kind].write_bytes(answer.raise_for_status().content)
    verified = oddtrick_with(environ, "replay", files["record"], "--verify", files["proof"])
    assert verified.returncode == 0, verified.stderr
    assert " deals verified, " in verified.stdout
    assert not server.faults()


def test_a_server_reports_a_plugin_that_fails_when_it_starts(server: ServerProcess) -> None:
    assert sum("broken-whist 0.3" in line for line in server.log) == 1


def test_a_server_offers_it_with_the_texts_of_its_package(server: ServerProcess) -> None:
    games = httpx.get(f"{server.url}/api/games").json()["games"]
    (offered,) = (game for game in games if game["id"] == GAME)
    assert offered["title"] == "Prize Whist"
    rules = httpx.get(f"{server.url}/api/games/prize/rules?language=de").text
    assert rules.startswith("Gespielt wird wie beim Whist.")
    base = re.findall(r'src="(/web/[0-9a-f]+/)main.js"', httpx.get(server.url).text)[0]
    texts = {
        (language, part): httpx.get(f"{server.url}{base}i18n/{language}/{part}.js").text
        for language in ("en", "de")
        for part in ("common", "start", "rules/prize-whist")
    }
    assert '"game.prize-whist": "Prize Whist"' in texts["en", "common"]
    assert '"game.prize-whist": "Preis-Whist"' in texts["de", "common"]
    assert '"option.prize-whist.target": "Punkte zum Sieg"' in texts["de", "start"]
    assert "Gespielt wird wie beim Whist." in texts["de", "rules/prize-whist"]


def test_a_server_without_the_package_still_lists_what_was_played(
    environ: dict[str, str], server: ServerProcess, record: Path
) -> None:
    headers = {"Origin": server.url, "Content-Type": "application/json"}
    with httpx.Client(base_url=server.url, headers=headers) as ann:
        ann.post("/api/me", content='{"name": "Ann"}').raise_for_status()
        kept = ann.post("/api/records", content=record.read_bytes()).raise_for_status().json()
        table = ann.post("/api/tables", content=json.dumps({"rules": {"game": GAME}})).json()
        server.stop()
        gone = with_site(record.parent)
        without = ServerProcess(server.data, port=server.port, environ=gone, forked=False)
        without.start()
        try:
            records = ann.get("/api/records").raise_for_status().json()["records"]
            assert [(each["id"], each["pbn"]) for each in records] == [(kept["id"], False)]
            for path in (f"/api/records/{kept['id']}/replay", f"/api/tables/{table['code']}"):
                refused = ann.get(path)
                assert refused.status_code == 400
                assert "game is 'prize-whist'; the games are" in refused.json()["error"]["message"]
            assert not without.faults()
        finally:
            without.end()
