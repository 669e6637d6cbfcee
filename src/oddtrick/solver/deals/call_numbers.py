"""The numbers of actions: cards, choices of trumps, throws, and then the bids of a game."""

from __future__ import annotations

from oddtrick.calls import Bid, Call
from oddtrick.cards import CARDS, Card, Suit
from oddtrick.rules import Rules, Throw, Tie, TrumpSource


def bids_of(rules: Rules) -> tuple[Bid, ...]:
    """The bids among the calls of a game, in the order of their numbers."""
    return tuple(call for call in rules.calls if isinstance(call, Bid))


def choices_of(rules: Rules) -> tuple[Suit | Throw, ...]:
    """The trumps that may be chosen, and the throws for that choice."""
    sources = {rules.trumps.source(deal) for deal in range(len(CARDS))}
    if TrumpSource.CHOSEN not in sources:
        return ()
    return (*Suit, *(Throw if rules.trumps.tie is Tie.RPS else ()))


class CallNumbers:
    """The calls of a game by the numbers of their actions: a card its index, bids after those.

    Args:
        rules: the game.

    >>> from oddtrick.games import rules_of
    >>> numbers = CallNumbers(rules_of("solo-whist"))
    >>> numbers.first, str(numbers.call_of(54)), numbers.number_of(Card.D2)
    (52, 'acceptance', 13)
    """

    def __init__(self, rules: Rules) -> None:
        self.bids = bids_of(rules)
        self.first = len(CARDS) + len(choices_of(rules))
        self._places = {bid: place for place, bid in enumerate(self.bids)}

    def call_of(self, number: int) -> Call | None:
        """The call with a number, or None."""
        if 0 <= number < len(CARDS):
            return CARDS[number]
        place = number - self.first
        return self.bids[place] if 0 <= place < len(self.bids) else None

    def number_of(self, call: Call) -> int:
        """The number of a call among those that ``Rules.calls`` lists."""
        return int(call) if isinstance(call, Card) else self.first + self._places[call]

    def masks_of(self, calls: tuple[Call, ...]) -> tuple[int, int]:
        """The cards among some calls as a mask, and their bids: bit *i* for bid *i* of the game."""
        cards = bids = 0
        for call in calls:
            if isinstance(call, Card):
                cards |= call.bit
            else:
                bids |= 1 << self._places[call]
        return cards, bids
