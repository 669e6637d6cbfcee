"""Short-pack whist: whist for two with a handful of cards, for research.

With so few cards the whole game tree fits in memory, so that equilibria and exploitability can be
computed exactly. The game is not in `GAMES`: it is played by `oddtrick.envs.openspiel`, and
everywhere else after ``register_game(SHORT_PACK_WHIST)``.

Each suit has its highest cards only. Both players are dealt as many cards, one further card is
turned up for trumps and belongs to nobody, and the rest stays unseen. Tricks are played as in
whist (T2-T5); each counts one point, and a match is one deal.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from oddtrick.cards import Rank, Suit, card_at, mask_of
from oddtrick.errors import RuleBroken
from oddtrick.games.game import Game
from oddtrick.games.options import describe
from oddtrick.rules import DealPlan, Options, Rules, SpareTurnUp, interleaved
from oddtrick.scoring import FixedDeals, TricksTaken

PLAYERS = 2


class ShortPackOptions(Options, frozen=True, kw_only=True):
    """Choices before the deal."""

    suits: Annotated[int, Meta(ge=1, le=4), describe("Number of suits, clubs first.", "W2")] = 2
    ranks: Annotated[int, Meta(ge=1, le=13), describe("Cards of each suit, ace first.", "W2")] = 3
    cards: Annotated[int, Meta(ge=1, le=25), describe("Cards dealt to each player.", "W3")] = 2


def _build(options: ShortPackOptions) -> Rules:
    needed, there = PLAYERS * options.cards + 1, options.suits * options.ranks
    if needed > there:
        raise RuleBroken(
            f"short-pack-whist: {options.cards} cards for each of two and one turned up are "
            f"{needed}, but {options.suits} suits of {options.ranks} have {there}",
            "W3",
        )
    pack = mask_of(
        card_at(suit, rank)
        for suit in tuple(Suit)[: options.suits]
        for rank in tuple(Rank)[-options.ranks :]
    )
    return Rules(
        game="short-pack-whist",
        options=options,
        players=PLAYERS,
        sides=interleaved(PLAYERS, PLAYERS),
        pack=pack,
        plan=DealPlan((options.cards,)),
        trumps=SpareTurnUp(),
        scoring=TricksTaken(),
        match=FixedDeals(1),
    )


SHORT_PACK_WHIST = Game(
    id="short-pack-whist",
    title="Short-pack Whist",
    objective="Take more tricks than your opponent.",
    source="Made for the computation of equilibria.",
    cites=(),
    options=ShortPackOptions,
    build=_build,
)
