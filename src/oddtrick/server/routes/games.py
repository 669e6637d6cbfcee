"""The games and their rules, and what else a client offers for choice."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, TypeAlias

import msgspec
from litestar import Response, get
from litestar.params import PathParameter

from oddtrick.bots import BOTS
from oddtrick.errors import OddtrickError
from oddtrick.games import GAMES, Game, Option, find_game, options_of, options_schema
from oddtrick.rulebook import TRICK_PLAY, page
from oddtrick.server.errors import ApiError, error_responses
from oddtrick.tables.commands import PHRASES, Begin

TAGS = ("games",)

MARKDOWN = "text/markdown"


GameName: TypeAlias = Annotated[
    str, PathParameter(description="The id of a game, or another of its names.")
]


class Players(msgspec.Struct, frozen=True):
    """How many play a game.

    Args:
        least: the fewest.
        most: the most; a game with an option ``players`` leaves the choice to the table.
    """

    least: int
    most: int


class GameInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A game of the family.

    Args:
        id: its name in records and addresses.
        title: its name for people.
        objective: what one plays for, in one sentence.
        source: where its rules come from.
        aliases: other names that are understood.
        players: how many play.
        options: what a table may settle, in the order in which a form should ask.
        options_schema: the same as JSON Schema, with types, bounds and defaults.
        rules: the address of its rules, as Markdown.
    """

    id: str
    title: str
    objective: str
    source: str
    aliases: tuple[str, ...]
    players: Players
    options: tuple[Option, ...]
    options_schema: dict[str, Any]
    rules: str


class Games(msgspec.Struct, frozen=True):
    """The games.

    Args:
        games: each of them.
        trick_play: the address of what all of them share, as Markdown.
    """

    games: tuple[GameInfo, ...]
    trick_play: str


class Phrases(msgspec.Struct, frozen=True):
    """What can be said without writing.

    Args:
        phrases: by name; each client has its own words for them.
    """

    phrases: tuple[str, ...]


class Levels(msgspec.Struct, frozen=True):
    """The bots of the house.

    Args:
        levels: by name, from the weakest to the strongest.
        usual: which fills open places where nothing else is said.
    """

    levels: tuple[str, ...]
    usual: str


@get(
    "/api/games",
    tags=TAGS,
    operation_id="getGames",
    summary="The games and their options",
    responses=error_responses(429),
)
async def get_games() -> Games:
    """All games."""
    return Games(tuple(map(game_info, GAMES)), f"/api/games/{TRICK_PLAY}/rules")


@get(
    "/api/games/{game:str}",
    tags=TAGS,
    operation_id="getGame",
    summary="One game",
    responses=error_responses(404, 429),
)
async def get_game(game: GameName) -> GameInfo:
    """One game, by id or another of its names."""
    return game_info(game_of(game))


@get(
    "/api/games/{game:str}/rules",
    tags=TAGS,
    operation_id="getRules",
    summary="The rules of a game, as Markdown",
    description=f"Refusals name rules by their ids. `{TRICK_PLAY}` is what all games share.",
    media_type=MARKDOWN,
    responses=error_responses(404, 429),
)
async def get_rules(game: GameName) -> Response[str]:
    """The page of the rulebook."""
    name = TRICK_PLAY if game == TRICK_PLAY else game_of(game).id
    return Response(page(name), media_type=MARKDOWN)


@get(
    "/api/phrases",
    tags=TAGS,
    operation_id="getPhrases",
    summary="What can be said at a table without writing",
    responses=error_responses(429),
)
async def get_phrases() -> Phrases:
    """The catalogue of phrases."""
    return Phrases(PHRASES)


@get(
    "/api/bots/levels",
    tags=TAGS,
    operation_id="getLevels",
    summary="The bots of the house",
    responses=error_responses(429),
)
async def get_levels() -> Levels:
    """The levels of play."""
    return Levels(tuple(bot.name for bot in BOTS), str(Begin().fill))


def game_of(name: str) -> Game:
    """The game of an address.

    Raises:
        ApiError: 404, there is none.
    """
    try:
        return find_game(name)
    except OddtrickError as error:
        raise ApiError(404, "no-such-game", str(error)) from None


@cache
def game_info(game: Game) -> GameInfo:
    """A game as it is told."""
    return GameInfo(
        id=game.id,
        title=game.title,
        objective=game.objective,
        source=game.source,
        aliases=game.aliases,
        players=players_of(game),
        options=options_of(game.options),
        options_schema=options_schema(game.options),
        rules=f"/api/games/{game.id}/rules",
    )


def players_of(game: Game) -> Players:
    """How many may play.

    >>> players_of(find_game("scotch")), players_of(find_game("whist"))
    (Players(least=2, most=8), Players(least=4, most=4))
    """
    for option in options_of(game.options):
        if option.name == "players" and option.least is not None and option.most is not None:
            return Players(option.least, option.most)
    players = game.rules().players
    return Players(players, players)


GAME_ROUTES = (get_games, get_game, get_rules, get_phrases, get_levels)
"""For ``Litestar(route_handlers=…)``."""
