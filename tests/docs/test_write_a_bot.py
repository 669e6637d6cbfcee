"""The bot of ``docs/write-a-bot.md`` is as short, and as good, as the page says."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.extent import part

PAGE = (Path(__file__).parents[2] / "docs" / "write-a-bot.md").read_text(encoding="utf-8")
PROGRAM = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)[0]
COMMANDS = re.findall(r"^\$ (oddtrick arena .*)$", PAGE, re.MULTILINE)


def test_the_program_has_at_most_20_lines_of_code() -> None:
    code = [line for line in PROGRAM.splitlines() if line.strip()]
    assert 15 <= len(code) <= 20


@pytest.mark.parametrize(("opponent", "wins"), part([("random", True), ("casual", False)], 1))
def test_the_bot_beats_random_and_loses_to_casual(
    opponent: str, wins: bool, tmp_path: Path
) -> None:
    assert any(f"mine {opponent} " in command for command in COMMANDS)
    (tmp_path / "my_bot.py").write_text(PROGRAM, encoding="utf-8")
    words = ["arena", "mine", opponent, "--bot", f"mine={sys.executable} my_bot.py"]
    played = subprocess.run(
        [sys.executable, "-m", "oddtrick", *words, "--deals", "30", "--seed", "1", "--json"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    result = json.loads(played.stdout)
    low, high = result["ci95"]
    assert low > 1 if wins else high < 0
    assert not result.get("faults")
