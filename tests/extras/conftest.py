"""The wheel, and an environment for each extra."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.support.installation import Installation

ROOT = Path(__file__).parents[2]

# Runs in the environment of the extra `learn` alone: PyTorch is no part of the others.
collect_ignore = [] if find_spec("torch") else ["ppo_example_checks.py"]


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel that ``ODDTRICK_WHEEL`` names, or one built now."""
    if named := os.environ.get("ODDTRICK_WHEEL"):
        return Path(named).resolve(strict=True)
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    where = ["-C", "build-dir=build/extras", "-w", str(folder), str(ROOT)]
    subprocess.run([*command, *where], check=True)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture
def install(wheel: Path, tmp_path: Path) -> Iterator[Callable[..., Installation]]:
    """Installs the wheel with extras, and other packages, into a new environment.

    It is removed after the test.
    """
    made: list[Installation] = []

    def make(extras: str, *more: str) -> Installation:
        made.append(Installation(tmp_path, wheel, extras, *more))
        return made[-1]

    yield make
    for each in made:
        each.remove()
