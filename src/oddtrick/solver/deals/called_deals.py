"""The calls of whole deals: made by the phases of the game itself, before the kernel plays.

The kernel deals and plays, and knows no auction. Between the two each deal goes through the phases
of its game, where calls are given, drawn, or made by a function of the view. What comes of them is
the contract, whose plan the kernel plays by.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from msgspec.structs import replace

from oddtrick.calls import Bid, Call, Calls
from oddtrick.cards import CARDS, Hand
from oddtrick.errors import WANTED_RULES, OddtrickError, RuleBroken, check_type
from oddtrick.match import CallPhase, Deal, DealLog, Match, Playing, TakeKitty, ToDeal, deal_cards
from oddtrick.rules import Contract, Rules
from oddtrick.solver import _kernel
from oddtrick.solver.deals.kernel_deal_plan import (
    CalledPlan,
    DealPlan,
    DealStart,
    plan_called_deal,
    plan_deal,
)
from oddtrick.views import View

if TYPE_CHECKING:
    from random import Random

    from numpy.typing import NDArray


Caller = Callable[[View], Call]
"""Makes the call of the seat whose view it is given, one of ``view.legal``."""

MAX_BIDS = 64
"""The most bids of a game whose deals are stepped: a bit each."""


class Play(NamedTuple):
    """The start of the play of a deal.

    Attributes:
        plan: the number of its plan among those of the game's contracts; None: it is thrown in.
        held: the cards of each seat, if some have been exchanged.
    """

    plan: int | None
    held: tuple[int, ...] | None


class CalledDeals:
    """Deals of one game with calls, from the same place in a match.

    Args:
        rules: the game, or a contract of it whose declarer exchanges cards.
        start: the place of the deals in a match, with the calls that are given.

    Raises:
        OddtrickError: as from ``plan_deal``.
    """

    def __init__(self, rules: Rules, start: DealStart | None) -> None:
        self.dealing = plan_deal(rules, start)
        self.rules, self.start = rules, self.dealing.start
        self.plans: list[CalledPlan] = []
        self._numbers: dict[tuple[Contract | None, int | None], int] = {}
        self._counted: dict[tuple[object, ...], tuple[int, ...]] = {}
        self._opened = _opened(rules, self.start)

    def dealt(self, hands: Sequence[Sequence[int]], turn_up: int, stock: Sequence[int]) -> Match:
        """The match of a deal after the calls that are given.

        Args:
            hands: the cards (masks) of each seat in each separate hand.
            turn_up: the card turned up, or -1.
            stock: the cards of the stock, its top card first.

        Raises:
            OddtrickError: a call that is given is illegal, or of another phase; or there are phases
                that are no calls.
        """
        cards = tuple(tuple(map(Hand, hand)) for hand in hands)
        deal = Deal(cards, None if turn_up < 0 else CARDS[turn_up], tuple(CARDS[c] for c in stock))
        return self.checked(self._with_given(self._opened.apply(deal)))

    def checked(self, match: Match) -> Match:
        """The match, if it awaits a call, or a card, or the deal is over.

        Raises:
            OddtrickError: it awaits something else.
        """
        if self.is_over(match) or isinstance(match.phase, (CallPhase, Playing)):
            return match
        phase = type(match.phase).__name__
        raise OddtrickError(
            f"{self.rules.game}: its deals open the phase {phase}, and batches of deals know calls "
            "and the play"
        )

    def is_over(self, match: Match) -> bool:
        """True if the deal is over: played, or thrown in."""
        return match.over or match.number > self.start.number

    def phase_of(self, match: Match) -> CallPhase | None:
        """The phase in which the deal awaits a call, or None."""
        calling = isinstance(match.phase, CallPhase) and not self.is_over(match)
        return match.phase if calling else None  # type: ignore[return-value]  # mypy can't follow

    def called(self, match: Match, rng: Random, caller: Caller | None) -> Match:
        """The match after all calls: those of the caller, or each legal one as likely as others.

        Raises:
            RuleBroken: the caller makes an illegal call.
        """
        while (phase := self.phase_of(match)) is not None:
            if caller is None:
                match = match.apply(rng.choice(phase.legal()))
            else:
                match = match.apply(caller(match.view(phase.to_act)))
        return self.checked(match)

    def play_of(self, match: Match) -> Play:
        """Returns the start of the play of the deal, after its calls.

        Raises:
            OddtrickError: the kernel cannot score the deal under its contract, or hands have lost
                cards.
        """
        if self.is_over(match):
            return Play(None, None)
        log = match.deal
        trump = None if log.trump is None or not log.trump_called else int(log.trump)
        key = (log.contract, trump)
        number = self._numbers.get(key)
        if number is None:
            plan = plan_called_deal(
                self.rules,
                match.deal_rules,
                replace(self.start, calls=log.revealed_calls),
                trump=log.trump if log.trump_called else None,
                trump_called=log.trump_called,
                leader=log.leader,
            )
            number = self._numbers[key] = len(self.plans)
            self.plans.append(plan)
        held = tuple(hand.mask for hand in log.held[0]) if log.held else None
        size = self.rules.plan.sizes(self.start.number)[0]
        if held is not None and max(map(int.bit_count, held)) != size:
            raise OddtrickError(
                f"{self.rules.game}: its hands have lost cards before the play, and batches play a "
                "trick for each card dealt"
            )
        return Play(number, held)

    def log_of(self, match: Match) -> DealLog:
        """The log of the deal, over or not."""
        return match.all_deals[self.start.number]

    def points(self, match: Match, plan: int | None, told: Sequence[int]) -> tuple[int, ...]:
        """The points of each side of the match, as ``Match`` counts them.

        Args:
            match: after the calls.
            plan: of the play; None: the deal was thrown in.
            told: what the kernel tells of each side.
        """
        log = self.log_of(match)
        if plan is None:
            assert log.result is not None
            return log.result.points
        calls = log.revealed_calls
        key = (plan, calls, tuple(told))
        points = self._counted.get(key)
        if points is None:
            facts = self.plans[plan].facts(told)
            facts = replace(
                facts, calls=calls, trump=facts.trump if log.trump is not None else None
            )
            rules, under = self.rules, self.plans[plan].rules
            stages = [rules.by_side(stage, under.sides) for stage in under.scoring.stages(facts)]
            facts = replace(facts, sides=rules.sides)
            points = rules.match.after(match.standing, facts, stages)[0]
            self._counted[key] = points
        return points

    def _with_given(self, match: Match) -> Match:
        """The match after the calls that are given, each phase of them complete."""
        game = self.rules.game
        for name, made in self.start.calls:
            phase = self.phase_of(match)
            if phase is None or phase.name != name:
                comes = "no phase of calls" if phase is None else f"the phase {phase.name!r}"
                raise OddtrickError(f"{game}: {comes} comes where the phase {name[:40]!r} is given")
            queues: dict[int, deque[Call | None]] = {}
            for seat, call in made:
                queues.setdefault(seat, deque()).append(call)
            while phase is not None and phase.name == name:
                match = match.apply(self._next_given(phase, queues))
                phase = self.phase_of(match)
            more = [seat for seat, queue in queues.items() if queue]
            if more:
                raise OddtrickError(
                    f"{game}: seat {more[0]} does not call as often in {name!r} as is given"
                )
        return match

    def _next_given(self, phase: CallPhase, queues: dict[int, deque[Call | None]]) -> Call:
        seat, game = phase.to_act, self.rules.game
        assert seat is not None
        queue = queues.get(seat)
        if not queue:
            raise OddtrickError(f"{game}: seat {seat} calls in {phase.name!r}: give its call, too")
        call = queue.popleft()
        if call is None or (self.rules.calls and call not in self.rules.calls):
            raise OddtrickError(f"{call} is no call of {game}, as Rules.calls lists them")
        if call not in phase.legal():
            refused = phase.misplaced(call)
            raise RuleBroken(f"{game}: {refused.what}", refused.rule)
        return call


def _opened(rules: Rules, start: DealStart) -> Match:
    """A match that has come to such a deal, before its cards are dealt."""
    assert start.seats is not None
    assert start.score is not None
    standing = replace(
        rules.match.start(len(rules.sides), rules.players),
        score=start.score,
        seats_in=start.seats,
        deals=start.number,
    )
    contract = rules.contract
    log = DealLog(start.dealer, start.seats, chooser=start.chooser, number=start.number)
    if contract is not None:
        log = replace(log, contract=contract, trump=contract.trump, trump_called=True)
        rules = replace(rules, course=_after_calls(rules.course))
    return Match(
        rules=rules,
        standing=standing,
        phase=ToDeal(),
        deal=log,
        past=(DealLog(0, start.seats),) * start.number,
        seating=tuple(range(rules.players)),
    )


def _after_calls(course: tuple[Callable[..., object], ...]) -> tuple[Callable[..., object], ...]:
    """The steps of a deal whose contract is settled: dealing, the exchange, the play."""
    return (deal_cards, *filter(_is_exchange, course), course[-1])


def _is_exchange(step: object) -> bool:
    return isinstance(step, TakeKitty)


def plan_batch(rules: Rules, start: DealStart | None) -> DealPlan | CalledDeals:
    """Makes the plan of a batch of deals: one for all of them, or one for each contract.

    Raises:
        OddtrickError: as from ``plan_deal``; or calls are given that are none of the game.
    """
    check_type(rules, Rules, WANTED_RULES)
    start = DealStart() if start is None else start
    check_type(start, DealStart, "the place of a deal in its match, as DealStart(dealer=2)")
    given: Calls = start.calls
    if rules.contract is not None:
        if given:
            raise OddtrickError(f"{rules.game}: its contract is given, so leave out the calls")
        plan = plan_deal(rules, start)
        exchange = rules.contract.declarer is not None and any(map(_is_exchange, rules.course))
        return CalledDeals(rules, start) if exchange else plan
    if not rules.course:
        if given:
            raise OddtrickError(f"{rules.game} has no calls: leave out DealStart(calls=…)")
        return plan_deal(rules, start)
    deals = CalledDeals(rules, start)
    # Bids that settle points alone are the same in every deal, so that one plan does for all.
    alone = all(isinstance(call, Bid) for _, made in given for _, call in made)
    if given and alone and rules.terms is None:
        match = deals.dealt(*_any_cards(deals.dealing))
        if deals.phase_of(match) is None and not match.deal.trump_called and not match.deal.held:
            return plan_deal(rules, start)
    return deals


def plan_without_calls(rules: Rules, start: DealStart | None) -> DealPlan:
    """Makes the one plan of deals that are dealt and played: nobody calls, draws or discards.

    Raises:
        OddtrickError: as from ``plan_batch``; or seats call, discard or draw in such a deal.
    """
    plan = plan_batch(rules, start)
    if isinstance(plan, CalledDeals):
        if rules.contract is not None:
            why = f"under {rules.contract.bid} the declarer exchanges cards"
        elif rules.terms is not None:
            why = "nobody calls: give a contract, as rules.under(contract)"
        else:
            why = "nobody calls: give the calls, as DealStart(calls=…)"
        raise OddtrickError(f"{rules.game}: these deals are all of one plan, and {why}")
    if rules.plan.stock is not None:
        raise OddtrickError(
            f"{rules.game}: these deals are played by policies that draw no cards from a stock"
        )
    return plan


def _any_cards(plan: DealPlan) -> tuple[list[list[int]], int, list[int]]:
    """The cards of a deal, for calls that are the same in all of them."""
    hands, turn_up, stock = cards_of_deals(plan, 0, 0, 1)
    return hands[0].tolist(), int(turn_up[0]), stock[0].tolist()


def cards_of_deals(
    plan: DealPlan, seed: int, first: int, n: int
) -> tuple[NDArray[np.uint64], NDArray[np.int8], NDArray[np.int8]]:
    """The cards of the deals ``first`` … ``first + n - 1`` of a seed.

    Returns:
        The hands ``[n, H, P]``, the cards turned up ``[n]`` and the stocks.
    """
    hands = np.empty((n, plan.hands, plan.rules.players), np.uint64)
    turn_up = np.empty(n, np.int8)
    stock = np.empty((n, plan.kernel.stock_size), np.int8)
    _kernel.deal_cards(plan.kernel, seed, first, n, hands, turn_up, stock)
    return hands, turn_up, stock
