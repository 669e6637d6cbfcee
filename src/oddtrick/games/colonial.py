"""Colonial whist and its catch-the-ten: honours are taken in tricks, not dealt.

Four players who cut for partners, 52 cards; rules C1-C5, CS1-CS4, X1 and X2.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from oddtrick.cards import FULL_PACK
from oddtrick.games.game import Game
from oddtrick.games.options import CUT, CutOrder, describe
from oddtrick.rules import DealPlan, FirstDealer, Options, Rules, TurnUp, interleaved
from oddtrick.scoring import CatchTheTen, DealScoring, FirstTo, Honours, OddTricks


class ColonialOptions(Options, frozen=True, kw_only=True):
    """Choices of a table before the first deal."""

    target: Annotated[int, Meta(ge=1), describe("Points for game.", "C4")] = 10
    honours: Annotated[
        Literal["captured", "held"],
        describe("Honours of the hand's winners in their tricks, or of each side as dealt.", "X2"),
    ] = "captured"
    cut: Annotated[CutOrder, describe(CUT, "C2")] = "ace-high"


class ColonialScotchOptions(Options, frozen=True, kw_only=True):
    """Choices of a table before the first deal."""

    target: Annotated[int, Meta(ge=1), describe("Points for game.", "CS1")] = 7
    difference: Annotated[
        Literal["points", "tricks"],
        describe("The side that can score the difference: with more points, or tricks.", "X1"),
    ] = "points"
    cut: Annotated[CutOrder, describe(CUT, "C2")] = "ace-high"


def _rules(
    game: str, options: ColonialOptions | ColonialScotchOptions, scoring: DealScoring, end: str
) -> Rules:
    return Rules(
        game=game,
        options=options,
        players=4,
        sides=interleaved(4, 2),
        pack=FULL_PACK,
        plan=DealPlan((13,), pack_rule="W2", rule="W3"),
        trumps=TurnUp("W4"),
        first_dealer=FirstDealer.PARTNERS_CUT,
        scoring=scoring,
        ace_low_in_cut=options.cut == "ace-low",
        match=FirstTo(options.target, end),
    )


def _colonial(options: ColonialOptions) -> Rules:
    honours = Honours.DEALT if options.honours == "held" else Honours.CAPTURED
    return _rules("colonial-whist", options, OddTricks(honours), "C4")


def _catch_the_ten(options: ColonialScotchOptions) -> Rules:
    return _rules(
        "colonial-scotch-whist", options, CatchTheTen(scored_by=options.difference), "CS1"
    )


COLONIAL_WHIST = Game(
    id="colonial-whist",
    title="Colonial Whist",
    objective="Win the hand with your partner, and take the honours in tricks on the way.",
    source="Whist as described for the English colonies of the 18th century.",
    cites=("C", "X"),
    options=ColonialOptions,
    build=_colonial,
    aliases=("colonial",),
    jack="knave",
)

COLONIAL_SCOTCH_WHIST = Game(
    id="colonial-scotch-whist",
    title="Colonial Scotch Whist",
    objective="Win a trick with the ten of trumps, take the honours, and make your book.",
    source="Catch-honours or catch-the-ten, a variation of colonial whist.",
    cites=("CS", "X"),
    options=ColonialScotchOptions,
    build=_catch_the_ten,
    aliases=("catch-the-ten", "catch-honours", "colonial-scotch"),
    jack="knave",
)
