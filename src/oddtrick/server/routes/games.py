"""The games with their rules, and the other choices that a client offers."""

from __future__ import annotations

import gzip
from functools import cache
from typing import Annotated, Any, TypeAlias

import msgspec
from litestar import MediaType, Response, get
from litestar.params import PathParameter, QueryParameter

from oddtrick.bots import BOTS
from oddtrick.errors import OddtrickError
from oddtrick.games import Game, Option, find_game, list_games, options_of, options_schema
from oddtrick.rulebook import TRICK_PLAY, page
from oddtrick.server.errors import ApiError, error_responses
from oddtrick.server.request_body import AnyRequest
from oddtrick.tables.commands import PHRASES, Begin

MARKDOWN = "text/markdown"


GameName: TypeAlias = Annotated[
    str, PathParameter(description="The id of a game, or another of its names.")
]

Language: TypeAlias = Annotated[
    str,
    QueryParameter(
        description="`en` for the numbered rules, `de` for those that players read in German."
    ),
]


class Players(msgspec.Struct, frozen=True):
    """The number of players of a game.

    Args:
        least: the minimum.
        most: the maximum; a game with an option ``players`` lets the table choose.
    """

    least: int
    most: int


class GameInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A game of the family.

    Args:
        id: its name in records and URLs.
        title: its display name.
        objective: the object of the game, in one sentence.
        source: the source of its rules.
        aliases: other names that are accepted.
        players: the number of players.
        options: the options, in the order for a form.
        options_schema: the options as JSON Schema, with types, bounds and defaults.
        rules: the path of its rules, as Markdown.
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
        games: the games.
        trick_play: the path of the rules that all games share, as Markdown.
    """

    games: tuple[GameInfo, ...]
    trick_play: str


class Phrases(msgspec.Struct, frozen=True):
    """The phrases for chat without typing.

    Args:
        phrases: their names; each client supplies its own words.
    """

    phrases: tuple[str, ...]


class Levels(msgspec.Struct, frozen=True):
    """The built-in bots.

    Args:
        levels: their names, from the weakest to the strongest.
        usual: the level that fills open places by default.
    """

    levels: tuple[str, ...]
    usual: str


@get(
    "/api/games",
    summary="List the games and their options",
    responses=error_responses(429),
)
async def get_games(request: AnyRequest) -> Response[Games]:
    """Lists all games, compressed: the start page waits for them, and option schemas are long."""
    plain, packed = _encoded_games(tuple(list_games()))
    headers = {"Vary": "Accept-Encoding"}
    body: Any = plain
    if "gzip" in request.headers.get("accept-encoding", ""):
        body, headers["Content-Encoding"] = packed, "gzip"
    return Response(body, headers=headers, media_type=MediaType.JSON)


@cache
def _encoded_games(games: tuple[Game, ...]) -> tuple[bytes, bytes]:
    """Encodes the list of games as JSON: plain, and compressed with gzip."""
    listed = Games(tuple(map(game_info, games)), f"/api/games/{TRICK_PLAY}/rules")
    plain = msgspec.json.encode(listed)
    return plain, gzip.compress(plain, 9, mtime=0)


@get(
    "/api/games/{game:str}",
    summary="Get one game",
    responses=error_responses(404, 429),
)
async def get_game(game: GameName) -> GameInfo:
    """Returns a game by id or alias."""
    return game_info(game_of(game))


@get(
    "/api/games/{game:str}/rules",
    summary="Get the rules of a game as Markdown",
    description=f"Errors name rules by their ids. `{TRICK_PLAY}` has the rules all games share.",
    media_type=MARKDOWN,
    responses=error_responses(404, 429),
)
async def get_rules(game: GameName, language: Language = "en") -> Response[str]:
    """Returns a page of the rulebook."""
    name = TRICK_PLAY if game == TRICK_PLAY else game_of(game).id
    return Response(page(name, "" if language == "en" else language), media_type=MARKDOWN)


@get(
    "/api/phrases",
    summary="List the chat phrases",
    responses=error_responses(429),
)
async def get_phrases() -> Phrases:
    """Lists the chat phrases."""
    return Phrases(PHRASES)


@get(
    "/api/bots/levels",
    summary="List the levels of bots",
    responses=error_responses(429),
)
async def get_levels() -> Levels:
    """Lists the levels of the built-in bots."""
    return Levels(tuple(bot.name for bot in BOTS), str(Begin().fill))


def game_of(name: str) -> Game:
    """Finds a game by id or alias.

    Raises:
        ApiError: 404, there is no such game.
    """
    try:
        return find_game(name)
    except OddtrickError as error:
        raise ApiError(404, "no-such-game", str(error)) from None


@cache
def game_info(game: Game) -> GameInfo:
    """Describes a game."""
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
    """Returns the number of players of a game.

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
