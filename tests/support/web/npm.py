"""npm programs used by tests, at the locked versions."""

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
    """Returns ``node_modules``, installed once into ``build/``; skips the test without npm.

    Parallel tests may install at the same time: each installs into a separate folder,
    and the first to finish renames it to the final name.
    """
    lock = (HERE / "package-lock.json").read_bytes()
    installed = KEPT / hashlib.sha256(lock).hexdigest()[:12]
    if not installed.exists():
        npm = shutil.which("npm")
        if npm is None:
            pytest.skip("npm is not installed")
        KEPT.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=KEPT, prefix="fetching-") as folder:
            fetched = Path(folder) / "fetched"
            _fetch(npm, fetched)
            try:
                fetched.rename(installed)
            except OSError:
                if not installed.exists():
                    raise
    return installed / "node_modules"


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
