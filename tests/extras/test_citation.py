"""The citation is valid for the reference implementation, which needs an environment of its own.

It requires an old jsonschema that no other tool of the project can live with.
"""

from __future__ import annotations

import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.long
def test_cffconvert_accepts_the_citation(tmp_path: Path) -> None:
    venv.create(tmp_path / "venv", symlinks=True)
    programs = tmp_path / "venv" / "bin"
    pip = [sys.executable, "-m", "pip", "--python", str(programs / "python"), "install", "--quiet"]
    subprocess.run([*pip, "--disable-pip-version-check", "cffconvert==2.0.0"], check=True)
    checked = subprocess.run(
        [programs / "cffconvert", "--validate", "-i", "CITATION.cff"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (checked.returncode, checked.stderr) == (0, "")
    assert "valid" in checked.stdout
