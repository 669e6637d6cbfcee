"""The parts of one worker, by their class: how routes and sockets reach what they need."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from litestar.connection import ASGIConnection

P = TypeVar("P")


class Parts:
    """A container with one part of each class. It names no part, so every layer may use it.

    >>> Parts("a text", 7)[int]
    7
    """

    def __init__(self, *parts: object) -> None:
        self._by_class = {type(part): part for part in parts}

    def __getitem__(self, kind: type[P]) -> P:
        """Returns the part of a class."""
        part = self._by_class[kind]
        assert isinstance(part, kind)
        return part

    def replace(self, part: object) -> None:
        """Puts a part in the place of that of its class."""
        self._by_class[type(part)] = part


def part_of(connection: ASGIConnection[Any, Any, Any, Any], kind: type[P]) -> P:
    """Returns the part of a class of the worker that serves a request or socket."""
    parts: Parts = connection.app.state.parts
    return parts[kind]
