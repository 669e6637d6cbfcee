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


def test_it_is_worked_out_when_first_asked_for_and_then_kept() -> None:
    seven = Number(7)
    assert not WORKED
    assert [seven.square, seven.square] == [49, 49]
    assert WORKED == [7]
    assert Number(7).square == 49
    assert WORKED == [7, 7], "another value, though it is equal"


def test_the_class_shows_what_it_is() -> None:
    assert isinstance(Number.square, cached_value)
    assert Number.square.__doc__ == "The number times itself."


def test_what_is_kept_is_no_part_of_the_value() -> None:
    asked = Number(3)
    assert asked.square == 9
    assert asked == Number(3)
    assert hash(asked) == hash(Number(3))
