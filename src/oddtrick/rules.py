"""Rules: the record of choices that makes a game of the family, and the kinds of choice.

Every choice carries the id of its rule, so that an error can name it.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, IntEnum
from functools import cache, lru_cache
from typing import Protocol, TypeVar

import msgspec
from msgspec.structs import replace

from oddtrick.calls import Bid, Call
from oddtrick.cards import Card, Suit, parse_card
from oddtrick.scoring import DealScoring, MatchGoal, MatchScoring, ScoringProfile
from oddtrick.tricks import CardOrder, check_seat

_T = TypeVar("_T")


class Throw(Enum):
    """Rock, paper or scissors (K5)."""

    ROCK = "rock"
    PAPER = "paper"
    SCISSORS = "scissors"

    def __lt__(self, other: object) -> bool:
        """True if it stands before the other: actions have an order, whatever the game."""
        if not isinstance(other, Throw):
            return NotImplemented
        order = tuple(Throw)
        return order.index(self) < order.index(other)

    @property
    def beats(self) -> Throw:
        """The throw that this one wins against.

        >>> Throw.PAPER.beats
        <Throw.ROCK: 'rock'>
        """
        order = tuple(Throw)
        return order[order.index(self) - 1]

    def __str__(self) -> str:
        return self.value


class Pass(IntEnum):
    """Declining to act: at a trick, to knock instead of playing a card (X5).

    As a number it comes after the cards, beside which it may be legal.
    """

    PASS = 52

    def __str__(self) -> str:
        return "pass"


PASS = Pass.PASS
"""The action of a seat that may pass and does (X5)."""

Play = Card | Pass
"""An action of a seat whose turn it is at a trick."""

PlayerAction = Play | Suit | Throw | Bid
"""An action of a person or a bot: play a card or pass, choose trumps, throw, bid.

The legal actions of a moment are all of one kind, so that ``min`` and ``sorted`` order them.
"""


def action_text(action: PlayerAction) -> str:
    """An action as text: a card rank first, the letter of a suit, a throw, ``pass``, or a bid.

    >>> action_text(Card.HT), action_text(Suit.CLUBS), action_text(Throw.ROCK), action_text(PASS)
    ('TH', 'C', 'rock', 'pass')
    """
    return action.letter if isinstance(action, Suit) else str(action)


def parse_play(text: str) -> Play:
    """Reads a card as :func:`~oddtrick.cards.parse_card` does, or ``pass`` or ``knock`` (X5).

    Raises:
        OddtrickError: it is neither.
    """
    if str(text).strip().lower() in ("pass", "knock"):
        return PASS
    return parse_card(text)


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The options of one game; each game declares its own with types, bounds and defaults."""


class Stock(msgspec.Struct, frozen=True):
    """The undealt cards, drawn from the top after each trick while they last.

    The winner of the trick draws first, then the others in playing order, a card each.

    Args:
        shown: the top card lies face up, so that all see what the winner draws; the rest is drawn
            face down. False: every card is drawn face down.
        tricks_count: tricks won while the stock lasts count in the deal.
        rule: the id of the rule.
    """

    shown: bool = True
    tricks_count: bool = True
    rule: str = "G3"


