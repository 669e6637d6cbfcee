"""The course of a deal: its plan, the cut for a tie, and the play of one hand."""

from dataclasses import dataclass, field
from typing import Any

from tests.support.game_folders import own

from .cards import RANKS_LOW_TO_HIGH, read_card, read_hand, winning_card
from .options import Rules

KNOCK = "pass"  # as a record writes a knock (X5)
BEATEN_BY = {"rock": "paper", "paper": "scissors", "scissors": "rock"}
SEQUENCES = {"sequence": "HDSC", "sequence-nt": "HDSCN"}  # R1, R2
SEQUENCES |= {"hearts": "H", "diamonds": "D", "spades": "S", "clubs": "C", "no-trumps": "N"}


def read_play(text: str) -> str:
    """A card, or ``KNOCK`` where a record has ``pass`` or ``knock`` (X5)."""
    return KNOCK if text.lower() in (KNOCK, "knock") else read_card(text)


def next_seat(seat: int, seats: list[int], players: int) -> int:
    """The next of ``seats`` clockwise after ``seat`` (T1, T6)."""
    candidate = (seat + 1) % players
    while candidate not in seats:
        candidate = (candidate + 1) % players
    return candidate


def has_spare_card(game: str) -> bool:
    """True if the card turned up is nobody's (K2, O2) or lies on the stock (G1)."""
    return bool(own(game, "SPARE_CARD", default=False))


def hands_in_deal(full: Rules) -> int:
    """Separate hands of one deal (S4)."""
    return int(own(full["game"], "hands_in_deal", lambda _: 1)(full))


def cards_each(full: Rules, number: int) -> int:
    """Cards that a seat still in has in one hand of the deal with this number; a dog has one."""
    return int(own(full["game"], "cards_each", lambda *_: 13)(full, number))  # W3


def has_turn_up(full: Rules, number: int) -> bool:
    """True if a card is turned up in the deal with this number (W4, R1, R2, S4)."""
    turns_up = own(full["game"], "has_turn_up")
    if turns_up is not None:
        return bool(turns_up(full, number))
    return bool(full.get("trumps", "turn-up") == "turn-up")


def trump_in_sequence(full: Rules, number: int) -> str:
    """The trumps of the deal with this number where they go by a fixed sequence (R1, R2, R3).

    Where no card is turned for trumps, there may be none (O2, M1).
    """
    sequence = own(full["game"], "SEQUENCE") or SEQUENCES[full["trumps"]]
    return str(sequence[number % len(sequence)])


Cut = dict[str, str] | list[dict[str, str]]


def rounds_of(cut: Cut) -> list[dict[str, str]]:
    """The rounds of a tie that a record tells: all, or the deciding one alone (K5)."""
    return [cut] if isinstance(cut, dict) else cut


def cut_winners(cut: dict[str, str], tie: str) -> list[int]:
    """The seats that win a cut for the choice of trumps, by cards or by throws (K5)."""
    if tie == "rps":
        thrown = sorted(set(cut.values()))
        if len(thrown) != 2:
            return []
        one, other = thrown
        winning = other if BEATEN_BY[one] == other else one
        return [int(seat) for seat, throw in cut.items() if throw == winning]
    heights = {int(seat): RANKS_LOW_TO_HIGH.index(read_card(text)[0]) for seat, text in cut.items()}
    return [seat for seat, rank in heights.items() if rank == max(heights.values())]


def is_thrown_in(full: Rules, deal: dict[str, Any]) -> bool:
    """True if nobody plays, because all passed or nobody accepted a proposal (SO3, SO6)."""
    return bool(own(full["game"], "is_thrown_in", lambda *_: False)(full, deal))


@dataclass
class Trick:
    """A trick that was played out: who took it, its cards in order, and the card that won."""

    winner: int
    cards: list[str]
    won_with: str


