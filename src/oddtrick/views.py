"""The information set of one seat: the only form in which bots and sockets get a match.

``Match.view`` builds a :class:`View`. It holds everything that the seat has been shown or can see
and nothing else: permuting the hidden cards leaves it unchanged, byte for byte.
"""

from __future__ import annotations

from enum import Enum

import msgspec

from oddtrick.calls import TRUMP_CALLS, Call, Calls
from oddtrick.cards import FULL_PACK, Card, Hand, Suit, mask_of
from oddtrick.rules import Contract, PlayerAction, Rules, Throw
from oddtrick.scoring import Account, DealFacts, Standing
from oddtrick.tricks import Trick, from_seat

OUT_OF_PLAY = -1
"""The place of a card that nobody holds."""

Places = tuple[tuple[tuple[int, ...], Hand], ...]
"""Cards, and the places that each may be in: seats, or ``OUT_OF_PLAY``."""


class Awaited(Enum):
    """The kind of action that the match waits for."""

    CUT = "cut"
    THROW = "throw"
    CHOICE = "choice"
    CALL = "call"
    DEAL = "deal"
    CARD = "card"
    NOTHING = "nothing"


class PlayedTrick(msgspec.Struct, frozen=True):
    """A complete trick in public form.

    Args:
        seats: the seats in the order in which they played; the first led.
        cards: their cards.
        winner: the seat that won it.
        passed: the seats that passed instead of playing, in order (X5).
    """

    seats: tuple[int, ...]
    cards: tuple[Card, ...]
    winner: int
    passed: tuple[int, ...] = ()


