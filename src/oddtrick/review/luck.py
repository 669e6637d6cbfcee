"""Luck apart from skill: what the cards of a deal were worth, and what was made of them."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, NamedTuple

from oddtrick.match import CHANCE
from oddtrick.review.opened import OpenDeal, taken
from oddtrick.review.results import Luck

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from oddtrick.bots import Bot
    from oddtrick.match import DealLog, Match
    from oddtrick.review.verdicts import Decision


class Replayed(NamedTuple):
    """What others have made of the same cards, by side.

    Args:
        taken: in the unit of open cards.
        points: scored.
    """

    taken: tuple[int, ...]
    points: tuple[int, ...]


def play_again(
    first: Match, bot: Bot, seed: int, check: Callable[[], None] = lambda: None
) -> Replayed:
    """One deal played by the same bot in every seat.

    Args:
        first: the match at the first turn of the deal, with its cards dealt.
        bot: who plays; it sees views only.
        seed: of all its chance.
        check: is called before each decision; it may raise to end it all.
    """
    deal, match, turn = first.number, first.with_chance(None), 0
    while match.to_act not in (None, CHANCE) and match.number == deal:
        seat = match.to_act
        assert seat is not None
        check()
        rng = Random(f"oddtrick-review/{seed}/{deal}/{turn}")
        match, turn = match.apply(bot.choose(match.view(seat), rng)), turn + 1
    log = match.all_deals[deal]
    assert log.result is not None
    return Replayed(taken(match.rules, log), log.result.points)


def luck_of(
    first: Match,
    last: Match,
    log: DealLog,
    decisions: Sequence[Decision],
    again: Replayed | None,
) -> Luck:
    """What the cards of a deal were worth, and what was made of them.

    Args:
        first: the match at the first turn of the deal.
        last: the match at the end, or where it stops.
        log: the deal in the end.
        decisions: made in it.
        again: what others made of the cards.
    """
    rules = first.rules
    cards, sides = OpenDeal(rules), range(len(rules.sides))
    if log.result is None:
        made = _all(cards.value(last, side) for side in sides)
    else:
        made = taken(rules, log)
    given = _all(
        _sum(one.open_loss for one in decisions if one.seat in seats) for seats in rules.sides
    )
    return Luck(
        par=_all(cards.value(first, side) for side in sides),
        made=made,
        given=given,
        expert=None if again is None else again.taken,
        points=None if log.result is None else log.result.points,
        expert_points=None if again is None else again.points,
    )


def _sum(numbers: Iterable[int | None]) -> int | None:
    """The sum; None where one of them is not known."""
    total = _all(numbers)
    return None if total is None else sum(total)


def _all(numbers: Iterable[int | None]) -> tuple[int, ...] | None:
    """All of them; None where one of them is not known."""
    known = []
    for number in numbers:
        if number is None:
            return None
        known.append(number)
    return tuple(known)
