"""Programs from npm that only the tests use, of the versions in the lock file."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

HERE = Path(__file__).parents[2] / "web"
KEPT = HERE.parents[1] / "build/npm"


def modules() -> Path:
    """The folder ``node_modules``, fetched once into ``build/``; without npm tests skip.

    Tests that run side by side may come here at the same time: each fetches into a folder of its
    own, and the first to be done gives it the name that counts.
    """
    lock = (HERE / "package-lock.json").read_bytes()
    kept = KEPT / hashlib.sha256(lock).hexdigest()[:12]
    if not kept.exists():
        npm = shutil.which("npm")
        if npm is None:
            pytest.skip("npm is not installed")
        KEPT.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=KEPT, prefix="fetching-") as folder:
            fetched = Path(folder) / "fetched"
            _fetch(npm, fetched)
            try:
                fetched.rename(kept)
            except OSError:
                if not kept.exists():
                    raise
    return kept / "node_modules"


def _fetch(npm: str, folder: Path) -> None:
    folder.mkdir()
    for name in ("package.json", "package-lock.json"):
        shutil.copy(HERE / name, folder)
    fetched = subprocess.run(
        [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    if fetched.returncode:
        why = f"npm could not fetch what the tests need: {fetched.stderr[-300:]}"
        if "CI" in os.environ:
            pytest.fail(why)
        pytest.skip(why)
