"""A world weighs what the plays in it are worth: beside the deal played again, card by card."""

from __future__ import annotations

import math
from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from oddtrick.cards import Card, Hand
from oddtrick.dealing import new_match
from oddtrick.errors import OddtrickError
from oddtrick.games import rules_of
from oddtrick.match import Match, Playing
from oddtrick.solver.importance import Play, WeightedWorlds, weigh
from oddtrick.solver.sampling import SampledWorlds, worlds
from tests.support.hypothesis_strategies import play_on
from tests.support.random_matches import WITHOUT_STOCK
from tests.support.solver.small_deals import Moment, deal_of, moments, small_rules


def taste(play: Play) -> float:
    """A player with habits that depend on all that a play has to tell."""
    led = play.trick.cards[0].suit if play.trick.cards else play.card.suit
    likes = Random(f"{play.seat} {play.card} {led} {play.trick} {play.hand} {play.legal}").random()
    return 0.3 + likes


def play_again(moment: Moment, seat: int | None) -> float:
    """The product of the likelihoods of the others' plays with a choice in the hand under way."""
    match, product = moment.before, 1.0
    hand_number = len(moment.match.deal.hands)
    for action in moment.actions:
        phase = match.phase
        if isinstance(phase, Playing) and isinstance(action, Card):
            now = len(match.deal.hands) == hand_number and match.number == moment.match.number
            legal = Hand(phase.legal_mask())
            if now and phase.to_act != seat and len(legal) > 1:
                held = Hand(phase.held(phase.to_act))
                product *= taste(Play(phase.to_act, action, phase.trick, held, legal))
        match = match.apply(action)
    return product


def check_weights(moment: Moment, seat: int | None, seed: int) -> None:
    """Compares the weights of some worlds with the same plays made again in each."""
    view = moment.match.view(seat)
    drawn = worlds(view).draw(6, seed)
    products = []
    for row in range(6):
        other = moment.instead(deal_of(moment, drawn.world(row)))
        assert other is not None
        products.append(play_again(other, seat))
    weighted = weigh(view, drawn, taste)
    assert np.allclose(np.exp(weighted.log_likelihood), products)
    assert np.allclose(weighted.weights, np.array(products) / sum(products))


@given(st.sampled_from(WITHOUT_STOCK), st.integers(0, 2**32), st.randoms(use_true_random=False))
def test_a_weight_is_the_product_of_the_likelihoods(
    game: tuple[str, dict[str, Any]], seed: int, rng: Random
) -> None:
    name, options = game
    moment = rng.choice(moments(small_rules(name, options, rng), seed))
    check_weights(moment, rng.choice([None, *moment.match.deal.seats]), seed)


def test_K7_the_likelihood_of_a_lead_gets_the_cards_that_could_be_led() -> None:
    rules, broken = rules_of("knockout-whist", players=3, broken=True), set()
    for seed in range(40):
        moment = moments(rules, seed, most=20)[-1]
        check_weights(moment, 0, seed)
        broken.add(moment.match.view(0).broken)
    assert broken == {False, True}


def whist(plays: int) -> Match:
    """A match of whist after a number of plays."""
    return play_on(new_match("whist", seed=3), Random(3), plays)


def drawn_at(match: Match, n: int, seat: int = 0) -> SampledWorlds:
    return worlds(match.view(seat)).draw(n, seed=1)


def test_uniform_plays_weigh_only_forced_ones() -> None:
    match = whist(23)
    weighted = weigh(match.view(0), drawn_at(match, 50), lambda _: 0.25)
    choices = weighted.log_likelihood / math.log(0.25)
    assert np.allclose(choices, choices.round())
    assert np.allclose(weighted.weights, 0.25**choices / sum(0.25**choices))
    assert weighted.weights.sum() == pytest.approx(1)


def test_weights_are_equal_before_the_first_play() -> None:
    weighted = weigh(whist(0).view(0), drawn_at(whist(0), 40), lambda _: 0.0)
    assert np.allclose(weighted.weights, 1 / 40)
    assert weighted.effective == pytest.approx(40)


def test_the_likelihood_is_called_only_for_free_plays_of_others() -> None:
    weighed: list[Play] = []

    def ask(play: Play) -> float:
        weighed.append(play)
        return 1

    match = whist(30)
    weigh(match.view(2), drawn_at(match, 30, seat=2), ask)
    assert {play.seat for play in weighed} == {0, 1, 3}
    assert all(len(play.legal) > 1 and play.card in play.legal for play in weighed)
    assert all(play.legal <= play.hand for play in weighed)
    assert len(weighed) == len(set(map(repr, weighed)))


