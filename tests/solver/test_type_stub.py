"""The stub that mypy reads is what the compiled kernel says of itself."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
STUB = ROOT / "src" / "oddtrick" / "solver" / "_kernel.pyi"
PATTERNS = ROOT / "kernel" / "bindings" / "stub.txt"


def test_the_stub_matches_the_kernel(tmp_path: Path) -> None:
    fresh = tmp_path / "_kernel.pyi"
    stubgen = ["-m", "nanobind.stubgen", "-q", "-m", "oddtrick.solver._kernel_baseline"]
    command = [sys.executable, *stubgen, "-p", str(PATTERNS), "-o", str(fresh)]
    subprocess.run(command, check=True)
    assert fresh.read_text(encoding="utf-8") == STUB.read_text(encoding="utf-8"), (
        "the bindings have changed: `make stubs`, and commit what it writes"
    )
