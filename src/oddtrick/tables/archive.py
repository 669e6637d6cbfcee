"""The archive of a match: its record, the proof of its draws, and the players' results."""

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
    """The result of one player in a finished match.

    Args:
        seat: the seat.
        person: the person's id, or None for a built-in bot.
        name: the display name.
        level: the level of a built-in bot.
        side: the index of the player's side.
        won: true if the side won; None if the match ended level.
        rank: the rank of the side, from 0; level sides share a rank.
        tricks: the tricks that the seat won in the match.
        points: the points that the side scored in the match.
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
    """The record of the table's match, limited to its finished deals.

    A deal in progress is left out because its record would reveal all hands; so are calls that
    stay secret after the deal.
    """
    match = table.match
    if match is None:
        return None
    record = record_of(match, _names_by_seat(table, match), for_all=True)
    done = sum(log.result is not None for log in match.all_deals)
    return _first_deals(record, done)


def table_steps(table: Table) -> MatchSteps | None:
    """The steps of the table's match, limited to its finished deals."""
    match = table.match
    if match is None:
        return None
    return steps_of(match, _names_by_seat(table, match), finished=True)


def _names_by_seat(table: Table, match: Match) -> tuple[str, ...]:
    return tuple(table.chairs[place].name for place in match.seating)


def _first_deals(record: Record, deals: int) -> Record:
    """The record with only its first ``deals`` deals."""
    shortened: Record = replace(record, deals=record.deals[:deals])
    return shortened


def table_proof(table: Table) -> fair.Proof | None:
    """The proof of the match's draws; the server secret of a deal is withheld until it is over."""
    if table.match is None:
        return None
    draws = (*table.draws, *((table.draw,) if table.draw else ()))
    rounds = tuple(_round(table, draw, deal) for draw, deal in _draws_by_deal(draws))
    names = tuple(chair.name for chair in table.chairs)
    return fair.Proof(fair.FORMAT, table.fair_name, rounds, names, table.agreed_dealer)


def _draws_by_deal(draws: tuple[Draw, ...]) -> Iterator[tuple[Draw, int]]:
    """Yields each draw with the number of the deal that it belongs to, from 1."""
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
    """The result of every player in the finished match."""
    match = table.match
    assert match is not None
    ranks, points = _ranks(match), _points(match)
    tricks = [0] * match.rules.players
    for result in match.result:
        for seat, won in enumerate(result.tricks):
            tricks[seat] += won
    results = []
    for seat, place in enumerate(match.seating):
        chair: Chair = table.chairs[place]
        side = match.rules.side_of(seat)
        results.append(
            PlayerResult(
                seat=seat,
                person=chair.person,
                name=chair.name,
                level=chair.bot_level,
                side=side,
                won=None if match.winner is None else match.winner == side,
                rank=ranks[side],
                tricks=tricks[seat],
                points=points[side],
            )
        )
    return tuple(results)


def host_tricks(table: Table) -> int:
    """The tricks that the host's side won in the finished match.

    Raises:
        ValueError: the host has no place.
    """
    match, place = table.match, table.place_of(table.host)
    if match is None or place is None:
        raise ValueError(f"table {table.code}: its host has not played a match")
    side = match.rules.sides[match.rules.side_of(table.seat_at(place))]
    return sum(result.tricks[seat] for result in match.result for seat in side)


def _points(match: Match) -> tuple[int, ...]:
    """The points of each side over all deals."""
    totals = [0] * len(match.rules.sides)
    for result in match.result:
        for side, points in enumerate(result.points):
            totals[side] += points
    return tuple(totals)


def _ranks(match: Match) -> tuple[int, ...]:
    """The rank of each side: the winner first, then by games, deals survived, and score."""
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
