"""The worlds of a view are the deals that give it, each once and each equally likely."""

from __future__ import annotations

from collections import Counter
from math import comb, factorial, prod, sqrt
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from oddtrick.cards import Card, Hand, Suit
from oddtrick.dealing import new_match
from oddtrick.errors import OddtrickError
from oddtrick.games import rules_of
from oddtrick.match import Deal, Match, start
from oddtrick.solver.sampling import worlds
from oddtrick.views import View
from tests.support.position_builders import after, ending
from tests.support.random_matches import WITHOUT_STOCK
from tests.support.solver.small_deals import (
    Moment,
    deal_of,
    hidden_places,
    moments,
    same_view,
    small_rules,
    world_of,
)


def multinomial(*sizes: int) -> int:
    return factorial(sum(sizes)) // prod(map(factorial, sizes))


def tries(moment: Moment, seat: int | None) -> int:
    """The number of layouts for brute force to try."""
    return multinomial(*Counter(hidden_places(moment, seat).values()).values())


def check_small_deal(game: str, options: dict[str, Any], seed: int, most: int) -> int:
    """Compares with brute force at a moment of a small match; how many layouts there were."""
    rng = Random(seed)
    found = [
        (moment, seat)
        for moment in moments(small_rules(game, options, rng), seed)
        for seat in (None, *moment.match.deal.seats)
        if most // 20 < tries(moment, seat) <= most
    ]
    if not found:
        return 0
    moment, seat = rng.choice(found)
    expected = Counter(map(world_of, same_view(moment, seat)))
    here = worlds(moment.match.view(seat))
    assert Counter(here.all()) == expected
    assert here.count == len(expected)
    return len(expected)


@pytest.mark.parametrize(("game", "options"), WITHOUT_STOCK, ids=str)
def test_the_worlds_are_the_deals_that_give_the_same_view(
    game: str, options: dict[str, Any]
) -> None:
    assert sum(check_small_deal(game, options, seed, 200) for seed in range(4)) > 1


@pytest.mark.long
@pytest.mark.parametrize(("game", "options"), WITHOUT_STOCK, ids=str)
def test_the_worlds_are_the_deals_that_give_the_same_view_many_times(
    game: str, options: dict[str, Any]
) -> None:
    assert sum(check_small_deal(game, options, seed, 3000) for seed in range(4, 20)) > 100


@settings(max_examples=60)
@given(st.sampled_from(WITHOUT_STOCK), st.integers(0, 2**32), st.randoms(use_true_random=False))
def test_every_world_drawn_gives_the_same_view(
    game: tuple[str, dict[str, Any]], seed: int, rng: Random
) -> None:
    name, options = game
    moment = rng.choice(moments(rules_of(name, **options), seed))
    seat = rng.choice([None, *range(moment.match.rules.players)])
    for world in worlds(moment.match.view(seat)).draw_worlds(3, seed):
        other = moment.instead(deal_of(moment, world))
        assert other is not None
        assert other.shown(seat) == moment.shown(seat)
        assert world_of(other) == world


def chi_square(drawn: Counter[Any], kinds: int) -> float:
    """By how many standard deviations the counts are less even than chance makes them."""
    expected = drawn.total() / kinds
    statistic = sum((count - expected) ** 2 for count in drawn.values()) / expected
    statistic += expected * (kinds - len(drawn))
    return (statistic - (kinds - 1)) / sqrt(2 * (kinds - 1))


FIVE_EACH = ("AKQ.A.A.", "3..42.32", ".42.53.4", "2.653..5")
VOIDS = {
    "none": "",
    "diamonds by seat 3": "AD 2D 3D 2S",
    "hearts by seat 1 as well": "AD 2D 3D 2S AH 3S 2H 3H",
    "spades by all as well": "AD 2D 3D 2S AH 3S 2H 3H KS 2C 4C 5C",
}


def with_voids(name: str) -> Match:
    """A match of twenty cards in which these voids have been shown."""
    match = after(ending(*FIVE_EACH), VOIDS[name])
    pack = sum(Hand.of(hand).mask for hand in FIVE_EACH)
    return replace(match, rules=replace(match.rules, pack=pack))


