"""Options read back from their declarations, for command line, forms, schemas and messages."""

from __future__ import annotations

import reprlib
from functools import cache
from typing import Any, Literal

import msgspec
from msgspec import inspect

from oddtrick.errors import OddtrickError


class Option(msgspec.Struct, frozen=True):
    """One option of a game, as declared.

    Args:
        name: as in records and on the command line.
        default: its value when left out.
        meaning: one sentence.
        rule: the id of its rule.
        choices: the values it may have, in order; empty for numbers and yes-or-no.
        least: the lowest number allowed, or None.
        most: the highest number allowed, or None.
        kind: ``"number"``, ``"choice"`` or ``"yes-no"``.
        optional: it may be left unset (None).
    """

    name: str
    default: Any
    meaning: str
    rule: str
    kind: str
    choices: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    optional: bool = False

    @property
    def bounds(self) -> str:
        """The allowed values, in words."""
        if self.kind == "choice":
            return " or ".join(f'"{choice}"' for choice in self.choices)
        if self.kind == "yes-no":
            return "true or false"
        if self.most is not None:
            return f"a whole number from {self.least} to {self.most}"
        return f"a whole number from {self.least}"


def describe(meaning: str, rule: str) -> Any:
    """Metadata for the type of an option: its meaning and the id of its rule."""
    return msgspec.Meta(description=meaning, extra={"rule": rule})


CutOrder = Literal["ace-high", "ace-low"]
"""The place of the ace in a cut for the deal or for partners (T7, C2)."""

CUT = "The ace in cutting for the first deal: high as in play, or low."
"""The meaning of the option ``cut``, which every game has."""


def options_of(options: type[Any]) -> tuple[Option, ...]:
    """The options that a game's record declares, in order.

    Raises:
        OddtrickError: an option is declared in a way that no form can show.
    """
    hashable: Any = options  # mypy does not take a class for hashable
    return _options_of(hashable)


@cache  # every table and every record asks for them
def _options_of(options: type[Any]) -> tuple[Option, ...]:
    info = inspect.type_info(options)
    assert isinstance(info, inspect.StructType)
    return tuple(_option(field) for field in info.fields)


def options_schema(options: type[Any]) -> dict[str, Any]:
    """The same as JSON Schema."""
    return msgspec.json.schema(options)


def refusal(option: Option, value: object) -> str:
    """The reason why the option can't have this value, or ``""`` if it can."""
    if (value is None and option.optional) or _fits(option, value):
        return ""
    return f"{option.name} is {option.bounds}, not {reprlib.repr(value)[:40]}"


def _fits(option: Option, value: object) -> bool:
    if option.kind == "yes-no":
        return isinstance(value, bool)
    if option.kind == "choice":
        return isinstance(value, str) and value in option.choices
    if not isinstance(value, int) or isinstance(value, bool):
        return False
    above = option.least is None or value >= option.least
    return above and (option.most is None or value <= option.most)


def _option(field: inspect.Field) -> Option:
    """Reads one field: its constraints from the type, its words from the metadata."""
    kind = field.type
    words: dict[str, Any] = {}
    while isinstance(kind, inspect.Metadata):
        words = {**(kind.extra_json_schema or {}), **(kind.extra or {}), **words}
        kind = kind.type
    optional = isinstance(kind, inspect.UnionType)
    if isinstance(kind, inspect.UnionType):
        kind = next(part for part in kind.types if not isinstance(part, inspect.NoneType))
    if not {"description", "rule"} <= words.keys():
        raise OddtrickError(f"the option {field.name!r} has no describe(meaning, rule)")
    rest = {
        "name": field.name,
        "default": field.default,
        "meaning": words["description"],
        "rule": words["rule"],
        "optional": optional,
    }
    if isinstance(kind, inspect.BoolType):
        return Option(kind="yes-no", **rest)
    if isinstance(kind, inspect.LiteralType):
        default_first = sorted(map(str, kind.values), key=lambda choice: choice != field.default)
        return Option(kind="choice", choices=tuple(default_first), **rest)
    if not isinstance(kind, inspect.IntType) or kind.ge is None:
        raise OddtrickError(
            f"the option {field.name!r} is none of bool, Literal of words, and int with Meta(ge=…)"
        )
    return Option(kind="number", least=kind.ge, most=kind.le, **rest)