class DealPlan(msgspec.Struct, frozen=True):
    """The number of cards dealt to each seat.

    Args:
        hands: the size of each of the separate hands of a deal (S4); one but for that.
        fewer: by how many cards each deal is smaller than the one before (K1).
        each: the cards of each deal of the match instead, as in ``(1, 2, 3, 2, 1)`` (O1).
        pack_rule: the rule that says which cards there are.
        rule: the rule that says how they are dealt.
        stock: the drawing of the cards that are not dealt; None: they stay out of play.
        kitty: the declarer takes the cards that are not dealt, and discards as many (B3).
    """

    hands: tuple[int, ...]
    fewer: int = 0
    pack_rule: str = "W2"
    rule: str = "W3"
    stock: Stock | None = None
    each: tuple[int, ...] = ()
    kitty: bool = False

    def sizes(self, deal: int) -> tuple[int, ...]:
        """Cards for each seat in each separate hand of the deal with this number (from 0)."""
        if self.each:
            return (self.each[deal] if deal < len(self.each) else 0,)
        return tuple(size - self.fewer * deal for size in self.hands)

    def seat_sizes(
        self, deal: int, players: int, seats: tuple[int, ...], dogs: tuple[int, ...]
    ) -> tuple[tuple[int, ...], ...]:
        """The same for every seat: nothing for one that is out, one card for a dog (X5).

        >>> DealPlan((7,), fewer=1).seat_sizes(2, 4, (0, 1, 3), (3,))
        ((5, 5, 0, 1),)
        """
        return tuple(
            tuple(
                0 if seat not in seats else min(size, 1) if seat in dogs else size
                for seat in range(players)
            )
            for size in self.sizes(deal)
        )


class TrumpSource(Enum):
    """The origin of the trumps of one deal."""

    TURNED = "the last card, the dealer's, is turned up"
    SPARE = "one further card is turned up and belongs to nobody"
    FIXED = "fixed in advance"
    CHOSEN = "chosen by a player"
    CALLED = "settled by the calls before the play"


class Tie(Enum):
    """The way to settle a tie for the choice of trumps (K5)."""

    CUT = "cut"
    RPS = "rps"


class TrumpRule(Protocol):
    """A way of finding trumps."""

    def source(self, deal: int) -> TrumpSource:
        """The origin of trumps in the deal with this number (from 0)."""

    def fixed(self, deal: int) -> Suit | None:
        """The suit, where it is fixed in advance; None is no trumps."""

    def rule(self, deal: int) -> str:
        """The id of the rule that says so for this deal."""

    @property
    def blind(self) -> bool:
        """True if trumps are chosen before the new cards are seen (K3)."""

    @property
    def tie(self) -> Tie:
        """The way in which a tie for the choice of trumps is settled (K5)."""


class _NobodyChooses(msgspec.Struct, frozen=True):
    """The answers of a trump rule by which no player chooses trumps; no suit is fixed."""

    @property
    def blind(self) -> bool:
        """Nobody chooses."""
        return False

    @property
    def tie(self) -> Tie:
        """Nobody chooses, so nothing is settled."""
        return Tie.CUT

    def fixed(self, deal: int) -> Suit | None:
        """Nothing is fixed."""
        del deal
        return None


class TurnUp(_NobodyChooses, frozen=True):
    """The last card dealt, the dealer's own, is turned up every deal (W4, S4)."""

    cites: str = "W4"

    def source(self, deal: int) -> TrumpSource:
        """Always the turn-up."""
        del deal
        return TrumpSource.TURNED

    def rule(self, deal: int) -> str:
        """The rule of the game."""
        del deal
        return self.cites


class Sequence(_NobodyChooses, frozen=True):
    """Trumps in a fixed order, deal after deal, through all games of a rubber (R1-R3)."""

    suits: tuple[Suit | None, ...]
    cites: str = "R1"

    def source(self, deal: int) -> TrumpSource:
        """Always fixed."""
        del deal
        return TrumpSource.FIXED

    def fixed(self, deal: int) -> Suit | None:
        """The suit whose turn it is."""
        return self.suits[deal % len(self.suits)]

    def rule(self, deal: int) -> str:
        """R1 or R2."""
        del deal
        return self.cites


class SpareTurnUp(_NobodyChooses, frozen=True):
    """A further card, which belongs to nobody, is turned up for trumps (K2, O2).

    Args:
        cites: the id of the rule.
        none_in: the deals (from 0) in which every card is dealt: none is turned up, no trumps.
    """

    cites: str = "K2"
    none_in: tuple[int, ...] = ()

    def source(self, deal: int) -> TrumpSource:
        """The spare card, or no trumps."""
        return TrumpSource.FIXED if deal in self.none_in else TrumpSource.SPARE

    def rule(self, deal: int) -> str:
        """The rule of the game."""
        del deal
        return self.cites


