"""The chance of a test: a seed of the run, which the commit gives, and the name of what is tested.

`make test` draws the same cards, bots, codes, examples and cases each time until the next commit,
which draws others. `ODDTRICK_SEED=7 make test` draws those of another seed.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.entropy import sitecustomize

VARIABLE = "ODDTRICK_SEED"
EXTENT = os.environ.get("ODDTRICK_TESTS")
ROOT = Path(__file__).parents[2]


def _seed_of_commit() -> str:
    command = ["git", "-C", str(ROOT), "rev-parse", "--short=12", "HEAD"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):  # no git, or no repository
        return "0"


SEED = os.environ.setdefault(VARIABLE, _seed_of_commit())
"""The seed of the run, the same in all its processes."""


def begin_run() -> None:
    """Seeds this process and those it will start."""
    folder = tempfile.mkdtemp(prefix="oddtrick-entropy-")
    os.environ[sitecustomize.FOLDER] = folder
    ours = str(Path(sitecustomize.__file__).parent)
    path = [each for each in os.environ.get("PYTHONPATH", "").split(os.pathsep) if each]
    if ours not in path:
        os.environ["PYTHONPATH"] = os.pathsep.join([ours, *path])
    begin("collection")
    sitecustomize.install()


def end_run() -> None:
    """Removes what the run kept."""
    shutil.rmtree(os.environ.pop(sitecustomize.FOLDER), ignore_errors=True)


def begin(scope: str) -> None:
    """Draws from the streams of a scope from now on."""
    file = Path(os.environ[sitecustomize.FOLDER], "scope")
    scratch = file.with_name(f"scope-{os.getpid()}")
    scratch.write_text(f"{SEED} {scope}", encoding="utf-8")
    scratch.replace(file)
    random.seed(f"{SEED} {scope}")  # of other packages: ours name their generators


def scope_now() -> str:
    """Returns the scope whose streams are drawn from."""
    file = Path(os.environ[sitecustomize.FOLDER], "scope")
    return file.read_text(encoding="utf-8").removeprefix(f"{SEED} ")


@contextmanager
def scope(name: str) -> Iterator[None]:
    """Draws from the streams of a scope until the block ends, then from the former ones."""
    former = scope_now()
    begin(name)
    try:
        yield
    finally:
        begin(former)


def number_of(name: str) -> int:
    """Returns a number of 32 bits that follows from the seed of the run and a name."""
    return random.Random(f"{SEED} {name}").getrandbits(32)


def how_to_repeat(test: str) -> str:
    """Returns the command that runs a test with the chance that it has had."""
    extent = f"ODDTRICK_TESTS={EXTENT} " if EXTENT else ""
    return f"{VARIABLE}={SEED} {extent}.venv/bin/python -m pytest '{test}'"
