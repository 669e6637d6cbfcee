"""The course of one deal and its result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from oddtrick.cached import cached_value
from oddtrick.calls import Calls
from oddtrick.cards import Card, Hand, Suit, mask_of
from oddtrick.match.call_phase import CallPhase
from oddtrick.match.chance_actions import Action, Deal
from oddtrick.match.hand_play import PlayedHand
from oddtrick.rules import Contract, Rules, Throw
from oddtrick.scoring import DealFacts
from oddtrick.tricks import left_of
from oddtrick.views import FinishedDeal

ContestRound = tuple[tuple[int, Card | Throw], ...]
"""One round of a tie for the choice of trumps: each seat in it, with its card or throw (K5)."""


class DealResult(msgspec.Struct, frozen=True):
    """The result of a finished deal.

    Args:
        tricks: won by each seat, over all its hands.
        points: scored by each side in this deal.
        score: of each side after it, in the game under way or just ended.
        games: won by each side so far.
    """

    tricks: tuple[int, ...]
    points: tuple[int, ...]
    score: tuple[int, ...]
    games: tuple[int, ...]

    @property
    def leaders(self) -> tuple[int, ...]:
        """The seats with most tricks."""
        most = max(self.tricks)
        return tuple(seat for seat, tricks in enumerate(self.tricks) if tricks == most)


class DealLog(msgspec.Struct, frozen=True, dict=True):
    """One deal, finished or under way.

    Args:
        dealer: the seat that deals.
        seats: the seats that play in this deal.
        dogs: those of them that are dealt one card and may pass (X5).
        opening: the actions before the first card is played, in order.
        rounds: the complete rounds of a tie for the choice of trumps: a card cut or a throw for
            each seat in it (K5).
        chooser: the seat that chooses trumps, or None (K3).
        deal: the cards, once they are dealt.
        trump: the trump suit; None is no trumps, or not settled yet.
        hands: the separate hands that are finished.
        result: of the deal, once it is finished.
        calls: the finished phases of calls.
        held: the cards of every seat in each hand as its play begins, if not as dealt.
        trump_called: trumps, or no trumps, are settled by ``Match.with_deal``.
        number: of the deal, from 0.
        contract: the contract that its calls settled, or None.
    """

    dealer: int
    seats: tuple[int, ...]
    opening: tuple[Action, ...] = ()
    rounds: tuple[ContestRound, ...] = ()
    chooser: int | None = None
    deal: Deal | None = None
    trump: Suit | None = None
    hands: tuple[PlayedHand, ...] = ()
    result: DealResult | None = None
    dogs: tuple[int, ...] = ()
    calls: tuple[CallPhase, ...] = ()
    held: tuple[tuple[Hand, ...], ...] = ()
    trump_called: bool = False
    number: int = 0
    contract: Contract | None = None

    @property
    def leader(self) -> int:
        """The seat that leads first: the eldest hand, unless the contract has another."""
        contract = self.contract
        if contract is not None and contract.leader is not None:
            return contract.leader
        return left_of(self.seats, self.dealer)

    def called(self, name: str) -> bool:
        """True if the phase of calls with this name is finished."""
        return any(phase.name == name for phase in self.calls)

    @property
    def revealed_calls(self) -> Calls:
        """The calls as everybody may see them once the deal is finished."""
        return tuple((phase.name, phase.revealed) for phase in self.calls)

    @property
    def contest(self) -> ContestRound:
        """The round that decided who chooses trumps; empty without a tie (K5)."""
        return self.rounds[-1] if self.rounds and self.chooser is not None else ()

    @property
    def actions(self) -> Iterator[Action]:
        """Every action of the deal's finished hands, in order."""
        yield from self.opening
        for hand in self.hands:
            yield from hand.plays

    @cached_value
    def finished_deal(self) -> FinishedDeal:
        """The public form of the finished deal; cached, because every later view contains it."""
        assert self.deal is not None
        assert self.result is not None
        return FinishedDeal(
            dealer=self.dealer,
            trump=self.trump,
            turn_up=self.deal.turn_up,
            chooser=self.chooser,
            contest=self.contest,
            hands=tuple(hand.played_tricks(self.seats) for hand in self.hands),
            tricks=self.result.tricks,
            points=self.result.points,
            score=self.result.score,
            games=self.result.games,
            calls=self.revealed_calls,
            number=self.number,
            contract=self.contract,
        )

    def tricks_won(self, rules: Rules) -> tuple[int, ...]:
        """Tricks won by each seat in the finished hands, as far as they count."""
        return counted_tricks(self.hands, rules, self.number)


def counted_tricks(hands: Iterable[PlayedHand], rules: Rules, number: int) -> tuple[int, ...]:
    """Tricks won by each seat in hands of the deal with this number, as far as they count (G4)."""
    won = [0] * rules.players
    for hand in hands:
        for seat in hand.winners[rules.idle_tricks(number) :]:
            won[seat] += 1
    return tuple(won)


def facts_of(log: DealLog, rules: Rules, score: tuple[int, ...]) -> DealFacts:
    """The facts of a finished deal for scoring, with the score before it.

    Args:
        log: the deal.
        rules: those of the deal, under its contract.
        score: of its sides, before it.
    """
    assert log.deal is not None
    taken, winning, idle = [0] * rules.players, 0, rules.idle_tricks(log.number)
    for hand in log.hands:
        counted = tuple(zip(hand.tricks(log.seats), hand.winners, strict=True))[idle:]
        for trick, winner in counted:
            taken[winner] |= mask_of(card for _, card in trick)
            winning |= next(card.bit for seat, card in trick if seat == winner)
    dealt = [0] * rules.players
    # Hands that nobody plays count nothing: those of a deal thrown in are not shown to all.
    for hands, played in zip(log.held or log.deal.hands, log.hands, strict=False):
        for seat, cards in enumerate(hands):
            dealt[seat] |= cards.mask
        for drawn in played.draws(log.seats, log.deal.stock):
            for seat, card in drawn:
                dealt[seat] |= card.bit
    return DealFacts(
        sides=rules.sides,
        tricks=log.tricks_won(rules),
        taken=tuple(taken),
        dealt=tuple(dealt),
        winning=winning,
        trump=log.trump,
        score=score,
        calls=log.revealed_calls,
        number=log.number,
    )
