"""Runs the program, in this process or in one of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import chdir
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from oddtrick.cli import main
from oddtrick.cli.output import PROGRAM as NAME

EXAMPLES = Path(__file__).parents[1] / "data" / "examples"

PROGRAM = (sys.executable, "-m", "oddtrick")
"""The program as the first words of a command."""


class Done(NamedTuple):
    """The exit status, the output and the errors of a run."""

    returncode: int
    stdout: str
    stderr: str

    @property
    def error(self) -> str:
        """The errors without the name of the program, with which they have to begin."""
        assert self.stderr.startswith(f"{NAME}: "), self.stderr
        return self.stderr.removeprefix(f"{NAME}: ")


def oddtrick(
    *args: str | Path, stdin: str | bytes = "", cwd: Path | None = None, columns: str = "80"
) -> Done:
    """Runs the program in this process, without a terminal; much cheaper than a new one."""
    out, err = (TextIOWrapper(BytesIO(), encoding="utf-8", newline="") for _ in range(2))
    given = TextIOWrapper(
        BytesIO(stdin.encode() if isinstance(stdin, str) else stdin), encoding="utf-8"
    )
    with (
        patch.multiple(sys, stdin=given, stdout=out, stderr=err),
        patch.dict(os.environ, COLUMNS=columns),
        chdir(cwd or Path()),
    ):
        status = main([str(arg) for arg in args])
    return Done(status, _written(out), _written(err))


def _written(stream: TextIOWrapper) -> str:
    stream.flush()
    stream.seek(0)
    return stream.read()


def run_process(
    *args: str | Path, stdin: str = "", cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Runs the program in a process of its own."""
    return subprocess.run(
        [*PROGRAM, *map(str, args)],
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=60,
        cwd=cwd,
    )
