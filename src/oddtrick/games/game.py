"""A game of the family: its identity, its options, and the rules built from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

import msgspec

from oddtrick.errors import RuleBroken
from oddtrick.games.options import options_of, refusal
from oddtrick.rules import Options, Rules


class GameText(msgspec.Struct, frozen=True, kw_only=True):
    """The texts of a game in one language. What is left out is shown in English.

    Args:
        title: its name.
        objective: the aim of the game, in one sentence.
        page: its rules for players, in Markdown; empty: those beside the module, as
            ``page.de.md``, or else the English page.
        options: the labels of its options by name, of their choices by ``name.choice``, further
            explanations by ``name.about``, and by ``refused.D1``, with the id of the rule, why
            options don't go together.
    """

    title: str = ""
    objective: str = ""
    page: str = ""
    options: Mapping[str, str] = {}


class Game(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """One game.

    Args:
        id: its name in records and on the command line.
        title: its name for people.
        aliases: other names that are understood. Two games of this package may share one: then a
            message asks which is meant.
        objective: the aim of the game, in one sentence.
        source: the origin of its rules.
        cites: the prefixes of the ids of its own rules, as in ``("W", "H")``.
        options: the record of its options; defaults, types and bounds are declared there.
        build: makes the rules from the options.
        jack: the name of the jack in this game (C1).
        picture: the cards that illustrate it.
        page: its numbered rules in Markdown; empty: those in ``rules.md`` beside the module that
            builds the rules. ``<!-- options -->`` and ``<!-- /options -->`` enclose the place of
            the options.
        translations: its texts by language: ``{"de": GameText(...)}``.
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
    picture: tuple[str, ...] = ("AS",)
    page: str = ""
    translations: Mapping[str, GameText] = {}

    def rules(self, options: Options | None = None) -> Rules:
        """The rules under these options, or under the defaults."""
        return self.build(self.options() if options is None else options)

    def text(self, language: str) -> GameText:
        """Its texts in a language, with title and objective."""
        found = self.translations.get(language, GameText())
        return msgspec.structs.replace(
            found, title=found.title or self.title, objective=found.objective or self.objective
        )


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