@pytest.mark.parametrize("name", list(VOIDS)[2:])
def test_each_world_is_drawn_as_often_as_any_other(name: str) -> None:
    here = worlds(with_voids(name).view(0))
    drawn = Counter(here.draw_worlds(8 * here.count, seed=5))
    assert drawn.keys() <= set(here.all())
    assert abs(chi_square(drawn, here.count)) < 4


def test_consecutive_draws_are_independent() -> None:
    here = worlds(with_voids("spades by all as well").view(0))
    drawn = here.draw_worlds(100 * here.count**2, seed=6)
    pairs = Counter(zip(drawn[::2], drawn[1::2], strict=True))
    assert 5 < here.count < 30
    assert abs(chi_square(pairs, here.count**2)) < 4


def test_neighbouring_seeds_are_independent() -> None:
    here = worlds(with_voids("spades by all as well").view(0))
    drawn = Counter(here.draw_worlds(1, seed)[0] for seed in range(200 * here.count))
    assert abs(chi_square(drawn, here.count)) < 4


def first_lead(game: str, **options: Any) -> Match:
    """A match before its first lead, with a deal drawn by a seed."""
    return new_match(game, seed=1, dealer=0, **options)


COUNTS = [
    (first_lead("whist"), 0, multinomial(13, 13, 13)),
    (first_lead("whist"), 1, multinomial(13, 13, 12)),
    (first_lead("whist"), None, multinomial(13, 13, 13, 12)),
    (first_lead("whist", trumps="sequence"), 1, multinomial(13, 13, 13)),
    (first_lead("knockout-whist", players=7), 3, multinomial(7, 7, 7, 7, 7, 7, 2)),
    (first_lead("knockout-whist", players=2), None, multinomial(7, 7, 37)),
    (first_lead("scotch-whist", players=2), 0, multinomial(6, 6, 6, 6, 5)),
    (first_lead("scotch-whist", players=2), 1, multinomial(6, 6, 6, 6, 5)),
    (first_lead("scotch-whist", players=3), 1, multinomial(6, 6, 5, 6, 6)),
    (first_lead("scotch-whist", players=8), 5, multinomial(4, 4, 4, 4, 4, 4, 3)),
]


@pytest.mark.parametrize(("match", "seat", "count"), COUNTS)
def test_at_the_first_lead_only_sizes_and_the_turn_up_count(
    match: Match, seat: int | None, count: int
) -> None:
    assert worlds(match.view(seat)).count == count


def test_T3_a_void_leaves_the_suit_to_the_others() -> None:
    rules = rules_of("whist", trumps="sequence")
    suits = tuple(Hand(suit.mask) for suit in reversed(Suit))
    match = start(rules, dealer=3).apply(Deal((suits,))).apply(Card.SA).apply(Card.H2)
    # Seat 2 misses 12 spades, 12 hearts and 13 clubs: seat 1 has 12 cards, and not the spades.
    assert worlds(match.view(2)).count == comb(12 + 13, 12) * multinomial(12, 13)
    # Seat 0 had all the spades: that seat 1 has none is no news.
    assert worlds(match.view(0)).count == multinomial(12, 13, 13)


def test_K7_an_early_trump_lead_shows_a_hand_of_trumps_only() -> None:
    rules = rules_of("knockout-whist", players=2, broken=True)
    hands = (Hand.of("..KQJT987."), Hand.of("AK.AK.A.AK"))
    match = start(rules, dealer=1).apply(Deal((hands,), Card.D2)).apply(Card.D8)
    unseen_diamonds = 13 - 3
    assert worlds(match.view(1)).count == comb(unseen_diamonds, 6)


def test_numbered_worlds_are_a_slice_of_all_worlds() -> None:
    here = worlds(with_voids("hearts by seat 1 as well").view(0))
    every = list(here.all())
    assert len(every) == len(set(every)) == here.count
    some = here.numbered(17, 9)
    assert [some.world(row) for row in range(9)] == every[17:26]


def test_numbers_beyond_64_bits_are_worlds_too() -> None:
    here = worlds(first_lead("knockout-whist", players=7).view(None))
    assert here.count > 1 << 128
    ends = [*here.numbered(0, 2).hands, *here.numbered(here.count - 2, 2).hands]
    assert len({tuple(hands) for hands in ends}) == 4


