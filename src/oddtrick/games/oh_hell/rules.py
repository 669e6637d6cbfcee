"""Oh Hell: say how many tricks you will take, and take exactly as many.

Three to seven players, each alone, 52 cards, another number of cards in each deal; rules O1-O6.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from oddtrick.calls import Bid
from oddtrick.cards import FULL_PACK
from oddtrick.errors import RuleBroken
from oddtrick.games.game import Game
from oddtrick.games.oh_hell.texts import TEXTS
from oddtrick.games.options import CUT, CutOrder, describe
from oddtrick.match import EachOnce, Match, deal_cards, play_hands
from oddtrick.rules import DealPlan, Options, Rules, SpareTurnUp, interleaved
from oddtrick.scoring import DealFacts, FixedDeals, ScoringProfile
from oddtrick.tricks import from_seat, left_of

EXACT = 10
"""Points for exactly as many tricks as were bid (O5)."""

MOST = 10
"""The most cards of a deal, unless the table wants more (O1)."""


class Bidding(EachOnce, frozen=True, kw_only=True):
    """Starting left of the dealer each bids a number of tricks, openly, once (O3, O4)."""

    tricks: int
    hook: bool

    name = "bids"
    rule = "O3"

    @property
    def to_act(self) -> int:
        """The seats in turn, the dealer last."""
        return self.seats[len(self.made)]

    @property
    def complete(self) -> bool:
        """True once everybody has bid."""
        return len(self.made) == len(self.seats)

    def legal(self) -> tuple[Bid, ...]:
        """Any number of tricks, but for the dealer's hook: the bids may not add up (O4)."""
        return tuple(Bid(number) for number in range(self.tricks + 1) if number != self._hooked_at)

    def misplaced(self, action: object) -> RuleBroken:
        """The refusal; that of the hook names its rule."""
        broken = super().misplaced(action)
        hooked = isinstance(action, Bid) and action.number == self._hooked_at
        return RuleBroken(broken.what, "O4") if hooked else broken

    @property
    def _hooked_at(self) -> int | None:
        """The bid that the dealer may not make, or None."""
        if not self.hook or len(self.made) < len(self.seats) - 1:
            return None
        return self.tricks - sum(bid.number for _, bid in self.made if isinstance(bid, Bid))


class Bids(Struct, frozen=True):
    """The step that opens the bidding, once."""

    hook: bool

    def __call__(self, match: Match) -> Bidding | None:
        """Opens the bidding after the deal."""
        log = match.deal
        if log.called(Bidding.name):
            return None
        seats = from_seat(log.seats, left_of(log.seats, log.dealer))
        tricks = match.rules.tricks_in(match.number)
        return Bidding(seats=seats, tricks=tricks, hook=self.hook)


class ExactBids(Struct, frozen=True):
    """Ten for an exact bid, and the tricks of it, or all tricks (O5).

    Args:
        every_trick: each trick counts one, with or without an exact bid.
    """

    every_trick: bool = False

    @property
    def profile(self) -> ScoringProfile:
        """The tricks of each player, beside the bid."""
        return ScoringProfile(unit="points", rising=False)

    def stages(self, deal: DealFacts) -> tuple[tuple[int, ...], ...]:
        """Everything is scored in one stage; nothing where nobody has bid."""
        return (tuple(map(sum, self._parts(deal))),)

    def account(self, deal: DealFacts, points: tuple[int, ...]) -> tuple[tuple[str, ...], ...]:
        """The points for tricks and for the exact bid."""
        del points
        return tuple(
            (
                *((f"{tricks} for tricks",) if tricks else ()),
                *((f"{exact} for the exact bid",) if exact else ()),
            )
            for tricks, exact in self._parts(deal)
        )

    def _parts(self, deal: DealFacts) -> list[tuple[int, int]]:
        """The points of each seat for tricks and for an exact bid."""
        parts = [(0, 0)] * len(deal.sides)
        for seat, bid in dict(deal.calls).get(Bidding.name, ()):
            tricks, exact = deal.tricks[seat], bid == Bid(deal.tricks[seat])
            parts[seat] = (tricks if exact or self.every_trick else 0, EXACT if exact else 0)
        return parts


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
        course=(deal_cards, Bids(options.hook), play_hands),
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
