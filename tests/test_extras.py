"""Instructions for installing optional parts: they work from a checkout, everywhere."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from oddtrick.extras import install_command

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]

READ = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / ".ci" / "run",
    *(ROOT / "docs").rglob("*.md"),
    *(ROOT / "src").rglob("*.py"),
]


def test_nothing_says_to_install_a_package_that_is_not_published() -> None:
    """Until the package is on an index, its name would install nothing, or something else."""
    said = {
        f"{file.relative_to(ROOT)}: {found}"
        for file in READ
        for found in re.findall(r"oddtrick\[[a-z,]+\]", file.read_text(encoding="utf-8"))
    }
    assert said == set()


def test_every_extra_that_a_text_names_exists() -> None:
    text = "\n".join(file.read_text(encoding="utf-8") for file in READ)
    named = re.findall(r"'\.\[([a-z,]+)\]'", text)
    named += re.findall(r"install_command\([\"'](\w+)", text)
    assert {"server", "arena", "terminal"} <= set(named)
    assert {extra for names in named for extra in names.split(",")} <= set(EXTRAS)


def test_one_line_of_the_readme_installs_every_part_of_one_machine() -> None:
    line = install_command(",".join(set(EXTRAS) - {"dask", "ray", "docs", "learn", "dev"}))
    wanted = set(re.findall(r"\w+", line[line.index("[") : line.index("]")]))
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    installed = [
        set(names.split(",")) for names in re.findall(r"pip install '\.\[(.*?)\]'", readme)
    ]
    assert wanted in installed
