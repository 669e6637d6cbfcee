"""Writes the constraints of the container: the version of every package that it installs.

Run by `make constraints`, as ``python -m tests.support.lock_constraints``.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
FILE = ROOT / "deploy" / "constraints.txt"

PARTS = ("server", "postgres", "redis", "drive")
"""The extras of the container."""

BUILD = ("cmake>=3.25", "ninja")
"""What the build backend asks for where the system has none, beside its requirements."""

HEAD = """\
# The versions in the container: those of all packages that its parts and its build need.
# Written by `make constraints`; Containerfile uses it, and CI serves with it.
"""


def wanted() -> list[Requirement]:
    """Returns what the container asks for: our dependencies, its extras', and the build's."""
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project = pyproject["project"]
    lines = [*project["dependencies"], *pyproject["build-system"]["requires"], *BUILD]
    for part in PARTS:
        lines += project["optional-dependencies"][part]
    return [Requirement(line) for line in lines]


def constraints(text: str) -> dict[str, str]:
    """Returns the versions by the canonical names of their packages."""
    lines = (line for line in text.splitlines() if line and not line.startswith("#"))
    return {canonicalize_name(name): version for name, version in (x.split("==") for x in lines)}


def main() -> None:
    """Asks pip for the newest versions that go together, and writes them."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--ignore-installed"]
    report = subprocess.run(
        [*command, "--report", "-", *map(str, wanted())], capture_output=True, check=True
    ).stdout
    found = [each["metadata"] for each in json.loads(report)["install"]]
    lines = sorted(f"{canonicalize_name(each['name'])}=={each['version']}\n" for each in found)
    FILE.write_text(HEAD + "".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