class Called(_NobodyChooses, frozen=True):
    """The calls before the play settle trumps, by ``Match.with_deal``; until then none are known.

    Args:
        cites: the id of the rule.
    """

    cites: str

    def source(self, deal: int) -> TrumpSource:
        """Always the calls."""
        del deal
        return TrumpSource.CALLED

    def rule(self, deal: int) -> str:
        """The rule of the game."""
        del deal
        return self.cites


class WinnerChooses(msgspec.Struct, frozen=True):
    """A spare card is turned for the first deal, then the winner of the last one chooses (K2, K3).

    Args:
        blind: the choice is made before the new cards are seen.
        tie: how a tie for most tricks is settled.
    """

    blind: bool = False
    tie: Tie = Tie.CUT

    def source(self, deal: int) -> TrumpSource:
        """The spare card, later the choice."""
        return TrumpSource.CHOSEN if deal else TrumpSource.SPARE

    def fixed(self, deal: int) -> Suit | None:
        """Nothing is fixed."""
        del deal
        return None

    def rule(self, deal: int) -> str:
        """K2 or K3."""
        return "K3" if deal else "K2"


class FirstDealer(Enum):
    """The way to find the first dealer, and the seats with it."""

    LOWEST_CUT = "T7"
    """Everybody cuts, the lowest deals."""
    PARTNERS_CUT = "C2"
    """The players cut for partners; the lowest takes seat 0 and deals."""
    SIDES_CUT = "X3"
    """The same for sides of any number: the cards rank the players, and each rank has a seat."""


class Contract(msgspec.Struct, frozen=True, kw_only=True):
    """The contract of a deal, settled by its calls. ``Rules.terms`` derives the rules of the deal.

    Args:
        bid: the bid that won, or what is played.
        declarer: the seat that undertook it; None: nobody did.
        side: the seats that have to make it, ascending.
        trump: the trump suit; None is no trumps.
        leader: the seat that leads first; None: the eldest hand.
    """

    bid: Bid
    declarer: int | None = None
    side: tuple[int, ...] = ()
    trump: Suit | None = None
    leader: int | None = None


