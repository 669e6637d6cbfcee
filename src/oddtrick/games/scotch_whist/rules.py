"""Scotch whist, Catch the Ten: win the tricks that hold the top trumps, above all the ten.

Two to eight players, each for himself or in sides, 36 cards; rules S1-S8, X3 and X4.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from oddtrick.cards import Card, Rank, Suit, card_at, mask_of
from oddtrick.errors import RuleBroken
from oddtrick.games.game import Game
from oddtrick.games.options import CUT, CutOrder, describe
from oddtrick.games.scotch_whist.texts import TEXTS
from oddtrick.rules import DealPlan, FirstDealer, Options, Rules, TurnUp, interleaved
from oddtrick.scoring import HighestAt, TopTrumps
from oddtrick.tricks import CardOrder

SIDES = {4: (2,), 6: (2, 3), 8: (2, 4)}
"""The numbers of equal sides, two or more players each, by number of players (S1)."""

SEPARATE_HANDS = {2: (6, 6, 6), 3: (6, 6)}
"""Sizes of the separate hands, by number of players (S4)."""


class ScotchOptions(Options, frozen=True, kw_only=True):
    """Choices of a table before the first deal."""

    players: Annotated[int, Meta(ge=2, le=8), describe("Number of players.", "S1")] = 4
    sides: Annotated[
        Annotated[int, Meta(ge=2, le=4)] | None,
        describe("Number of sides; unset: no partners.", "S1"),
    ] = None
    partners: Annotated[
        Literal["seats", "cut"],
        describe("Partners by their seats, or by a cut for sides.", "X3"),
    ] = "seats"
    target: Annotated[int, Meta(ge=1), describe("Points for game.", "S7")] = 41
    count_out: Annotated[
        Literal["together", "order"],
        describe("Several at the target in one deal: the highest total, or the first there.", "X4"),
    ] = "together"
    cut: Annotated[CutOrder, describe(CUT, "T7")] = "ace-high"


def scotch_pack(players: int) -> int:
    """Six to ace in each suit, less the sixes that make the hands equal (S2).

    >>> [scotch_pack(players).bit_count() for players in range(2, 9)]
    [36, 36, 36, 35, 36, 35, 32]
    """
    pack = mask_of(card for card in Card if card.rank >= Rank.SIX)
    if players in (5, 7):
        return pack & ~Card.S6.bit
    if players == 8:
        return pack & ~mask_of(card_at(suit, Rank.SIX) for suit in Suit)
    return pack


def _build(options: ScotchOptions) -> Rules:
    players, allowed = options.players, SIDES.get(options.players, ())
    if options.sides is not None and options.sides not in allowed:
        could = " or ".join(map(str, allowed))
        mend = f"form {could} sides" if could else "play each for himself, without sides"
        raise RuleBroken(f"scotch-whist: sides is {options.sides}; {players} players {mend}", "S1")
    if options.partners == "cut" and options.sides is None:
        raise RuleBroken('scotch-whist: partners is "cut"; set sides, or nobody has partners', "X3")
    pack = scotch_pack(players)
    return Rules(
        game="scotch-whist",
        options=options,
        players=players,
        sides=interleaved(players, options.sides or players),
        pack=pack,
        order=CardOrder.TRUMP_JACK_HIGH,
        plan=DealPlan(
            SEPARATE_HANDS.get(players, (pack.bit_count() // players,)), pack_rule="S2", rule="S4"
        ),
        trumps=TurnUp("S4"),
        first_dealer=FirstDealer.SIDES_CUT if options.partners == "cut" else FirstDealer.LOWEST_CUT,
        scoring=TopTrumps(in_order=options.count_out == "order"),
        ace_low_in_cut=options.cut == "ace-low",
        match=HighestAt(options.target, counts_out=options.count_out == "order"),
    )


SCOTCH_WHIST = Game(
    id="scotch-whist",
    title="Scotch Whist",
    objective="Win the tricks that hold the top trumps, above all the ten.",
    source="Known since The American Hoyle of 1868; also called Catch the Ten.",
    cites=("S", "X"),
    options=ScotchOptions,
    build=_build,
    picture=("AS", "TS", "JS"),
    translations=TEXTS,
    aliases=("catch-the-ten", "scotch"),
)
