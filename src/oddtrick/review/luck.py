"""Luck apart from skill: the double-dummy value of a deal's cards, and the result."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, NamedTuple

from oddtrick.match import CHANCE
from oddtrick.review.review_types import Luck, Missing
from oddtrick.solver.double_dummy import points_taken

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from oddtrick.bots import Bot
    from oddtrick.match import DealLog, Match
    from oddtrick.review.review_types import Decision
    from oddtrick.rules import Rules
    from oddtrick.solver.double_dummy import DoubleDummy


class Replayed(NamedTuple):
    """The result of the same cards played by others, by side.

    Args:
        taken: the result in the double-dummy unit of the deal.
        points: scored.
    """

    taken: tuple[int, ...]
    points: tuple[int, ...]


def play_again(
    first: Match, bot: Bot, seed: int, check: Callable[[], None] = lambda: None
) -> Replayed:
    """Plays one deal with the same bot in every seat.

    Args:
        first: the match at the first turn of the deal, with its cards dealt.
        bot: the player; it sees views only.
        seed: the random seed.
        check: called before each decision; it may raise to end the play.
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
    rules = match.rules.under(log.contract)
    taken = match.rules.by_side(points_taken(rules, log), rules.sides)
    return Replayed(taken, log.result.points)


class DoubleDummyDeal(NamedTuple):
    """The double-dummy values of a deal.

    Args:
        choices: for each turn, the result of the side to act after each choice, keyed by the action
            in record form; None: too hard to solve.
        par: the result of each side of the deal with best play from the first card or choice of
            trumps on.
        made: the result of each side, with best play from where the match stops.
    """

    choices: list[dict[str, int] | None]
    par: tuple[int, ...] | None
    made: tuple[int, ...] | None


def made_of(number: int, last: Match, solver: DoubleDummy) -> tuple[int, ...] | None:
    """The result of each side of a deal; in an unfinished one, with best play to its end.

    Args:
        number: the number of the deal.
        last: the match where it stops.
        solver: the solver of the deal.
    """
    log = last.all_deals[number]
    if log.result is not None:
        return points_taken(last.rules.under(log.contract), log)
    return all_known(solver.value(last, side) for side in range(len(last.deal_rules.sides)))


def luck_of(
    rules: Rules,
    log: DealLog,
    decisions: Sequence[Decision],
    double_dummy: DoubleDummyDeal,
    again: Replayed | None,
) -> Luck:
    """The luck of a deal, by side of the match.

    Args:
        rules: the game.
        log: the deal as it ended.
        decisions: those made in it.
        double_dummy: its double-dummy values.
        again: the result of others with the same cards.
    """
    under = rules.under(log.contract)
    plays = [one for one in decisions if one.kind != "call"]
    losses = [
        all_known(one.double_dummy_loss for one in plays if one.seat in seats)
        for seats in under.sides
    ]
    given = all_known(None if lost is None else sum(lost) for lost in losses) if plays else None

    def told(of_sides: tuple[int, ...] | None) -> tuple[int, ...] | None:
        """The same by side of the match."""
        return None if of_sides is None else rules.by_side(of_sides, under.sides)

    known = double_dummy.par is not None and double_dummy.made is not None
    return Luck(
        par=told(double_dummy.par),
        made=told(double_dummy.made),
        given=told(given),
        expert=None if again is None else again.taken,
        points=None if log.result is None else log.result.points,
        expert_points=None if again is None else again.points,
        missing=None if known else _missing(under, log, is_played=bool(plays)),
    )


def _missing(rules: Rules, log: DealLog, *, is_played: bool) -> Missing:
    """The reason why a deal has no double-dummy value."""
    assert log.deal is not None
    if not is_played:
        return "unplayed"
    if not rules.profile.rising:
        return "aim"
    return "stock" if log.deal.stock else "hard"


def all_known(numbers: Iterable[int | None]) -> tuple[int, ...] | None:
    """All the numbers; None where one of them is None."""
    known = []
    for number in numbers:
        if number is None:
            return None
        known.append(number)
    return tuple(known)
