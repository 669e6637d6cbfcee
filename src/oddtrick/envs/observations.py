"""Observations of a match, kept up to date card by card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from oddtrick.cards import Suit
from oddtrick.envs.observation_layout import BASE, DTYPE, PARTS, SIZE, seat_indices
from oddtrick.match import Over, Playing, ToChoose, ToThrow, played_cards
from oddtrick.rules import Throw, TrumpSource
from oddtrick.solver.deals.kernel_deal_plan import MAX_SEATS
from oddtrick.solver.deals.observation_parts import LARGEST
from oddtrick.tricks import Trick, left_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Parts = dict[str, NDArray[Any]]

    from oddtrick.cards import Card
    from oddtrick.match import DealLog, Match
    from oddtrick.rules import Rules

_CARDS = 52
_BEGIN = {name: place.start for name, place in PARTS.items()}
_TABLE, _LED = PARTS["table"], PARTS["led"]
_PLAYED, _VOIDS, _TO_ACT = _BEGIN["played"], _BEGIN["voids"], _BEGIN["to_act"]
_LEADER, _HELD, _TRICKS = _BEGIN["leader"], _BEGIN["held"], _BEGIN["tricks"]
_TURN_UP, _HOLDER = _BEGIN["turn_up"], _BEGIN["turn_up_holder"]
_TRUMPS_LED, _TRICK_NUMBER = _BEGIN["trumps_led"], _BEGIN["trick_number"]
_THROWS = tuple(Throw)

# Behind the numbers that all seats share: what each seat has for itself.
_HANDS = SIZE
_OWN_THROWS = _HANDS + MAX_SEATS * _CARDS
_SIDES = _OWN_THROWS + MAX_SEATS * len(_THROWS)
_ALL = _SIDES + MAX_SEATS * MAX_SEATS


class ObservationTracker:
    """The observations of all seats through a match without calls and stock.

    One array holds what everybody knows, with seats counted from seat 0, and what each seat knows
    alone. The observation of a seat is a selection of its numbers: one call to NumPy.

    Args:
        rules: the game.
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._numbers = np.zeros(_ALL, DTYPE)
        self._parts = BASE.split(self._numbers[:SIZE])
        self._side_of = [rules.side_of(seat) for seat in range(rules.players)]
        self._set_sides()
        self._indices = [_indices(seat, rules.players) for seat in range(rules.players)]

    def __getstate__(self) -> dict[str, Any]:
        """The state for copying and pickling, without the parts: they are views of the array."""
        return {name: value for name, value in vars(self).items() if name != "_parts"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restores the state, with parts of the array of this tracker."""
        vars(self).update(state)
        self._parts = BASE.split(self._numbers[:SIZE])

    def observe(self, seat: int) -> NDArray[np.int16]:
        """Returns the observation of a seat, on turn or not."""
        return self._numbers.take(self._indices[seat])

    def hidden(self) -> NDArray[np.int16]:
        """Returns the cards and secret throws of all seats: ``[8, 52]`` and ``[8, 3]`` in one row.

        Seats are counted from seat 0.
        """
        return self._numbers[_HANDS:_SIDES].copy()

    def load(self, match: Match) -> None:
        """Takes in a match at any moment."""
        self._numbers[:_SIDES] = 0
        parts = self._parts
        self._load_match(parts, match)
        self._load_deal(parts, match)
        phase = match.phase
        if isinstance(phase, ToThrow):
            self._load_throws(parts, phase)
        if isinstance(phase, Playing):
            layout = phase.layout
            leader = left_of(match.deal.seats, match.deal.dealer)
            hand = Playing(layout, Trick(layout.rotations[leader], (), layout.trump, layout.order))
            for card in played_cards(phase.plays):
                after = hand.after(card)
                self.play(hand, card, after)
                hand = after

    def play(self, before: Playing, card: Card, after: Playing) -> None:
        """Takes in one card played; ``after`` is the same hand with it."""
        numbers, trick = self._numbers, before.trick
        seat = trick.seats[len(trick.cards)]
        suit = card.suit
        numbers[_HANDS + seat * _CARDS + card] = 0
        numbers[_HELD + seat] -= 1
        numbers[_PLAYED + seat * _CARDS + card] = 1
        numbers[_TO_ACT + seat] = 0
        if numbers[_TURN_UP + card]:
            numbers[_HOLDER + seat] = 0
        if trick.cards:
            led = trick.cards[0].suit
            if suit is not led:
                numbers[_VOIDS + seat * 4 + led] = 1
        elif suit is before.layout.trump and before.layout.break_trumps and not before.broken:
            numbers[_VOIDS + seat * 4 : _VOIDS + seat * 4 + 4] = [
                other is not suit for other in Suit
            ]
        if after.trick.cards:
            numbers[_TABLE.start + card] = 1
            numbers[_LED.start + after.trick.cards[0].suit] = 1
        else:
            self._gather(trick.seats[0], after)
        if not after.complete:
            numbers[_TO_ACT + after.to_act] = 1

    def _gather(self, leader: int, after: Playing) -> None:
        """Takes in the end of a trick; its winner leads to the next (T5)."""
        numbers, winner = self._numbers, after.winners[-1]
        numbers[_TABLE] = 0
        numbers[_LED] = 0
        numbers[_LEADER + leader] = 0
        numbers[_LEADER + winner] = 1
        numbers[_TRICKS + winner] += 1
        numbers[_TRICK_NUMBER] += 1
        if after.broken:
            numbers[_TRUMPS_LED] = 1

    def _load_match(self, parts: Parts, match: Match) -> None:
        """Writes the scores, and whose turn it is before a card is played."""
        standing = match.standing
        score = standing.score if match.over else standing.carried
        # One assignment for all seats: in games of short deals this is a large part of the time.
        players = len(self._side_of)
        scores = [max(-LARGEST, min(LARGEST, score[side])) for side in self._side_of]
        parts["score"][:players] = scores
        if any(standing.games):
            games = [min(LARGEST, standing.games[side]) for side in self._side_of]
            parts["games"][:players] = games
        parts["deal"][...] = min(LARGEST, match.number)
        for seat, shown in match.deal.contest:
            if isinstance(shown, Throw):
                parts["last_throws"][seat, _THROWS.index(shown)] = 1
        if not isinstance(match.phase, (Playing, Over)):
            assert match.to_act is not None
            parts["to_act"][match.to_act] = 1

    def _load_deal(self, parts: Parts, match: Match) -> None:
        """Writes the deal under way as it stood before the first card of the present hand."""
        log, phase, rules = match.deal, match.phase, self._rules
        parts["in"][list(log.seats)] = 1
        parts["dealer"][log.dealer] = 1
        parts["hands"][...] = len(rules.plan.hands)
        parts["trumps_led"][...] = not rules.break_trumps
        parts["choosing"][...] = isinstance(phase, ToChoose)
        leader = left_of(log.seats, log.dealer)
        parts["leader"][leader] = 1
        if isinstance(phase, Playing):
            parts["to_act"][leader] = 1
        self._load_trumps(parts, match)
        if isinstance(phase, Over):
            return
        if log.deal is None:
            # The cards are still to be dealt; everybody knows how many there will be.
            parts["held"][list(log.seats)] = rules.plan.sizes(match.number)[0]
            return
        self._load_hands(parts, log)

    def _load_hands(self, parts: Parts, log: DealLog) -> None:
        assert log.deal is not None
        parts["hand_number"][...] = len(log.hands)
        for hand in log.hands:
            parts["earlier"][list(hand.plays)] = 1
            for winner in hand.winners:
                parts["tricks"][winner] += 1
        for seat, cards in enumerate(log.deal.hands[len(log.hands)]):
            for card in cards:
                self._numbers[_HANDS + seat * _CARDS + card] = 1
            parts["held"][seat] = len(cards)

    def _load_trumps(self, parts: Parts, match: Match) -> None:
        log = match.deal
        source = self._rules.trumps.source(match.number)
        if source is TrumpSource.FIXED or log.trump is not None:
            fixed = self._rules.trumps.fixed(match.number)
            trump = fixed if source is TrumpSource.FIXED else log.trump
            parts["trump"][len(Suit) if trump is None else trump] = 1
        if source is TrumpSource.CHOSEN and log.chooser is not None:
            parts["chooser"][log.chooser] = 1
        if log.deal is not None and log.deal.turn_up is not None:
            parts["turn_up"][log.deal.turn_up] = 1
            if source is TrumpSource.TURNED and not match.over:
                parts["turn_up_holder"][log.dealer] = 1

    def _load_throws(self, parts: Parts, phase: ToThrow) -> None:
        throwing = phase.throwing
        parts["throwing"][...] = 1
        parts["tied"][list(throwing.seats)] = 1
        for seat, throw in zip(throwing.seats, throwing.thrown, strict=False):
            parts["thrown"][seat] = 1
            self._numbers[_OWN_THROWS + seat * len(_THROWS) + _THROWS.index(throw)] = 1
        for seat, throw in throwing.last:
            parts["last_throws"][seat, _THROWS.index(throw)] = 1

    def _set_sides(self) -> None:
        """Writes the seats of each seat's side, which stay the same."""
        players = self._rules.players
        for seat in range(players):
            for mate in (seat, *self._rules.partners(seat)):
                self._numbers[_SIDES + seat * MAX_SEATS + (mate - seat) % players] = 1


def _indices(seat: int, players: int) -> NDArray[np.intp]:
    """The place of each number of a seat's observation in the tracker's array."""
    indices = seat_indices(seat, players)
    begins = {"hand": _HANDS, "own_throw": _OWN_THROWS, "side": _SIDES}
    for name, begin in begins.items():
        own = indices[PARTS[name]]
        own[:] = np.arange(len(own)) + begin + seat * len(own)
    return indices
