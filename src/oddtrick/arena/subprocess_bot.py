"""A bot from outside: a program that reads and writes one JSON object a line.

It has a process for each seat of each table, so that nothing it remembers of one seat can serve
another. What it does wrong costs it the deal, never the contest: see ``docs/arena.md``.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from queue import Empty, Queue, SimpleQueue
from tempfile import TemporaryFile
from threading import Thread
from typing import TYPE_CHECKING, Any

from oddtrick.arena.view_json import told_rules, told_view
from oddtrick.errors import OddtrickError
from oddtrick.rules import written

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random
    from typing import IO

    from oddtrick.match import Match
    from oddtrick.rules import PlayerAction, Rules
    from oddtrick.views import View

PROTOCOL = "oddtrick-bot/1"
HELLO_SECONDS = 60.0
"""It may load something large before its first word."""

BYE_SECONDS = 1.0
MAX_BYTES = 2**16
"""The longest line that is read."""

WAITING = 16
"""Lines that may wait to be read: a program that never stops talking is not listened to."""

SEED_BITS = 53
"""A whole number that every reader of JSON keeps exactly."""

SHOWN = 120


class BotFault(OddtrickError):
    """A program gave no legal action: it was late, it ended, or it spoke nonsense."""


class OutsideBot:
    """The program of one entrant for one seat of one table; it is started when it is first needed.

    Args:
        name: the entrant's.
        command: the program and its arguments.
        rules: the game.
        seat: the only one it will ever see.
        limit: seconds for a decision.
    """

    def __init__(
        self, name: str, command: Sequence[str], rules: Rules, seat: int, limit: float
    ) -> None:
        self.name = name
        self._command = command
        self._rules, self._seat, self._limit = rules, seat, limit
        self._process: subprocess.Popen[bytes] | None = None
        self._complaints: IO[bytes] | None = None
        self._reader: Thread | None = None
        self._lines: Queue[bytes] = Queue(WAITING)
        self._questions: SimpleQueue[dict[str, Any] | None] = SimpleQueue()

    def act(self, match: Match, rng: Random) -> PlayerAction:
        """What the program answers.

        Raises:
            BotFault: it was late, has ended, or its answer is no legal action. Its process is
                ended then; a new one is started when it is next asked.
            OddtrickError: it does not even start.
        """
        if self._process is None:
            self._start()
        view = match.view(self._seat)
        asked = {"type": "choose", "seed": rng.getrandbits(SEED_BITS), "view": told_view(view)}
        try:
            return self._legal(self._ask(asked, self._limit), view)
        except BotFault:
            self._end()
            raise

    def _start(self) -> None:
        self._process = self._spawned()
        self._lines, self._questions = Queue(WAITING), SimpleQueue()
        self._reader = _working(_read, self._process.stdout, self._lines)
        _working(_write, self._process.stdin, self._questions)
        hello = {"type": "hello", "protocol": PROTOCOL, "limit": self._limit}
        try:
            answer = self._ask({**hello, **told_rules(self._rules)}, HELLO_SECONDS)
        except BotFault as fault:
            self._end()
            raise OddtrickError(f"{self.name} does not start: {fault}") from None
        if answer.get("protocol") != PROTOCOL:
            self._end()
            raise OddtrickError(
                f"{self.name} does not start: to hello it answers "
                f'{json.dumps(answer)[:SHOWN]}, not {{"protocol": "{PROTOCOL}"}}'
            )

    def _spawned(self) -> subprocess.Popen[bytes]:
        self._complaints = TemporaryFile()  # noqa: SIM115  it is read when the program has ended
        try:
            return subprocess.Popen(  # noqa: S603  the user's own program
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._complaints,
                start_new_session=True,
            )
        except OSError as error:
            self._complaints.close()
            why = (error.strerror or str(error)).lower()
            raise OddtrickError(f"{self.name} does not start: {why}") from None

    def _ask(self, question: dict[str, Any], seconds: float) -> dict[str, Any]:
        """The program's next line, read as a JSON object."""
        with suppress(Empty):
            said = self._lines.get_nowait()
            raise BotFault(f"it says {_shown(said)} unasked" if said else self._last_words())
        self._questions.put(question)
        try:
            line = self._lines.get(timeout=seconds)
        except Empty:
            raise BotFault(f"no answer within {seconds:g} s") from None
        if not line:
            raise BotFault(self._last_words())
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict):
            raise BotFault(f"{_shown(line)} is no JSON object on a line of its own")
        return answer

    def _legal(self, answer: dict[str, Any], view: View) -> PlayerAction:
        asked = answer.get("action")
        for action in view.legal:
            if asked == written(action):
                return action
        legal = " ".join(map(written, view.legal))
        raise BotFault(f"the action is {json.dumps(asked)[:SHOWN]}, not one of {legal}")

    def _last_words(self) -> str:
        """How a program has ended, with the last line of its complaints."""
        assert self._process is not None
        assert self._complaints is not None
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(BYE_SECONDS)
        self._complaints.seek(0, os.SEEK_END)
        self._complaints.seek(max(0, self._complaints.tell() - MAX_BYTES))
        said = self._complaints.read().decode(errors="replace").strip().splitlines()
        status = self._process.poll()
        how = "it closed its output" if status is None else f"it ended with status {status}"
        return f"{how}: {said[-1][:SHOWN]}" if said else how

    def close(self) -> None:
        """Tells the program that it may go; soon it has to."""
        if self._process is not None:
            self._questions.put({"type": "bye"})
            self._questions.put(None)
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(BYE_SECONDS)
        self._end()

    def _end(self) -> None:
        """Ends the process, and on POSIX what it has started as well."""
        process, self._process = self._process, None
        if process is None:
            return
        with suppress(OSError):
            if sys.platform == "win32":
                process.kill()
            else:
                os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        self._questions.put(None)
        self._let_reader_end()
        if self._complaints is not None:
            self._complaints.close()
            self._complaints = None

    def _let_reader_end(self) -> None:
        """Takes the lines that it may still want to pass on.

        It ends with the last process that holds the pipe; one that has run away is not waited for.
        """
        assert self._reader is not None
        for _ in range(WAITING + 2):
            if not self._reader.is_alive():
                return
            with suppress(Empty):
                self._lines.get(timeout=BYE_SECONDS / WAITING)


def _working(work: Callable[..., None], *args: object) -> Thread:
    thread = Thread(target=work, args=args, daemon=True)
    thread.start()
    return thread


def _read(stream: IO[bytes], lines: Queue[bytes]) -> None:
    """Passes on each line, and an empty one at the end."""
    with stream:
        while line := stream.readline(MAX_BYTES):
            lines.put(line)
    lines.put(b"")


def _write(stream: IO[bytes], questions: SimpleQueue[dict[str, Any] | None]) -> None:
    """Writes each question, until None comes; a program that does not read keeps nobody else.

    Whether it has ended is found out by who reads.
    """
    with suppress(OSError), stream:
        while (question := questions.get()) is not None:
            stream.write(json.dumps(question).encode() + b"\n")
            stream.flush()


def _shown(line: bytes) -> str:
    return repr(line[:SHOWN].decode(errors="replace").strip())
