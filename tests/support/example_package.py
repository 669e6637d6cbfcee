"""The package of ``docs/add-a-game.md``, installed into a folder as pip does."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from re import DOTALL, findall

PAGE = Path(__file__).parents[2] / "docs" / "add-a-game.md"


def _block(language: str) -> str:
    """The first block of the page in a language."""
    found: list[str] = findall(rf"```{language}\n(.*?)```", PAGE.read_text("utf-8"), DOTALL)
    return found[0]


def install_example(site: Path) -> None:
    """Installs Prize Whist."""
    project = tomllib.loads(_block("toml"))["project"]
    (site / "prize_whist.py").write_text(_block("python"), "utf-8")
    install(site, project["name"], project["version"], project["entry-points"]["oddtrick.games"])


def install(site: Path, name: str, version: str, points: Mapping[str, str]) -> None:
    """Writes the metadata of a distribution with these entry points."""
    folder = site / f"{name.replace('-', '_')}-{version}.dist-info"
    folder.mkdir(parents=True)
    (folder / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", "utf-8"
    )
    lines = "".join(f"{point} = {value}\n" for point, value in points.items())
    (folder / "entry_points.txt").write_text(f"[oddtrick.games]\n{lines}", "utf-8")


def with_site(site: Path, **more: str) -> dict[str, str]:
    """An environment that has the packages of a folder installed."""
    inherited = {key: value for key, value in os.environ.items() if key != "ODDTRICK_PLUGINS"}
    return {**inherited, "PYTHONPATH": str(site), **more}


def oddtrick_with(
    environ: Mapping[str, str], *args: str | Path, stdin: str = "", cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """The output, errors and exit status of the program as installed, in this environment."""
    program = Path(sys.executable).with_name("oddtrick")
    return subprocess.run(
        [program, *map(str, args)],
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=120,
        env=environ,
        cwd=cwd,
    )
