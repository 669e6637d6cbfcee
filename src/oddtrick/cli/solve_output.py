"""Solutions as text or JSON: of one position, and of a stream of problems as JSON lines."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator, Sequence
from io import BufferedIOBase
from typing import Any, BinaryIO

import msgspec
from msgspec.structs import replace

from oddtrick.cards import Card
from oddtrick.cli.errors import report_file_errors
from oddtrick.cli.output import one_line
from oddtrick.cli.solve_input import position_of, read_problem
from oddtrick.errors import OddtrickError
from oddtrick.plurals import count_noun
from oddtrick.solver import Position, Solver, solve_many
from oddtrick.tricks import Trick, from_seat

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
            found = solve_many(positions, threads=self.threads, cards=True)
            for position, values in zip(positions, found, strict=True):
                yield Answer(position.best(values.values()) if values else 0, card_values(values))
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


def print_solution(position: Position, args: argparse.Namespace, place: str | None = None) -> None:
    """Solves a position and prints the result.

    Args:
        position: the position.
        args: ``cards`` for the value of every legal card, ``line`` for a principal line, ``json``.
        place: the origin of the position, for people.
    """
    solver = Solver()
    cards = solver.solve_cards(position) if args.cards else {}
    value = position.best(cards.values()) if cards else solver.solve(position)
    line = solver.principal_line(position) if args.line else ()
    if args.json:
        result: dict[str, Any] = {"value": value}
        if args.cards:
            result["cards"] = card_values(cards)
        if args.line:
            result["line"] = [str(card) for card in line]
        print(msgspec.json.encode(result).decode())
        return
    if place is not None:
        print(one_line(place))
    print(position)
    print(_sentence(position, value))
    for row in (*_cards(position, cards), *line_rows(position, line)):
        print(row)


def _sentence(position: Position, value: int) -> str:
    """The value in a sentence."""
    sides = position.side_of
    ours = [seat for seat, side in enumerate(sides) if side == sides[position.to_play]]
    who = f"seat {ours[0]} takes" if len(ours) == 1 else f"seats {_and(ours)} take"
    if position.objective is not None:
        more = "more" if value >= 0 else "fewer"
        points = count_noun(abs(value), "point")
        return f"{who} {points} {more} than the other side in this deal"
    unit = "tricks" if position.worth.trick else "points"
    wish = ", and each side wants the fewest" if position.fewest else ""
    return f"{who} {value} of {position.points_left} {unit}{wish}"


def _and(seats: list[int]) -> str:
    return f"{', '.join(map(str, seats[:-1]))} and {seats[-1]}"


def _cards(position: Position, values: dict[Card, int]) -> Iterator[str]:
    """Yields the cards of each value, the best first."""
    rows = sorted(set(values.values()), reverse=not position.fewest)
    for value in rows:
        cards = " ".join(
            card.symbols for card in sorted(values, reverse=True) if values[card] == value
        )
        yield f"{value:>6}  {cards}{'  best' if value == rows[0] else ''}"


def line_rows(position: Position, line: tuple[Card, ...]) -> Iterator[str]:
    """Yields the play from here on, one trick per row, including the whole current trick."""
    if not line:
        return
    seats, strengths = _in(position), position.order.strengths(position.trump)
    trick = Trick(from_seat(seats, position.leader), (), position.trump, strengths)
    for card in (*position.trick, *line):
        trick = trick.play(card)
        if trick.complete:
            cards = " ".join(f"{card.symbols:<3}" for card in trick.cards)
            yield f"seat {trick.leader} leads  {cards} seat {trick.winner} wins"
            assert trick.winner is not None
            trick = replace(trick, seats=from_seat(seats, trick.winner), cards=())


def _in(position: Position) -> list[int]:
    """The seats that take part: those with cards, and in the last trick those that had one."""
    last = all(len(hand) < 2 for hand in position.hands)
    played, taking_part = len(position.trick) if last else 0, []
    for seat in from_seat(range(len(position.hands)), position.leader):
        if position.hands[seat]:
            taking_part.append(seat)
        elif played and seat not in position.out:
            taking_part.append(seat)
            played -= 1
    return sorted(taking_part)
