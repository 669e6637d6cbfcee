"""The games and their options for matches without the server, as data: the page has no defaults."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from oddtrick.games import GAMES, options_schema

if TYPE_CHECKING:
    from collections.abc import Iterator


class MatchGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game of this package; those of other packages have rules that the page does not know.

    Args:
        id: the game.
        title: its name.
        defaults: every option with its default.
        options_schema: the options as JSON Schema, with types, bounds and defaults.
    """

    id: str
    title: str
    defaults: dict[str, Any]
    options_schema: dict[str, Any]


def match_games() -> Iterator[MatchGame]:
    """Yields the games whose rules are in ``static/match/game-rules.js``.

    >>> next(match_games()).defaults["target"]
    5
    """
    for game in GAMES:
        yield MatchGame(
            id=game.id,
            title=game.title,
            defaults=msgspec.to_builtins(game.options()),
            options_schema=options_schema(game.options),
        )
