"""A lazily computed, cached property of an immutable value."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar, overload

T = TypeVar("T")


class cached_value(Generic[T]):  # noqa: N801  # it is written as a decorator
    """A property that is computed on first access and stored in the instance's ``__dict__``.

    ``functools.cached_property`` takes a lock up to Python 3.11, which costs more than most of the
    values that a table computes.

    Args:
        work: computes the value.
    """

    def __init__(self, work: Callable[[Any], T]) -> None:
        self._work = work
        self._name = work.__name__
        self.__doc__ = work.__doc__

    @overload
    def __get__(self, value: None, owner: type) -> Self: ...

    @overload
    def __get__(self, value: object, owner: type) -> T: ...

    def __get__(self, value: object | None, owner: type) -> Self | T:
        if value is None:
            return self
        found: T = self._work(value)
        value.__dict__[self._name] = found
        return found
