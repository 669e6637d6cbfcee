"""The examples of the documentation have no type errors in pyright, which editors run."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("basedpyright")
pytestmark = pytest.mark.whole

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


def code_of(page: Path) -> str:
    """The Python of a page, each line at its own number; empty if there is none."""
    lines, inside = [], False
    for line in page.read_text(encoding="utf-8").splitlines():
        if line.startswith("```"):
            inside = line == "```python"
        is_code = inside and not line.startswith("```")
        lines.append(line if is_code else "")
    return "\n".join(lines) + "\n" if any(lines) else ""


def errors_of(folder: Path, *more: str) -> list[str]:
    """What pyright reports in its standard mode, as ``file:line: message``."""
    config = {
        "typeCheckingMode": "standard",
        "include": [str(folder), *more],
        "extraPaths": [str(ROOT / "src")],
        "reportMissingImports": False,  # PyTorch is no part of the environment of development
    }
    (folder / "pyrightconfig.json").write_text(json.dumps(config))
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "basedpyright",
            "--outputjson",
            "-p",
            str(folder),
            "--pythonpath",
            sys.executable,
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    told = json.loads(done.stdout)
    assert told["summary"]["filesAnalyzed"] > 1
    return [
        f"{Path(each['file']).name}:{each['range']['start']['line'] + 1}: {each['message']}"
        for each in told["generalDiagnostics"]
    ]


def test_the_examples_of_the_documentation_pass_pyright(tmp_path: Path) -> None:
    for page in PAGES:
        if code := code_of(page):
            name = "-".join(page.relative_to(ROOT).parts)
            (tmp_path / f"{name}.py").write_text(code, encoding="utf-8")
    assert errors_of(tmp_path, str(ROOT / "docs" / "examples")) == []


def test_observations_are_typed(tmp_path: Path) -> None:
    (tmp_path / "typed.py").write_text(
        "from collections.abc import Mapping\n"
        "from typing import Any, assert_type\n"
        "import numpy as np\n"
        "from numpy.typing import NDArray\n"
        "from oddtrick.envs import *\n"
        "Vector = NDArray[np.int16]\n"
        "Parts = Mapping[str, Vector]\n"
        "aec = WhistAECEnv('whist')\n"
        "assert_type(aec.last()[0]['observation'], Vector)\n"
        "assert_type(aec.observe('seat_0')['action_mask'], NDArray[np.int8])\n"
        "parallel = WhistParallelEnv('whist')\n"
        "assert_type(parallel.reset()[0]['seat_0']['observation'], Vector)\n"
        "assert_type(WhistEnv('whist').step(0)[0], Vector)\n"
        "table: WhistEnv[Parts] = WhistEnv('whist', observation='dict')\n"
        "assert_type(table.reset()[0], Parts)\n"
        "assert_type(WhistVectorEnv('whist').reset()[0], NDArray[np.uint8])\n"
        "wrong: str = aec.last()[0]['observation']\n"
    )
    (tmp_path / "second.py").write_text("")
    (error,) = errors_of(tmp_path)
    assert error.startswith("typed.py:17: ")
