"""Knock-out whist: take a trick in every deal or be out, and be the last one in.

Two to seven players, each for himself, 52 cards, one card fewer each deal; rules K1-K8 and X5.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from oddtrick.cards import FULL_PACK
from oddtrick.games.game import Game
from oddtrick.games.knockout_whist.texts import TEXTS
from oddtrick.games.options import CUT, CutOrder, describe
from oddtrick.rules import DealPlan, Options, Rules, Tie, WinnerChooses, interleaved
from oddtrick.scoring import LastStanding, TricksTaken


class KnockoutOptions(Options, frozen=True, kw_only=True):
    """Choices of a table before the first deal."""

    players: Annotated[int, Meta(ge=2, le=7), describe("Number of players.", "K1")] = 4
    choose: Annotated[
        Literal["seen", "blind"],
        describe("Choose trumps after or before seeing the new cards.", "K3"),
    ] = "seen"
    tie: Annotated[
        Literal["cut", "rps"],
        describe("A tie for most tricks: cut cards, or rock, paper, scissors.", "K5"),
    ] = "cut"
    broken: Annotated[
        bool,
        describe("Trumps can't be led until one has been played to another suit.", "K7"),
    ] = False
    dogs_life: Annotated[
        bool,
        describe("The first player without a trick stays in for one deal, with one card.", "X5"),
    ] = False
    cut: Annotated[CutOrder, describe(CUT, "T7")] = "ace-high"


def _build(options: KnockoutOptions) -> Rules:
    return Rules(
        game="knockout-whist",
        options=options,
        players=options.players,
        sides=interleaved(options.players, options.players),
        pack=FULL_PACK,
        plan=DealPlan((7,), fewer=1, pack_rule="K1", rule="K1"),
        trumps=WinnerChooses(blind=options.choose == "blind", tie=Tie(options.tie)),
        break_trumps=options.broken,
        scoring=TricksTaken(),
        ace_low_in_cut=options.cut == "ace-low",
        match=LastStanding(dogs_life=options.dogs_life),
    )


KNOCKOUT_WHIST = Game(
    id="knockout-whist",
    title="Knock-out Whist",
    objective="Take a trick in every deal or be out; be the last one in.",
    source="Also called Trumps, Reduction or Diminishing Whist, or Rat.",
    cites=("K", "X"),
    options=KnockoutOptions,
    build=_build,
    picture=("7D", "2S", "KC"),
    translations=TEXTS,
    aliases=(
        *("knock-out-whist", "knockout", "knock-out"),
        *("trumps", "reduction-whist", "diminishing-whist", "rat"),
    ),
)
