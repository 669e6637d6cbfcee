"""External bots for arena tests, good and faulty, each written to a file of its own."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

from oddtrick.arena import Entrant, find_entrant

SAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "arena_bot.py"

_FRAME = """
import json, os, random, sys, time
def say(message):
    print(json.dumps(message), flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say({"protocol": "oddtrick-bot/1"})
        choices = 0
    elif message["type"] == "choose":
        choices += 1
        view, legal, seed = message["view"], message["view"]["legal"], message["seed"]
        ANSWER
    else:
        break
"""


def program(folder: Path, answer: str, name: str = "external") -> Entrant:
    """Returns an entrant whose program runs ``answer`` for every choice."""
    file = folder / f"{name}.py"
    file.write_text(_FRAME.replace("ANSWER", answer))
    return command(name, file)


def script(folder: Path, text: str, name: str = "external") -> Entrant:
    """Returns an entrant whose whole program is ``text``."""
    file = folder / f"{name}.py"
    file.write_text(text)
    return command(name, file)


def command(name: str, file: Path) -> Entrant:
    """Returns an entrant that runs a file."""
    return find_entrant(name, {name: shlex.join([sys.executable, "-I", "-S", str(file)])})
