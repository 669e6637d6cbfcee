"""An environment of its own with the wheel and some of its extras, used from outside the tree."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_INHERITED = ("PYTHONPATH", "PYTHONHOME", "ODDTRICK_PLUGINS", "DATABASE_URL", "REDIS_URL")


class Installation:
    """The wheel with extras in a new virtual environment.

    Args:
        folder: where the environment is made; programs run in ``folder / "work"``.
        wheel: the wheel.
        extras: names separated by commas, or empty.
        more: further requirements.
    """

    def __init__(self, folder: Path, wheel: Path, extras: str, *more: str) -> None:
        self._home = folder / "venv"
        self.work = folder / "work"
        self.work.mkdir()
        venv.create(self._home, symlinks=os.name != "nt")
        self.bin = self._home / ("Scripts" if os.name == "nt" else "bin")
        self.environ = {k: v for k, v in os.environ.items() if k not in _INHERITED}
        wanted = f"{wheel}[{extras}]" if extras else str(wheel)
        command = [sys.executable, "-m", "pip", "--python", str(self.bin / "python"), "install"]
        subprocess.run(
            [*command, "--quiet", "--disable-pip-version-check", "--no-compile", wanted, *more],
            check=True,
        )

    def run(self, *words: str, **environ: str) -> str:
        """Runs a program of the environment and returns what it prints."""
        program, *arguments = words
        done = subprocess.run(
            [str(self.bin / program), *arguments],
            cwd=self.work,
            env=self.environ | environ,
            capture_output=True,
            text=True,
            check=False,
        )
        said = f"{done.stdout[-4000:]}{done.stderr}"
        assert done.returncode == 0, f"{words} ended with {done.returncode}: {said}"
        return done.stdout

    def python(self, code: str) -> str:
        """Runs a piece of Python and returns what it prints."""
        return self.run("python", "-I", "-c", code)

    @contextmanager
    def server(self, **environ: str) -> Iterator[str]:
        """Runs its server; yields the address."""
        words = ["serve", "--port", "0", "--no-browser", "--data", "data"]
        with (self.work / "log").open("w") as log:
            process = subprocess.Popen(
                [str(self.bin / "oddtrick"), *words],
                cwd=self.work,
                env=self.environ | environ,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        with process:
            try:
                assert process.stdout is not None
                line = process.stdout.readline()
                assert line, (self.work / "log").read_text()
                yield line.split()[-1].rstrip("/")
            finally:
                process.terminate()

    def remove(self) -> None:
        """Deletes the environment: some are hundreds of megabytes large."""
        shutil.rmtree(self._home, ignore_errors=True)
