"""Tests of the program in a real terminal, run by tmux."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from oddtrick.terminal.saved_games import latest_game

needs_tmux = pytest.mark.skipif(
    shutil.which("tmux") is None and "CI" not in os.environ, reason="tmux is not installed"
)
PATIENCE = 60
"""Seconds."""


class Terminal:
    """A terminal of 80 columns and 24 lines with its own tmux server."""

    def __init__(self, socket: Path) -> None:
        self._socket = str(socket)

    def _tmux(self, *args: str) -> str:
        done = subprocess.run(
            ["tmux", "-u", "-S", self._socket, "-f", os.devnull, *args],
            check=True,
            capture_output=True,
            encoding="utf-8",
            timeout=PATIENCE,
        )
        return done.stdout

    def start(self, *args: str) -> None:
        """Runs the program and prints its exit status."""
        program = " ".join([sys.executable, "-m", "oddtrick", *args])
        size = ("-x", "80", "-y", "24")
        command = f'{program}; echo "status $?"; sleep 60'
        self._tmux("new-session", "-d", *size, f"env TERM=screen-256color sh -c '{command}'")

    def press(self, *keys: str) -> None:
        """Sends keys."""
        self._tmux("send-keys", *keys)

    @property
    def screen(self) -> str:
        """The text on the screen."""
        return self._tmux("capture-pane", "-p")

    def wait_for(self, text: str) -> str:
        """Waits for a text and returns the screen."""
        end = time.monotonic() + PATIENCE
        while text not in (screen := self.screen):
            assert time.monotonic() < end, f"{text!r} did not come:\n{screen}"
            time.sleep(0.05)
        return screen

    def stop(self) -> None:
        """Ends the server."""
        self._tmux("kill-server")


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    """A real terminal."""
    made = Terminal(tmp_path / "tmux")
    yield made
    made.stop()


@needs_tmux
def test_a_game_is_played_in_a_real_terminal_left_and_resumed(terminal: Terminal) -> None:
    terminal.start("play", "whist", "--seed", "6", "--speed", "instant")
    terminal.wait_for("Cutting for the deal")
    terminal.press("Enter")
    screen = terminal.wait_for("Your turn")
    assert "Trumps" in screen
    assert "╰─•─╯" in screen
    assert "^q quit" in screen
    for tricks in range(1, 4):
        terminal.press("Enter")
        terminal.wait_for(f"trick {tricks + 1} of 13")
        terminal.wait_for("Your turn")
    terminal.press("C-q")
    terminal.wait_for("Quit?")
    terminal.press("y")
    terminal.wait_for("status 0")
    assert latest_game() is not None
