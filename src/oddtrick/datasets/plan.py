"""The plan of a data set: everything that determines its bytes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from oddtrick import __version__
from oddtrick.errors import OddtrickError
from oddtrick.games import find_game, options_of, read_options
from oddtrick.rules import Rules
from oddtrick.solver.aim import Aim, aim_of

FORMAT = "oddtrick-data/1"
FILE = "plan.json"
SHARD = 500
"""Deals or matches in a shard by default."""

LICENSE = "https://creativecommons.org/publicdomain/zero/1.0/"
"""The license of a data set by default: no rights reserved."""


class DatasetPlan(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The plan of a data set.

    Args:
        games: the games with their options, as in records.
        seed: the seed of all cards and of the bots' randomness.
        solved: deals to solve of each game.
        played: matches to play of each game.
        bots: the bots that play, by name. In match *m* seat *s* has bot ``(m + side of s)`` modulo
            their number, so each bot plays every side.
        shard: deals or matches in a shard.
        license: the address of the license.
        version: the version of the package, whose bots may change with the next.
        format: the format of the folder.

    Raises:
        OddtrickError: a number is out of range, there is nothing to generate, or deals of a game
            with a stock, with contracts or with other aims are to be solved.
    """

    games: tuple[dict[str, Any], ...]
    seed: int = 0
    solved: int = 0
    played: int = 0
    bots: tuple[str, ...] = ("club",)
    shard: int = SHARD
    license: str = LICENSE
    version: str = __version__
    format: str = FORMAT

    def __post_init__(self) -> None:
        """Refuses a plan that makes nothing."""
        if min(self.solved, self.played) < 0 or self.shard < 1:
            raise OddtrickError("deals and matches are 0 or more, and a shard has at least 1")
        if not self.games or not self.bots or not self.solved + self.played:
            raise OddtrickError("there is nothing to generate: name games, and deals or matches")
        for game in self.games if self.solved else ():
            what = unsolved(rules_of_game(game))
            if what:
                raise OddtrickError(
                    f"{game['game']}: deals with {what} are not solved, only played: leave solved "
                    "out, or name other games"
                )


def unsolved(rules: Rules) -> str:
    """The part of a game that prevents solving its deals as dealt; empty if they can be solved."""
    if rules.plan.stock:
        return "a stock"
    if rules.terms is not None:
        return "contracts"
    return "other aims than tricks" if aim_of(rules) is Aim.OTHER else ""


class Shard(msgspec.Struct, frozen=True):
    """One part of the tables of one game.

    Args:
        table: ``"solved"`` or ``"played"``.
        game: the index of the game in the plan.
        number: the number of the shard, from 0.
        first: its first deal or match.
        last: its last one, inclusive.
    """

    table: str
    game: int
    number: int
    first: int
    last: int


def read_game(text: str) -> dict[str, Any]:
    """Reads a game with options, as in ``scotch-whist:players=4,sides=2``.

    Raises:
        OddtrickError: there is no such game or option, or a value is out of its bounds.

    >>> read_game("scotch:players=4,sides=2")["sides"]
    2
    """
    name, _, rest = text.partition(":")
    game = find_game(name)
    kinds = {option.name: option.kind for option in options_of(game.options)}
    given: dict[str, object] = {}
    for part in filter(None, rest.split(",")):
        option, sign, value = part.partition("=")
        if not sign:
            raise OddtrickError(f"{text[:60]!r}: write options as NAME=VALUE, as in players=4")
        given[option] = _value(value, kinds.get(option, ""))
    return {"game": game.id, **msgspec.to_builtins(read_options(game, given))}


def _value(text: str, kind: str) -> object:
    if kind == "number" and text.isdecimal():
        return int(text)
    return {"yes": True, "no": False}.get(text, text) if kind == "yes-no" else text


def rules_of_game(game: dict[str, Any]) -> Rules:
    """Returns the rules of a game of a plan."""
    options = {name: value for name, value in game.items() if name != "game" and value is not None}
    found = find_game(str(game.get("game", "")))
    return found.rules(read_options(found, options))


def folder_of_game(plan: DatasetPlan, number: int) -> str:
    """Returns the name of a game's folder: its id, numbered if the plan has it more than once."""
    names = [str(game["game"]) for game in plan.games]
    name = names[number]
    return name if names.count(name) == 1 else f"{name}-{names[:number].count(name) + 1}"


def path_of(plan: DatasetPlan, shard: Shard, table: str | None = None) -> str:
    """Returns the path of a shard's file in the folder, with forward slashes.

    Args:
        plan: the plan.
        shard: the shard.
        table: the table; a shard of played matches has two, ``matches`` and ``hands``.
    """
    return f"{table or shard.table}/{folder_of_game(plan, shard.game)}/{shard.number:05}.parquet"


def shards_of(plan: DatasetPlan) -> Iterator[Shard]:
    """Yields all shards of a plan, game by game."""
    for game in range(len(plan.games)):
        for table, count in (("solved", plan.solved), ("played", plan.played)):
            for number, first in enumerate(range(0, count, plan.shard)):
                yield Shard(table, game, number, first, min(first + plan.shard, count) - 1)


def tables_of(shard: Shard) -> tuple[str, ...]:
    """Returns the tables that a shard has a file in."""
    return ("solved",) if shard.table == "solved" else ("matches", "hands")


def read_plan(folder: Path) -> DatasetPlan | None:
    """Reads the plan of a folder; None if it has none.

    Raises:
        OddtrickError: it is no plan, or cannot be read.
    """
    file = folder / FILE
    try:
        plan = msgspec.json.decode(file.read_bytes(), type=DatasetPlan)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise OddtrickError(f"{file}: {(error.strerror or str(error)).lower()}") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise OddtrickError(f"{file}: this is not a plan of a data set: {error}") from None
    if plan.format != FORMAT:
        raise OddtrickError(f'{file}: format is {plan.format[:40]!r}: this reads "{FORMAT}"')
    return plan


def encode_plan(plan: DatasetPlan) -> bytes:
    """Returns the plan as indented JSON."""
    return msgspec.json.format(msgspec.json.encode(plan), indent=1) + b"\n"
