"""Solves problems from a stream of JSON lines, in batches of whatever has arrived."""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING

import msgspec

from oddtrick.cli.file_errors import report_file_errors
from oddtrick.cli.solve_input import position_of, read_problem
from oddtrick.errors import OddtrickError
from oddtrick.solver import solve_many

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from io import BufferedIOBase
    from typing import BinaryIO

    from oddtrick.cards import Card
    from oddtrick.solver import Position

READ_BYTES = 2**18
MAX_BYTES = 2**14
"""The maximum length of a line; a problem takes a few hundred bytes."""

BATCH, BATCH_A_THREAD = 256, 32
"""Maximum batch sizes: large enough to keep threads busy, small enough to show progress."""

PROGRESS_SECONDS = 0.5
BOM = b"\xef\xbb\xbf"


class Answer(msgspec.Struct, omit_defaults=True):
    """The output for one line: a value, with card values if requested, or an error."""

    value: int | None = None
    cards: dict[str, int] | None = None
    error: str | None = None


class SolveStream:
    """Reads problems and writes their answers in the same order.

    Args:
        cards: include the value of every legal card.
        points: solve colonial games for the points of the deal.
        threads: the number of threads; None for one per processor.
        show_progress: show progress on standard error.
    """

    def __init__(
        self, *, cards: bool, points: bool, threads: int | None, show_progress: bool
    ) -> None:
        self.cards = cards
        self.points = points
        self.threads = threads
        self.show_progress = show_progress
        self.done = 0
        self.failed = 0
        self._batch = max(BATCH, BATCH_A_THREAD * (threads or os.cpu_count() or 1))
        self._begun = self._shown = time.monotonic()

    def run(self, stream: BufferedIOBase, out: BinaryIO, name: str = "-") -> None:
        """Answers every line of the stream.

        Raises:
            OddtrickError: the stream, called ``name``, cannot be read.
        """
        for lines in read_lines(stream, name):
            for start in range(0, len(lines), self._batch):
                answers = self._answers(lines[start : start + self._batch])
                self.done += len(answers)
                self.failed += sum(answer.error is not None for answer in answers)
                out.write(msgspec.json.Encoder().encode_lines(answers))
                out.flush()
                self._report()
        self._report(last=True)

    def _answers(self, lines: Sequence[bytes | None]) -> list[Answer]:
        problems = [self._position(line) for line in lines]
        positions = [problem for problem in problems if not isinstance(problem, Answer)]
        solved = iter(self._solved(positions))
        return [problem if isinstance(problem, Answer) else next(solved) for problem in problems]

    def _position(self, line: bytes | None) -> Position | Answer:
        if line is None:
            return Answer(
                error=f"the line is longer than {MAX_BYTES >> 10} KB: give one problem per line"
            )
        try:
            return position_of(read_problem(line), points=self.points)
        except OddtrickError as error:
            return Answer(error=str(error))

    def _solved(self, positions: Sequence[Position]) -> Iterator[Answer]:
        if self.cards:
            for values in solve_many(positions, threads=self.threads, cards=True):
                yield Answer(max(values.values(), default=0), card_values(values))
            return
        for value in solve_many(positions, threads=self.threads):
            yield Answer(value)

    def _report(self, *, last: bool = False) -> None:
        now = time.monotonic()
        if not self.show_progress or (now - self._shown < PROGRESS_SECONDS and not last):
            return
        self._shown = now
        rate = self.done / max(now - self._begun, 1e-9)
        end = "\n" if last else ""
        print(f"\r{self.done:,} solved, {rate:,.0f} a second", end=end, file=sys.stderr, flush=True)


def card_values(values: dict[Card, int]) -> dict[str, int]:
    """The values of cards by name, in hand order: spades first, ace high.

    >>> from oddtrick.cards import Card
    >>> card_values({Card.C2: 7, Card.S9: 8, Card.SA: 9})
    {'AS': 9, '9S': 8, '2C': 7}
    """
    return {str(card): values[card] for card in sorted(values, reverse=True)}


def _read(stream: BufferedIOBase, name: str) -> bytes:
    with report_file_errors(name):
        return stream.read1(READ_BYTES)


def read_lines(stream: BufferedIOBase, name: str = "-") -> Iterator[list[bytes | None]]:
    """Yields the lines of a stream as they arrive, without waiting for a full batch.

    Blank lines are skipped. None stands for a line that is too long.

    Raises:
        OddtrickError: the stream, called ``name``, cannot be read.
    """
    rest, skipping, begun = b"", False, False
    while data := _read(stream, name):
        if not begun:
            data, begun = data.removeprefix(BOM), True
        *whole, rest = (rest + data).split(b"\n")
        found = [line if len(line) <= MAX_BYTES else None for line in whole]
        if skipping and found:
            del found[0]
            skipping = False
        if len(rest) > MAX_BYTES:
            found += [] if skipping else [None]
            rest, skipping = b"", True
        yield [line for line in found if line is None or line.strip()]
    if rest.strip() and not skipping:
        yield [rest]
