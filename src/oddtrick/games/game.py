"""A game of the family: its identity, its options, and the rules built from them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec

from oddtrick.errors import RuleBroken
from oddtrick.games.options import options_of, refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from oddtrick.rules import Options, Rules


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """One game.

    Args:
        id: its name in records and on the command line.
        title: its name for people.
        aliases: other names that are understood.
        objective: the aim of the game, in one sentence.
        source: the origin of its rules.
        cites: the prefixes of the ids of its own rules, as in ``("W", "H")``.
        options: the record of its options; defaults, types and bounds are declared there.
        build: makes the rules from the options.
        jack: the name of the jack in this game (C1).
    """

    id: str
    title: str
    objective: str
    source: str
    cites: tuple[str, ...]
    options: type[Any]
    build: Callable[[Any], Rules]
    aliases: tuple[str, ...] = ()
    jack: Literal["jack", "knave"] = "jack"

    def rules(self, options: Options | None = None) -> Rules:
        """The rules under these options, or under the defaults."""
        return self.build(self.options() if options is None else options)


def read_options(game: Game, given: Mapping[str, object]) -> Options:
    """The options of a game from names and plain values.

    Raises:
        RuleBroken: an option is unknown, of the wrong type, or out of its bounds.
    """
    known = {option.name: option for option in options_of(game.options)}
    for name in given:
        if name not in known:
            raise RuleBroken(
                f"{game.id} has no option {str(name)[:40]!r}: its options are {', '.join(known)}"
            )
    for name, value in given.items():
        problem = refusal(known[name], value)
        if problem:
            raise RuleBroken(f"{game.id}: {problem}", known[name].rule)
    options: Options = msgspec.convert(dict(given), game.options)
    return options
