"""A person's statistics, and the leaderboards."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import get
from litestar.params import FromPath, QueryParameter

from oddtrick.errors import OddtrickError
from oddtrick.games import find_game
from oddtrick.server.access.authentication import require_principal
from oddtrick.server.errors import ApiError, error_responses
from oddtrick.server.people import ratings
from oddtrick.server.people.authenticator import authenticator_of
from oddtrick.server.people.ratings import GameStatistics, LeaderboardEntry
from oddtrick.server.request_body import AnyRequest


class Statistics(msgspec.Struct, frozen=True):
    """Statistics by game."""

    games: list[GameStatistics]


class Leaderboard(msgspec.Struct, frozen=True):
    """The highest-rated players of a game, the best first."""

    game: str
    leaders: list[LeaderboardEntry]


@get(
    "/api/me/statistics",
    summary="Get my statistics",
    responses=error_responses(401, 429, 503),
)
async def get_my_statistics(request: AnyRequest) -> Statistics:
    """Returns the principal's statistics."""
    principal = await require_principal(request)
    return Statistics(
        await authenticator_of(request).read(ratings.statistics_of, principal.person_id)
    )


@get(
    "/api/ratings/{game:str}",
    summary="Get the leaderboard of a game",
    description="Ranks accounts and bot accounts by their rated matches.",
    responses=error_responses(400, 404, 429, 503),
)
async def get_ratings(
    request: AnyRequest,
    game: FromPath[str],
    limit: Annotated[int, QueryParameter(ge=1, le=200, description="The page size.")] = 50,
) -> Leaderboard:
    """Returns the leaderboard of a game."""
    try:
        found = find_game(game).id
    except OddtrickError as error:
        raise ApiError(404, "not-found", str(error)) from None
    return Leaderboard(
        found, await authenticator_of(request).read(ratings.leaderboard, found, limit)
    )


PLAYER_STATS = (get_my_statistics, get_ratings)
"""For ``Litestar(route_handlers=…)``."""
