"""What Hypothesis draws for the laws: cards, suits, and matches at any moment."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from oddtrick.cards import CARDS, Card, Suit
from oddtrick.dealing import new_match
from oddtrick.match import CHANCE, Match
from tests.support.random_matches import EVERY

A_CARD = st.sampled_from(CARDS)
A_SUIT = st.sampled_from(Suit)
TRUMPS: st.SearchStrategy[Suit | None] = st.one_of(st.none(), A_SUIT)
SETS = st.sets(A_CARD)
A_GAME = st.sampled_from(EVERY)


@st.composite
def different_cards(draw: st.DrawFn, least: int, most: int) -> list[Card]:
    """So many different cards, in any order."""
    return draw(st.lists(A_CARD, unique=True, min_size=least, max_size=most))


def play_on(match: Match, rng: Random, actions: int) -> Match:
    """The match after so many more actions of persons, or at its end; any legal action."""
    while actions and not match.over:
        match, actions = match.apply(rng.choice(match.legal_actions())), actions - 1
    return match


@st.composite
def matches(draw: st.DrawFn, /, game: str | None = None, **options: object) -> Match:
    """A match of any game with any options, at any moment when a person is to act."""
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
    """A match of any game with any options, played to its end at random."""
    name, drawn = (game, options) if game else draw(A_GAME)
    seed = draw(st.integers(0, 2**32))
    return play_on(new_match(name, seed=seed, **drawn), Random(seed), -1)
