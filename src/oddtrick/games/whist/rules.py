"""Whist: take more than six of the thirteen tricks with your partner.

Four players in two fixed partnerships, 52 cards; rules W1-W7, H1-H5, R1-R3, D1-D3, X3, X6.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from oddtrick.cards import FULL_PACK, Suit
from oddtrick.errors import RuleBroken
from oddtrick.games.game import Game
from oddtrick.games.options import CUT, CutOrder, describe
from oddtrick.games.whist.texts import TEXTS
from oddtrick.rules import (
    DealPlan,
    FirstDealer,
    Options,
    Rules,
    Sequence,
    TrumpRule,
    TurnUp,
    interleaved,
)
from oddtrick.scoring import FirstTo, FixedDeals, Honours, MatchScoring, OddTricks

SUIT_SEQUENCE = (Suit.HEARTS, Suit.DIAMONDS, Suit.SPADES, Suit.CLUBS)
"""The fixed order of trumps (R1)."""


Trumps = Literal[
    "turn-up", "sequence", "sequence-nt", "hearts", "diamonds", "spades", "clubs", "no-trumps"
]
"""The way of finding trumps; the last five are the same in every deal."""


class WhistOptions(Options, frozen=True, kw_only=True):
    """Choices of a table before the first deal."""

    target: Annotated[
        int,
        Meta(ge=1),
        describe("Points for game: 5 British, 7 American, 9 Long Whist.", "W6"),
    ] = 5
    honours: Annotated[
        Literal["none", "dealt", "captured"],
        describe("Points for A K Q J of trumps, as dealt or as taken in tricks.", "H1"),
    ] = "none"
    trumps: Annotated[
        Trumps,
        describe("The dealer's last card turned up, suits in order, or the same each deal.", "R1"),
    ] = "turn-up"
    match: Annotated[
        Literal["game", "rubber", "deals"],
        describe("One game, the best of three games, or a fixed number of deals.", "W7"),
    ] = "game"
    deals: Annotated[
        int,
        Meta(ge=1),
        describe('Number of deals, if the match is "deals".', "D1"),
    ] = 4
    partners: Annotated[
        Literal["seats", "cut"],
        describe("Partners by their seats, or by a cut, the two highest against the others.", "X3"),
    ] = "seats"
    rubber_points: Annotated[
        bool,
        describe("Points for single, double and treble games and for the rubber.", "X6"),
    ] = False
    cut: Annotated[CutOrder, describe(CUT, "T7")] = "ace-high"


def _trumps(options: WhistOptions) -> TrumpRule:
    if options.trumps == "turn-up":
        return TurnUp("W4")
    if options.trumps == "sequence":
        return Sequence(SUIT_SEQUENCE, "R1")
    if options.trumps == "sequence-nt":
        return Sequence((*SUIT_SEQUENCE, None), "R2")
    if options.trumps == "no-trumps":
        return Sequence((None,), "R2")
    return Sequence((Suit[options.trumps.upper()],), "R1")


def _match(options: WhistOptions) -> MatchScoring:
    if options.match == "deals":
        return FixedDeals(options.deals)
    if options.match == "rubber":
        return FirstTo(options.target, "W7", games=2, rubber_points=options.rubber_points)
    return FirstTo(options.target, "W6")


def _build(options: WhistOptions) -> Rules:
    if options.match == "deals" and options.honours != "none":
        raise RuleBroken('whist: honours must be "none" when the match is "deals"', "D1")
    if options.rubber_points and options.match != "rubber":
        raise RuleBroken('whist: rubber_points needs "rubber" for the match', "X6")
    cut = options.partners == "cut"
    return Rules(
        game="whist",
        options=options,
        players=4,
        sides=interleaved(4, 2),
        pack=FULL_PACK,
        plan=DealPlan((13,), pack_rule="W2", rule="W3"),
        trumps=_trumps(options),
        scoring=OddTricks(Honours(options.honours), barred_at=options.target - 1),
        first_dealer=FirstDealer.PARTNERS_CUT if cut else FirstDealer.LOWEST_CUT,
        ace_low_in_cut=options.cut == "ace-low",
        match=_match(options),
    )


def single_deal(fixed: Suit | UnsetType | None = UNSET) -> Rules:
    """The rules of one deal (D1).

    Args:
        fixed: the trumps fixed beforehand (R1), None for no trumps (R2); UNSET: turned up (W4).
    """
    trumps: Trumps = "turn-up" if fixed is UNSET else _FIXED[fixed]
    return _build(WhistOptions(match="deals", deals=1, trumps=trumps))


_FIXED: dict[Suit | None, Trumps] = {
    Suit.HEARTS: "hearts",
    Suit.DIAMONDS: "diamonds",
    Suit.SPADES: "spades",
    Suit.CLUBS: "clubs",
    None: "no-trumps",
}

WHIST = Game(
    id="whist",
    title="Whist",
    objective="Take more than six of the thirteen tricks with your partner.",
    source="Whist with its variations as played in Britain and America.",
    cites=("W", "H", "R", "D", "X"),
    options=WhistOptions,
    build=_build,
    picture=("TC", "QD", "KS", "AH"),
    translations=TEXTS,
    aliases=("british-whist", "short-whist"),
)
