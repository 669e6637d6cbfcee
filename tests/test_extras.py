"""Instructions for installing optional parts: they work from a checkout, everywhere."""

from __future__ import annotations

import re
import shlex
import sys
import tomllib
from importlib.metadata import PathDistribution
from pathlib import Path

import pytest

from oddtrick.extras import install_command, installed_from

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
BLOCK = re.compile(r"```(?:python|console)\n.*?```", re.DOTALL)

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


SAID = re.compile(r"pip install ((?:[\w.-]+|'[^'\n]+')(?: (?:[\w-]+|'[^'\n]+'))*)")
PART = re.compile(r"'?\.\[([a-z,]+)\]'?")
OTHER_NAMES = {"pyspiel": "open_spiel", "tensordict": "torchrl"}
"""Modules that come with a package of another name."""


def _installed(page: str) -> set[str]:
    """The packages that a page says to install, and those of the extras that it names."""
    names = set()
    for word in " ".join(SAID.findall(page)).split():
        part = PART.match(word)
        wanted = [line for one in part[1].split(",") for line in EXTRAS[one]] if part else [word]
        names |= {re.split(r"[\[<>=;' ]", line.strip("'"))[0] for line in wanted}
    return {name.replace("-", "_") for name in names}


def test_each_page_says_which_packages_its_examples_need() -> None:
    ours = {"oddtrick", *(re.split("[<>=]", line)[0] for line in PROJECT["dependencies"])}
    lacking = set()
    for file in (
        ROOT / "README.md",
        *(ROOT / "docs").glob("*.md"),
        *(ROOT / "docs").glob("*/*.py"),
    ):
        page = file.read_text(encoding="utf-8")
        code = "\n".join(BLOCK.findall(page)) if file.suffix == ".md" else page
        modules = set(re.findall(r"^ *(?:from|import) (\w+)", code, re.MULTILINE))
        if "examples" in file.parts or file.suffix == ".md":
            wanted = {OTHER_NAMES.get(one, one) for one in modules - set(sys.stdlib_module_names)}
            lacking |= {f"{file.name}: {one}" for one in wanted - ours - _installed(page)}
    assert lacking == set()


def test_no_example_reads_files_that_only_the_repository_has() -> None:
    """Whoever has installed the wheel can run them, too."""
    blocks = [
        (file.name, block)
        for file in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md"))
        for block in BLOCK.findall(file.read_text(encoding="utf-8"))
    ]
    assert len(blocks) > 100
    assert [name for name, block in blocks if "tests/data/" in block] == []


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


def test_a_part_is_installed_from_where_the_package_came_from() -> None:
    """In a checkout that is its folder; `.ci/run` tries the wheel."""
    assert installed_from() == ROOT
    assert shlex.split(install_command("server")) == ["pip", "install", f"{ROOT}[server]"]


@pytest.mark.parametrize(
    ("origin", "package"),
    [
        (None, "oddtrick"),  # from an index
        ("no JSON", "oddtrick"),
        ('{"url": "https://example.org/oddtrick.whl"}', "oddtrick"),
        ('{"url": "file:///nowhere/oddtrick.whl"}', "oddtrick"),
        ('{"url": "file:///", "dir_info": {}}', "/"),
    ],
)
def test_where_its_origin_is_gone_the_name_alone_is_given(
    origin: str | None, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PathDistribution, "read_text", lambda self, name: origin)
    assert shlex.split(install_command("drive"))[-1] == f"{package}[drive]"


def test_only_the_operator_of_a_server_is_told_where_it_is_installed() -> None:
    """A command to install names a folder of the machine, which no visitor may see."""
    tells = {
        file.name
        for file in (ROOT / "src/oddtrick/server").rglob("*.py")
        if "install_command" in file.read_text(encoding="utf-8")
    }
    assert tells == {"settings.py"}
