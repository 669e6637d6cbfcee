"""Games for two with a stock, and what a player at the table would have seen of it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations
from random import Random

from msgspec.structs import replace

from oddtrick.cards import FULL_PACK, Card, Hand, Suit, cards_in, mask_of
from oddtrick.dealing import new_match
from oddtrick.errors import RuleBroken
from oddtrick.games import Game
from oddtrick.match import Action, Deal, Match, Playing, start
from oddtrick.rules import DealPlan, Options, Rules, SpareTurnUp, Stock
from oddtrick.scoring import FixedDeals, TricksTaken

EIGHT = mask_of(card for card in Card if card.rank.letter in "AK")
"""The aces and kings."""

OPEN, CLOSED = Stock(), Stock(shown=False)


def stock_rules(stock: Stock = OPEN, pack: int = FULL_PACK, cards: int = 13) -> Rules:
    return Rules(
        game="drawn-whist",
        options=Options(),
        players=2,
        sides=((0,), (1,)),
        pack=pack,
        plan=DealPlan((cards,), stock=stock),
        trumps=SpareTurnUp(),
        scoring=TricksTaken(),
        match=FixedDeals(1),
    )


def small_match(stock: Stock, seed: int, plays: int) -> Match:
    """A match of eight cards, two of them dealt to each, after random plays; perhaps over."""
    match, rng = (
        new_match(rules=stock_rules(stock, EIGHT, 2), seed=seed, dealer=seed % 2),
        Random(seed),
    )
    while not match.over and plays:
        match, plays = match.apply(rng.choice(match.legal_actions())), plays - 1
    return match


def every_deal(match: Match, seat: int | None) -> Iterator[Deal]:
    """Every deal with the seat's own cards and the same card turned up."""
    deal, cards = match.deal.deal, cards_in(match.rules.pack)
    assert deal is not None
    size = len(deal.hands[0][0])
    for first in combinations(cards, size):
        for second in combinations([card for card in cards if card not in first], size):
            hands = (Hand.of(first), Hand.of(second))
            if seat is not None and hands[seat] != deal.hands[0][seat]:
                continue
            rest = [card for card in cards if card not in (*first, *second)]
            for stock in permutations(rest):
                if stock[0] is deal.turn_up:
                    yield Deal((hands,), stock[0], stock)


def played_from(match: Match, deal: Deal) -> Match | None:
    """The plays of a match from another deal; None if one of them is illegal there."""
    again = start(match.rules, dealer=match.deal.dealer)
    try:
        for action in (deal, *_plays(match)):
            again = again.apply(action)
    except RuleBroken:
        return None
    return again


def _plays(match: Match) -> list[Action]:
    assert isinstance(match.phase, Playing)
    return list(match.phase.plays)


def told(match: Match, seat: int | None) -> list[object]:
    """What a player has seen, in order, written without the library's views: two seats only."""
    deal, log = match.deal.deal, match.deal
    assert deal is not None
    stock, hands = list(deal.stock), [set(hand) for hand in deal.hands[0]]
    shown = match.rules.plan.stock.shown if match.rules.plan.stock else False
    seen: list[object] = [sorted(hands[seat]) if seat is not None else None, deal.turn_up]
    leader, trick = 1 - log.dealer, list[Action]()
    for card in _plays(match):
        player = leader if not trick else 1 - leader
        hands[player].remove(card)  # type: ignore[arg-type]
        trick.append(card)
        seen.append((player, card))
        if len(trick) == 2:
            leader = player if _beats(trick[1], trick[0], deal.turn_up) else leader
            for place, owner in enumerate((leader, 1 - leader) if stock else ()):
                drawn = stock.pop(0)
                hands[owner].add(drawn)
                public = place == 0 and (shown or drawn is deal.turn_up)
                seen.append((owner, drawn if public or owner == seat else None))
            seen.append(stock[0] if stock and shown else None)
            trick = []
    return seen


def _beats(second: Action, first: Action, turned: Card | None) -> bool:
    assert isinstance(second, Card)
    assert isinstance(first, Card)
    assert turned is not None
    trump: Suit = turned.suit
    if second.suit is first.suit:
        return second.rank > first.rank
    return second.suit is trump


DRAWN = Game(
    id="drawn-whist",
    title="Drawn Whist",
    objective="Take tricks.",
    source="Made up for the tests.",
    cites=("D",),
    options=Options,
    build=lambda options: replace(stock_rules(), options=options),
    page="# Drawn Whist\n\nD1. Play, then draw.\n",
)
