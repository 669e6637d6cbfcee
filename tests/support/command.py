"""Runs the program in a separate process."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

EXAMPLES = Path(__file__).parents[1] / "data" / "examples"


def oddtrick(
    *args: str | Path, stdin: str = "", cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """The program's output, errors and exit status."""
    return subprocess.run(
        [sys.executable, "-m", "oddtrick", *map(str, args)],
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=60,
        cwd=cwd,
    )
