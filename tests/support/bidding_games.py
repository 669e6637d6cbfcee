"""Games with phases of calls, written as a package of somebody else would write them."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from oddtrick.calls import Bid, Call, Made
from oddtrick.cards import CARDS, FULL_PACK, Card, Hand, Suit
from oddtrick.games import Game, describe
from oddtrick.match import CallPhase, Match, deal_cards, play_hands
from oddtrick.rules import (
    Called,
    Contract,
    DealPlan,
    Options,
    Rules,
    Tie,
    TrumpSource,
    TurnUp,
    interleaved,
)
from oddtrick.scoring import Account, DealFacts, FixedDeals, ScoreItem, ScoringProfile, TricksTaken
from oddtrick.tricks import CardOrder, from_seat, left_of


class InTurn(CallPhase, frozen=True, kw_only=True):
    """Each seat calls once, in this order."""

    seats: tuple[int, ...]

    @property
    def to_act(self) -> int:
        return self.seats[len(self.made)]

    @property
    def complete(self) -> bool:
        return len(self.made) == len(self.seats)


# Open bids in turn, once: Oh Hell.


class Bidding(InTurn, frozen=True, kw_only=True):
    """Starting left of the dealer, each says how many tricks they will take (O3, O4)."""

    tricks: int
    hook: bool

    name = "bids"
    rule = "O4"

    def legal(self) -> tuple[Bid, ...]:
        said = sum(bid.number for _, bid in self.made if isinstance(bid, Bid))
        hooked = self.hook and len(self.made) == len(self.seats) - 1
        wrong = self.tricks - said if hooked else -1
        return tuple(Bid(number) for number in range(self.tricks + 1) if number != wrong)


class Bids(Struct, frozen=True):
    """Opens the bidding, once the cards are dealt."""

    hook: bool

    def __call__(self, match: Match) -> Bidding | None:
        log = match.deal
        if log.called("bids"):
            return None
        return Bidding(
            seats=from_seat(log.seats, left_of(log.seats, log.dealer)),
            tricks=match.rules.tricks_in(match.number),
            hook=self.hook,
        )


class SpareCard(Struct, frozen=True):
    """The next card is turned for trumps and belongs to nobody (O2)."""

    blind: bool = False
    tie: Tie = Tie.CUT

    def source(self, deal: int) -> TrumpSource:
        return TrumpSource.SPARE

    def fixed(self, deal: int) -> Suit | None:
        return None

    def rule(self, deal: int) -> str:
        return "O2"


class ExactBids(Struct, frozen=True):
    """Ten and the bid for those who take exactly what they said (O5)."""

    @property
    def profile(self) -> ScoringProfile:
        return ScoringProfile(unit="points", per_side=False, rising=False)

    def stages(self, deal: DealFacts) -> tuple[tuple[int, ...], ...]:
        points = [0] * len(deal.sides)
        for seat, bid in dict(deal.calls).get("bids", ()):
            assert isinstance(bid, Bid)
            points[seat] = 10 + bid.number if deal.tricks[seat] == bid.number else 0
        return (tuple(points),)

    def account(self, deal: DealFacts, points: tuple[int, ...]) -> Account:
        return tuple((ScoreItem("the-bid", scored),) if scored else () for scored in points)


class NominationOptions(Options, frozen=True, kw_only=True):
    """What a table may settle before the first deal."""

    players: Annotated[int, Meta(ge=3, le=7), describe("Players.", "O1")] = 4
    most: Annotated[int, Meta(ge=1, le=7), describe("Cards of the first deal.", "O1")] = 7
    hook: Annotated[bool, describe("The bids may not add up to the tricks.", "O4")] = True


def build(options: NominationOptions) -> Rules:
    """Nomination Whist: from ``most`` cards down to one."""
    return Rules(
        game="own-nomination",
        options=options,
        players=options.players,
        sides=interleaved(options.players, options.players),
        pack=FULL_PACK,
        plan=DealPlan((options.most,), fewer=1, rule="O1"),
        trumps=SpareCard(),
        scoring=ExactBids(),
        match=FixedDeals(options.most, "O6"),
        course=(deal_cards, Bids(options.hook), play_hands),
        calls=tuple(Bid(tricks) for tricks in range(options.most + 1)),
    )


NOMINATION = Game(
    id="own-nomination",
    title="Nomination Whist",
    objective="Take exactly as many tricks as you said.",
    source="Made up for the tests.",
    cites=("O",),
    options=NominationOptions,
    build=build,
    page="# Nomination Whist\n\nO1. Bid, then play.\n",
)


# Secret bids shown together, and an exchange.


class SecretColours(CallPhase, frozen=True, kw_only=True):
    """Each puts a card face down; all are shown together, and the cards go back to the hands."""

    hands: tuple[Hand, ...]

    name = "colours"

    @property
    def to_act(self) -> int:
        return len(self.made)

    @property
    def complete(self) -> bool:
        return len(self.made) == len(self.hands)

    def legal(self) -> tuple[Card, ...]:
        return tuple(self.hands[self.to_act])

    def seen_by(self, seat: int | None) -> Made:
        if self.complete:
            return self.made
        return tuple((by, call if by == seat else None) for by, call in self.made)


class PassLeft(SecretColours, frozen=True, kw_only=True):
    """Each gives a card to the left, which giver and taker alone have seen."""

    name = "given"

    def seen_by(self, seat: int | None) -> Made:
        players = len(self.hands)
        takes = (seat - 1) % players if self.complete and seat is not None else None
        return tuple((by, call if by in (seat, takes) else None) for by, call in self.made)

    def settle(self, match: Match) -> Match:
        held = list(self.hands)
        for seat, card in self.made:
            assert isinstance(card, Card)
            held[seat] -= Hand.of([card])
            held[(seat + 1) % len(held)] |= Hand.of([card])
        return match.with_deal(held=(tuple(held),))


def colours(match: Match) -> SecretColours | None:
    """The first phase of calls, with the cards as they are dealt."""
    log = match.deal
    assert log.deal is not None
    return None if log.called("colours") else SecretColours(hands=log.deal.hands[0])


def give(match: Match) -> PassLeft | None:
    """The second one."""
    log = match.deal
    assert log.deal is not None
    return None if log.called("given") else PassLeft(hands=log.deal.hands[0])


def play_unless_all_red(match: Match) -> object:
    """The deal is thrown in if every card that was put down is red."""
    shown = match.deal.calls[0].made
    thrown_in = all(isinstance(card, Card) and card.suit in RED for _, card in shown)
    return None if thrown_in else play_hands(match)


RED = (Suit.DIAMONDS, Suit.HEARTS)


class ExchangeOptions(Options, frozen=True, kw_only=True):
    """Nothing to settle."""


def build_exchange(options: ExchangeOptions) -> Rules:
    """Whist of six cards with the last one turned up, after two phases of secret calls."""
    return Rules(
        game="exchange-whist",
        options=options,
        players=4,
        sides=interleaved(4, 2),
        pack=FULL_PACK,
        plan=DealPlan((6,)),
        trumps=TurnUp(),
        scoring=TricksTaken(),
        match=FixedDeals(5),
        course=(deal_cards, colours, give, play_unless_all_red),
        calls=CARDS,
    )


EXCHANGE = Game(
    id="exchange-whist",
    title="Exchange Whist",
    objective="Take tricks.",
    source="Made up for the tests.",
    cites=("E",),
    options=ExchangeOptions,
    build=build_exchange,
    page="# Exchange Whist\n\nE1. Put down, give, play.\n",
)


# An auction of numbers and names, or of names alone, in which each bid beats the one before.

BY_NUMBER = tuple(
    Bid(number, name) for number in range(3, 8) for name in ("downtown", "uptown", "no trump")
)
BY_NAME = tuple(
    Bid(name=name)
    for name in (
        "proposal",
        "acceptance",
        "solo",
        "misere",
        "abundance",
        "royal abundance",
        "open misere",
        "declared abundance",
    )
)
PASS = Bid(name="pass")


class Auction(InTurn, frozen=True, kw_only=True):
    """Starting left of the dealer, each bids higher than the last, or passes; the last one bids."""

    ladder: tuple[Bid, ...]

    name = "auction"

    @property
    def best(self) -> int:
        """The place of the best bid so far."""
        bids = [self.ladder.index(bid) for _, bid in self.made if bid in self.ladder]
        return max(bids, default=-1)

    def legal(self) -> tuple[Bid, ...]:
        must = self.best < 0 and len(self.made) == len(self.seats) - 1
        return tuple(sorted((*self.ladder[self.best + 1 :], *(() if must else (PASS,)))))

    def settle(self, match: Match) -> Match:
        named = self.ladder[self.best].name
        return match.with_deal(trump={"uptown": Suit.SPADES, "downtown": Suit.HEARTS}.get(named))


class AuctionOptions(Options, frozen=True, kw_only=True):
    """What a table may settle before the first deal."""

    named: Annotated[bool, describe("The bids have names alone.", "A")] = False


def build_auction(options: AuctionOptions) -> Rules:
    """Whist of thirteen cards with an auction for trumps."""
    ladder = BY_NAME if options.named else BY_NUMBER

    def bid(match: Match) -> Auction | None:
        log = match.deal
        if log.called("auction"):
            return None
        seats = from_seat(log.seats, left_of(log.seats, log.dealer))
        return Auction(seats=seats, ladder=ladder)

    return Rules(
        game="auction-whist",
        options=options,
        players=4,
        sides=interleaved(4, 2),
        pack=FULL_PACK,
        plan=DealPlan((13,)),
        trumps=Called("A1"),
        scoring=TricksTaken(),
        match=FixedDeals(3),
        course=(deal_cards, bid, play_hands),
        calls=(*ladder, PASS),
    )


AUCTION = Game(
    id="auction-whist",
    title="Auction Whist",
    objective="Bid for trumps, then take tricks.",
    source="Made up for the tests.",
    cites=("A",),
    options=AuctionOptions,
    build=build_auction,
    page="# Auction Whist\n\nA1. Bid, then play.\n",
)


# An auction for a contract: sides by deal, a leader, an order of the cards, a hand laid open.


class ForContract(InTurn, frozen=True, kw_only=True):
    """Each bids once; the last that did not pass plays alone against the others."""

    turned: Suit

    name = "auction"

    def legal(self) -> tuple[Bid, ...]:
        last = next((c for _, c in reversed(self.made) if isinstance(c, Bid) and c != PASS), None)
        return {None: (ALONE, LOSING, PASS), ALONE: (LOSING, PASS)}.get(last, (PASS,))

    def offer(self, call: Call) -> Contract | None:
        return self._contract((*self.made, (self.to_act, call)))

    def _contract(self, made: Made) -> Contract | None:
        found = [(seat, bid) for seat, bid in made if bid != PASS]
        if not found:
            return None
        seat, bid = found[-1]
        assert isinstance(bid, Bid)
        trump, leader = (None, None) if bid == LOSING else (self.turned, seat)
        return Contract(bid=bid, declarer=seat, side=(seat,), trump=trump, leader=leader)

    def settle(self, match: Match) -> Match:
        contract = self._contract(self.made)
        return match if contract is None else match.with_contract(contract)


ALONE, LOSING = Bid(name="alone"), Bid(name="losing")


class ForTricks(Struct, frozen=True):
    """The declarer wins a point from each of the others for five tricks, or for none."""

    least: int = 0
    most: int = 13

    @property
    def profile(self) -> ScoringProfile:
        return ScoringProfile(unit="points", rising=self.most == 13, per_side=False)

    def stages(self, deal: DealFacts) -> tuple[tuple[int, ...], ...]:
        if len(deal.sides) != 2:
            return (deal.nothing,)
        made = self.least <= deal.side_tricks[0] <= self.most
        return ((3, -1) if made else (-3, 1),)

    def account(self, deal: DealFacts, points: tuple[int, ...]) -> Account:
        return tuple((ScoreItem("the-contract", each),) for each in points)


def contract_terms(rules: Rules, contract: Contract) -> Rules:
    """One against three; whoever wants to lose plays with the jack on top and an open hand."""
    alone, losing = contract.declarer, contract.bid == LOSING
    assert alone is not None
    return replace(
        rules,
        sides=((alone,), tuple(seat for seat in range(4) if seat != alone)),
        scoring=ForTricks(most=0) if losing else ForTricks(least=5),
        order=CardOrder.TRUMP_JACK_HIGH,
        exposed=alone if losing else None,
    )


def bid_for_contract(match: Match) -> ForContract | None:
    """Opens the auction, once."""
    log = match.deal
    if log.called("auction"):
        return None
    assert log.trump is not None
    return ForContract(seats=from_seat(log.seats, left_of(log.seats, log.dealer)), turned=log.trump)


def play_contract(match: Match) -> object:
    """The deal is thrown in if nobody has bid."""
    return None if match.deal.contract is None else play_hands(match)


def build_contract(options: ExchangeOptions) -> Rules:
    """Thirteen cards, the last one turned up, each alone."""
    return Rules(
        game="contract-whist",
        options=options,
        players=4,
        sides=interleaved(4, 4),
        pack=FULL_PACK,
        plan=DealPlan((13,)),
        trumps=TurnUp(),
        scoring=ForTricks(),
        match=FixedDeals(4),
        course=(deal_cards, bid_for_contract, play_contract),
        terms=contract_terms,
        calls=(ALONE, LOSING, PASS),
        contracts=(ALONE, LOSING),
    )


CONTRACT = Game(
    id="contract-whist",
    title="Contract Whist",
    objective="Make your contract.",
    source="Made up for the tests.",
    cites=("C",),
    options=ExchangeOptions,
    build=build_contract,
    page="# Contract Whist\n\nC1. Bid, then play.\n",
)
