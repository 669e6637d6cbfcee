"""Tests that the documented output of `oddtrick solve` is the real output."""

from __future__ import annotations

import json
import re
import shlex
import shutil
from pathlib import Path

import pytest

from tests.support.run_program import EXAMPLES, oddtrick

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "solver.md").read_text(encoding="utf-8")
EXAMPLE = re.compile(r"```console\n\$ (?:ODDTRICK_\w+=\w+ )?oddtrick (solve .*)\n((?:.*\n)*?)```")
SHOWN = [
    pytest.param(command, shown, id=f"{name}: {command}")
    for name in ("README.md", "docs/solver.md", "docs/kernel.md")
    for command, shown in EXAMPLE.findall((ROOT / name).read_text(encoding="utf-8"))
]


@pytest.mark.parametrize(("command", "shown"), SHOWN)
def test_documented_commands_print_the_documented_output(
    command: str, shown: str, tmp_path: Path
) -> None:
    """In a folder with the record of a reader, and with the boards that the page shows."""
    shutil.copy(EXAMPLES / "whist-1.record.json", tmp_path / "game.json")
    (boards,) = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)
    (tmp_path / "endings.pbn").write_text(boards)
    done = oddtrick(*shlex.split(command), cwd=tmp_path)
    assert (done.stderr, done.stdout) == ("", shown)


def test_the_documented_problem_has_the_documented_answer() -> None:
    (problem,) = re.findall(r"```json\n(.*)\n```", PAGE)
    value, cards = re.findall(r"`(\{\"value\".*?\})`.*?`(\"cards\".*?\})`", PAGE)[0]
    answer_json = oddtrick("solve", "--jsonl", "--cards", stdin=problem + "\n").stdout
    assert json.loads(answer_json) == json.loads(value) | json.loads("{" + cards + "}")
