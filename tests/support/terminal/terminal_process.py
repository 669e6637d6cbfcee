"""Runs the game in plain lines."""

from __future__ import annotations

import subprocess
from typing import Any

from oddtrick.cards import Card, Suit
from oddtrick.rules import PlayerAction
from tests.support.run_program import Done, oddtrick, run_process
from tests.support.terminal.game_sessions import play_out, session


def play(*args: str, stdin: str | bytes = "") -> Done:
    """Runs ``oddtrick play`` with this input, in this process."""
    return oddtrick("play", *args, stdin=stdin)


def play_in_process(*args: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Runs ``oddtrick play`` in a process of its own, with this input in a pipe."""
    return run_process("play", *args, stdin=stdin)


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
    return action.name.lower() if isinstance(action, Suit) else str(action)
