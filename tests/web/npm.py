"""Programs from npm that only the tests use, of the versions in the lock file."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent
KEPT = HERE.parents[1] / "build/npm"


def modules() -> Path:
    """The folder ``node_modules``, fetched once into ``build/``; without npm tests skip."""
    lock = (HERE / "package-lock.json").read_bytes()
    kept = KEPT / hashlib.sha256(lock).hexdigest()[:12]
    found = kept / "node_modules"
    if not (found / ".package-lock.json").exists():
        npm = shutil.which("npm")
        if npm is None:
            pytest.skip("npm is not installed")
        _fetch(npm, kept)
    return found


def _fetch(npm: str, kept: Path) -> None:
    kept.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(HERE / name, kept)
    fetched = subprocess.run(
        [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"],
        cwd=kept,
        capture_output=True,
        text=True,
        check=False,
    )
    if fetched.returncode:
        why = f"npm could not fetch what the tests need: {fetched.stderr[-300:]}"
        if "CI" in os.environ:
            pytest.fail(why)
        pytest.skip(why)
