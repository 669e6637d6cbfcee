"""A player that answers in words: a program started anew for each decision, as for language models.

The view in words goes to its standard input, and its standard output is the answer. A process that
lives for one decision cannot carry what one seat has seen to another.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress
from tempfile import TemporaryFile
from time import monotonic
from typing import TYPE_CHECKING

from oddtrick.arena.subprocess_bot import MAX_BYTES, MAX_SHOWN, SEED_BITS, BotFault
from oddtrick.arena.text_answers import read_answer
from oddtrick.arena.view_prompt import describe_view
from oddtrick.errors import OddtrickError
from oddtrick.tricks import check_seat

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random
    from typing import IO

    from oddtrick.match import Match
    from oddtrick.rules import PlayerAction, Rules

ATTEMPTS = 3
"""Answers asked for before the deal is forfeited."""

SEED = "ODDTRICK_SEED"
"""The environment variable with the randomness of a decision."""


class TextBot:
    """The program of one entrant at one seat of one table.

    Args:
        name: the name of the entrant.
        command: the program and its arguments.
        rules: the game.
        seat: the only seat whose view it gets.
        limit: seconds for a decision, for all its attempts together.
    """

    def __init__(
        self, name: str, command: Sequence[str], rules: Rules, seat: int, limit: float
    ) -> None:
        self.name = name
        self._command = command
        self._seat = check_seat(seat, rules.players)
        self._limit = limit

    def act(self, match: Match, rng: Random) -> PlayerAction:
        """Returns the action that the program's answer names.

        An answer that names no legal action is returned to it with the reason, twice.

        Raises:
            BotFault: it timed out, failed, or gave no legal action in any attempt.
            OddtrickError: it does not start.
        """
        view = match.view(self._seat)
        prompt, until = describe_view(view), monotonic() + self._limit
        seed = rng.getrandbits(SEED_BITS)
        reason = ""
        for _ in range(ATTEMPTS):
            answer = self._run(prompt, seed, until)
            try:
                return read_answer(answer, view.legal)
            except OddtrickError as error:
                reason = str(error)
                prompt += (
                    f"\n\nYou answered:\n{answer.strip()}\n\nThat cannot be played: {reason}. "
                    "Answer again, with one legal choice alone on the last line."
                )
        raise BotFault(f"after {ATTEMPTS} attempts {reason}")

    def _run(self, prompt: str, seed: int, until: float) -> str:
        """Runs the program once and returns its output, at most the last ``MAX_BYTES``."""
        with TemporaryFile() as output, TemporaryFile() as errors:
            try:
                process = subprocess.Popen(  # noqa: S603  the user's own program
                    self._command,
                    stdin=subprocess.PIPE,
                    stdout=output,
                    stderr=errors,
                    env={**os.environ, SEED: str(seed)},
                    start_new_session=True,
                )
            except OSError as error:
                reason = (error.strerror or str(error)).lower()
                raise OddtrickError(f"{self.name} does not start: {reason}") from None
            try:
                process.communicate(prompt.encode(), timeout=max(0.0, until - monotonic()))
            except subprocess.TimeoutExpired:
                raise BotFault(f"no answer within {self._limit:g} s") from None
            finally:
                _kill(process)
            if process.returncode:
                last = _tail(errors).strip().splitlines()[-1:]
                said = f": {last[0][:MAX_SHOWN]}" if last else ""
                raise BotFault(f"it exited with status {process.returncode}{said}")
            return _tail(output)

    def close(self) -> None:
        """Does nothing: no process outlives a decision."""


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kills the process with everything it has started."""
    with suppress(OSError):
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
    if process.stdin is not None:
        with suppress(OSError):
            process.stdin.close()
    process.wait()


def _tail(file: IO[bytes]) -> str:
    """The last bytes of a file as text: a program that writes for ever fills no memory."""
    file.seek(0, os.SEEK_END)
    file.seek(max(0, file.tell() - MAX_BYTES))
    return file.read().decode(errors="replace")
