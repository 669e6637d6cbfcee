"""`import oddtrick` is quick: it imports nothing slow that most programs do not need.

The time itself is measured by benchmarks/match_speed.py.
"""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = (
    "asyncio",
    "email",
    "gymnasium",
    "http",
    "importlib.metadata",
    "json",
    "logging",
    "multiprocessing",
    "numpy",
    "onnxruntime",
    "oddtrick.bots.search",
    "oddtrick.envs",
    "oddtrick.solver",
    "pyspiel",
    "secrets",
    "socket",
    "ssl",
    "subprocess",
    "tempfile",
    "torch",
    "zipfile",
    "zstandard",
)

IMPORTED = """
import sys
before = set(sys.modules)
import oddtrick
print(*sorted(set(sys.modules) - before))
"""


@pytest.fixture(scope="module")
def imported() -> set[str]:
    """The modules that the package imports, without those of the site's own start files."""
    code = f"import sys; sys.path[:0] = {sys.path!r}\n{IMPORTED}"
    done = subprocess.run(
        [sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True
    )
    return set(done.stdout.split())


def test_no_heavy_module_is_imported(imported: set[str]) -> None:
    assert "oddtrick.match" in imported
    assert imported.isdisjoint(HEAVY)


def test_a_deal_needs_none_of_them_either() -> None:
    """Nor does a match with bots that do not search."""
    code = (
        "import random, sys, oddtrick as ot\n"
        "match = ot.new_match('whist', target=1)\n"
        "while not match.over:\n"
        "    action = ot.bots.club.choose(match.view(match.to_act), random.Random(1))\n"
        "    match = match.apply(action)\n"
        "print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()).isdisjoint({"numpy", "oddtrick.solver", "asyncio", "torch"})
