"""Each extra brings what its part needs: installed alone from the wheel, it is used."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import numpy as np
import pytest

from oddtrick.solver.deals.observations import ACTIONS, OBSERVATION_SIZE
from tests.support.server.postgres_and_redis import Postgres, Redis

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.support.installation import Installation

    Install = Callable[..., Installation]

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

CPU_TORCH = "torch==2.13.0+cpu"
"""PyTorch without CUDA, as its own index offers it for Linux."""

pytestmark = [pytest.mark.long, pytest.mark.timeout(1800)]


def test_without_extras_the_library_plays_solves_and_reviews(install: Install) -> None:
    place = install("")
    assert place.run("oddtrick", "--version").startswith("oddtrick ")
    record = str(ROOT / "tests/data/examples/whist-1.record.json")
    assert "Whist" in place.run("oddtrick", "review", record, "--effort", "quick", "--deal", "1")


def test_terminal_opens_a_table(install: Install) -> None:
    seen = install("terminal").python(
        "import asyncio\n"
        "from oddtrick.games import rules_of\n"
        "from oddtrick.terminal.app import TerminalApp\n"
        "from oddtrick.terminal.bot_pace import BotPace\n"
        "from oddtrick.terminal.game_session import new_session\n"
        "async def main():\n"
        "    session = new_session(rules_of('whist'), seed=1, keep=False)\n"
        "    app = TerminalApp(session, pace=BotPace.INSTANT)\n"
        "    async with app.run_test(size=(108, 30)) as pilot:\n"
        "        while len(app.screen_stack) < 3:\n"
        "            await pilot.pause(0.1)\n"
        "        print([type(each).__name__ for each in app.screen_stack[1:]])\n"
        "asyncio.run(main())\n"
    )
    assert ast.literal_eval(seen) == ["TableScreen", "RevealDialog"]  # the turn-up is shown


def test_server_serves_with_sqlite_and_names_the_extras_for_more(install: Install) -> None:
    place = install("server")
    with place.server() as url:
        assert httpx.get(f"{url}/readyz").json() == {"status": "ok"}
    for variable, value, extra in (
        ("DATABASE_URL", "postgresql://ann@127.0.0.1/none", "postgres"),
        ("REDIS_URL", "redis://127.0.0.1", "redis"),
    ):
        refused = subprocess.run(
            [str(place.bin / "oddtrick"), "serve"],
            env=place.environ | {variable: value},
            cwd=place.work,
            capture_output=True,
            text=True,
            check=False,
        )
        assert refused.returncode == 2
        assert refused.stderr.count("\n") == 1
        assert refused.stderr.endswith(f"[{extra}]'\n")  # of the wheel that was installed


def test_postgres_carries_the_database(install: Install) -> None:
    place, postgres = install("server,postgres"), Postgres()
    postgres.start()
    try:
        with place.server(DATABASE_URL=postgres.fresh()) as url:
            assert httpx.get(f"{url}/readyz").json() == {"status": "ok"}
        assert not (place.work / "data" / "oddtrick.db").exists()
    finally:
        postgres.remove()


def test_redis_carries_hints(install: Install) -> None:
    place, redis = install("server,redis"), Redis()
    redis.start()
    try:
        with place.server(REDIS_URL=redis.url) as url:
            assert httpx.get(f"{url}/readyz").json() == {"status": "ok"}
            heard = place.python(
                "import sys, time, redis\n"
                f"bus = redis.Redis.from_url({redis.url!r})\n"
                "for _ in range(100):\n"
                "    channels = bus.pubsub_channels()\n"
                "    if channels: break\n"
                "    time.sleep(0.1)\n"
                "print(channels)\n"
            )
        assert ast.literal_eval(heard) == [b"oddtrick:hints"]
    finally:
        redis.stop()


def test_drive_prints_paper(install: Install) -> None:
    place = install("drive")
    (place.work / "entries.csv").write_text("".join(f"Player {n}\n" for n in range(8)))
    place.run("oddtrick", "drive", "new", "hall.drive", "entries.csv")
    place.run("oddtrick", "drive", "next", "hall.drive")
    place.run("oddtrick", "drive", "print", "hall.drive", "-o", "hall.pdf")
    assert (place.work / "hall.pdf").read_bytes().startswith(b"%PDF")


def test_arena_writes_parquet(install: Install) -> None:
    place = install("arena")
    words = ["arena", "casual", "random", "--deals", "2", "--out", "results.parquet"]
    assert "casual" in place.run("oddtrick", *words)
    assert (place.work / "results.parquet").read_bytes().startswith(b"PAR1")


def test_envs_makes_environments(install: Install) -> None:
    seen = install("envs").python(
        "import gymnasium, pettingzoo, oddtrick.envs\n"
        "env = gymnasium.make('oddtrick/whist-v0')\n"
        "print(env.reset(seed=7)[0].shape)\n"
        "print(len(pettingzoo.make('aec', 'oddtrick/whist-v0').possible_agents))\n"
    )
    assert seen == "(803,)\n4\n"


def test_openspiel_has_the_games(install: Install) -> None:
    seen = install("openspiel").python(
        "import pyspiel, oddtrick.envs.openspiel\n"
        "print(pyspiel.load_game('oddtrick_scotch_whist(players=5)').num_players())\n"
    )
    assert seen == "5\n"


def test_onnx_plays_a_network(install: Install) -> None:
    pytest.importorskip("onnx")  # writes the network; the extra only reads it
    from tests.support.onnx_models import write_linear  # noqa: PLC0415

    place = install("onnx")
    flat = np.zeros((OBSERVATION_SIZE, ACTIONS), np.float32)
    write_linear(place.work / "flat.onnx", flat)
    words = ["arena", "onnx:flat.onnx", "random", "--deals", "2", "--json"]
    assert json.loads(place.run("oddtrick", *words))["deals"] == 2


def test_learn_trains_networks_that_onnx_plays(install: Install) -> None:
    """The training script, by tests of its own, as PyTorch is not installed for development."""
    place = install("learn,onnx", "pytest", *([CPU_TORCH] if _is_offered(CPU_TORCH) else []))
    (place.work / "pytest.ini").write_text("[pytest]\naddopts = --import-mode=importlib\n")
    tests = str(ROOT / "tests" / "extras" / "ppo_example_checks.py")
    words = ["-q", "-c", "pytest.ini", "--noconftest", "-p", "no:cacheprovider"]
    told = place.run("python", "-m", "pytest", *words, tests)
    assert "passed" in told
    assert "skipped" not in told


TRAINING = (ROOT / "docs" / "training-libraries.md").read_text(encoding="utf-8")
PACKAGES = {
    "Stable-Baselines3 Contrib": "sb3-contrib",
    "TorchRL": "torchrl",
    "Tianshou": "tianshou",
    "RLlib": "ray[rllib]",
}
"""The package of each section of the page."""


@pytest.mark.parametrize(
    "libraries", [["Stable-Baselines3 Contrib", "TorchRL", "Tianshou"], ["RLlib"]], ids="+".join
)
def test_envs_serves_training_libraries(libraries: list[str], install: Install) -> None:
    """The scripts of the page, with the versions that it names; RLlib wants an older Gymnasium."""
    versions = dict(re.findall(r"^\| \[([^\]]+)\]\(#.*\) \| ([\d.]+) \|", TRAINING, re.MULTILINE))
    scripts = dict(
        re.findall(r"^## ([^\n]+)\n.*?^```python\n(.*?)^```", TRAINING, re.MULTILINE | re.DOTALL)
    )
    assert set(PACKAGES) == set(versions) == set(scripts)
    place = install(
        "envs",
        *(f"{PACKAGES[library]}=={versions[library]}" for library in libraries),
        CPU_TORCH if _is_offered(CPU_TORCH) else "torch==2.13.0",
    )
    for library in libraries:
        (place.work / "script.py").write_text(scripts[library], encoding="utf-8")
        place.run("python", "script.py", OMP_NUM_THREADS="1")


def _is_offered(requirement: str) -> bool:
    """True if an index that pip knows has such a package."""
    command = [sys.executable, "-m", "pip", "install", "--dry-run", "--no-deps", "--quiet"]
    return subprocess.run([*command, requirement], capture_output=True, check=False).returncode == 0


FAILS_IN_A_CLUSTER = """
from oddtrick.arena import Entrant, play_duplicate
from oddtrick.arena.executors import open_pool
from oddtrick.errors import OddtrickError
from oddtrick.games import rules_of
missing = Entrant("missing", ("/no/such/program",))
with open_pool("%s", 1) as pool:
    try:
        play_duplicate(rules_of("whist"), missing, "random", deals=1, pool=pool)
    except OddtrickError as error:
        print(error)
