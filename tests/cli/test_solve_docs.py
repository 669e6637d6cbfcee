"""Tests that the documented output of `oddtrick solve` is the real output."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from tests.support.run_program import oddtrick

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "solver.md").read_text(encoding="utf-8")
EXAMPLE = re.compile(r"```console\n\$ (?:ODDTRICK_\w+=\w+ )?oddtrick (solve .*)\n((?:.*\n)*?)```")
SHOWN = [
    pytest.param(command, shown, id=f"{name}: {command}")
    for name in ("README.md", "docs/solver.md", "docs/kernel.md")
    for command, shown in EXAMPLE.findall((ROOT / name).read_text(encoding="utf-8"))
]


@pytest.mark.parametrize(("command", "shown"), SHOWN)
def test_documented_commands_print_the_documented_output(command: str, shown: str) -> None:
    done = oddtrick(*shlex.split(command), cwd=ROOT)
    assert (done.stderr, done.stdout) == ("", shown)


def test_the_documented_problem_has_the_documented_answer() -> None:
    (problem,) = re.findall(r"```json\n(.*)\n```", PAGE)
    value, cards = re.findall(r"`(\{\"value\".*?\})`.*?`(\"cards\".*?\})`", PAGE)[0]
    answer_json = oddtrick("solve", "--jsonl", "--cards", stdin=problem + "\n").stdout
    assert json.loads(answer_json) == json.loads(value) | json.loads("{" + cards + "}")
