"""What remains of a match: its record, the proof of its deals, and how each player did."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from oddtrick import fair
from oddtrick.match import Match
from oddtrick.record import record_of, steps_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from oddtrick.record import MatchSteps, Record
    from oddtrick.tables.state import Chair, Draw, Table


class PlayerResult(msgspec.Struct, frozen=True, kw_only=True):
    """How one player did in a match that is over.

    Args:
        seat: the seat.
        person: the id of the person, or None for a bot of the house.
        name: what they were called.
        level: of a bot of the house.
        side: the index of the side.
        won: whether it won; None where the match ended level.
        rank: of the side, from 0 for the first; level sides share one.
        tricks: the seat won in the match.
        points: the side scored in the match.
    """

    seat: int
    person: str | None
    name: str
    level: str | None
    side: int
    won: bool | None
    rank: int
    tricks: int
    points: int


def table_record(table: Table) -> Record | None:
    """The record of the table's match; of one under way, the deals that are finished.

    Cards of a deal that is being played are nobody's business yet.
    """
    match = table.match
    if match is None:
        return None
    record = record_of(match, _names_by_seat(table, match))
    done = sum(log.result is not None for log in match.all_deals)
    return _first_deals(record, done)


def table_steps(table: Table) -> MatchSteps | None:
    """The steps of the table's match; of one under way, those of the deals that are finished."""
    match = table.match
    if match is None:
        return None
    return steps_of(match, _names_by_seat(table, match), finished=True)


def _names_by_seat(table: Table, match: Match) -> tuple[str, ...]:
    return tuple(table.chairs[place].name for place in match.seating)


def _first_deals(record: Record, deals: int) -> Record:
    """The first so many deals of a record."""
    kept: Record = replace(record, deals=record.deals[:deals])
    return kept


def table_proof(table: Table) -> fair.Proof | None:
    """The proof of all draws of the match; the house's secret of a deal comes when it is played."""
    if table.match is None:
        return None
    draws = (*table.draws, *((table.draw,) if table.draw else ()))
    rounds = tuple(_round(table, draw, deal) for draw, deal in _draws_by_deal(draws))
    names = tuple(chair.name for chair in table.chairs)
    return fair.Proof(fair.FORMAT, table.code, rounds, names)


def _draws_by_deal(draws: tuple[Draw, ...]) -> Iterator[tuple[Draw, int]]:
    """Each draw with the number of the deal that it is for or leads to, from 1."""
    deal = 1
    for draw in draws:
        yield draw, deal
        deal += draw.purpose == "deal"


def _round(table: Table, draw: Draw, deal: int) -> fair.Round:
    match = table.match
    assert match is not None
    secrets, names = dict(draw.secrets), dict(zip(draw.contributors, draw.names, strict=True))
    done = sum(log.result is not None for log in match.all_deals)
    revealed = draw.drawn != "" and (draw.purpose != "deal" or deal <= done)
    return fair.Round(
        number=draw.number,
        purpose=fair.Purpose(draw.purpose),
        deal=deal,
        seal=draw.seal,
        secret=draw.secret if revealed else None,
        contributions=tuple(
            fair.Contribution(place, names[place], seal, secrets.get(place))
            for place, seal in sorted(draw.seals)
        ),
    )


def player_results(table: Table) -> tuple[PlayerResult, ...]:
    """How each player did in the match that is over."""
    match = table.match
    assert match is not None
    ranks, points = _ranks(match), _points(match)
    tricks = [0] * match.rules.players
    for result in match.result:
        for seat, won in enumerate(result.tricks):
            tricks[seat] += won
    kept = []
    for seat, place in enumerate(match.seating):
        chair: Chair = table.chairs[place]
        side = match.rules.side_of(seat)
        kept.append(
            PlayerResult(
                seat=seat,
                person=chair.person,
                name=chair.name,
                level=chair.level,
                side=side,
                won=None if match.winner is None else match.winner == side,
                rank=ranks[side],
                tricks=tricks[seat],
                points=points[side],
            )
        )
    return tuple(kept)


def _points(match: Match) -> tuple[int, ...]:
    """What each side scored, over all deals."""
    totals = [0] * len(match.rules.sides)
    for result in match.result:
        for side, points in enumerate(result.points):
            totals[side] += points
    return tuple(totals)


def _ranks(match: Match) -> tuple[int, ...]:
    """The winner first, then by games, the deal in which they fell out, and the score."""
    standing, sides = match.standing, range(len(match.rules.sides))
    lasted = [0] * len(match.rules.sides)
    for log in match.all_deals:
        for seat in log.seats:
            lasted[match.rules.side_of(seat)] += 1
    order = [
        (side == standing.winner, standing.games[side], lasted[side], standing.score[side])
        for side in sides
    ]
    return tuple(sum(other > order[side] for other in order) for side in sides)
