"""Problems in, answers out, one JSON object a line: solved in batches of what is waiting."""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING

import msgspec

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
"""The longest line that is read: a problem takes a few hundred bytes."""

BATCH, BATCH_A_THREAD = 256, 32
"""Problems solved together, at most: enough to keep threads busy, few enough to see it go on."""

PROGRESS_SECONDS = 0.5
BOM = b"\xef\xbb\xbf"


class Answer(msgspec.Struct, omit_defaults=True):
    """What is written for one line: a value, with those of the cards if wanted; or an error."""

    value: int | None = None
    cards: dict[str, int] | None = None
    error: str | None = None


class Answering:
    """Reads problems, writes answers in the same order, counts and tells how it goes.

    Args:
        cards: every legal card's value is wanted.
        points: colonial games are solved for the points of the deal.
        threads: how many positions are solved at a time; None: as many as there are processors.
        told: whether somebody looks: how many are done is told on standard error.
    """

    def __init__(self, *, cards: bool, points: bool, threads: int | None, told: bool) -> None:
        self.cards = cards
        self.points = points
        self.threads = threads
        self.told = told
        self.done = 0
        self.failed = 0
        self._batch = max(BATCH, BATCH_A_THREAD * (threads or os.cpu_count() or 1))
        self._begun = self._shown = time.monotonic()

    def run(self, stream: BufferedIOBase, out: BinaryIO) -> None:
        """Answers every line of the stream."""
        for lines in read_lines(stream):
            for start in range(0, len(lines), self._batch):
                answers = self._answers(lines[start : start + self._batch])
                self.done += len(answers)
                self.failed += sum(answer.error is not None for answer in answers)
                out.write(msgspec.json.Encoder().encode_lines(answers))
                out.flush()
                self._tell()
        self._tell(last=True)

    def _answers(self, lines: Sequence[bytes | None]) -> list[Answer]:
        problems = [self._position(line) for line in lines]
        positions = [problem for problem in problems if not isinstance(problem, Answer)]
        solved = iter(self._solved(positions))
        return [problem if isinstance(problem, Answer) else next(solved) for problem in problems]

    def _position(self, line: bytes | None) -> Position | Answer:
        if line is None:
            return Answer(error=f"the line is longer than {MAX_BYTES >> 10} KB: it is no problem")
        try:
            return position_of(read_problem(line), points=self.points)
        except OddtrickError as error:
            return Answer(error=str(error))

    def _solved(self, positions: Sequence[Position]) -> Iterator[Answer]:
        if self.cards:
            for values in solve_many(positions, threads=self.threads, cards=True):
                yield Answer(max(values.values(), default=0), told_cards(values))
            return
        for value in solve_many(positions, threads=self.threads):
            yield Answer(value)

    def _tell(self, *, last: bool = False) -> None:
        now = time.monotonic()
        if not self.told or (now - self._shown < PROGRESS_SECONDS and not last):
            return
        self._shown = now
        rate = self.done / max(now - self._begun, 1e-9)
        end = "\n" if last else ""
        print(f"\r{self.done:,} solved, {rate:,.0f} a second", end=end, file=sys.stderr, flush=True)


def told_cards(values: dict[Card, int]) -> dict[str, int]:
    """The values of cards under the names of the cards, as a hand is read: spades first, ace high.

    >>> from oddtrick.cards import Card
    >>> told_cards({Card.C2: 7, Card.S9: 8, Card.SA: 9})
    {'AS': 9, '9S': 8, '2C': 7}
    """
    return {str(card): values[card] for card in sorted(values, reverse=True)}


def read_lines(stream: BufferedIOBase) -> Iterator[list[bytes | None]]:
    """The lines of a stream as they come: what is there is not kept waiting for more.

    Blank lines are left out. None stands for a line that is too long to be kept.
    """
    rest, skipping, begun = b"", False, False
    while data := stream.read1(READ_BYTES):
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
