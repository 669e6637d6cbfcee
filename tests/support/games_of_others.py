"""Two games that no profile tells: Spades with nil, and a Ninety-nine in which cards are put aside.

Written as a package of somebody else would write them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta, Struct

from oddtrick.calls import TRICK_BIDS, Bid, Made
from oddtrick.cards import FULL_PACK, Card, Hand, Rank, Suit, cards_in, mask_of
from oddtrick.games import Game, describe
from oddtrick.match import BidTricks, CallPhase, Match, deal_cards, play_hands
from oddtrick.rules import DealPlan, Options, Rules, Sequence, interleaved
from oddtrick.scoring import Account, DealFacts, FirstTo, FixedDeals, ScoreItem, ScoringProfile
from oddtrick.views import OUT_OF_PLAY, Places

# Spades: two pairs; a side makes the sum of its bids, and a bid of none is a player's own matter.

NIL = 100


class Spades(Struct, frozen=True):
    """Ten for each trick bid and one above, or as many lost; a hundred for a player without any."""

    @property
    def profile(self) -> ScoringProfile:
        """As near as a profile comes: it can't say that a player's own tricks count."""
        return ScoringProfile(unit="points", trick=10, bonus=2 * NIL, rising=False)

    def stages(self, deal: DealFacts) -> tuple[tuple[int, ...], ...]:
        bids = dict(dict(deal.calls).get(TRICK_BIDS, ()))
        return (tuple(self._points(deal, side, bids) for side in deal.sides),)

    def _points(self, deal: DealFacts, side: tuple[int, ...], bids: Mapping[int, object]) -> int:
        said = {seat: bids.get(seat, Bid(1)) for seat in side}
        nils = [seat for seat, bid in said.items() if bid == Bid(0)]
        wanted = sum(bid.number for bid in said.values() if isinstance(bid, Bid))
        taken = sum(deal.tricks[seat] for seat in side if seat not in nils)
        own = sum(-NIL if deal.tricks[seat] else NIL for seat in nils)
        return own + (10 * wanted + taken - wanted if taken >= wanted else -10 * wanted)

    def account(self, deal: DealFacts, points: tuple[int, ...]) -> Account:
        return tuple((ScoreItem("the-bids", each),) for each in points)


class SpadesOptions(Options, frozen=True, kw_only=True):
    """What a table may settle before the first deal."""

    target: Annotated[int, Meta(ge=1), describe("Points for game.", "N3")] = 500


def build_spades(options: SpadesOptions) -> Rules:
    """Spades are trumps, and each player bids."""
    return Rules(
        game="nil-spades",
        options=options,
        players=4,
        sides=interleaved(4, 2),
        pack=FULL_PACK,
        plan=DealPlan((13,)),
        trumps=Sequence((Suit.SPADES,)),
        scoring=Spades(),
        match=FirstTo(options.target, "N3"),
        course=(deal_cards, BidTricks(), play_hands),
        calls=tuple(Bid(tricks) for tricks in range(14)),
    )


SPADES = Game(
    id="nil-spades",
    title="Spades with nil",
    objective="Take what you and your partner bid, or nothing at all.",
    source="Made up for the tests.",
    cites=("N",),
    options=SpadesOptions,
    build=build_spades,
    page="# Spades with nil\n\nN1. Bid, then play.\n\nN3. 500 points win.\n",
)


# Ninety-nine: each of three puts three cards aside, whose suits say how many tricks they want.

PACK = mask_of(card for card in Card if card.rank >= Rank.SIX)
WORTH = {Suit.CLUBS: 3, Suit.HEARTS: 2, Suit.SPADES: 1, Suit.DIAMONDS: 0}
ASIDE = "aside"


class PutAside(CallPhase, frozen=True, kw_only=True):
    """Each in turn puts three cards aside, face down."""

    hands: tuple[Hand, ...]

    name = ASIDE
    rule = "Q2"

    @property
    def to_act(self) -> int:
        return len(self.made) // 3

    @property
    def complete(self) -> bool:
        return len(self.made) == 3 * len(self.hands)

    def _aside(self, seat: int) -> Hand:
        own = (card for by, card in self.made if by == seat)
        return Hand(mask_of(card for card in own if isinstance(card, Card)))

    def legal(self) -> tuple[Card, ...]:
        return tuple(self.hands[self.to_act] - self._aside(self.to_act))

    def seen_by(self, seat: int | None) -> Made:
        return tuple((by, card if by == seat else None) for by, card in self.made)

    def places_seen_by(self, seat: int | None) -> Places:
        return () if seat is None else (((OUT_OF_PLAY,), self._aside(seat)),)

    def settle(self, match: Match) -> Match:
        held = tuple(hand - self._aside(seat) for seat, hand in enumerate(self.hands))
        return match.with_deal(held=(held,))


def put_aside(match: Match) -> PutAside | None:
    """Opens the phase, once."""
    log = match.deal
    assert log.deal is not None
    return None if log.called(ASIDE) else PutAside(hands=log.deal.hands[0])


class AsBid(Struct, frozen=True):
    """Each trick counts one, and ten more for exactly as many as the cards put aside say."""

    @property
    def profile(self) -> ScoringProfile:
        return ScoringProfile(unit="points", bonus=10, rising=False)

    def stages(self, deal: DealFacts) -> tuple[tuple[int, ...], ...]:
        bids = [0] * len(deal.sides)
        for seat, card in dict(deal.calls).get(ASIDE, ()):
            assert isinstance(card, Card)
            bids[seat] += WORTH[card.suit]
        return (
            tuple(
                tricks + 10 * (tricks == bid) for tricks, bid in zip(deal.tricks, bids, strict=True)
            ),
        )

    def account(self, deal: DealFacts, points: tuple[int, ...]) -> Account:
        return tuple((ScoreItem("tricks-and-bid", each),) for each in points)


class NinetyNineOptions(Options, frozen=True, kw_only=True):
    """What a table may settle before the first deal."""

    deals: Annotated[int, Meta(ge=1, le=20), describe("Deals of a match.", "Q3")] = 3


def build_ninety_nine(options: NinetyNineOptions) -> Rules:
    """Three players with twelve cards of 36, of which three are put aside."""
    return Rules(
        game="own-ninety-nine",
        options=options,
        players=3,
        sides=interleaved(3, 3),
        pack=PACK,
        plan=DealPlan((12,)),
        trumps=Sequence((Suit.DIAMONDS,)),
        scoring=AsBid(),
        match=FixedDeals(options.deals, "Q3"),
        course=(deal_cards, put_aside, play_hands),
        calls=cards_in(PACK),
    )


NINETY_NINE = Game(
    id="own-ninety-nine",
    title="Ninety-nine",
    objective="Take as many tricks as the cards that you put aside say.",
    source="Made up for the tests.",
    cites=("Q",),
    options=NinetyNineOptions,
    build=build_ninety_nine,
    page="# Ninety-nine\n\nQ2. Put three cards aside, then play.\n\nQ3. Three deals.\n",
)
