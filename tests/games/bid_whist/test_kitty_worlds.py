"""The worlds of a view with a kitty, against every deal and every discard of a small pack (B3)."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace

from oddtrick.cards import Card, Hand, mask_of
from oddtrick.dealing import Seeded
from oddtrick.errors import RuleBroken
from oddtrick.games import rules_of
from oddtrick.match import Action, Deal, Exchange, Match, Playing, start
from oddtrick.rules import DealPlan, Rules
from oddtrick.solver.sampling import World, worlds
from tests.support.extent import times

if TYPE_CHECKING:
    from collections.abc import Iterator

PACK = (Card.S2, Card.S7, Card.SK, Card.SA, Card.H3, Card.H9, Card.HQ, Card.D5, Card.DT)
"""Nine cards: two for each seat, and a kitty of one."""


def small(**options: Any) -> Rules:
    """Bid Whist with the small pack."""
    rules = rules_of("bid-whist", **options)
    return replace(rules, pack=mask_of(PACK), plan=DealPlan((2,), kitty=True, rule="B1"))


def deals(own: Hand, seat: int) -> Iterator[Deal]:
    """Every deal in which the seat has these cards."""
    hidden = [card for card in PACK if card not in own]
    others = [other for other in range(4) if other != seat]
    for one in combinations(hidden, 2):
        left = [card for card in hidden if card not in one]
        for two in combinations(left, 2):
            rest = [card for card in left if card not in two]
            for three in combinations(rest, 2):
                held = dict(zip(others, map(Hand.of, (one, two, three)), strict=True)) | {seat: own}
                yield Deal((tuple(held[at] for at in range(4)),))


def layouts(match: Match, seat: int) -> Counter[World]:
    """The layouts that every deal and every discard lead to which give the seat the same view."""
    deal, view = match.deal.deal, match.view(seat)
    assert deal is not None
    actions = list(match.actions)
    discards = [at for at, action in enumerate(actions) if isinstance(action, Card)][:1]
    found: Counter[World] = Counter()
    for other in deals(deal.hands[0][seat], seat):
        for card in PACK if discards else (None,):
            tried: list[Action] = [other, *actions[1:]]
            if card is not None:
                tried[discards[0]] = card
            again = start(match.rules, dealer=0)
            with suppress(RuleBroken):
                for action in tried:
                    again = again.apply(action)
            if len(tuple(again.actions)) == len(tried) and again.view(seat) == view:
                found[layout_of(again)] += 1
    return found


def layout_of(match: Match) -> World:
    phase, log = match.phase, match.deal
    if isinstance(phase, Playing):
        hands = tuple(Hand(phase.held(seat)) for seat in range(4))
        gone = phase.gone
    else:
        hands, gone = phase.held_hands(log), 0
    rest = match.rules.pack & ~gone & ~mask_of(card for hand in hands for card in hand)
    return World(hands, (), Hand(rest))


def moments(rules: Rules, seed: int) -> Iterator[Match]:
    """A random deal from the discard on."""
    rng, match = Random(seed), start(rules, dealer=0, chance=Seeded(seed))
    while match.number == 0 and not match.over:
        if isinstance(match.phase, (Exchange, Playing)):
            yield match
        match = match.apply(rng.choice(match.legal_actions()))


@pytest.mark.parametrize("sport", [True, False])
def test_B3_worlds_are_exactly_the_layouts_of_all_deals_and_discards(sport: bool) -> None:
    rng = Random(sport)
    for seed in range(times(1, whole=2)):
        exchange, *played = moments(small(sport=sport), seed)
        contract = exchange.deal.contract
        assert contract is not None
        assert contract.declarer is not None
        declarer, other = contract.declarer, (contract.declarer + rng.randint(1, 3)) % 4
        later = rng.choice(played)
        for match, seat in ((exchange, other), (later, other), (later, declarer)):
            expected = layouts(match, seat)
            found = worlds(match.view(seat))
            assert len(set(expected.values())) == 1, "each layout comes about as often"
            assert found.count == len(expected)
            assert Counter(found.all()) == Counter(list(expected))
        assert bool(exchange.view(other).places) == sport
        assert later.view(declarer).places
