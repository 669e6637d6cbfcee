"""The rules of each game as data, by which the page plays it: the page knows no game by name.

Rules depend on options, and the page has no code of a game. Each field of the rules is therefore a
tree of the options that it depends on, found by building the rules of every combination. An option
without an upper bound has too many values: it is built with a :class:`_Number`, which keeps its
name, and can be passed on, added to and nothing else.
"""

from __future__ import annotations

from enum import Enum
from itertools import product
from math import prod
from types import NoneType
from typing import TYPE_CHECKING, Any

import msgspec

from oddtrick.cards import Suit
from oddtrick.errors import RuleBroken
from oddtrick.games import Option, options_of, options_schema
from oddtrick.record.writer import custom_options

if TYPE_CHECKING:
    from oddtrick.games import Game

MOST_RULES = 5000
"""A game whose options have more combinations is left to the server."""

OURS = ("oddtrick.rules", "oddtrick.scoring", "oddtrick.match")
"""The modules of the choices for which the page may have a mechanism."""

LEFT_OUT = frozenset(
    ["game", "options", "cites", "hook_cites", "pack_rule", "rule", "calls", "contracts"]
)
"""The fields that the page has already, or does not ask for: ids of rules, lists of all calls."""

ANY = "*"
"""Stands in a tree for every number of an option without an upper bound."""


class MatchGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game for the page.

    Args:
        id: the game.
        title: its name.
        defaults: every option with its default.
        options_schema: the options as JSON Schema, with types, bounds and defaults.
        customs: the options that a record has only where they differ from their default.
        jack: what it calls the jack (C1).
        rules: the fields of its rules, and ``refused``, the rule and the reason of a refusal. Each
            is its value, or a tree ``{"by": option, "of": {value: tree}}``; in a value,
            ``{"option": "target", "plus": -1}`` is that of an option and a difference. None: only
            the server can play the game.
    """

    id: str
    title: str
    defaults: dict[str, Any]
    options_schema: dict[str, Any]
    customs: tuple[str, ...]
    jack: str
    rules: dict[str, Any] | None


def match_game(game: Game) -> MatchGame:
    """A game for the page.

    >>> from oddtrick.games import find_game
    >>> found = match_game(find_game("knockout-whist")).rules or {}
    >>> found["ace_low_in_cut"]
    {'by': 'cut', 'of': {'ace-high': False, 'ace-low': True}}
    """
    return MatchGame(
        id=game.id,
        title=game.title,
        defaults=msgspec.to_builtins(game.options()),
        options_schema=options_schema(game.options),
        customs=custom_options(game.options),
        jack=game.jack,
        rules=_rules(game),
    )


def _rules(game: Game) -> dict[str, Any] | None:
    options = options_of(game.options)
    names, choices = [each.name for each in options], [*map(_values, options)]
    if prod(map(len, choices)) > MOST_RULES:
        return None
    built: dict[tuple[str, ...], dict[str, Any]] = {}
    for keys in product(*choices):
        chosen = {name: each[key] for name, each, key in zip(names, choices, keys, strict=True)}
        try:
            built[keys] = _plain(game.build(game.options(**chosen)))
        except RuleBroken as error:
            built[keys] = {"refused": [error.rule, str(error)]}
        except Exception:  # noqa: BLE001  # somebody else's code, or a rule beyond data
            return None
    refused = {keys: data.get("refused") for keys, data in built.items()}
    allowed = {keys: data for keys, data in built.items() if not refused[keys]}
    found = {
        name: _tree(names, {keys: data[name] for keys, data in allowed.items()})
        for name in next(iter(allowed.values()), ())
    }
    return found | {"refused": _tree(names, refused)}


class _Number:
    """The value of an option without an upper bound, and what has been added to it."""

    def __init__(self, option: str, plus: int = 0) -> None:
        self.option, self.plus = option, plus

    def __add__(self, more: int) -> _Number:
        return _Number(self.option, self.plus + more)

    def __sub__(self, less: int) -> _Number:
        return self + -less

    def _unknown(self, *_: object) -> Any:
        raise TypeError(f"rules for the page may not depend on what the {self.option} is")

    __hash__ = None  # type: ignore[assignment]
    __bool__ = __eq__ = __str__ = __repr__ = __format__ = _unknown


def _values(option: Option) -> dict[str, Any]:
    """All values of an option, by what the page makes of them as text."""
    values: dict[str, Any] = {"null": None} if option.optional else {}
    if option.kind == "choice":
        return values | {choice: choice for choice in option.choices}
    if option.kind == "yes-no":
        return values | {"false": False, "true": True}
    if option.most is None:
        return values | {ANY: _Number(option.name)}
    return values | {str(number): number for number in range(option.least or 0, option.most + 1)}


def _plain(value: Any) -> Any:
    """A choice as data; raises TypeError where the page can have no mechanism for it."""
    if type(value) in (int, bool, str, NoneType):
        return value
    if isinstance(value, _Number):
        return {"option": value.option, "plus": value.plus}
    if isinstance(value, tuple):
        return list(map(_plain, value))
    if isinstance(value, Enum):
        return value.letter if isinstance(value, Suit) else value.value
    kind = type(value) if isinstance(value, msgspec.Struct) else value
    if not kind.__module__.startswith(OURS):
        raise TypeError(f"the page has no mechanism for {kind.__module__}.{kind.__qualname__}")
    names = kind.__struct_fields__ if kind is type(value) else ()
    parts = {name: _plain(getattr(value, name)) for name in names if name not in LEFT_OUT}
    return {"type": kind.__name__, **parts}


def _tree(names: list[str], table: dict[tuple[str, ...], Any]) -> Any:
    """The values of a table by the options that they depend on."""
    constant, *changed = table.values()
    if not any(value != constant for value in changed):
        return constant
    split: dict[str, dict[tuple[str, ...], Any]] = {}
    for (key, *rest), value in table.items():
        split.setdefault(key, {})[tuple(rest)] = value
    of = {key: _tree(names[1:], part) for key, part in split.items()}
    first, *others = of.values()
    return {"by": names[0], "of": of} if any(other != first for other in others) else first