@dataclass
class HandInPlay:
    """One hand as it is played: what each seat holds, the trick on the table, the tricks taken."""

    full: Rules
    trump: str
    held: dict[int, list[str]]
    to_play: int
    on_table: list[tuple[int, str]] = field(default_factory=list)
    tricks: list[Trick] = field(default_factory=list)
    trumps_broken: bool = False
    passed: list[int] = field(default_factory=list)  # seats that knocked at this trick (X5)
    dogs: list[int] = field(default_factory=list)
    size: int = 0  # tricks of the hand
    stock: list[str] = field(default_factory=list)  # the cards still to be drawn (G3)
    ranks: str = RANKS_LOW_TO_HIGH  # the order of the cards, the lowest first (B4)

    def finished(self) -> bool:
        """True if every card of the hand was played."""
        return not self.on_table and all(not cards for cards in self.held.values())

    def legal_cards(self) -> list[str]:
        """The cards that the seat to play may play (T2, T3, K7)."""
        mine = self.held[self.to_play]
        if self.on_table:
            led_suit = self.on_table[0][1][1]
            following = [card for card in mine if card[1] == led_suit]
            return following or list(mine)
        if self.full.get("broken") and not self.trumps_broken:
            plain = [card for card in mine if card[1] != self.trump]
            return plain or list(mine)
        return list(mine)

    def may_pass(self) -> bool:
        """True if the seat to play may knock: a dog, at any trick but the last (X5)."""
        return self.to_play in self.dogs and len(self.tricks) + 1 < self.size

    def legal_plays(self) -> list[str]:
        """The legal cards, and a knock where it is allowed (X5)."""
        return self.legal_cards() + ([KNOCK] if self.may_pass() else [])

    def play(self, card: str) -> None:
        """Play a card; the winner of a complete trick leads to the next (T3, T4, T5, K7)."""
        if card == KNOCK:
            self.passed.append(self.to_play)
        else:
            self.held[self.to_play].remove(card)
            self.on_table.append((self.to_play, card))
            if card[1] == self.trump and self.on_table[0][1][1] != self.trump:
                self.trumps_broken = True
        done = [seat for seat, _ in self.on_table] + self.passed
        to_come = [seat for seat, cards in self.held.items() if cards and seat not in done]
        if to_come:
            self.to_play = next_seat(self.to_play, to_come, self.full["players"])
            return
        cards = [played for _, played in self.on_table]
        best = winning_card(cards, self.full["game"], self.trump, self.ranks)
        winner = next(seat for seat, played in self.on_table if played == best)
        self.tricks.append(Trick(winner, cards, best))
        self.on_table = []
        self.passed = []
        self.to_play = winner
        if self.stock:  # G3: both draw, the winner first
            self.held[winner].append(self.stock.pop(0))
            self.held[1 - winner].append(self.stock.pop(0))
        still = [seat for seat, cards in self.held.items() if cards]
        if still and winner not in still:  # a dog won with its only card (X5)
            self.to_play = next_seat(winner, still, self.full["players"])


def open_hand(full: Rules, deal: dict[str, Any], index: int) -> HandInPlay:
    """The hand ``index`` of a deal before its first lead.

    Eldest hand has it (T2, S4, K6), unless the game says otherwise.
    """
    opened = own(full["game"], "open_hand")
    if opened is not None:
        hand: HandInPlay = opened(full, deal)
        return hand
    held = {}
    for seat, text in enumerate(deal["hands"][index]["cards"]):
        if text:
            held[seat] = read_hand(text)
    leader = own(full["game"], "leader", lambda _: None)(deal)
    if leader is None:
        leader = next_seat(deal["dealer"], list(held), full["players"])
    size = max(len(cards) for cards in held.values())
    dogs = [seat for seat, cards in held.items() if len(cards) < size]  # X5
    stock = [read_card(text) for text in deal.get("stock", [])]
    return HandInPlay(full, deal["trump"], held, leader, dogs=dogs, size=size, stock=stock)
