"""Ratings: how strong accounts and bots are, by the Plackett–Luce model of Weng and Lin (2011).

A strength is a belief, ``mu`` with its doubt ``sigma``; what is shown is ``mu - 3 sigma``, which it
very likely exceeds. Teams are rated by their sides, each for himself by the order at the end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from openskill.models import PlackettLuce
from sqlalchemy import Connection, select, update

from oddtrick.server.people.principal import PersonKind
from oddtrick.server.store.append_sql import insert_if_absent
from oddtrick.server.store.engine import writing
from oddtrick.server.store.listings import MatchRow, PlayerRow, add_match
from oddtrick.server.store.schema import people, ratings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from openskill.models import PlackettLuceRating
    from sqlalchemy import Engine

MODEL = PlackettLuce()
RATED = (PersonKind.ACCOUNT, PersonKind.BOT)


class SeatResult(msgspec.Struct, frozen=True, kw_only=True):
    """Who played at one seat, and how it went.

    Args:
        seat: counted from 0.
        side: counted from 0; each for himself the sides are the seats.
        person_id: None for a bot of the house.
        name: as it was shown.
        level: of a bot of the house.
        won: None if the match ended level.
        tricks: taken by the seat, over the whole match.
        points: of its side at the end.
    """

    seat: int
    side: int
    person_id: str | None
    name: str
    level: str | None = None
    won: bool | None
    tricks: int
    points: int


class FinishedMatch(msgspec.Struct, frozen=True, kw_only=True):
    """A match that has ended.

    Args:
        table: the table's id.
        number: of the match at this table, counted from 0.
        game: the id of the game.
        rated: whether it was agreed to count.
        ended: in milliseconds since 1970.
        record: an oddtrick/1 record as JSON.
        players: one a seat.
        ranks: of each side, 0 for the first; sides that ended level have the same.
    """

    table: str
    number: int
    game: str
    rated: bool
    ended: int
    record: str
    players: tuple[SeatResult, ...]
    ranks: tuple[int, ...]


class Rating(msgspec.Struct, frozen=True):
    """What is believed of somebody in one game.

    Args:
        mu: the strength most likely; 25 at the start.
        sigma: the doubt; 25/3 at the start.
        matches: how many matches it rests on.
    """

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma
    matches: int = 0

    @property
    def shown(self) -> float:
        """The rating that is shown; 0 at the start."""
        return round(self.mu - 3 * self.sigma, 2)


def record_match(engine: Engine, finished: FinishedMatch) -> bool:
    """Keeps a match that has ended and rates who played in it, once.

    Returns:
        False if it was kept already: then nothing changes.

    Raises:
        StoreUnavailable: the database does not answer.
    """
    with writing(engine) as connection:
        return record_match_within(connection, finished)


def record_match_within(connection: Connection, finished: FinishedMatch) -> bool:
    """The same within a transaction."""
    match = MatchRow(
        table=finished.table,
        number=finished.number,
        game=finished.game,
        rated=finished.rated,
        ended=finished.ended,
        record=finished.record,
    )
    # The row of the match comes first: whoever is second with it waits here, and goes away.
    if not add_match(connection, match, [_player(who) for who in finished.players]):
        return False
    if finished.rated:
        _rate(connection, finished)
    return True


def _player(who: SeatResult) -> PlayerRow:
    return PlayerRow(
        seat=who.seat,
        person=who.person_id,
        name=who.name,
        level=who.level,
        won=who.won,
        tricks=who.tricks,
        points=who.points,
    )


def _rate(connection: Connection, finished: FinishedMatch) -> None:
    ids = sorted({who.person_id for who in finished.players if who.person_id})
    rated = _households(connection, ids)
    if not is_rateable(finished, rated):
        return
    before = _strengths(connection, finished.game, sorted(rated), finished.ended)
    for person_id, after in updated_ratings(finished, before).items():
        connection.execute(
            update(ratings)
            .where(ratings.c.person_id == person_id, ratings.c.game == finished.game)
            .values(mu=after.mu, sigma=after.sigma, matches=after.matches, changed=finished.ended)
        )


def _households(connection: Connection, ids: Sequence[str]) -> dict[str, str]:
    """Who of these is rated, each with the account behind it: a bot's is its owner's."""
    rows = connection.execute(
        select(people.c.id, people.c.owner).where(people.c.id.in_(ids), people.c.kind.in_(RATED))
    )
    return {row.id: row.owner or row.id for row in rows}


def is_rateable(finished: FinishedMatch, households: dict[str, str]) -> bool:
    """Whether a match says something about strength.

    At least two sides need somebody who is rated, and nobody may play against themselves: not at
    two seats, nor with a bot of their own on another side.
    """
    seated = [who.person_id for who in finished.players if who.person_id]
    sides: dict[str, set[int]] = {}
    for who in finished.players:
        if who.person_id in households:
            sides.setdefault(households[who.person_id], set()).add(who.side)
    met = set().union(*sides.values())
    alone = all(len(side) == 1 for side in sides.values())
    return len(met) >= 2 and alone and len(set(seated)) == len(seated)


def updated_ratings(finished: FinishedMatch, before: dict[str, Rating]) -> dict[str, Rating]:
    """The strengths after a match.

    Sides without anybody rated are left out. Beside a rated partner a guest or a bot of the house
    counts as a beginner, and nothing is kept of it.

    Args:
        finished: the match.
        before: of everybody rated in it.
    """
    sides: dict[int, list[SeatResult]] = {}
    for who in finished.players:
        sides.setdefault(who.side, []).append(who)
    teams = {
        side: [before.get(who.person_id or "", Rating()) for who in team]
        for side, team in sides.items()
        if any(who.person_id in before for who in team)
    }
    told = MODEL.rate(
        [[MODEL.rating(one.mu, one.sigma) for one in team] for team in teams.values()],
        ranks=[float(finished.ranks[side]) for side in teams],
    )
    after: dict[str, Rating] = {}
    for side, team in zip(teams, told, strict=True):
        for who, new in zip(sides[side], team, strict=True):
            if who.person_id in before:
                after[who.person_id] = _grown(before[who.person_id], new)
    return after


def _grown(old: Rating, new: PlackettLuceRating) -> Rating:
    return Rating(new.mu, new.sigma, old.matches + 1)


def _strengths(
    connection: Connection, game: str, ids: Sequence[str], now: int
) -> dict[str, Rating]:
    """What is believed so far; rows are made where there are none, and held until the end.

    In the order of ids, so that two matches with the same players can't wait for each other.
    """
    start = Rating()
    values = {"game": game, "mu": start.mu, "sigma": start.sigma, "matches": 0, "changed": now}
    connection.execute(
        insert_if_absent(connection, ratings), [{"person_id": one, **values} for one in ids]
    )
    rows = connection.execute(
        select(ratings.c.person_id, ratings.c.mu, ratings.c.sigma, ratings.c.matches)
        .where(ratings.c.game == game, ratings.c.person_id.in_(ids))
        .order_by(ratings.c.person_id)
        .with_for_update()
    )
    return {row.person_id: Rating(row.mu, row.sigma, row.matches) for row in rows}
