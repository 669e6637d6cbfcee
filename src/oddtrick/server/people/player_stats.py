"""Statistics of players, and the leaderboards."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import msgspec
from sqlalchemy import BigInteger, ColumnElement, Connection, case, cast, func, select

from oddtrick.server.people.principal import PersonKind
from oddtrick.server.people.ratings import Rating
from oddtrick.server.store.schema import matches, people, players, ratings


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
