"""Tests of the properties of reviews of every game."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from oddtrick.bots import casual, random_bot
from oddtrick.cards import Suit
from oddtrick.record import record_of
from oddtrick.review import DealReview, Review, review
from oddtrick.solver import Position, solve
from tests.support.extent import part
from tests.support.random_matches import EVERY
from tests.support.review_deals import LITTLE, played


def reviewed(game: str, options: dict[str, Any], seed: int = 1, more: int = 7) -> Review:
    match = played(game, seed, casual, more=more, **options)
    return review(match, seed=seed, budget=LITTLE, threads=2)


def check_sums(deal: DealReview, sides: tuple[tuple[int, ...], ...]) -> None:
    """Asserts that par minus the result equals the side's losses minus the opponents' losses."""
    luck = deal.luck
    assert luck.par is not None
    assert luck.made is not None
    assert luck.given is not None
    assert luck.par[0] - luck.made[0] == luck.given[0] - luck.given[1]
    assert sum(luck.par) == sum(luck.made)
    for side, seats in enumerate(sides):
        losses = [one.double_dummy_loss or 0 for one in deal.decisions if one.seat in seats]
        assert luck.given[side] == sum(losses)


@pytest.mark.parametrize(("game", "options"), part(EVERY[::4], 2), ids=str)
def test_each_decision_of_each_game_is_valued(game: str, options: dict[str, Any]) -> None:
    match = played(game, 1, casual, more=7, **options)
    found = review(match, seed=1, budget=LITTLE, threads=2)
    for deal in found.deals:
        log = match.all_deals[deal.number]
        plays = sum(len(trick.plays) for hand in deal.steps.hands for trick in hand.tricks)
        cards = [one for one in deal.decisions if one.kind == "card"]
        assert len(cards) == plays
        seen = log.deal is not None and log.chooser is not None and options["choose"] == "seen"
        calls = [one for one in deal.decisions if one.kind == "call"]
        assert len(deal.decisions) - len(cards) - len(calls) == seen
        for one in deal.decisions:
            own, best = one.choice(one.played), one.choice(one.best)
            assert one.loss.utility == max(0, best.utility - own.utility)
            assert one.loss.real <= (one.best != one.played)
            assert (one.theme is None) == one.forced
            assert bool(one.explanation) == one.loss.real
            assert not (one.forced and one.loss.real)
            assert one.double_dummy_loss is None or one.double_dummy_loss >= 0
            for choice in one.choices:
                assert choice.win_chance is None or 0 <= choice.win_chance <= 1
                assert -1e-9 <= choice.trick_chance <= 1 + 1e-9
        places = [moment.decision for moment in deal.moments]
        losses = [deal.decisions[place].loss.utility for place in places]
        assert losses == sorted(losses, reverse=True)
        assert len(places) == min(3, sum(one.loss.real for one in deal.decisions))


TWO_SIDES = [
    ("whist", {}),
    ("whist", {"trumps": "sequence-nt", "match": "deals", "deals": 2}),
    ("colonial-whist", {}),
    ("scotch-whist", {"players": 2}),
    ("scotch-whist", {"players": 4, "sides": 2}),
    ("scotch-whist", {"players": 8, "sides": 2}),
    ("knockout-whist", {"players": 2}),
    ("knockout-whist", {"players": 2, "broken": True, "choose": "blind"}),
]


@pytest.mark.parametrize("bot", part([casual, random_bot], 1), ids=lambda bot: str(bot.name))
@pytest.mark.parametrize(("game", "options"), part(TWO_SIDES, 2), ids=str)
def test_double_dummy_losses_add_up_to_par_less_the_result(
    game: str, options: dict[str, Any], bot: Any
) -> None:
    match = played(game, 5, bot, more=9, **options)
    found = review(match, seed=5, budget=LITTLE, threads=2)
    assert len(found.deals) >= 1
    for deal in found.deals:
        check_sums(deal, found.sides)


def test_par_is_the_solvers_value_of_the_deal() -> None:
    match = played("whist", 6, casual)
    log = match.all_deals[0]
    assert log.deal is not None
    leader = (log.dealer + 1) % 4
    start = Position(log.deal.hands[0], log.trump, leader)
    value = solve(start)
    par = review(match, deals=[0], budget=LITTLE, threads=2).deals[0].luck.par
    assert par is not None
    assert (par[leader % 2], par[1 - leader % 2]) == (value, 13 - value)


def test_S4_par_is_the_sum_over_the_separate_hands() -> None:
    match = played("scotch-whist", 6, casual, players=2)
    log, rules = match.all_deals[0], match.rules
    assert log.deal is not None
    leader = 1 - log.dealer
    values = [solve(Position.of(rules, hands, log.trump, leader)) for hands in log.deal.hands]
    par = review(match, deals=[0], budget=LITTLE, threads=2).deals[0].luck.par
    assert par is not None
    assert len(values) == 3
    assert par[leader] == sum(values)
    assert par[1 - leader] == 36 + 30 - sum(values)


def test_K3_par_begins_with_the_best_choice_of_trumps() -> None:
    match = played("knockout-whist", 3, casual, players=2, more=20)
    log, rules = match.all_deals[1], match.rules
    assert log.deal is not None
    assert log.chooser is not None
    leader = (log.dealer + 1) % 2
    worth = {}
    for suit in Suit:
        value = solve(Position.of(rules, log.deal.hands[0], suit, leader))
        worth[suit] = value if leader == log.chooser else 6 - value
    found = review(match, deals=[1], budget=LITTLE, threads=2).deals[0]
    assert found.luck.par is not None
    assert found.luck.par[log.chooser] == max(worth.values())
    first = found.decisions[0]
    assert first.kind == "trumps"
    assert {choice.action: choice.double_dummy for choice in first.choices} == {
        suit.letter: value for suit, value in worth.items()
    }
    assert log.trump is not None
    assert first.double_dummy_loss == max(worth.values()) - worth[log.trump]


def test_double_dummy_points_of_scotch_whist_are_those_of_the_tricks() -> None:
    found = reviewed("scotch-whist", {"players": 4, "sides": 2}, more=0)
    luck = found.deals[0].luck
    assert found.deals[0].unit == "points"
    assert luck.made is not None
    assert sum(luck.made) == 36 + 30
    assert luck.points is not None
    above = [max(0, made - 18) for made in luck.made]
    assert all(scored >= over for scored, over in zip(luck.points, above, strict=True))


def test_a_review_is_the_same_on_any_number_of_threads() -> None:
    match = played("whist", 3, casual)
    one, two, three = (
        review(match, deals=[0], seed=9, budget=LITTLE, threads=threads) for threads in (1, 2, 3)
    )
    assert one == two == three
    assert one != review(match, deals=[0], seed=10, budget=LITTLE, threads=2)


def test_a_match_and_its_record_have_the_same_json_review() -> None:
    match = played("knockout-whist", 2, casual, players=4, more=12)
    names = ["Ann", "Bob", "Cy", "Di"]
    found = review(match, names=names, seed=1, budget=LITTLE, threads=2)
    assert found == review(record_of(match, names), seed=1, budget=LITTLE, threads=2)
    assert found.names == tuple(names)
    assert msgspec.json.decode(msgspec.json.encode(found), type=Review) == found


def test_single_deals_can_be_reviewed_with_the_same_values() -> None:
    match = played("whist", 4, casual, more=20)
    both = review(match, budget=LITTLE, threads=2)
    steps: list[tuple[int, int]] = []
    second = review(
        match,
        deals=[1],
        budget=LITTLE,
        threads=2,
        progress=lambda done, everything: steps.append((done, everything)),
    )
    assert [deal.number for deal in both.deals] == [0, 1]
    assert second.deals[0].decisions == both.deals[1].decisions
    assert len(second.deals[0].decisions) == 20
    assert second.deals[0].luck == both.deals[1].luck
    assert steps == [(number, 21) for number in range(1, 22)]


def test_losses_of_each_seat_are_split_by_phase_and_theme() -> None:
    found = reviewed("whist", {}, seed=8, more=0)
    for losses in found.losses:
        own = [one for one in found.deals[0].decisions if one.seat == losses.seat]
        free = [one for one in own if not one.forced]
        real = [one.loss for one in free if one.loss.real]
        assert losses.total.decisions == len(free)
        assert losses.total.mistakes == len(real)
        assert losses.total.utility == pytest.approx(sum(loss.utility for loss in real))
        for parts in (losses.by_phase, losses.by_theme):
            assert sum(part.decisions for part in parts.values()) == len(free)
            assert sum(part.mistakes for part in parts.values()) == len(real)
            assert (
                sum(part.double_dummy or 0 for part in parts.values()) == losses.total.double_dummy
            )
