"""The checks of a game before it is registered: each names the part to mend."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import NODEFAULT

from oddtrick.cards import FULL_PACK
from oddtrick.errors import OddtrickError
from oddtrick.games.game import Game
from oddtrick.games.options import options_of
from oddtrick.rules import Options, Rules, TrumpSource

if TYPE_CHECKING:
    from collections.abc import Iterator

MIN_PLAYERS, MAX_PLAYERS = 2, 8

RESERVED = frozenset({"resume", "trick-play"})
"""Words that stand beside the names of games on the command line."""

_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


def check_names(game: Game) -> None:
    """Checks the id, the aliases and the texts of a game.

    Raises:
        OddtrickError: one is missing or malformed.
    """
    if not isinstance(game, Game):
        raise OddtrickError(f"{str(game)[:60]!r} is not an oddtrick.games.Game")
    _refuse(game, _name_problems(game))


def check_rules(game: Game) -> None:
    """Checks the options of a game, and that their defaults make a deal.

    Raises:
        OddtrickError: they do not; the message says what to mend.
    """
    _refuse(game, _problems(game))


def _refuse(game: Game, problems: Iterator[str]) -> None:
    problem = next(problems, None)
    if problem is not None:
        raise OddtrickError(f"the game {str(game.id)[:40]!r}: {problem}")


def _problems(game: Game) -> Iterator[str]:
    yield from _option_problems(game.options)
    rules: object = game.rules()
    if isinstance(rules, Rules):
        yield from _rule_problems(game, rules)
    else:
        yield "build returns no oddtrick.rules.Rules"


def _name_problems(game: Game) -> Iterator[str]:
    names: tuple[object, ...] = (game.id, *game.aliases)
    for name in names:
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            yield f"{str(name)[:40]!r} is not a name: write lower-case letters, digits and hyphens"
        elif name in RESERVED:
            yield f"the name {name!r} is reserved"
    for field in ("title", "objective"):
        if not getattr(game, field).strip():
            yield f"its {field} is empty"


def _option_problems(record: object) -> Iterator[str]:
    if not (isinstance(record, type) and issubclass(record, Options)):
        yield "options is not a subclass of oddtrick.rules.Options"
    else:
        for option in options_of(record):
            if option.default is NODEFAULT:
                yield f"the option {option.name!r} has no default"


def _rule_problems(game: Game, rules: Rules) -> Iterator[str]:
    if rules.game != game.id:
        yield f"build makes rules of {rules.game!r}: its id and the name in its rules are the same"
    if not MIN_PLAYERS <= rules.players <= MAX_PLAYERS:
        yield f"there are {rules.players} players, not {MIN_PLAYERS} to {MAX_PLAYERS}"
    if sorted(seat for side in rules.sides for seat in side) != list(range(rules.players)):
        yield f"its sides are {rules.sides}: each of {rules.players} seats is on one side"
    if rules.pack & ~FULL_PACK:
        yield "its pack has cards beyond the 52"
    spare = rules.trumps.source(0) is TrumpSource.SPARE
    needed, there = rules.tricks_in(0) * rules.players + spare, rules.pack.bit_count()
    if min(rules.plan.sizes(0), default=0) < 1 or needed > there:
        yield f"its first deal takes {needed} cards, its pack has {there}"
    if not _is_hashable(rules):
        yield "its rules can't be hashed: declare its scoring and its other choices frozen"


def _is_hashable(value: object) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True
