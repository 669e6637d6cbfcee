"""The rules of each game as data, by which the page plays it: the page knows no game by name.

Rules depend on options, and the page has no code of a game. Each part of the rules is therefore
given for all values of the options that it depends on, found by building the rules of every
combination. A number without an upper bound, such as a target, has too many values: what follows it
is written as that option and a difference, which has to hold for four values.
"""

from __future__ import annotations

from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

import msgspec

from oddtrick.cards import FULL_PACK, Suit, cards_in
from oddtrick.errors import RuleBroken
from oddtrick.games import Option, options_of, options_schema
from oddtrick.record.writer import custom_options
from oddtrick.rules import FirstDealer
from oddtrick.tricks import CardOrder

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from oddtrick.games import Game
    from oddtrick.rules import Rules

Values = tuple[object, ...]

MOST_RULES = 3000
"""A game whose options have more combinations is left to the server."""

TRIED = (1009, 1213)
"""The values tried of the first number without bound; those of each further are 1000 higher."""


class Part(msgspec.Struct, frozen=True, omit_defaults=True):
    """One part of the rules of a game.

    Args:
        path: its name, in up to two steps, as in ``("scoring", "honours")``.
        by: the options that it depends on.
        values: its value by the JSON of the list of their values. ``{"option": "target",
            "plus": -1}`` is the value of an option and a difference.
    """

    path: tuple[str, ...]
    by: tuple[str, ...]
    values: dict[str, Any]


class MatchGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game for the page.

    Args:
        id: the game.
        title: its name.
        defaults: every option with its default.
        options_schema: the options as JSON Schema, with types, bounds and defaults.
        customs: the options that a record has only where they differ from their default.
        jack: what it calls the jack (C1).
        rules: the parts of its rules; None: only the server can play it.
    """

    id: str
    title: str
    defaults: dict[str, Any]
    options_schema: dict[str, Any]
    customs: tuple[str, ...]
    jack: str
    rules: tuple[Part, ...] | None


def match_game(game: Game) -> MatchGame:
    """A game for the page.

    >>> from oddtrick.games import find_game
    >>> found = match_game(find_game("scotch-whist"))
    >>> next(part.by for part in found.rules or () if part.path == ("missing",))
    ('players',)
    """
    return MatchGame(
        id=game.id,
        title=game.title,
        defaults=msgspec.to_builtins(game.options()),
        options_schema=options_schema(game.options),
        customs=custom_options(game.options),
        jack=game.jack,
        rules=_parts(game),
    )


def _parts(game: Game) -> tuple[Part, ...] | None:
    options = options_of(game.options)
    free = [each for each in options if each.kind == "number" and each.most is None]
    others = [each for each in options if each not in free]
    by, choices = tuple(each.name for each in others), [*map(_values, others)]
    if prod(map(len, choices)) > MOST_RULES or any(each.optional for each in free):
        return None
    tables: dict[tuple[str, ...], dict[Values, Any]] = {}
    for values in product(*choices):
        found = _rules(game, dict(zip(by, values, strict=True)), free)
        if found is None:
            return None
        for path, value in found.items():
            tables.setdefault(path, {})[values] = value
    return tuple(_smallest(path, by, table) for path, table in tables.items())


def _values(option: Option) -> Values:
    """All values of an option."""
    some: Values = (None,) if option.optional else ()
    if option.kind == "choice":
        return (*some, *option.choices)
    if option.kind == "yes-no":
        return (False, True)
    assert option.least is not None
    assert option.most is not None
    return (*some, *range(option.least, option.most + 1))


def _rules(
    game: Game, chosen: Mapping[str, object], free: list[Option]
) -> dict[tuple[str, ...], Any] | None:
    """The parts of the rules under some options, or the reason of a refusal; None: beyond data."""
    tried, *others = [
        {each.name: base + 1000 * at for at, each in enumerate(free)} for base in TRIED
    ]
    others += [{each.name: each.default for each in free}]
    others += [{each.name: each.least or 0 for each in free}]
    data = _built(game, chosen, tried)
    found = data and {path: _relative(value, tried) for path, value in data.items()}
    for numbers in others if free else ():
        again = _built(game, chosen, numbers)
        if found is None or again != {path: _filled(at, numbers) for path, at in found.items()}:
            return None
    return found


def _built(
    game: Game, chosen: Mapping[str, object], numbers: Mapping[str, int]
) -> dict[tuple[str, ...], Any] | None:
    try:
        return _data(game.build(game.options(**chosen, **numbers)))
    except RuleBroken as error:
        return {("refused",): [error.rule or "", str(error)]}
    except Exception:  # noqa: BLE001  # somebody else's code
        return None


def _relative(value: object, numbers: Mapping[str, int]) -> object:
    """A number near that of an option as a difference to it."""
    for name, number in numbers.items():
        if isinstance(value, int) and abs(value - number) < 100:
            return {"option": name, "plus": value - number}
    return value


def _filled(value: Any, numbers: Mapping[str, int]) -> Any:
    """The reverse: what the page makes of it."""
    return numbers[value["option"]] + value["plus"] if isinstance(value, dict) else value


def _data(rules: Rules) -> dict[tuple[str, ...], Any] | None:
    """The parts of rules; None: they have something that the page has no mechanism for."""
    known = rules.order in (CardOrder.ACE_HIGH, CardOrder.TRUMP_JACK_HIGH)
    if rules.course or rules.plan.stock is not None or not known:
        return None
    left_out = [str(card) for card in cards_in(FULL_PACK & ~rules.pack)]
    data: dict[tuple[str, ...], Any] = {
        ("refused",): None,
        ("players",): rules.players,
        ("sides",): msgspec.to_builtins(rules.sides),
        ("missing",): left_out,
        ("sizes",): list(rules.plan.hands),
        ("fewer",): rules.plan.fewer,
        ("each",): list(rules.plan.each),
        ("jackHigh",): rules.order is CardOrder.TRUMP_JACK_HIGH,
        ("breakTrumps",): rules.break_trumps,
        ("partnersCut",): rules.first_dealer is not FirstDealer.LOWEST_CUT,
        ("seatsByRank",): rules.first_dealer is FirstDealer.SIDES_CUT,
        ("aceLow",): rules.ace_low_in_cut,
    }
    for name in ("trumps", "scoring", "match"):
        data |= _choice(name, getattr(rules, name))
    return data


def _choice(name: str, choice: Any) -> Iterator[tuple[tuple[str, ...], Any]]:
    """The class of a choice, and its fields; the page has a mechanism for classes of ours only."""
    kind = type(choice)
    ours = kind.__module__.startswith(("oddtrick.rules", "oddtrick.scoring"))
    yield (name, "type"), kind.__name__ if ours else f"{kind.__module__}.{kind.__name__}"
    for field in kind.__struct_fields__ if ours else ():
        if field not in ("cites", "rule"):
            yield (name, field), _plain(getattr(choice, field))


def _plain(value: object) -> object:
    if isinstance(value, Suit):
        return value.letter
    return list(map(_plain, value)) if isinstance(value, tuple) else msgspec.to_builtins(value)


def _smallest(path: tuple[str, ...], by: tuple[str, ...], table: dict[Values, Any]) -> Part:
    """The part by as few options as it depends on."""
    for name in by:
        at = by.index(name)
        merged: dict[Values, Any] = {}
        for values, value in table.items():
            if merged.setdefault(values[:at] + values[at + 1 :], value) != value:
                break
        else:
            by, table = by[:at] + by[at + 1 :], merged
    named = {msgspec.json.encode(key).decode(): value for key, value in table.items()}
    return Part(path, by, named)
