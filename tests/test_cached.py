"""Values computed once."""

from __future__ import annotations

import msgspec

from oddtrick.cached import cached_value

WORKED: list[int] = []


class Number(msgspec.Struct, frozen=True, dict=True):
    value: int

    @cached_value
    def square(self) -> int:
        """The number times itself."""
        WORKED.append(self.value)
        return self.value**2


def test_a_value_is_computed_on_first_access_and_cached() -> None:
    seven = Number(7)
    assert not WORKED
    assert [seven.square, seven.square] == [49, 49]
    assert WORKED == [7]
    assert Number(7).square == 49
    assert WORKED == [7, 7], "another value, though it is equal"


def test_class_access_returns_the_descriptor() -> None:
    assert isinstance(Number.square, cached_value)
    assert Number.square.__doc__ == "The number times itself."


def test_the_cached_value_does_not_affect_equality() -> None:
    used = Number(3)
    assert used.square == 9
    assert used == Number(3)
    assert hash(used) == hash(Number(3))