def test_tiny_likelihoods_do_not_underflow() -> None:
    match = whist(45)
    seen = drawn_at(match, 60)

    def tiny(play: Play) -> float:
        return 1e-300 if play.card.rank > 6 else 2e-300

    weighted = weigh(match.view(0), seen, tiny)
    assert weighted.log_likelihood.max() < math.log(1e-300) * 5
    assert weighted.weights.sum() == pytest.approx(1)
    assert 1 <= weighted.effective <= 60


def test_a_world_that_is_ruled_out_has_weight_zero() -> None:
    match = whist(4)
    view, drawn = match.view(0), drawn_at(match, 200)
    second = next(trick for trick in view.tricks).seats[1]

    def never_from_a_long_suit(play: Play) -> float:
        return 0 if play.seat == second and len(play.hand.suit(play.card.suit)) > 3 else 1

    if second == 0:
        second = 1
    weighted = weigh(view, drawn, never_from_a_long_suit)
    ruled_out = weighted.weights == 0
    assert 0 < ruled_out.sum() < 200
    assert weighted.effective == pytest.approx(200 - ruled_out.sum())


@pytest.mark.parametrize("chance", [-0.5, math.nan, math.inf])
def test_an_invalid_likelihood_is_rejected(chance: float) -> None:
    with pytest.raises(OddtrickError, match="return a number from 0 to 1"):
        weigh(whist(8).view(0), drawn_at(whist(8), 5), lambda _: chance)


def test_ruling_out_every_world_is_an_error() -> None:
    with pytest.raises(OddtrickError, match="rules every world out"):
        weigh(whist(8).view(0), drawn_at(whist(8), 5), lambda _: 0)
    with pytest.raises(OddtrickError, match="no worlds to weigh"):
        weigh(whist(8).view(0), drawn_at(whist(8), 0), lambda _: 1)


@given(st.integers(0, 300), st.integers(0, 2**32))
def test_resampling_takes_each_world_by_its_weight(n: int, seed: int) -> None:
    match = whist(30)
    weighted = weigh(match.view(0), drawn_at(match, 40), taste)
    again = weighted.resample(n, seed)
    assert len(again) == n
    wanted: Counter[tuple[int, ...]] = Counter()
    for hands, weight in zip(weighted.drawn.hands.tolist(), weighted.weights, strict=True):
        wanted[tuple(hands)] += n * weight
    taken = Counter(tuple(hands) for hands in again.hands.tolist())
    twice = len(weighted.drawn) - len(wanted)
    assert all(abs(taken[hands] - wanted[hands]) < 1 + 1e-9 + twice for hands in wanted)
    assert taken.keys() <= wanted.keys()
    assert (again.hands == weighted.resample(n, seed).hands).all()


def held_by(seat: int, weighted: WeightedWorlds) -> NDArray[np.float64]:
    """The probability that the seat holds each of the 52 cards."""
    held = weighted.drawn.hands[:, seat, None] >> np.arange(52, dtype=np.uint64) & np.uint64(1)
    return weighted.weights @ held.astype(np.float64)


def test_weighted_draws_approximate_the_exact_posterior() -> None:
    """As near as the effective sample size says."""
    here = worlds(whist(37).view(0))
    assert here.count == 4410
    whole = weigh(here.view, here.numbered(0, here.count), taste)
    near = weigh(here.view, here.draw(20_000, seed=2), taste)
    evenly = here.numbered(0, here.count).hands[:, 1, None] >> np.arange(52, dtype=np.uint64)
    unweighed = (evenly & np.uint64(1)).mean(axis=0)
    assert 100 < near.effective < 10_000
    assert abs(held_by(1, near) - held_by(1, whole)).max() < 2 / math.sqrt(near.effective)
    assert abs(held_by(1, near) - unweighed).max() > 2 / math.sqrt(near.effective)


def test_a_resample_of_a_negative_size_is_rejected() -> None:
    weighted = weigh(whist(0).view(0), drawn_at(whist(0), 4), lambda _: 1)
    with pytest.raises(OddtrickError, match="n is -1"):
        weighted.resample(-1, 0)
