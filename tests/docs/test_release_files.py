"""The files that only a release uses agree with the package, and are valid."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from datetime import date
from importlib.metadata import version
from pathlib import Path

import oddtrick
from oddtrick.cli import make_parser

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
BIN = Path(sys.executable).parent
WORKFLOWS = ROOT / ".github" / "workflows"


def test_the_version_is_named_once_and_cited() -> None:
    assert "version" not in PROJECT["project"]
    assert version("oddtrick") == oddtrick.__version__
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert re.findall(r"^version: (.*)$", citation, re.MULTILINE) == [oddtrick.__version__]
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    newest = re.findall(r"^## \[(\d.*)\] - (.*)$", changes, re.MULTILINE)[0]
    released = re.findall(r"^date-released: (.*)$", citation, re.MULTILINE)
    assert newest == (oddtrick.__version__, *released)
    assert date.fromisoformat(newest[1]) > date(2026, 11, 1)


def test_the_workflows_pass_an_audit() -> None:
    checked = subprocess.run(
        [BIN / "zizmor", "--offline", "--no-progress", str(WORKFLOWS)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_wheels_are_built_for_every_python_that_is_declared() -> None:
    declared = {
        found[1].replace(".", "")
        for line in PROJECT["project"]["classifiers"]
        if (found := re.search(r":: (3\.\d+)$", line))
    }
    built = {re.sub(r"\D", "", each) for each in PROJECT["tool"]["cibuildwheel"]["build"]}
    assert built == declared
    oldest = min(declared, key=lambda number: int(number[1:]))
    assert PROJECT["project"]["requires-python"] == f">=3.{oldest[1:]}"


def test_ci_runs_the_script_of_the_repository() -> None:
    ci = (WORKFLOWS / "ci.yml").read_text(encoding="utf-8")
    assert "- run: .ci/run\n" in ci
    assert (ROOT / ".ci" / "run").stat().st_mode & 0o111


def _container() -> list[tuple[str, str]]:
    """The instructions of the Containerfile with their arguments."""
    text = (ROOT / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [(line.split()[0], line.partition(" ")[2].strip()) for line in lines]


def test_the_container_is_built_from_files_that_it_is_given() -> None:
    given = (ROOT / ".containerignore").read_text(encoding="utf-8")
    allowed = set(re.findall(r"^!(.*)$", given, re.MULTILINE))
    copied = [
        source
        for instruction, words in _container()
        if instruction == "COPY" and not words.startswith("--from")
        for source in words.split()[:-1]
    ]
    assert set(copied) == allowed
    assert [source for source in copied if not (ROOT / source).exists()] == []
    installed = re.findall(r'"\.\[(.*?)\]"', (ROOT / "Containerfile").read_text(encoding="utf-8"))
    extras = PROJECT["project"]["optional-dependencies"]
    assert installed
    assert {name for each in installed for name in each.split(",")} <= set(extras)


def test_the_container_serves_without_root_and_is_checked() -> None:
    instructions = _container()
    last = max(at for at, (name, _) in enumerate(instructions) if name == "FROM")
    final = dict(instructions[last:])
    assert int(final["USER"]) > 0
    routes = (ROOT / "src/oddtrick/server/routes").rglob("*.py")
    assert any('"/readyz"' in file.read_text(encoding="utf-8") for file in routes)
    assert "/readyz" in final["HEALTHCHECK"]
    program, words = json.loads(final["ENTRYPOINT"]), json.loads(final["CMD"])
    assert program == ["oddtrick"]
    served = make_parser().parse_args(words)
    assert (served.host, served.port, str(served.data)) == ("0.0.0.0", "8000", final["VOLUME"])  # noqa: S104
