"""Programs that play in the arena, well or badly: each is a file of its own in a test's folder."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

from oddtrick.arena import Entrant, find_entrant

SAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "arena_bot.py"

_FRAME = """
import json, os, random, sys, time
def say(told):
    print(json.dumps(told), flush=True)
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "hello":
        say({"protocol": "oddtrick-bot/1"})
        asked = 0
    elif told["type"] == "choose":
        asked += 1
        view, legal, seed = told["view"], told["view"]["legal"], told["seed"]
        ANSWER
    else:
        break
"""


def program(folder: Path, answer: str, name: str = "outside") -> Entrant:
    """An entrant whose program does this whenever it has to choose."""
    file = folder / f"{name}.py"
    file.write_text(_FRAME.replace("ANSWER", answer))
    return command(name, file)


def script(folder: Path, text: str, name: str = "outside") -> Entrant:
    """An entrant whose whole program is this text."""
    file = folder / f"{name}.py"
    file.write_text(text)
    return command(name, file)


def command(name: str, file: Path) -> Entrant:
    """An entrant that runs a file."""
    return find_entrant(name, {name: shlex.join([sys.executable, str(file)])})
