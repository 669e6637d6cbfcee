"""Chance in tests is seeded: by the test and the run, or by a generator that names its seed."""

from __future__ import annotations

import os
import re
import secrets
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from random import SystemRandom
from uuid import uuid4

import numpy as np
import pytest

from tests.support import chance
from tests.support.entropy import sitecustomize

ROOT = Path(__file__).parents[1]
PROGRAM = [sys.executable, "-c", "import secrets; print(secrets.token_hex(8))"]


def drawn() -> list[str]:
    """Draws in each way that the code has, in this process and in two others."""
    others = [
        subprocess.run(PROGRAM, capture_output=True, text=True, check=True).stdout for _ in range(2)
    ]
    ours = (secrets.token_hex(8), SystemRandom().random(), uuid4(), os.urandom(8))
    return [*map(str, ours), str(np.random.default_rng().random()), *others]


@pytest.fixture
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Begins again, as a run does in which nobody has drawn yet."""
    folders = (tmp_path / str(number) for number in count())

    def begin() -> None:
        folder = next(folders)
        folder.mkdir()
        monkeypatch.setenv(sitecustomize.FOLDER, str(folder))
        monkeypatch.setattr(sitecustomize, "_drawn", {})
        monkeypatch.setattr(sitecustomize, "_places", {})

    return begin


def test_a_scope_draws_the_same_each_time_and_no_two_draws_are_alike(
    fresh: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    for seed, scope in (("7", "one"), ("7", "other"), ("8", "one"), ("7", "one")):
        fresh()
        monkeypatch.setattr(chance, "SEED", seed)
        chance.begin(scope)
        found.append(drawn())
    first, *_, last = found
    assert last == first
    different = [each for draws in found[:-1] for each in draws]
    assert len(set(different)) == len(different)


def test_threads_that_draw_at_once_draw_different_bytes() -> None:
    with ThreadPoolExecutor(8) as pool:
        tokens = list(pool.map(lambda _: secrets.token_hex(8), range(2000)))
    assert len(set(tokens)) == len(tokens)


def test_what_others_draw_changes_nothing(fresh: Callable[[], None]) -> None:
    def cards() -> bytes:
        return secrets.token_bytes(8)

    found = []
    for others in (0, 2):
        fresh()
        chance.begin("cards")
        found.append([(cards(), [secrets.token_hex(2) for _ in range(others)])[0] for _ in "abc"])
    assert found[0] == found[1]


def test_without_its_file_a_process_draws_from_the_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(sitecustomize.FOLDER, str(tmp_path))
    assert secrets.token_hex(8) != secrets.token_hex(8)


@pytest.fixture(scope="module")
def shared() -> str:
    """What several tests share."""
    return chance.scope_now()


def test_what_tests_share_has_a_chance_of_its_own(
    shared: str, request: pytest.FixtureRequest
) -> None:
    assert shared == "tests/test_seeded_chance.py::shared"
    assert chance.scope_now() == request.node.nodeid


def unseeded(source: str) -> list[str]:
    """Returns what draws from a generator that nobody has seeded."""
    found = re.findall(r"\bRandom\(\)|^ *from random import .*\b[a-z]\w*", source, re.MULTILINE)
    if re.search("^ *import random$", source, re.MULTILINE):
        found += re.findall(r"\brandom\.[a-z]\w*\(", source)
    return found


def test_every_generator_has_a_seed() -> None:
    """Those that draw from the system are seeded above; NumPy's old ones are refused by ruff."""
    files = [*(ROOT / "src").rglob("*.py"), *(ROOT / "tests").rglob("*.py"), *ROOT.glob("*.py")]
    found = {
        file.relative_to(ROOT).as_posix(): calls
        for file in files
        if (calls := unseeded(file.read_text(encoding="utf-8")))
    }
    del found["tests/test_seeded_chance.py"]  # the cases below
    assert found == {"tests/support/chance.py": ["random.seed("]}  # of other packages


@pytest.mark.parametrize(
    "source", ["Random()", "from random import choice", "import random\nrandom.choice(x)"]
)
def test_an_unseeded_generator_is_found(source: str) -> None:
    assert len(unseeded(source)) == 1
