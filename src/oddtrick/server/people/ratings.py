"""Ratings of accounts and bots, leaderboards, and statistics of players.

Ratings follow the Plackett–Luce model of Weng and Lin (2011).

A rating is a normal distribution of the player's strength, with mean ``mu`` and standard deviation
``sigma``. The displayed value is the conservative estimate ``mu - 3 sigma``. Partners are rated as
a team; without sides, every player is a team and ranked by the final order.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import msgspec
from openskill.models import PlackettLuce, PlackettLuceRating
from sqlalchemy import BigInteger, ColumnElement, Connection, case, cast, func, select, update

from oddtrick.server.people.principal import PersonKind
from oddtrick.server.store.engine import insert_if_absent
from oddtrick.server.store.listings import FinishedMatch, add_match
from oddtrick.server.store.schema import matches, people, players, ratings
from oddtrick.tables.archive import PlayerResult

MODEL = PlackettLuce()
RATED = (PersonKind.ACCOUNT, PersonKind.BOT)


class Rating(msgspec.Struct, frozen=True):
    """A player's rating in one game.

    Args:
        mu: the mean; initially 25.
        sigma: the standard deviation; initially 25/3.
        matches: the number of rated matches.
    """

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma
    matches: int = 0

    @property
    def shown(self) -> float:
        """The displayed rating, ``mu - 3 sigma``; initially 0."""
        return round(self.mu - 3 * self.sigma, 2)


def record_match(connection: Connection, finished: FinishedMatch) -> bool:
    """Stores a finished match and updates its players' ratings, exactly once.

    Returns:
        False if the match was already stored; then nothing changes.
    """
    # The primary key of the match serialises concurrent archivers: the second one stops here.
    if not add_match(connection, finished):
        return False
    if finished.rated:
        _rate(connection, finished)
    return True


def _rate(connection: Connection, finished: FinishedMatch) -> None:
    ids = sorted({who.person for who in finished.players if who.person})
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
    """Returns the rated persons among ``ids`` with their accounts: a bot's is its owner's."""
    rows = connection.execute(
        select(people.c.id, people.c.owner).where(people.c.id.in_(ids), people.c.kind.in_(RATED))
    )
    return {row.id: row.owner or row.id for row in rows}


def is_rateable(finished: FinishedMatch, households: dict[str, str]) -> bool:
    """Tells whether a match counts for ratings.

    At least two sides need a rated player, and nobody may play against themselves: not at two
    seats, nor against a bot of their own.
    """
    seated = [who.person for who in finished.players if who.person]
    sides: dict[str, set[int]] = {}
    for who in finished.players:
        if who.person in households:
            sides.setdefault(households[who.person], set()).add(who.side)
    met = set().union(*sides.values())
    alone = all(len(side) == 1 for side in sides.values())
    return len(met) >= 2 and alone and len(set(seated)) == len(seated)


def updated_ratings(finished: FinishedMatch, before: dict[str, Rating]) -> dict[str, Rating]:
    """Returns the ratings after a match.

    Sides without a rated player are left out. An unrated partner of a rated player enters with the
    initial rating, which is not stored.

    Args:
        finished: the match.
        before: the ratings of its rated players.
    """
    sides: dict[int, list[PlayerResult]] = {}
    for who in finished.players:
        sides.setdefault(who.side, []).append(who)
    teams = {
        side: [before.get(who.person or "", Rating()) for who in team]
        for side, team in sides.items()
        if any(who.person in before for who in team)
    }
    rated = MODEL.rate(
        [[MODEL.rating(one.mu, one.sigma) for one in team] for team in teams.values()],
        ranks=[float(sides[side][0].rank) for side in teams],
    )
    after: dict[str, Rating] = {}
    for side, team in zip(teams, rated, strict=True):
        for who, new in zip(sides[side], team, strict=True):
            if who.person in before:
                after[who.person] = _grown(before[who.person], new)
    return after


def _grown(old: Rating, new: PlackettLuceRating) -> Rating:
    return Rating(new.mu, new.sigma, old.matches + 1)


def _strengths(
    connection: Connection, game: str, ids: Sequence[str], now: int
) -> dict[str, Rating]:
    """Reads and locks the current ratings, after inserting initial ones where needed.

    Rows are locked in the order of ids, so that matches with the same players cannot deadlock.
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


