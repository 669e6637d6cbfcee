"""Hypothesis strategies: cards, suits, finished deals, and matches at any moment."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from oddtrick.cards import CARDS, Card, Suit, mask_of
from oddtrick.dealing import new_match
from oddtrick.match import CHANCE, Match
from oddtrick.scoring import DealFacts
from tests.support.position_builders import PARTNERS
from tests.support.random_matches import EVERY

A_CARD = st.sampled_from(CARDS)
A_SUIT = st.sampled_from(Suit)
TRUMPS: st.SearchStrategy[Suit | None] = st.one_of(st.none(), A_SUIT)
SETS = st.sets(A_CARD)
A_GAME = st.sampled_from(EVERY)


@st.composite
def different_cards(draw: st.DrawFn, least: int, most: int) -> list[Card]:
    """Draws ``least`` to ``most`` distinct cards in any order."""
    return draw(st.lists(A_CARD, unique=True, min_size=least, max_size=most))


def play_on(match: Match, rng: Random, actions: int) -> Match:
    """Returns the match after a number of random legal player actions, or at its end."""
    while actions and not match.over:
        match, actions = match.apply(rng.choice(match.legal_actions())), actions - 1
    return match


@st.composite
def matches(draw: st.DrawFn, /, game: str | None = None, **options: object) -> Match:
    """Draws a match of any game and options, at any player decision."""
    name, drawn = (game, options) if game else draw(A_GAME)
    seed = draw(st.integers(0, 2**32))
    match = new_match(name, seed=seed, **drawn)
    match = play_on(match, Random(seed), draw(st.integers(0, 150)))
    if match.over:
        match = new_match(name, seed=seed, **drawn)
    assert match.to_act not in (None, CHANCE)
    return match


@st.composite
def finished(draw: st.DrawFn, /, game: str | None = None, **options: object) -> Match:
    """Draws a random finished match of any game and options."""
    name, drawn = (game, options) if game else draw(A_GAME)
    seed = draw(st.integers(0, 2**32))
    return play_on(new_match(name, seed=seed, **drawn), Random(seed), -1)


@st.composite
def played_deals(draw: st.DrawFn) -> DealFacts:
    """Draws the tricks and cards of four seats after thirteen tricks."""
    winners = draw(st.lists(st.integers(0, 3), min_size=13, max_size=13))
    trump = draw(TRUMPS)
    random = draw(st.randoms(use_true_random=False))
    pack, taken = random.sample(CARDS, 52), [0] * 4
    tricks = [pack[at : at + 4] for at in range(0, 52, 4)]
    for winner, trick in zip(winners, tricks, strict=True):
        taken[winner] |= mask_of(trick)
    return DealFacts(
        sides=PARTNERS,
        tricks=tuple(winners.count(seat) for seat in range(4)),
        taken=tuple(taken),
        dealt=tuple(mask_of(pack[seat::4]) for seat in range(4)),
        winning=mask_of(random.choice(trick) for trick in tricks),
        trump=trump,
        score=(0, 0),
    )
