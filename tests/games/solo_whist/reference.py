"""Solo Whist: its options, auction and points, read literally from its page (SO1 to SO6)."""

from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.support.reference.cards import read_card
from tests.support.reference.options import Rules, draw_words
from tests.support.reference.scoring import (
    PlayedOut,
    Standing,
    score_to_the_last_deal,
    tricks_by_seat,
)

DEFAULTS: dict[str, Any] = {  # SO5, SO6
    "deals": 16,
    "overtricks": True,
    "no_bid": "throw-in",
    "cut": "ace-high",
}

RULES = {"pack": "SO1", "count": "SO1", "turn-up": "SO1", "end": "SO6"}
BIDS_LOW = True  # drawn deals have low bids more often, so that there are later ones
SUIT_NAMES = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
ORDER = [
    "proposal",
    "acceptance",
    "solo",
    "misere",
    "abundance",
    "royal abundance",
    "open misere",
    "declared abundance",
]
NEEDED = {"acceptance": 8, "solo": 5, "abundance": 9, "royal abundance": 9}
PAID = dict(zip(ORDER, [0, 2, 2, 3, 4, 4, 6, 8], strict=True))


@dataclass
class Auction:
    """The bids of a deal: who has still to answer the highest one, in order."""

    eldest: int
    turned: str
    highest: str = ""
    owners: list[int] = field(default_factory=list)
    suit: str = ""  # of an abundance
    waiting: list[int] = field(default_factory=list)
    passed: list[int] = field(default_factory=list)
    brought_back: bool = False  # a proposal that nobody accepted has come back to its owner

    def __post_init__(self) -> None:
        self.waiting = [(self.eldest + step) % 4 for step in range(4)]

    def over(self) -> bool:
        """True if nobody is left to speak."""
        return not self.waiting

    def allowed(self) -> list[str]:
        """What the next to speak may call; nothing where nobody is left to speak."""
        if self.over():
            return []
        seat = self.waiting[0]
        if self.brought_back:
            return ["pass", "solo"]
        if seat in self.passed:
            return ["pass", "acceptance"]
        found = ["pass"]
        for bid in ORDER[ORDER.index(self.highest) + 1 if self.highest else 0 :]:
            if bid == "abundance":
                names = [name for suit, name in SUIT_NAMES.items() if suit != self.turned]
                found += [f"abundance {name}" for name in names]
            elif bid != "acceptance" or self.highest == "proposal":
                found.append(bid)
        return found

    def call(self, text: str) -> None:
        """The next to speak passes or bids (SO2, SO3)."""
        seat = self.waiting.pop(0)
        if text == "pass":
            self.passed.append(seat)
        else:
            self.highest = "abundance" if text.startswith("abundance") else text
            self.owners = [*self.owners, seat] if text == "acceptance" else [seat]
            self.suit = next((suit for suit, name in SUIT_NAMES.items() if name in text), "")
            others = [(seat + step) % 4 for step in (1, 2, 3)]
            self.waiting = [other for other in others if self._may_answer(other)]
        if not self.waiting and self.highest == "proposal" and not self.brought_back:
            self.brought_back = True
            self.waiting = list(self.owners)

    def _may_answer(self, seat: int) -> bool:
        if seat in self.owners or self.highest == "declared abundance" or self.brought_back:
            return False
        if seat in self.passed:
            return seat == self.eldest and self.highest == "proposal"
        return True


def auction_of(deal: dict[str, Any]) -> Auction:
    """The auction of a deal, as far as its record tells."""
    auction = Auction((deal["dealer"] + 1) % 4, read_card(deal["turn_up"])[1])
    for text in deal.get("calls", {}).get("auction", []):
        auction.call(text)
    return auction


def with_call(full: dict[str, Any], deal: dict[str, Any], call: str) -> dict[str, Any]:
    """The deal with one more call, and the trumps that the auction settles so far."""
    made = deal.get("calls", {}).get("auction", [])
    called = {**deal, "calls": {"auction": [*made, call]}}
    return {**called, "trump": trump_of(full, auction_of(called))}


def leader(deal: dict[str, Any]) -> int:
    """The seat that leads first: the eldest hand, or who declared an abundance (SO4)."""
    auction = auction_of(deal)
    return auction.owners[0] if auction.highest == "declared abundance" else auction.eldest


def kind_of(full: dict[str, Any], auction: Auction) -> str:
    """What is played: a bid, ``general`` for a general misère, or nothing (SO3, SO6)."""
    if auction.highest == "" and full["no_bid"] == "general-misere":
        return "general"
    return "" if auction.highest == "proposal" else auction.highest


def trump_of(full: dict[str, Any], auction: Auction) -> str:
    """The trumps of what is played; those turned up where nothing is."""
    kind = kind_of(full, auction)
    if kind in ("misere", "open misere", "declared abundance", "general"):
        return "N"
    return auction.suit if kind == "abundance" else auction.turned


def _points(full: dict[str, Any], deal: dict[str, Any], tricks: list[int]) -> list[int]:
    """The points of each player, who pays or is paid by each opponent (SO5, SO6)."""
    auction = auction_of(deal)
    points = [0, 0, 0, 0]
    for payer in range(4):
        for payee in range(4):
            due = _due(full, auction, tricks, payer, payee)
            points[payer] -= due
            points[payee] += due
    return points


def _due(full: dict[str, Any], auction: Auction, tricks: list[int], payer: int, payee: int) -> int:
    """What one player owes another."""
    kind, owners = kind_of(full, auction), auction.owners
    if kind == "general":
        return 2 if tricks[payer] == max(tricks) > tricks[payee] else 0
    if not kind or (payer in owners) == (payee in owners):
        return 0
    taken = sum(tricks[seat] for seat in owners)
    if "misere" in kind:
        failed = taken > 0
        over = 0
    else:
        needed = NEEDED.get(kind, 13)
        failed = taken < needed
        over = abs(taken - needed) if full["overtricks"] and kind in NEEDED else 0
    return PAID[kind] + over if failed == (payer in owners) else 0


def draw(rng: Random) -> Rules:
    """SO5 and SO6."""
    return {"deals": rng.choice([1, 2, 3, 4, 8]), **draw_words(rng, "overtricks", "no_bid")}


def calls_allowed(full: Rules, number: int, deal: dict[str, Any]) -> list[str]:
    """What the next to speak may call (SO2, SO3)."""
    del full, number
    return auction_of(deal).allowed()


def is_thrown_in(full: Rules, deal: dict[str, Any]) -> bool:
    """True if all have passed, or nobody accepted a proposal (SO3, SO6)."""
    auction = auction_of(deal)
    return auction.over() and kind_of(full, auction) == ""


def score(full: Rules, standing: Standing, deal: PlayedOut) -> list[int]:
    """SO5: what the players pay one another; SO6: a number of deals."""
    tricks = tricks_by_seat(full, [trick.winner for trick in deal.tricks])
    return score_to_the_last_deal(full["deals"], standing, _points(full, deal.record, tricks))