class Rules(msgspec.Struct, frozen=True, kw_only=True):
    """One game with its options settled: all that a match needs to know.

    Args:
        game: the id of the game, as in ``"scotch-whist"``.
        options: the options that made these rules, as a record writes them.
        players: the number of seats.
        sides: the seats of each side, in order of their lowest seat.
        pack: the cards of the pack, as a mask.
        order: the ranking of the cards of a suit.
        plan: the number of cards dealt.
        trumps: the way of finding trumps.
        break_trumps: trumps may not be led before they are broken (K7).
        first_dealer: the way to find the first dealer.
        ace_low_in_cut: the ace is the lowest card in that cut.
        scoring: the points of a deal.
        match: the way to win the match.
        course: the steps that open the phases of a deal, in order, as ``oddtrick.match.Step``;
            empty: a deal without calls.
        terms: the rules of a deal under a contract: its sides, which are made of whole sides of the
            match, the order of its cards, its points. None: those of every deal.
        contract: the contract of the deal whose rules these are; None in the rules of a match, and
            of a deal without a contract.
        exposed: the seat whose hand lies open after the first trick of a deal, or None (SO2).
        calls: every call that there can be in a deal, cards among them: environments number them.
        contracts: every bid that a contract can have, likewise.
    """

    game: str
    options: Options
    players: int
    sides: tuple[tuple[int, ...], ...]
    pack: int
    plan: DealPlan
    trumps: TrumpRule
    scoring: DealScoring
    match: MatchScoring
    order: CardOrder = CardOrder.ACE_HIGH
    break_trumps: bool = False
    first_dealer: FirstDealer = FirstDealer.LOWEST_CUT
    ace_low_in_cut: bool = False
    course: tuple[Callable[..., object], ...] = ()
    terms: Callable[[Rules, Contract], Rules] | None = None
    contract: Contract | None = None
    exposed: int | None = None
    calls: tuple[Call, ...] = ()
    contracts: tuple[Bid, ...] = ()

    def under(self, contract: Contract | None) -> Rules:
        """The rules of a deal under a contract, which they carry; without one, these."""
        return self if contract is None else _under(self, contract)

    def by_side(
        self, of_sides: tuple[_T, ...], sides: tuple[tuple[int, ...], ...]
    ) -> tuple[_T, ...]:
        """Converts values per side of other rules, such as those of a deal, to sides of these."""
        of_seat = {seat: each for side, each in zip(sides, of_sides, strict=True) for seat in side}
        return tuple(of_seat[side[0]] for side in self.sides)

    def score_in(self, rules: Rules, score: tuple[int, ...]) -> tuple[int, ...]:
        """The score of the match by the sides of a deal; 0 each if these are other sides."""
        return score if rules.sides == self.sides else (0,) * len(rules.sides)

    @property
    def goal(self) -> MatchGoal:
        """The object of the match."""
        return self.match.goal

    @property
    def profile(self) -> ScoringProfile:
        """The things that the points of a deal depend on."""
        return self.scoring.profile

    @property
    def has_partners(self) -> bool:
        """True if some players share a side."""
        return len(self.sides) < self.players

    def tricks_in(self, deal: int) -> int:
        """The number of tricks that count in the deal with this number (from 0), in all hands."""
        return sum(self.plan.sizes(deal)) + self.draws(deal) - self.idle_tricks(deal)

    def draws(self, deal: int) -> int:
        """The number of tricks after which every seat draws a card from the stock."""
        if self.plan.stock is None:
            return 0
        return self.pack.bit_count() // self.players - sum(self.plan.sizes(deal))

    def idle_tricks(self, deal: int) -> int:
        """The number of tricks, the first of the deal, that do not count."""
        stock = self.plan.stock
        return 0 if stock is None or stock.tricks_count else self.draws(deal)

    def max_points(self, deal: int) -> int:
        """The most points that a side can expect from the deal with this number (from 0)."""
        return self.profile.max_points(self.tricks_in(deal))

    def side_of(self, seat: int) -> int:
        """The index of the seat's side.

        Raises:
            RuleBroken: there is no such seat.
        """
        return _sides_by_seat(self.sides)[check_seat(seat, self.players)]

    def partners(self, seat: int) -> tuple[int, ...]:
        """The other seats of the seat's side.

        Raises:
            RuleBroken: there is no such seat.
        """
        return _partners_by_seat(self.sides)[check_seat(seat, self.players)]


@lru_cache(256)
def _under(rules: Rules, contract: Contract) -> Rules:
    under = rules if rules.terms is None else rules.terms(rules, contract)
    return replace(under, contract=contract)


# Bots ask for every seat at every card.
@cache
def _sides_by_seat(sides: tuple[tuple[int, ...], ...]) -> dict[int, int]:
    return {seat: index for index, side in enumerate(sides) for seat in side}


@cache
def _partners_by_seat(sides: tuple[tuple[int, ...], ...]) -> dict[int, tuple[int, ...]]:
    return {
        seat: tuple(other for other in side if other != seat) for side in sides for seat in side
    }


def interleaved(players: int, sides: int) -> tuple[tuple[int, ...], ...]:
    """Seat i on side i mod ``sides``: partners spread round the table (W1, S1).

    >>> interleaved(4, 2)
    ((0, 2), (1, 3))
    """
    return tuple(tuple(range(side, players, sides)) for side in range(sides))
