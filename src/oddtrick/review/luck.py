"""Luck apart from skill: what the cards of a deal were worth, and what was made of them."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, NamedTuple

from oddtrick.match import CHANCE
from oddtrick.review.double_dummy import taken
from oddtrick.review.results import Luck

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from oddtrick.bots import Bot
    from oddtrick.match import DealLog, Match
    from oddtrick.review.double_dummy import OpenDeal
    from oddtrick.review.verdicts import Decision
    from oddtrick.rules import Rules


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


class Opened(NamedTuple):
    """A deal with open cards.

    Args:
        choices: for each turn, what the side whose turn it is takes after each of its choices.
        par: what each side takes with best play from the first turn on.
        made: what each side has taken, and takes with best play where the match stops.
    """

    choices: list[dict[str, int] | None]
    par: tuple[int, ...] | None
    made: tuple[int, ...] | None


def made_of(number: int, last: Match, cards: OpenDeal) -> tuple[int, ...] | None:
    """What each side has taken in a deal; where it stops within, with best play from there.

    Args:
        number: of the deal.
        last: the match where it stops.
        cards: of the deal.
    """
    log = last.all_deals[number]
    if log.result is not None:
        return taken(last.rules, log)
    return every(cards.value(last, side) for side in range(len(last.rules.sides)))


def luck_of(
    rules: Rules,
    log: DealLog,
    decisions: Sequence[Decision],
    opened: Opened,
    again: Replayed | None,
) -> Luck:
    """What the cards of a deal were worth, and what was made of them.

    Args:
        rules: the game.
        log: the deal in the end.
        decisions: made in it.
        opened: the deal with open cards.
        again: what others made of the cards.
    """
    losses = [
        every(one.double_dummy_loss for one in decisions if one.seat in seats)
        for seats in rules.sides
    ]
    return Luck(
        par=opened.par,
        made=opened.made,
        given=every(None if lost is None else sum(lost) for lost in losses),
        expert=None if again is None else again.taken,
        points=None if log.result is None else log.result.points,
        expert_points=None if again is None else again.points,
    )


def every(numbers: Iterable[int | None]) -> tuple[int, ...] | None:
    """All the numbers; None where one of them is not known."""
    known = []
    for number in numbers:
        if number is None:
            return None
        known.append(number)
    return tuple(known)
