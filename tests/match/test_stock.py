"""A stock is drawn after each trick; each seat knows of it what it has seen, and no more."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from oddtrick.cards import Card, Hand, mask_of
from oddtrick.dealing import new_match
from oddtrick.errors import OddtrickError, RuleBroken
from oddtrick.match import CHANCE, Deal, Match, Playing, start
from oddtrick.perft import perft
from oddtrick.rules import Stock
from oddtrick.solver.sampling import worlds
from oddtrick.view_json import match_view
from tests.support.extent import times
from tests.support.stock_games import (
    CLOSED,
    EIGHT,
    OPEN,
    every_deal,
    played_from,
    small_match,
    stock_rules,
    told,
)

BOTH = pytest.mark.parametrize("stock", [OPEN, CLOSED], ids=["open", "closed"])
SEEDS = st.integers(0, 2**32)


@given(SEEDS, st.booleans())
def test_after_each_trick_the_winner_draws_and_then_the_loser(seed: int, shown: bool) -> None:
    match, rng = new_match(rules=stock_rules(Stock(shown=shown)), seed=seed), Random(seed)
    deal = match.deal.deal
    assert deal is not None
    left = list(deal.stock)
    while not match.over:
        before, match = match.phase, match.apply(rng.choice(match.legal_actions()))
        assert isinstance(before, Playing)
        after = match.phase
        if match.over or not isinstance(after, Playing) or after.trick.cards:
            continue
        for seat in (after.winners[-1], 1 - after.winners[-1]):
            drawn = Hand(after.held(seat) & ~before.held(seat))
            assert list(drawn) == ([left.pop(0)] if left else [])
    assert match.result[0].tricks[0] + match.result[0].tricks[1] == 26
    assert len({card for hand in match.deal.hands for card in hand.plays}) == 52


def test_tricks_won_while_the_stock_lasts_may_count_nothing() -> None:
    rules, rng = stock_rules(Stock(tricks_count=False)), Random(4)
    match = new_match(rules=rules, seed=4)
    while not match.over:
        assert isinstance(match.phase, Playing)
        late = match.phase.winners[13:]
        assert match.view(0).won == (late.count(0), late.count(1))
        match = match.apply(rng.choice(match.legal_actions()))
    assert rules.tricks_in(0) == sum(match.result[0].tricks) == 13
    facts = match.view(0).past[0].facts(rules)
    assert (facts.tricks, sum(cards.bit_count() for cards in facts.taken)) == (
        match.result[0].tricks,
        26,
    )


@BOTH
@pytest.mark.parametrize("seat", [0, 1, None])
def test_two_views_are_the_same_if_and_only_if_the_player_saw_the_same(
    stock: Stock, seat: int | None
) -> None:
    for seed in range(times(4, whole=24)):
        match = small_match(stock, seed, 2 + seed % 4)
        here, seen = shown(match, seat), told(match, seat)
        same = 0
        for deal in every_deal(match, seat):
            other = played_from(match, deal)
            if other is None:
                continue
            assert (shown(other, seat) == here) == (told(other, seat) == seen)
            same += shown(other, seat) == here
        assert same


def shown(match: Match, seat: int | None) -> bytes:
    view = match.view(seat)
    return msgspec.msgpack.encode(view) + msgspec.json.encode(match_view(view))


@BOTH
@pytest.mark.parametrize("spectator", [False, True])
def test_worlds_are_as_many_as_the_deals_behind_them(stock: Stock, spectator: bool) -> None:
    """A seat that was void may have drawn the suit again: the worlds are not all as likely."""
    uneven = 0
    for seed in range(times(12, whole=60)):
        match = small_match(stock, seed, 2 + seed % 5)
        if match.over:
            continue
        seat = None if spectator else match.to_act
        view, deals = match.view(seat), Counter[tuple[int, int, int]]()
        for deal in every_deal(match, seat):
            other = played_from(match, deal)
            if other is not None and other.view(seat) == view:
                assert isinstance(other.phase, Playing)
                rest = other.phase.layout.stock[view.stock_top is not None :]
                deals[other.phase.held(0), other.phase.held(1), mask_of(rest)] += 1
        here = worlds(view)
        found = Counter(
            (*(hand.mask for hand in each.hands), each.rest.mask) for each in here.all()
        )
        assert found.total() == here.count
        assert found.keys() == deals.keys()
        assert len({Fraction(deals[world], found[world]) for world in deals}) == 1
        uneven += len(set(deals.values())) > 1
        drawn = here.draw_worlds(3, seed)
        assert {(*(hand.mask for hand in each.hands), each.rest.mask) for each in drawn} <= set(
            deals
        )
        assert here.draw_worlds(2, seed, first=1) == drawn[1:]
    assert uneven


def test_the_draws_of_a_view_with_old_voids_are_even() -> None:
    view = next(
        match.view(None)
        for match in (small_match(OPEN, seed, 4) for seed in range(100))
        if not match.over and len(set(Counter(worlds(match.view(None)).all()).values())) > 1
    )
    here = worlds(view)
    expected, drawn = Counter(here.all()), Counter(here.draw_worlds(200 * here.count, seed=3))
    for world, ways in expected.items():
        assert abs(drawn[world] - 200 * ways) < 5 * (200 * ways) ** 0.5


def test_perft_counts_through_the_draws() -> None:
    for seed in range(times(3, whole=12)):
        match = new_match(rules=stock_rules(OPEN, EIGHT, 2), seed=seed, dealer=0)
        deal = match.deal.deal
        assert deal is not None
        hands = (frozenset(deal.hands[0][0]), frozenset(deal.hands[0][1]))
        assert perft(match).sequences == sequences(hands, deal.stock, 1, deal.stock[0])


def sequences(
    hands: tuple[frozenset[Card], frozenset[Card]],
    stock: tuple[Card, ...],
    leader: int,
    turned: Card,
) -> int:
    """The number of ways to play, by another program: hands as sets, tricks of two cards."""
    if not hands[leader]:
        return 1
    total = 0
    for led in hands[leader]:
        follow = {card for card in hands[1 - leader] if card.suit is led.suit}
        for second in follow or hands[1 - leader]:
            trumped = second.suit is turned.suit and led.suit is not turned.suit
            higher = second.suit is led.suit and second.rank > led.rank
            winner = 1 - leader if trumped or higher else leader
            left = [set(hands[0]) - {led, second}, set(hands[1]) - {led, second}]
            for seat, card in zip((winner, 1 - winner), stock, strict=False):
                left[seat].add(card)
            after = (frozenset(left[0]), frozenset(left[1]))
            total += sequences(after, stock[2:], winner, turned)
    return total


def dealt() -> tuple[Match, Deal]:
    match = start(stock_rules(), dealer=0)
    deal = new_match(rules=stock_rules(), seed=1, dealer=0).deal.deal
    assert match.to_act == CHANCE
    assert deal is not None
    return match, deal


def test_a_stock_must_be_the_undealt_rest_with_the_turn_up_on_top() -> None:
    match, deal = dealt()
    top, second, *rest = deal.stock
    own = next(iter(deal.hands[0][1]))
    for stock, why in (
        ((second, top, *rest), "is turned up, but"),
        ((top, *rest), f"{second} is neither dealt nor in the stock"),
        ((top, own, *rest), f"{own} of the stock is dealt already"),
        ((top, top, *rest), f"{top} of the stock is dealt already, or twice"),
        ((), "is neither dealt nor in the stock"),
    ):
        with pytest.raises(RuleBroken, match=why):
            match.apply(replace(deal, stock=stock))
    plain = new_match("knockout-whist", players=2, seed=1, dealer=0).deal.deal
    assert plain is not None
    with pytest.raises(RuleBroken, match="has a stock, but no card is drawn"):
        start(new_match("knockout-whist", players=2).rules, dealer=0).apply(
            replace(plain, stock=(Card.S2,))
        )


def test_what_a_view_says_of_the_stock_must_add_up() -> None:
    view = new_match(rules=stock_rules(), seed=2).view(0)
    with pytest.raises(OddtrickError, match="in two places"):
        worlds(replace(view, stock_top=next(iter(view.hand))))
