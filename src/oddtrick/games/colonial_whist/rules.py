"""Colonial whist: honours are taken in tricks, not dealt.

Four players who cut for partners, 52 cards; rules C1-C5 and X2.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from oddtrick.cards import FULL_PACK
from oddtrick.games.colonial_whist.texts import TEXTS
from oddtrick.games.game import Game
from oddtrick.games.options import CUT, CutOrder, describe
from oddtrick.rules import DealPlan, FirstDealer, Options, Rules, TurnUp, interleaved
from oddtrick.scoring import DealScoring, FirstTo, Honours, MatchScoring, OddTricks


class ColonialOptions(Options, frozen=True, kw_only=True):
    """Choices of a table before the first deal."""

    target: Annotated[int, Meta(ge=1), describe("Points for game.", "C4")] = 10
    honours: Annotated[
        Literal["captured", "held"],
        describe("Honours of the hand's winners in their tricks, or of each side as dealt.", "X2"),
    ] = "captured"
    cut: Annotated[CutOrder, describe(CUT, "C2")] = "ace-high"


def colonial_rules(
    game: str, options: Options, cut: CutOrder, scoring: DealScoring, match: MatchScoring
) -> Rules:
    """The rules of a game of four who cut for partners, with the last card turned up (C1, C2)."""
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
        ace_low_in_cut=cut == "ace-low",
        match=match,
    )


def _build(options: ColonialOptions) -> Rules:
    honours = Honours.DEALT if options.honours == "held" else Honours.CAPTURED
    end = FirstTo(options.target, "C4")
    return colonial_rules("colonial-whist", options, options.cut, OddTricks(honours), end)


COLONIAL_WHIST = Game(
    id="colonial-whist",
    title="Colonial Whist",
    objective="Win the hand with your partner, and take the honours in tricks on the way.",
    source="Whist as described for the English colonies of the 18th century.",
    cites=("C", "X"),
    options=ColonialOptions,
    build=_build,
    picture=("AD", "KD", "QD", "JD"),
    translations=TEXTS,
    aliases=("colonial",),
    jack="knave",
)
