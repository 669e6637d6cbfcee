"""Colonial Scotch whist, the catch-the-ten of colonial whist: a trick won with the ten counts most.

Four players who cut for partners, 52 cards; rules CS1-CS4 and X1.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from oddtrick.games.colonial_scotch_whist.texts import TEXTS
from oddtrick.games.colonial_whist.rules import colonial_rules
from oddtrick.games.game import Game
from oddtrick.games.options import CUT, CutOrder, describe
from oddtrick.rules import Options, Rules
from oddtrick.scoring import CatchTheTen, FirstTo


class ColonialScotchOptions(Options, frozen=True, kw_only=True):
    """Choices of a table before the first deal."""

    target: Annotated[int, Meta(ge=1), describe("Points for game.", "CS1")] = 7
    difference: Annotated[
        Literal["points", "tricks"],
        describe("The side that can score the difference: with more points, or tricks.", "X1"),
    ] = "points"
    cut: Annotated[CutOrder, describe(CUT, "C2")] = "ace-high"


def _build(options: ColonialScotchOptions) -> Rules:
    scoring = CatchTheTen(scored_by=options.difference)
    end = FirstTo(options.target, "CS1")
    return colonial_rules("colonial-scotch-whist", options, options.cut, scoring, end)


COLONIAL_SCOTCH_WHIST = Game(
    id="colonial-scotch-whist",
    title="Colonial Scotch Whist",
    objective="Win a trick with the ten of trumps, take the honours, and make your book.",
    source="Catch-honours or catch-the-ten, a variation of colonial whist.",
    cites=("CS", "X"),
    options=ColonialScotchOptions,
    build=_build,
    picture=("9C", "TH", "AH"),
    translations=TEXTS,
    aliases=("catch-the-ten", "catch-honours", "colonial-scotch"),
    jack="knave",
)
