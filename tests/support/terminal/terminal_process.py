"""Runs the program in a separate process with pipes."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

from oddtrick.cards import Card, Suit
from oddtrick.rules import PlayerAction
from tests.support.terminal.games import play_out, session

if TYPE_CHECKING:
    from typing import Any


def play(*args: str, stdin: str | bytes = "", **env: str) -> subprocess.CompletedProcess[str]:
    """Runs ``oddtrick play`` with this input."""
    done = subprocess.run(
        [sys.executable, "-m", "oddtrick", "play", *args],
        input=stdin.encode() if isinstance(stdin, str) else stdin,
        capture_output=True,
        check=False,
        timeout=60,
        env={**os.environ, **env},
    )
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8")
    )


def flags(options: dict[str, Any]) -> list[str]:
    """Returns options as flags."""
    return [f"--{name}={value}" for name, value in options.items()]


def script(game: str, seed: int, options: dict[str, Any]) -> str:
    """Returns the input of a whole game with the person's first legal action each time."""
    table = session(game, seed=seed, **options)
    return "".join(f"{typed(action)}\n" for action in play_out(table))


def typed(action: PlayerAction) -> str:
    """Returns the input text of an action."""
    if isinstance(action, Card):
        return str(action).lower()
    return action.name.lower() if isinstance(action, Suit) else action.value
