"""Minnesota whist: a black card says that tricks are wanted, a red one that they are not.

Four players, two partnerships, 52 cards, no trumps; rules M1-M5.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from oddtrick.calls import Bid, Call, Made
from oddtrick.cards import CARDS, FULL_PACK, Card, Hand, Suit
from oddtrick.errors import RuleBroken
from oddtrick.games.game import Game
from oddtrick.games.minnesota_whist.texts import TEXTS
from oddtrick.games.options import CUT, CutOrder, describe
from oddtrick.match import EachOnce, Match, deal_cards, play_hands
from oddtrick.rules import Contract, DealPlan, Options, Rules, Sequence, interleaved
from oddtrick.scoring import Account, DealFacts, FirstTo, ScoreItem, ScoringProfile
from oddtrick.tricks import from_seat, left_of
from oddtrick.views import Places

BOOK = 6
"""Tricks of a side that count nothing in a high deal (M4)."""

ENOUGH = 7
"""Tricks from which a side counts nothing in a low deal (M4)."""

HIGH, LOW = Bid(name="high"), Bid(name="low")


class Bidding(EachOnce, frozen=True, kw_only=True):
    """Each puts a card face down; they are turned from the left of the dealer (M2, M3).

    Args:
        hands: the cards of each seat.
    """

    hands: tuple[Hand, ...]

    name = "bids"
    rule = "M2"
    stays_secret = True

    def legal(self) -> tuple[Card, ...]:
        """Any card of the hand."""
        return tuple(self.hands[self.to_act])

    @property
    def turned(self) -> Made:
        """The cards turned: up to the first black one, once all are put down."""
        black = (at for at, (_, call) in enumerate(self.made, 1) if _is_black(call))
        return self.made[: next(black, len(self.made))] if self.complete else ()

    def seen_by(self, seat: int | None) -> Made:
        """The cards turned, and the seat's own; the others stay secret, after the deal too."""
        shown = len(self.turned)
        return tuple(
            (by, call if at < shown or by == seat else None)
            for at, (by, call) in enumerate(self.made)
        )

    def places_seen_by(self, seat: int | None) -> Places:
        """The cards turned are back in the hands of their owners."""
        return tuple(((by,), Hand.of([card])) for by, card in self._turned_cards if by != seat)

    @property
    def _turned_cards(self) -> tuple[tuple[int, Card], ...]:
        return tuple((seat, call) for seat, call in self.turned if isinstance(call, Card))

    def offer(self, call: Call) -> Contract:
        """High, granded by the seat to act, if the card is black; else low (M2, M3)."""
        return self._contract(self.to_act, call)

    def settle(self, match: Match) -> Match:
        """The last card turned decides."""
        if any(call is None for _, call in self.turned):
            raise RuleBroken("a card that has been turned is missing", self.rule)
        return match.with_contract(self._contract(*self.turned[-1]))

    def _contract(self, seat: int, call: Call | None) -> Contract:
        if not _is_black(call):
            return Contract(bid=LOW)
        players = len(self.seats)
        side = tuple(sorted((seat, (seat + 2) % players)))
        return Contract(bid=HIGH, declarer=seat, side=side, leader=(seat - 1) % players)


def _is_black(call: Call | None) -> bool:
    return isinstance(call, Card) and call.suit in (Suit.SPADES, Suit.CLUBS)


def _bid(match: Match) -> Bidding | None:
    """Opens the bidding after the deal."""
    log = match.deal
    if log.called(Bidding.name):
        return None
    assert log.deal is not None
    seats = from_seat(log.seats, left_of(log.seats, log.dealer))
    return Bidding(seats=seats, hands=log.deal.hands[0])


class HighOrLow(Struct, frozen=True):
    """Tricks above six in a high deal, tricks below seven in a low one (M4).

    Args:
        granded: the side that granded; None: the deal is low.
        set_points: points for each trick above six of the other side.
    """

    granded: int | None = None
    set_points: int = 2

    @property
    def profile(self) -> ScoringProfile:
        """The tricks of each side: beyond the book, or as few as possible."""
        if self.granded is None:
            return ScoringProfile(unit="points", rising=False)
        return ScoringProfile(unit="points", book=BOOK, trick=max(1, self.set_points))

    def stages(self, deal: DealFacts) -> tuple[tuple[int, ...], ...]:
        """Everything is scored in one stage."""
        if self.granded is None:
            return (tuple(max(0, ENOUGH - tricks) for tricks in deal.side_tricks),)
        return (
            tuple(
                max(0, tricks - BOOK) * (1 if side == self.granded else self.set_points)
                for side, tricks in enumerate(deal.side_tricks)
            ),
        )

    def account(self, deal: DealFacts, points: tuple[int, ...]) -> Account:
        """The tricks of each side that scored."""
        del deal
        low, high = "tricks-below-seven", ("tricks-above-six", "setting-those-who-granded")
        return tuple(
            (ScoreItem(low if self.granded is None else high[side != self.granded], scored),)
            if scored
            else ()
            for side, scored in enumerate(points)
        )


def _terms(rules: Rules, contract: Contract) -> Rules:
    """The points of the deal are those of high or of low (M4).

    Raises:
        RuleBroken: there are trumps, nobody has granded a high deal, or somebody a low one.
    """
    if contract.trump is not None:
        raise RuleBroken("a deal is played without trumps", "M1")
    if (contract.declarer is None) != (contract.bid == LOW):
        who = "nobody" if contract.bid == LOW else "a seat"
        raise RuleBroken(f"a {contract.bid} deal is granded by {who}", "M3")
    granded = None if contract.declarer is None else rules.side_of(contract.declarer)
    assert isinstance(rules.scoring, HighOrLow)
    return replace(rules, scoring=replace(rules.scoring, granded=granded))


class MinnesotaOptions(Options, frozen=True, kw_only=True):
    """Choices of a table before the first deal."""

    target: Annotated[int, Meta(ge=1), describe("Points for game.", "M5")] = 13
    set: Annotated[
        int,
        Meta(ge=1, le=4),
        describe("Points for each trick above six against the side that granded.", "M4"),
    ] = 2
    cut: Annotated[CutOrder, describe(CUT, "T7")] = "ace-high"


def _build(options: MinnesotaOptions) -> Rules:
    return Rules(
        game="minnesota-whist",
        options=options,
        players=4,
        sides=interleaved(4, 2),
        pack=FULL_PACK,
        plan=DealPlan((13,), pack_rule="M1", rule="M1"),
        trumps=Sequence((None,), "M1"),
        scoring=HighOrLow(set_points=options.set),
        match=FirstTo(options.target, "M5"),
        ace_low_in_cut=options.cut == "ace-low",
        course=(deal_cards, _bid, play_hands),
        terms=_terms,
        calls=CARDS,
        contracts=(HIGH, LOW),
    )


MINNESOTA_WHIST = Game(
    id="minnesota-whist",
    title="Minnesota Whist",
    objective="Say by the colour of a card whether tricks are to be won or lost, then do it.",
    source="Today's pages of rules; its forebear is Norwegian Whist, another game.",
    cites=("M",),
    options=MinnesotaOptions,
    build=_build,
    picture=("5S", "3H"),
    translations=TEXTS,
    aliases=("minnesota",),
)