"""


@pytest.mark.parametrize("cluster", ["dask", "ray"])
def test_a_cluster_plays_a_contest(cluster: str, install: Install) -> None:
    place = install(f"arena,{cluster}")
    words = ["arena", "casual", "random", "--deals", "2", "--seed", "1", "--json"]
    alone = place.run("oddtrick", *words)
    together = place.run("oddtrick", *words, "--executor", cluster, "--workers", "1")
    pattern = slice(0, alone.index('"seconds"'))
    assert together[pattern] == alone[pattern]
    assert "deal 0, table 0: missing does not start" in place.python(FAILS_IN_A_CLUSTER % cluster)


def test_docs_has_what_the_site_is_built_with(install: Install) -> None:
    """A page, as the site is made; ``tests/docs/test_documentation_site.py`` builds all of it."""
    place = install("docs,drive,arena,envs,openspiel")
    source = place.work / "pages"
    source.mkdir()
    (source / "index.md").write_text("# Oddtrick\n", encoding="utf-8")
    place.run("python", "-m", "sphinx", "-Q", "-c", str(ROOT / "docs"), "pages", "site")
    assert "Oddtrick" in (place.work / "site" / "index.html").read_text(encoding="utf-8")


def test_each_extra_is_used_here() -> None:
    used = {
        extra
        for node in ast.walk(ast.parse(Path(__file__).read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "install"
        for argument in node.args
        if isinstance(argument, ast.Constant)
        for extra in str(argument.value).split(",")
    }
    assert used | {"dask", "ray"} >= set(PROJECT["optional-dependencies"]) - {"dev"}