class FinishedDeal(msgspec.Struct, frozen=True):
    """A finished deal in public form.

    Args:
        dealer: the seat that dealt.
        trump: the trump suit, or None.
        turn_up: the card turned up, or None.
        chooser: the seat that chose trumps, or None (K3).
        contest: the last cuts or throws of a tie for that choice (K5).
        hands: the tricks of each of the separate hands.
        tricks: tricks won by each seat.
        points: scored by each side.
        score: of each side after the deal.
        games: won by each side so far.
        calls: the calls before its play; secret ones are revealed when the deal is finished, or
            None where they stay secret.
        number: of the deal, from 0.
        contract: what its calls settled, or None.
    """

    dealer: int
    trump: Suit | None
    turn_up: Card | None
    chooser: int | None
    contest: tuple[tuple[int, Card | Throw], ...]
    hands: tuple[tuple[PlayedTrick, ...], ...]
    tricks: tuple[int, ...]
    points: tuple[int, ...]
    score: tuple[int, ...]
    games: tuple[int, ...]
    calls: Calls = ()
    number: int = 0
    contract: Contract | None = None

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that played in it, ascending; all where it was thrown in."""
        tricks = (trick for hand in self.hands for trick in hand)
        played = {seat for trick in tricks for seat in trick.seats}
        return tuple(sorted(played)) or tuple(range(len(self.tricks)))

    def facts(self, rules: Rules) -> DealFacts:
        """The facts of the deal for scoring, without the score before it.

        Args:
            rules: those of the deal, under its contract.
        """
        taken, dealt, winning = [0] * rules.players, [0] * rules.players, 0
        idle = rules.idle_tricks(self.number)
        for number, trick in enumerate(trick for hand in self.hands for trick in hand):
            counts = number >= idle
            taken[trick.winner] |= mask_of(trick.cards) if counts else 0
            for seat, card in zip(trick.seats, trick.cards, strict=True):
                dealt[seat] |= card.bit
                winning |= card.bit if seat == trick.winner and counts else 0
        nobody = (0,) * len(rules.sides)
        return DealFacts(
            sides=rules.sides,
            tricks=self.tricks,
            taken=tuple(taken),
            dealt=tuple(dealt),
            winning=winning,
            trump=self.trump,
            score=nobody,
            calls=self.calls,
            number=self.number,
        )

    def account(self, rules: Rules) -> Account:
        """The items that make up the points of each side of the match.

        Args:
            rules: those of the match.
        """
        under = rules.under(self.contract)
        points = under.by_side(self.points, rules.sides)
        return rules.by_side(under.scoring.account(self.facts(under), points), under.sides)


class View(msgspec.Struct, frozen=True, kw_only=True):
    """The information set of one seat, or of a spectator (``seat`` is None).

    Args:
        rules: the game and its options.
        seat: the observer; None for a spectator.
        awaited: what the match waits for.
        to_act: the seat to act, -1 for chance, None when the match is over.
        legal: the legal actions of this seat, ascending; empty when it is not its turn.
        number: the number of the deal, from 0.
        dealer: the seat that deals it.
        seats: the seats that are still in.
        seating: the player in each seat, by number in order of arrival.
        standing: scores before the deal under way.
        past: the finished deals.
        to_cut: the seats whose turn it is to cut.
        cut: the last cards cut in the cut under way.
        thrown: the seats that have thrown in the round under way; their throws are secret.
        own_throw: this seat's own throw among them.
        contest: the public cuts or throws of the last settled round of the tie (K5).
        chooser: the seat that chooses trumps, or None.
        trump: the trump suit; None is no trumps, or not known yet (see ``trump_known``).
        trump_known: whether trumps are settled.
        turn_up: the card turned up for this deal, or None.
        turn_up_seat: the seat known to hold it; None when it is played or belongs to nobody.
        turn_up_shown: whether it still lies face up on the table (W4).
        hand_number: the index of the separate hand under way, from 0 (S4).
        hand_count: the number of separate hands in the deal.
        hand: this seat's own cards.
        counts: the number of cards of each seat in the hand under way.
        earlier: the tricks of the deal's earlier hands.
        tricks: the complete tricks of the hand under way.
        table: the cards of the trick under way, in order.
        table_seats: the seats in playing order for that trick, without those that have passed.
        passed: the seats that have passed at it, ascending (X5).
        voids: for each seat, the suits that it has shown to be out of in this hand.
        broken: trumps may be led (K7).
        calls: the calls of this deal, phase by phase; the last phase may be under way.
        stock: the number of cards in the stock (G3).
        stock_top: its top card, if it lies face up.
        drawn: after each complete trick while the stock lasted, the cards drawn, that of its winner
            first; None for a card that this seat has not seen.
        contract: the contract of this deal, or None.
        offers: for each legal call of this seat, the contract if the others let it stand; calls
            without one are left out.
        kitty: the cards of the kitty while the declarer discards, if this seat has seen them (B3).
        places: cards that this seat has seen in this deal, that it does not hold itself, and the
            places that they may be in: those of a hand laid open, for example, or its discards.
    """

    rules: Rules
    seat: int | None
    awaited: Awaited
    to_act: int | None
    legal: tuple[PlayerAction, ...]
    number: int
    dealer: int
    seats: tuple[int, ...]
    seating: tuple[int, ...]
    standing: Standing
    past: tuple[FinishedDeal, ...]
    to_cut: tuple[int, ...] = ()
    cut: tuple[tuple[int, Card], ...] = ()
    thrown: tuple[int, ...] = ()
    own_throw: Throw | None = None
    contest: tuple[tuple[int, Card | Throw], ...] = ()
    chooser: int | None = None
    trump: Suit | None = None
    trump_known: bool = False
    turn_up: Card | None = None
    turn_up_seat: int | None = None
    turn_up_shown: bool = False
    hand_number: int = 0
    hand_count: int = 1
    hand: Hand = Hand()
    counts: tuple[int, ...] = ()
    earlier: tuple[tuple[PlayedTrick, ...], ...] = ()
    tricks: tuple[PlayedTrick, ...] = ()
    table: tuple[Card, ...] = ()
    table_seats: tuple[int, ...] = ()
    passed: tuple[int, ...] = ()
    voids: tuple[tuple[Suit, ...], ...] = ()
    broken: bool = False
    calls: Calls = ()
    stock: int = 0
    stock_top: Card | None = None
    drawn: tuple[tuple[Card | None, ...], ...] = ()
    contract: Contract | None = None
    offers: tuple[tuple[Call, Contract], ...] = ()
    kitty: Hand = Hand()
    places: Places = ()

    @property
    def deal_rules(self) -> Rules:
        """The rules of the deal under way: those of the match, under its contract."""
        return self.rules.under(self.contract)

    @property
    def score(self) -> tuple[int, ...]:
        """The score of each side of the deal before it; 0 each if a contract formed other sides."""
        return self.rules.score_in(self.deal_rules, self.standing.carried)

    @property
    def names_trumps(self) -> bool:
        """Whether the calls to be made name trumps, and are no bids (B3)."""
        return self.awaited is Awaited.CALL and self.calls[-1][0] == TRUMP_CALLS

    @property
    def trick(self) -> Trick:
        """The trick under way, with the order of the cards."""
        order = self.deal_rules.order.strengths(self.trump)
        return Trick(self.table_seats, self.table, self.trump, order)

    @property
    def played(self) -> Hand:
        """Every card of the hand under way that has been played."""
        tricks = (card for trick in self.tricks for card in trick.cards)
        return Hand(mask_of(tricks) | mask_of(self.table))

    @property
    def unseen(self) -> Hand:
        """The cards of the pack that this seat has not seen in this deal.

        They are the others' cards, and those of later hands or of the undealt rest.
        """
        seen = self.hand.mask | self.played.mask
        seen |= mask_of(card for hand in self.earlier for trick in hand for card in trick.cards)
        if self.turn_up is not None:
            seen |= self.turn_up.bit
        if self.stock_top is not None:
            seen |= self.stock_top.bit
        seen |= mask_of(card for cards in self.drawn for card in cards if card is not None)
        seen |= sum(cards.mask for places, cards in self.places if len(places) == 1)
        return Hand(self.rules.pack & FULL_PACK & ~seen)

    @property
    def open_calls(self) -> Calls:
        """The calls of this deal; none while some of them are secret, so that nothing counts."""
        seen = all(call is not None for _, made in self.calls for _, call in made)
        return self.calls if seen else ()

    @property
    def drawn_by_others(self) -> tuple[tuple[int, Card], ...]:
        """The cards that other seats were seen to draw and have not played, each with its seat."""
        played = self.played
        return tuple(
            (seat, card)
            for trick, cards in zip(self.tricks, self.drawn, strict=False)
            for seat, card in zip(from_seat(self.seats, trick.winner), cards, strict=True)
            if card is not None and seat != self.seat and card not in played
        )

    @property
    def known_hands(self) -> tuple[tuple[int, Hand], ...]:
        """The cards that other seats are known to hold, as in a hand laid open, with their seat."""
        alone = [(places[0], cards) for places, cards in self.places if len(places) == 1]
        return tuple((seat, cards) for seat, cards in alone if seat != OUT_OF_PLAY)

    @property
    def dogs(self) -> tuple[int, ...]:
        """The seats that play this deal with one card, and may pass (X5)."""
        return self.standing.dogs

    @property
    def won(self) -> tuple[int, ...]:
        """Tricks won by each seat in this deal so far, as far as they count."""
        won, idle = [0] * self.rules.players, self.rules.idle_tricks(self.number)
        for trick in (*(trick for hand in self.earlier for trick in hand), *self.tricks[idle:]):
            won[trick.winner] += 1
        return tuple(won)

    @property
    def side_won(self) -> tuple[int, ...]:
        """Tricks won by each side in this deal so far."""
        won = self.won
        return tuple(sum(won[seat] for seat in side) for side in self.deal_rules.sides)

    @property
    def last_trick(self) -> PlayedTrick | None:
        """The trick just completed, possibly of an earlier hand or of the deal before."""
        hands = [hand for deal in self.past[-1:] for hand in deal.hands]
        hands += [*self.earlier, self.tricks]
        tricks = [trick for hand in hands for trick in hand]
        return tricks[-1] if tricks else None