class GameStatistics(msgspec.Struct, frozen=True, kw_only=True):
    """A player's statistics in one game.

    Args:
        game: the id of the game.
        matches: finished matches.
        won: matches won.
        level: matches drawn.
        tricks: tricks won in all matches.
        points: points scored in all matches.
        rating: None before the first rated match.
        rated_matches: the number of rated matches.
    """

    game: str
    matches: int = 0
    won: int = 0
    level: int = 0
    tricks: int = 0
    points: int = 0
    rating: float | None = None
    rated_matches: int = 0


class LeaderboardEntry(msgspec.Struct, frozen=True):
    """One line of a leaderboard.

    Args:
        place: the rank from 1; equal ratings share it.
        id: ``p_…``.
        name: the name shown to others.
        kind: account or bot.
        rating: the conservative estimate ``mu - 3 sigma``.
        matches: the number of rated matches.
    """

    place: int
    id: str
    name: str
    kind: PersonKind
    rating: float
    matches: int


def statistics_of(connection: Connection, person_id: str) -> list[GameStatistics]:
    """Returns a player's statistics by game."""
    found: dict[str, dict[str, Any]] = defaultdict(dict)
    for row in connection.execute(_PLAYED.where(players.c.person_id == person_id)):
        found[row.game] |= row._mapping
    for row in connection.execute(_STRENGTH.where(ratings.c.person_id == person_id)):
        strength = Rating(row.mu, row.sigma, row.matches)
        found[row.game] |= {"rating": strength.shown, "rated_matches": strength.matches}
    return [GameStatistics(**{**figures, "game": game}) for game, figures in sorted(found.items())]


def leaderboard(connection: Connection, game: str, limit: int) -> list[LeaderboardEntry]:
    """Returns the highest-rated players of a game, the best first."""
    shown = ratings.c.mu - 3 * ratings.c.sigma
    rows = connection.execute(
        select(people.c.id, people.c.name, people.c.kind, *_BELIEF)
        .join(people, people.c.id == ratings.c.person_id)
        .where(ratings.c.game == game, people.c.kind != PersonKind.GONE, ratings.c.matches > 0)
        .order_by(shown.desc(), people.c.id)
        .limit(limit)
    )
    board: list[LeaderboardEntry] = []
    for count, row in enumerate(rows, 1):
        rating = Rating(row.mu, row.sigma).shown
        place = board[-1].place if board and board[-1].rating == rating else count
        board.append(
            LeaderboardEntry(place, row.id, row.name, PersonKind(row.kind), rating, row.matches)
        )
    return board


def _whole(total: ColumnElement[int]) -> ColumnElement[int]:
    """Sums as an integer; PostgreSQL's ``sum`` of bigint is numeric."""
    return cast(func.coalesce(func.sum(total), 0), BigInteger)


_BELIEF = (ratings.c.mu, ratings.c.sigma, ratings.c.matches)
_STRENGTH = select(ratings.c.game, *_BELIEF)
_PLAYED = (
    select(
        matches.c.game,
        func.count().label("matches"),
        _whole(case((players.c.won.is_(True), 1), else_=0)).label("won"),
        _whole(case((players.c.won.is_(None), 1), else_=0)).label("level"),
        _whole(players.c.tricks).label("tricks"),
        _whole(players.c.points).label("points"),
    )
    .join(
        matches,
        (matches.c.table_id == players.c.table_id) & (matches.c.number == players.c.number),
    )
    .group_by(matches.c.game)
)