@given(st.integers(0, 2**64 - 1), st.integers(0, 200), st.integers(0, 200))
def test_a_draw_is_independent_of_other_draws(seed: int, first: int, n: int) -> None:
    here = worlds(first_lead("scotch-whist", players=3).view(1))
    whole, part = here.draw(first + n, seed), here.draw(n, seed, first)
    assert (whole.hands[first:] == part.hands).all()
    assert (whole.later[first:] == part.later).all()
    assert (whole.rest[first:] == part.rest).all()


def test_a_seed_draws_the_same_on_every_machine() -> None:
    """The values are arbitrary, but any change must be noticed."""
    view = replace(first_lead("whist").view(1), voids=((), (), (Suit.CLUBS,), (Suit.SPADES,)))
    assert [str(hand) for hand in worlds(view).draw_worlds(1, 7, 2**40)[0].hands] == [
        "K7.K843.AKT6.K86",
        "AQT43.J7.Q97.QJ9",
        "J98652.QT52.J82.",
        ".A96.543.AT75432",
    ]


def test_arrays_have_the_documented_shapes() -> None:
    drawn = worlds(first_lead("scotch-whist", players=2).view(1)).draw(5, 0)
    assert drawn.hands.shape == (5, 2)
    assert drawn.later.shape == (5, 2, 2)
    assert drawn.rest.shape == (5,)
    assert len(drawn) == 5
    assert len(drawn.take(np.array([4, 4]))) == 2


def seat_2_first() -> View:
    """Seat 2 is to lead, seat 1 dealt."""
    return new_match("whist", seed=1, dealer=1).view(2)


WRONG: list[tuple[View, str]] = [
    (replace(seat_2_first(), counts=()), "nothing hidden"),
    (start(rules_of("whist"), dealer=0).view(0), "waits for this: deal"),
    (replace(seat_2_first(), counts=(13, 13, 13)), "3 seats"),
    (replace(seat_2_first(), counts=(13, 13, 12, 13)), "seat 2 sees 13 cards"),
    (replace(seat_2_first(), counts=(13, 13, 13, 12)), "seat 3 has played 0 cards and holds 12"),
    (replace(seat_2_first(), turn_up_seat=None), "nobody holds"),
    (
        replace(seat_2_first(), turn_up_seat=0, turn_up=next(iter(seat_2_first().hand))),
        "two places",
    ),
    (replace(seat_2_first(), voids=((), (), (Suit.CLUBS,), ())), "seat 2 has shown to be out"),
    (
        replace(seat_2_first(), voids=((Suit.CLUBS,), (Suit.CLUBS,), (), (Suit.CLUBS,))),
        "should hold",
    ),
]


@pytest.mark.parametrize(("view", "message"), WRONG, ids=[message for _, message in WRONG])
def test_an_inconsistent_view_is_rejected(view: View, message: str) -> None:
    with pytest.raises(OddtrickError, match=message):
        worlds(view)


def test_the_error_names_the_fewest_hands_that_cannot_be_filled() -> None:
    view = replace(with_voids("hearts by seat 1 as well").view(0), voids=((), (*Suit,), (), ()))
    with pytest.raises(OddtrickError, match="seat 1 should hold 3 unseen cards, but only 0 may"):
        worlds(view)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((-1, 0, 0), "n is -1"),
        ((1, -1, 0), "seed is -1"),
        ((1, 2**64, 0), "seed is"),
        ((1, 0, -1), "first is -1"),
        ((2, 0, 2**64 - 1), "first is"),
    ],
)
def test_an_invalid_draw_is_rejected(arguments: tuple[int, int, int], message: str) -> None:
    with pytest.raises(OddtrickError, match=message):
        worlds(seat_2_first()).draw(*arguments)


def test_a_number_beyond_the_last_world_is_rejected() -> None:
    here = worlds(with_voids("spades by all as well").view(0))
    with pytest.raises(OddtrickError, match=f"there is no world {here.count}"):
        here.numbered(1, here.count)
