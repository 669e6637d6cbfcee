"""The course of one deal and its result."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from oddtrick.cached import cached_value
from oddtrick.cards import Card, Suit, mask_of
from oddtrick.match.chance_actions import Action, Deal
from oddtrick.match.hand_play import PlayedHand
from oddtrick.rules import Throw
from oddtrick.scoring import DealFacts
from oddtrick.views import FinishedDeal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from oddtrick.rules import Rules


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
        )

    def tricks_won(self, players: int) -> tuple[int, ...]:
        """Tricks won by each seat in the finished hands."""
        won = [0] * players
        for hand in self.hands:
            for seat in hand.winners:
                won[seat] += 1
        return tuple(won)


def facts_of(log: DealLog, rules: Rules, score: tuple[int, ...]) -> DealFacts:
    """The facts of a finished deal for scoring, with the score before it."""
    assert log.deal is not None
    taken, winning = [0] * rules.players, 0
    for hand in log.hands:
        for trick, winner in zip(hand.tricks(log.seats), hand.winners, strict=True):
            taken[winner] |= mask_of(card for _, card in trick)
            winning |= next(card.bit for seat, card in trick if seat == winner)
    dealt = [0] * rules.players
    for hands in log.deal.hands:
        for seat, cards in enumerate(hands):
            dealt[seat] |= cards.mask
    return DealFacts(
        sides=rules.sides,
        tricks=log.tricks_won(rules.players),
        taken=tuple(taken),
        dealt=tuple(dealt),
        winning=winning,
        trump=log.trump,
        score=score,
    )
