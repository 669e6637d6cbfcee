"""The solution of one position, for people or as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from oddtrick.cli.sanitize import one_line
from oddtrick.cli.solve_stream import card_values
from oddtrick.solver import Solver
from oddtrick.tricks import Trick, from_seat

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from oddtrick.cards import Card
    from oddtrick.solver import Position


def print_solution(position: Position, args: argparse.Namespace, place: str | None = None) -> None:
    """Solves a position and prints the result.

    Args:
        position: the position.
        args: ``cards`` for the value of every legal card, ``line`` for a principal line, ``json``.
        place: the origin of the position, for people.
    """
    solver = Solver()
    cards = solver.solve_cards(position) if args.cards else {}
    value = max(cards.values()) if cards else solver.solve(position)
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
    for row in (*_cards(cards), *line_rows(position, line)):
        print(row)


def _sentence(position: Position, value: int) -> str:
    """The value in a sentence."""
    sides = position.side_of
    ours = [seat for seat, side in enumerate(sides) if side == sides[position.to_play]]
    who = f"seat {ours[0]} takes" if len(ours) == 1 else f"seats {_and(ours)} take"
    if position.objective is not None:
        more = "more" if value >= 0 else "fewer"
        return f"{who} {abs(value)} points {more} than the other side in this deal"
    unit = "tricks" if position.worth.trick else "points"
    return f"{who} {value} of {position.points_left} {unit}"


def _and(seats: list[int]) -> str:
    return f"{', '.join(map(str, seats[:-1]))} and {seats[-1]}"


def _cards(values: dict[Card, int]) -> Iterator[str]:
    """Yields the cards of each value, the best first."""
    best = max(values.values(), default=0)
    for value in sorted(set(values.values()), reverse=True):
        cards = " ".join(
            card.symbols for card in sorted(values, reverse=True) if values[card] == value
        )
        yield f"{value:>6}  {cards}{'  best' if value == best else ''}"


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
