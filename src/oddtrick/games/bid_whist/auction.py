"""The auction of Bid Whist, and the naming of trumps that follows it (B2, B3)."""

from __future__ import annotations

from msgspec import Struct

from oddtrick.calls import PASS, TRUMP_CALLS, Bid, Call
from oddtrick.cards import CARDS, Hand, Rank, Suit
from oddtrick.match import EachOnce, Match
from oddtrick.rules import Contract, interleaved
from oddtrick.tricks import from_seat, left_of

SIDES = interleaved(4, 2)
MOST = 7
UP, DOWN, NO_TRUMP = "uptown", "downtown", "no trump"
HIGH, LOW = Bid(name="high"), Bid(name="low")
TRUMPS = tuple(Bid(name=str(suit)) for suit in Suit)


def bids_from(least: int) -> tuple[Bid, ...]:
    """The bids of the auction, from the lowest number (B2)."""
    numbers = range(least, MOST + 1)
    return tuple(Bid(number, name) for number in numbers for name in (UP, DOWN, NO_TRUMP))


def calls_from(least: int) -> tuple[Call, ...]:
    """The calls of a game: of its auction, for trumps, and the cards, which are discarded."""
    return (PASS, *bids_from(least), *TRUMPS, HIGH, LOW, *CARDS)


def contracts_from(least: int) -> tuple[Bid, ...]:
    """The bids that are played once trumps are named (B3)."""
    return tuple(
        dict.fromkeys(_played(bid, named) for bid in bids_from(least) for named in _named(bid))
    )


def _played(bid: Bid, named: Bid) -> Bid:
    """The bid with high or low, where it is without trumps."""
    return Bid(bid.number, f"{NO_TRUMP} {named.name}") if named in (HIGH, LOW) else bid


def _contract(declarer: int, bid: Bid, named: Bid) -> Contract:
    """The contract of a bid with the trumps named, or high or low without trumps (B3)."""
    trump = None if named in (HIGH, LOW) else Suit[named.name.upper()]
    side, played = SIDES[declarer % 2], _played(bid, named)
    return Contract(bid=played, declarer=declarer, side=side, trump=trump, leader=declarer)


def _named(bid: Bid) -> tuple[Bid, ...]:
    """The things that the highest bidder may name (B3)."""
    return (HIGH, LOW) if bid.name == NO_TRUMP else TRUMPS


def _fit(hand: Hand, named: Bid) -> int:
    """The fit of a hand with what is named: the cards of the suit, or high or low ranks."""
    if named not in (HIGH, LOW):
        return len(hand.suit(Suit[named.name.upper()]))
    high = sum(card.rank - Rank.EIGHT for card in hand)
    return high if named == HIGH else -high


class Auction(EachOnce, frozen=True, kw_only=True):
    """Starting left of the dealer, each bids once, higher than the bids before, or passes (B2)."""

    hands: tuple[Hand, ...]
    least: int
    down_over_up: bool

    name = "auction"
    rule = "B2"

    @property
    def highest(self) -> tuple[int, Bid] | None:
        """The highest bid so far, which is the last one, with its seat."""
        bids = [(seat, bid) for seat, bid in self.made if isinstance(bid, Bid) and bid != PASS]
        return bids[-1] if bids else None

    def legal(self) -> tuple[Bid, ...]:
        """The bids that beat the last one, and to pass, but for the dealer if all others passed."""
        bids = bids_from(self.least)
        if self.highest is None:
            return bids if len(self.made) == len(self.seats) - 1 else (PASS, *bids)
        floor = self._height(self.highest[1])
        return (PASS, *(bid for bid in bids if self._height(bid) > floor))

    def _height(self, bid: Bid) -> tuple[int, int]:
        """The height of a bid in the auction."""
        return bid.number, {NO_TRUMP: 2, DOWN: int(self.down_over_up)}.get(bid.name, 0)

    def offer(self, call: Call) -> Contract | None:
        """The contract as the caller can guess it, who knows the own hand alone.

        For an own bid the suit that fits the hand best; for another's the one that fits it least.
        """
        standing, hand = self.highest, self.hands[self.to_act]
        if isinstance(call, Bid) and call != PASS:
            seat, bid, sign = self.to_act, call, 1
        elif standing is not None:
            seat, bid, sign = *standing, -1
        else:
            return None
        named = max(_named(bid), key=lambda named: sign * _fit(hand, named))
        return _contract(seat, bid, named)


class Naming(EachOnce, frozen=True, kw_only=True):
    """The highest bidder names trumps, or high or low where there are none (B3)."""

    bid: Bid

    name = TRUMP_CALLS
    rule = "B3"

    def legal(self) -> tuple[Bid, ...]:
        """A suit, or high or low."""
        return _named(self.bid)

    def offer(self, call: Call) -> Contract | None:
        """The contract with these trumps."""
        return _contract(self.seats[0], self.bid, call) if isinstance(call, Bid) else None

    def settle(self, match: Match) -> Match:
        """The contract, which settles trumps."""
        ((seat, named),) = self.made
        assert isinstance(named, Bid)
        return match.with_contract(_contract(seat, self.bid, named))


class Bids(Struct, frozen=True):
    """The step that opens the auction, once."""

    least: int
    down_over_up: bool

    def __call__(self, match: Match) -> Auction | None:
        """Opens the auction after the deal."""
        log = match.deal
        if log.called(Auction.name):
            return None
        assert log.deal is not None
        return Auction(
            seats=from_seat(log.seats, left_of(log.seats, log.dealer)),
            hands=log.deal.hands[0],
            least=self.least,
            down_over_up=self.down_over_up,
        )


def name_trumps(match: Match) -> Naming | None:
    """The step that lets the highest bidder name trumps."""
    log = match.deal
    if log.called(Naming.name):
        return None
    (auction,) = (phase for phase in log.calls if isinstance(phase, Auction))
    assert auction.highest is not None
    seat, bid = auction.highest
    return Naming(seats=(seat,), bid=bid)
