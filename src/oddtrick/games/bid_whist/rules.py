"""Bid Whist: bid for the kitty and for trumps, uptown, downtown or without trumps.

Four players in two pairs, 52 cards, twelve each and four in the kitty; rules B1-B6.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from oddtrick.cards import FULL_PACK
from oddtrick.errors import RuleBroken
from oddtrick.games.bid_whist.auction import (
    DOWN,
    LOW,
    MOST,
    NO_TRUMP,
    SIDES,
    Bids,
    calls_from,
    contracts_from,
    name_trumps,
)
from oddtrick.games.bid_whist.texts import TEXTS
from oddtrick.games.game import Game
from oddtrick.games.options import CUT, CutOrder, describe
from oddtrick.match import TakeKitty, deal_cards, play_hands
from oddtrick.rules import Called, Contract, DealPlan, Options, Rules
from oddtrick.scoring import Account, DealFacts, PlusOrMinus, ScoreItem, ScoringProfile
from oddtrick.scoring.deals import BOOK
from oddtrick.tricks import CardOrder

CARDS = 12


class BidPoints(Struct, frozen=True):
    """Tricks above six if the bid is made, or else the bid is lost (B5).

    Args:
        bid: the tricks above six that were bid.
        side: the side that bid; the discards are a trick of it.
        worth: the points of a trick.
    """

    bid: int
    side: int = 0
    worth: int = 1

    @property
    def profile(self) -> ScoringProfile:
        """The tricks of the side that bid."""
        return ScoringProfile(unit="points", trick=self.worth, book=BOOK - 1)

    def stages(self, deal: DealFacts) -> tuple[tuple[int, ...], ...]:
        """Everything is scored in one stage."""
        over = deal.side_tricks[self.side] + 1 - BOOK
        points = self.worth * (over if over >= self.bid else -self.bid)
        return (tuple(points * (side == self.side) for side in range(len(deal.sides))),)

    def account(self, deal: DealFacts, points: tuple[int, ...]) -> Account:
        """The bid of the side that made it."""
        del deal
        return tuple(
            (ScoreItem("the-bid-of", scored, str(self.bid)),) if scored else () for scored in points
        )


def _terms(rules: Rules, contract: Contract) -> Rules:
    """The order of the cards (B4), and the points (B5).

    Raises:
        RuleBroken: a bid is undertaken by no side, or its trumps are missing, or too many.
    """
    options, bid = rules.options, contract.bid
    assert isinstance(options, BidWhistOptions)
    if contract.side not in SIDES:
        raise RuleBroken(f"{bid} is played by the side of its declarer: name that", "B2")
    if (contract.trump is None) != bid.name.startswith(NO_TRUMP):
        without = "without" if bid.name.startswith(NO_TRUMP) else "with"
        raise RuleBroken(f"{bid} is played {without} trumps", "B3")
    low = CardOrder.LOW_WINS_ACE_HIGH if options.aces == "good" else CardOrder.LOW_WINS
    downtown = bid.name in (DOWN, f"{NO_TRUMP} {LOW.name}")
    doubled = contract.trump is None and options.double_nt
    points = BidPoints(bid.number, SIDES.index(contract.side), 2 if doubled else 1)
    return replace(rules, order=low if downtown else CardOrder.ACE_HIGH, scoring=points)


class BidWhistOptions(Options, frozen=True, kw_only=True):
    """Choices of a table before the first deal."""

    least: Annotated[int, Meta(ge=3, le=MOST), describe("The lowest bid.", "B2")] = 3
    down_over_up: Annotated[bool, describe("Downtown beats uptown at the same number.", "B2")] = (
        False
    )
    sport: Annotated[bool, describe("The kitty is shown to all before it is taken.", "B3")] = True
    aces: Annotated[
        Literal["good", "bad"],
        describe("Downtown the ace is the highest card, or the lowest.", "B4"),
    ] = "good"
    double_nt: Annotated[bool, describe("Without trumps all points are doubled.", "B5")] = True
    target: Annotated[
        int, Meta(ge=1), describe("Points for game, or as many below nothing for the others.", "B6")
    ] = 7
    cut: Annotated[CutOrder, describe(CUT, "T7")] = "ace-high"


def _build(options: BidWhistOptions) -> Rules:
    return Rules(
        game="bid-whist",
        options=options,
        players=4,
        sides=SIDES,
        pack=FULL_PACK,
        plan=DealPlan((CARDS,), kitty=True, pack_rule="B1", rule="B1"),
        trumps=Called("B3"),
        scoring=BidPoints(options.least),
        match=PlusOrMinus(options.target, "B6"),
        ace_low_in_cut=options.cut == "ace-low",
        course=(
            deal_cards,
            Bids(options.least, options.down_over_up),
            name_trumps,
            TakeKitty(options.sport),
            play_hands,
        ),
        terms=_terms,
        calls=calls_from(options.least),
        contracts=contracts_from(options.least),
    )


BID_WHIST = Game(
    id="bid-whist",
    title="Bid Whist",
    objective="Bid for trumps and the kitty, high cards or low, and take what you bid.",
    source="The American game of bids uptown and downtown, here without jokers.",
    cites=("B",),
    options=BidWhistOptions,
    build=_build,
    picture=("AS", "2S", "KH"),
    translations=TEXTS,
    aliases=("bidwhist",),
)
