"""Oh Hell: say how many tricks you will take, and take exactly as many.

Three to seven players, each alone, 52 cards, another number of cards in each deal; rules O1-O6.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from oddtrick.calls import Bid
from oddtrick.cards import FULL_PACK
from oddtrick.errors import RuleBroken
from oddtrick.games.game import Game
from oddtrick.games.oh_hell.texts import TEXTS
from oddtrick.games.options import CUT, CutOrder, describe
from oddtrick.match import BidTricks, deal_cards, play_hands
from oddtrick.rules import DealPlan, Options, Rules, SpareTurnUp, interleaved
from oddtrick.scoring import ExactBids, FixedDeals

MOST = 10
"""The most cards of a deal, unless the table wants more (O1)."""


class OhHellOptions(Options, frozen=True, kw_only=True):
    """Choices of a table before the first deal."""

    players: Annotated[int, Meta(ge=3, le=7), describe("Number of players.", "O1")] = 4
    most: Annotated[
        Annotated[int, Meta(ge=1, le=17)] | None,
        describe("Cards of the largest deal; unset: the most that leaves one, up to ten.", "O1"),
    ] = None
    run: Annotated[
        Literal["down", "down-up", "up-down"],
        describe("The deals run from the most cards down to one, and back, or from one up.", "O1"),
    ] = "down"
    no_trump_at_most: Annotated[
        bool, describe("In the deals of the most cards there are no trumps.", "O2")
    ] = False
    hook: Annotated[
        bool, describe("The dealer's bid may not make the bids add up to the tricks.", "O4")
    ] = True
    score: Annotated[
        Literal["exact", "tricks-plus"],
        describe("Points for an exact bid only, or for every trick as well.", "O5"),
    ] = "exact"
    cut: Annotated[CutOrder, describe(CUT, "T7")] = "ace-high"


def _build(options: OhHellOptions) -> Rules:
    players = options.players
    room = (FULL_PACK.bit_count() - (not options.no_trump_at_most)) // players
    most = min(MOST, room) if options.most is None else options.most
    if most > room:
        raise RuleBroken(f"oh-hell: {players} players can have {room} cards each, not {most}", "O1")
    down, up = tuple(range(most, 0, -1)), tuple(range(1, most + 1))
    each = {"down": down, "down-up": down + up[1:], "up-down": up + down[1:]}[options.run]
    large = tuple(deal for deal, cards in enumerate(each) if cards == most)
    return Rules(
        game="oh-hell",
        options=options,
        players=players,
        sides=interleaved(players, players),
        pack=FULL_PACK,
        plan=DealPlan((each[0],), each=each, pack_rule="O1", rule="O1"),
        trumps=SpareTurnUp("O2", large if options.no_trump_at_most else ()),
        scoring=ExactBids(options.score == "tricks-plus"),
        ace_low_in_cut=options.cut == "ace-low",
        match=FixedDeals(len(each), "O6"),
        course=(deal_cards, BidTricks(options.hook), play_hands),
        calls=tuple(Bid(tricks) for tricks in range(most + 1)),
    )


OH_HELL = Game(
    id="oh-hell",
    title="Oh Hell",
    objective="Say how many tricks you will take, and take exactly as many.",
    source="Also called Nomination Whist, Blackout or Oh Well.",
    cites=("O",),
    options=OhHellOptions,
    build=_build,
    picture=("AH", "2C", "JS"),
    translations=TEXTS,
    aliases=("ohhell", "nomination-whist", "blackout", "oh-well"),
)
