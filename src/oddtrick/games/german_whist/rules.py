"""German whist: whist for two, in which the tricks of a first stage win cards for a second.

52 cards, thirteen each, and a stock from which both draw after each trick; rules G1-G5.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from oddtrick.cards import FULL_PACK
from oddtrick.games.game import Game
from oddtrick.games.german_whist.texts import TEXTS
from oddtrick.games.options import CUT, CutOrder, describe
from oddtrick.rules import DealPlan, Options, Rules, SpareTurnUp, Stock, interleaved
from oddtrick.scoring import FirstTo, FixedDeals, MostTricks

PLAYERS, CARDS = 2, 13


class GermanOptions(Options, frozen=True, kw_only=True):
    """Choices of a table before the first deal."""

    count: Annotated[
        Literal["second", "all"],
        describe("Tricks of the second stage win the deal, or all tricks.", "G4"),
    ] = "second"
    deals: Annotated[int, Meta(ge=1), describe("Deals to play.", "G5")] = 1
    target: Annotated[
        Annotated[int, Meta(ge=1)] | None,
        describe("Deals to win, in place of a number of deals to play.", "G5"),
    ] = None
    cut: Annotated[CutOrder, describe(CUT, "T7")] = "ace-high"


def _build(options: GermanOptions) -> Rules:
    counts_all = options.count == "all"
    return Rules(
        game="german-whist",
        options=options,
        players=PLAYERS,
        sides=interleaved(PLAYERS, PLAYERS),
        pack=FULL_PACK,
        plan=DealPlan(
            (CARDS,), pack_rule="G1", rule="G1", stock=Stock(tricks_count=counts_all, rule="G3")
        ),
        trumps=SpareTurnUp("G1"),
        scoring=MostTricks(2 * CARDS if counts_all else CARDS),
        match=FixedDeals(options.deals, "G5")
        if options.target is None
        else FirstTo(options.target, "G5"),
        ace_low_in_cut=options.cut == "ace-low",
    )


GERMAN_WHIST = Game(
    id="german-whist",
    title="German Whist",
    objective="Win good cards from the stock, then take most of the last thirteen tricks.",
    source="Hoyle's Games Modernized, and today's pages of rules.",
    cites=("G",),
    options=GermanOptions,
    build=_build,
    picture=("QH", "AH", "4D"),
    translations=TEXTS,
    aliases=("german", "whist-for-two"),
)
