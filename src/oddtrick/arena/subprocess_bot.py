"""An external bot: a program that reads and writes one JSON object per line.

Each seat of each table has a process of its own, so that no seat can use what another has seen. A
fault costs the program the deal, never the contest: see ``docs/arena.md``.
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

from oddtrick.arena.view_json import encode_rules, encode_view
from oddtrick.errors import OddtrickError
from oddtrick.rules import action_text
from oddtrick.tricks import check_seat

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import IO

    from oddtrick.arena.seeds import DecisionRandom
    from oddtrick.match import Match
    from oddtrick.rules import PlayerAction, Rules
    from oddtrick.views import View

PROTOCOL = "oddtrick-bot/1"
HELLO_SECONDS = 60.0
"""The time to answer hello: a program may have to load a large model first."""

VERSION_SECONDS = 600.0
"""The time to answer hello with a version: `master` is asked for sixteen decisions for it."""

BYE_SECONDS = 1.0
MAX_BYTES = 2**16
"""The longest line that is read from a program."""

MAX_QUEUED_LINES = 16
"""Unread lines in the queue; the reader blocks then, so a chatty program cannot use up memory."""

SEED_BITS = 53
"""Integers of this size survive JSON parsers that read numbers as doubles."""

MAX_SHOWN = 120


class BotFault(OddtrickError):
    """A program gave no legal action: it timed out, exited, or wrote something else."""


class SubprocessBot:
    """The program of one entrant at one seat of one table, started on first use.

    Args:
        name: the name of the entrant.
        command: the program and its arguments.
        rules: the game.
        seat: the only seat whose view it gets.
        limit: seconds for a decision.
    """

    def __init__(
        self, name: str, command: Sequence[str], rules: Rules, seat: int, limit: float
    ) -> None:
        self.name = name
        self._command = command
        self._rules, self._seat = rules, check_seat(seat, rules.players)
        self._limit = limit
        self._process: subprocess.Popen[bytes] | None = None
        self._stderr: IO[bytes] | None = None
        self._reader: Thread | None = None
        self._lines: Queue[bytes] = Queue(MAX_QUEUED_LINES)
        self._questions: SimpleQueue[dict[str, Any] | None] = SimpleQueue()

    def act(self, match: Match, rng: DecisionRandom) -> PlayerAction:
        """Returns the action that the program answers.

        Raises:
            BotFault: it timed out, exited, or gave no legal action. Its process is killed; the
                next call starts a new one.
            OddtrickError: it does not start.
        """
        if self._process is None:
            self._start()
        view = match.view(self._seat)
        seeds = {"seed": rng.getrandbits(SEED_BITS), "seed_hex": rng.seed_hex}
        question = {"type": "choose", **seeds, "view": encode_view(view)}
        try:
            return self._parse_action(self._ask(question, self._limit), view)
        except BotFault:
            self._end()
            raise

    def ask_version(self) -> str:
        """Starts the program and returns the version that it states; empty if it states none.

        Raises:
            OddtrickError: it does not start, or its version is not a short text.
        """
        try:
            version = self._start(wants_version=True).get("version", "")
        finally:
            self.close()
        if not isinstance(version, str) or len(version) > MAX_SHOWN or not version.isprintable():
            raise OddtrickError(
                f"{self.name} states the version {json.dumps(version)[:MAX_SHOWN]}: a version is "
                f"a text of at most {MAX_SHOWN} characters"
            )
        return version

    def _start(self, *, wants_version: bool = False) -> dict[str, Any]:
        """Starts the program and returns its answer to hello."""
        self._process = self._spawn()
        self._lines, self._questions = Queue(MAX_QUEUED_LINES), SimpleQueue()
        self._reader = _start_thread(_read, self._process.stdout, self._lines)
        _start_thread(_write, self._process.stdin, self._questions)
        hello = {"type": "hello", "protocol": PROTOCOL, "limit": self._limit}
        if wants_version:
            hello["version"] = True
        seconds = VERSION_SECONDS if wants_version else HELLO_SECONDS
        try:
            answer = self._ask({**hello, **encode_rules(self._rules)}, seconds)
        except BotFault as fault:
            self._end()
            raise OddtrickError(f"{self.name} does not start: {fault}") from None
        if answer.get("protocol") != PROTOCOL:
            self._end()
            raise OddtrickError(
                f"{self.name} does not start: it answered hello with "
                f'{json.dumps(answer)[:MAX_SHOWN]}, not {{"protocol": "{PROTOCOL}"}}'
            )
        return answer

    def _spawn(self) -> subprocess.Popen[bytes]:
        self._stderr = TemporaryFile()  # noqa: SIM115  read after the program has ended
        try:
            return subprocess.Popen(  # noqa: S603  the user's own program
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._stderr,
                start_new_session=True,
            )
        except OSError as error:
            self._stderr.close()
            reason = (error.strerror or str(error)).lower()
            raise OddtrickError(f"{self.name} does not start: {reason}") from None

    def _ask(self, question: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Sends a question and returns the answer, parsed as a JSON object."""
        with suppress(Empty):
            line = self._lines.get_nowait()
            raise BotFault(f"it wrote {_shown(line)} unasked" if line else self._exit_reason())
        self._questions.put(question)
        try:
            line = self._lines.get(timeout=seconds)
        except Empty:
            raise BotFault(f"no answer within {seconds:g} s") from None
        if not line:
            raise BotFault(self._exit_reason())
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict):
            raise BotFault(f"{_shown(line)} is not a JSON object on one line")
        return answer

    def _parse_action(self, answer: dict[str, Any], view: View) -> PlayerAction:
        wanted = answer.get("action")
        for action in view.legal:
            if wanted == action_text(action):
                return action
        legal = " ".join(map(action_text, view.legal))
        raise BotFault(f"the action is {json.dumps(wanted)[:MAX_SHOWN]}, not one of {legal}")

    def _exit_reason(self) -> str:
        """Describes how the program ended, with the last line of its standard error."""
        assert self._process is not None
        assert self._stderr is not None
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(BYE_SECONDS)
        self._stderr.seek(0, os.SEEK_END)
        self._stderr.seek(max(0, self._stderr.tell() - MAX_BYTES))
        lines = self._stderr.read().decode(errors="replace").strip().splitlines()
        status = self._process.poll()
        how = "it closed its output" if status is None else f"it exited with status {status}"
        return f"{how}: {lines[-1][:MAX_SHOWN]}" if lines else how

    def close(self) -> None:
        """Says goodbye, waits a moment, and kills the program."""
        if self._process is not None:
            self._questions.put({"type": "bye"})
            self._questions.put(None)
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(BYE_SECONDS)
        self._end()

    def _end(self) -> None:
        """Kills the process, and on POSIX its whole process group."""
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
        self._drain_reader()
        if self._stderr is not None:
            self._stderr.close()
            self._stderr = None

    def _drain_reader(self) -> None:
        """Empties the queue, so that a blocked reader thread can finish.

        The reader ends with the last process that holds the pipe; a daemonised child may hold it
        for ever, so the wait is bounded.
        """
        assert self._reader is not None
        for _ in range(MAX_QUEUED_LINES + 2):
            if not self._reader.is_alive():
                return
            with suppress(Empty):
                self._lines.get(timeout=BYE_SECONDS / MAX_QUEUED_LINES)


def _start_thread(target: Callable[..., None], *args: object) -> Thread:
    thread = Thread(target=target, args=args, daemon=True)
    thread.start()
    return thread


def _read(stream: IO[bytes], lines: Queue[bytes]) -> None:
    """Queues each line, and an empty one at end of file."""
    with stream:
        while line := stream.readline(MAX_BYTES):
            lines.put(line)
    lines.put(b"")


def _write(stream: IO[bytes], questions: SimpleQueue[dict[str, Any] | None]) -> None:
    """Writes each question until None comes.

    It has a thread of its own, as a program that does not read its input would block it. Write
    errors are ignored: the reader notices the end of the process.
    """
    with suppress(OSError), stream:
        while (question := questions.get()) is not None:
            stream.write(json.dumps(question).encode() + b"\n")
            stream.flush()


def _shown(line: bytes) -> str:
    return repr(line[:MAX_SHOWN].decode(errors="replace").strip())
