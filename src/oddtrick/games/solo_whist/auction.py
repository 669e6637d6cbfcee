"""The auction of Solo Whist: its bids, and the contract that results (SO2, SO3)."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from oddtrick.calls import PASS, Bid, Call
from oddtrick.cards import Suit
from oddtrick.match import CallPhase, Match
from oddtrick.rules import Contract
from oddtrick.tricks import from_seat, left_of

PLAYERS = 4


class Stake(Struct, frozen=True):
    """The target of a bid, and its points from each opponent (SO2, SO5).

    Args:
        level: a bid beats those of a lower level.
        tricks: the fewest that make it; 0: no trick may be taken.
        points: for making it, or for failing.
        trumps: it has trumps, and each trick over or under may count.
    """

    level: int
    tricks: int
    points: int
    trumps: bool = False

    def worth(self, taken: int, *, overtricks: bool) -> int:
        """The points from each opponent; below nothing if the bid fails."""
        over = abs(taken - self.tricks) if overtricks and self.trumps else 0
        made = taken >= self.tricks if self.tricks else not taken
        return self.points + over if made else -self.points - over


PROPOSAL, ACCEPTANCE = Bid(name="proposal"), Bid(name="acceptance")
SOLO, DECLARED = Bid(name="solo"), Bid(name="declared abundance")
OPEN_MISERE, GENERAL_MISERE = Bid(name="open misere"), Bid(name="general misere")
ABUNDANCE = {suit: Bid(name=f"abundance {suit}") for suit in Suit}
"""Abundance in a suit of the bidder's choice; in the suit turned up it is royal."""

STAKES = {
    PROPOSAL: Stake(1, 8, 2, trumps=True),
    ACCEPTANCE: Stake(2, 8, 2, trumps=True),
    SOLO: Stake(3, 5, 2, trumps=True),
    Bid(name="misere"): Stake(4, 0, 3),
    **{bid: Stake(5, 9, 4, trumps=True) for bid in ABUNDANCE.values()},
    Bid(name="royal abundance"): Stake(6, 9, 4, trumps=True),
    OPEN_MISERE: Stake(7, 0, 6),
    DECLARED: Stake(8, 13, 8),
}
"""The bids, the lowest first (SO2)."""
CONTRACTS = tuple(bid for bid in STAKES if bid != ACCEPTANCE)
"""The bids that are played: of a proposal accepted, the proposal (SO3)."""


class Auction(CallPhase, frozen=True, kw_only=True):
    """Each in turn from the eldest hand passes, bids higher, or accepts a proposal (SO2, SO3).

    Args:
        seats: clockwise from the eldest hand.
        turned: the suit turned up.
        general: if all pass, a general misère is played (SO6).
    """

    seats: tuple[int, ...]
    turned: Suit
    general: bool

    name = "auction"
    rule = "SO2"

    @property
    def standing(self) -> tuple[Bid, tuple[int, ...]]:
        """The highest bid, and the seats that undertake it, its owner first; or a pass."""
        bids = [(seat, bid) for seat, bid in self.made if isinstance(bid, Bid) and bid != PASS]
        if not bids:
            return PASS, ()
        seat, bid = bids[-1]
        return bid, (bids[-2][0], seat) if bid == ACCEPTANCE else (seat,)

    @property
    def to_act(self) -> int | None:
        """The next seat clockwise that is not out, or None.

        The eldest hand gets a second chance to accept a proposal. If nobody accepts, the proposer
        may raise it to a solo.
        """
        bid, side = self.standing
        passed = [seat for seat, call in self.made if call == PASS]
        last = self.made[-1][0] if self.made else self.seats[-1]
        for seat in () if bid == DECLARED else from_seat(self.seats, last)[1:]:
            asked = bid == PROPOSAL and seat == self.seats[0] and passed.count(seat) == 1
            if seat not in side and (seat not in passed or asked):
                return seat
        return side[0] if bid == PROPOSAL and side[0] not in passed else None

    @property
    def complete(self) -> bool:
        """True once the auction is over."""
        return self.to_act is None

    def legal(self) -> tuple[Call, ...]:
        """A pass and every higher bid; after a pass, only an acceptance."""
        bid, side = self.standing
        if self.to_act in side:
            return PASS, SOLO
        if (self.to_act, PASS) in self.made:
            return PASS, ACCEPTANCE
        level = STAKES[bid].level if side else 0
        wrong = {ABUNDANCE[self.turned]} | ({ACCEPTANCE} if bid != PROPOSAL else set())
        higher = (each for each, stake in STAKES.items() if stake.level > level)
        return PASS, *(each for each in higher if each not in wrong)

    def offer(self, call: Call) -> Contract | None:
        """The contract if the call stood, of a proposal as if the seat opposite accepted it."""
        assert self.to_act is not None
        made = (*self.made, (self.to_act, call))
        if call == PROPOSAL:
            made = (*made, ((self.to_act + 2) % PLAYERS, ACCEPTANCE))
        return replace(self, made=made).contract

    @property
    def contract(self) -> Contract | None:
        """The contract as the bids stand; None: the deal is thrown in (SO3, SO6)."""
        bid, side = self.standing
        if not side:
            return Contract(bid=GENERAL_MISERE) if self.general else None
        if bid == PROPOSAL:
            return None
        own = {each: suit for suit, each in ABUNDANCE.items()}
        return Contract(
            bid=PROPOSAL if bid == ACCEPTANCE else bid,
            declarer=side[0],
            side=tuple(sorted(side)),
            trump=own.get(bid, self.turned) if STAKES[bid].trumps else None,
            leader=side[0] if bid == DECLARED else None,
        )

    def settle(self, match: Match) -> Match:
        """The contract, if there is one."""
        return match if self.contract is None else match.with_contract(self.contract)


class Bids(Struct, frozen=True):
    """The step that opens the auction, once.

    Args:
        general: if all pass, a general misère is played (SO6).
    """

    general: bool

    def __call__(self, match: Match) -> Auction | None:
        """Opens the auction after the deal."""
        log = match.deal
        if log.called(Auction.name):
            return None
        assert log.trump is not None
        seats = from_seat(log.seats, left_of(log.seats, log.dealer))
        return Auction(seats=seats, turned=log.trump, general=self.general)
