"""What is worked out once: a property of a value that never changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar, overload

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


class once(Generic[T]):  # noqa: N801  # it is written as a decorator
    """A property that is worked out when it is first asked for, and kept in the ``__dict__``.

    Python's own ``cached_property`` takes a lock for that up to 3.11, which costs more than most
    of what a table has to work out.

    Args:
        work: says what it is.
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
