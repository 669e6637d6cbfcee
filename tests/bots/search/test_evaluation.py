"""Evaluations of cards: deterministic, and within their budget."""

from __future__ import annotations

from random import Random
from statistics import fmean, variance
from threading import Event

import numpy as np
import pytest
from msgspec.structs import replace

from oddtrick.bots.search import SearchBudget, Searcher
from oddtrick.bots.search.estimate import MAX_SHARE
from oddtrick.bots.search.rollout import RolloutPosition
from oddtrick.bots.search.tie_break import (
    COURTESY_COST,
    VOID_LEAD_COST,
    card_of_run,
    heuristic_advice,
    is_tied,
    leads_void,
)
from oddtrick.cards import Card, Suit
from oddtrick.errors import OddtrickError
from oddtrick.solver.sampling import worlds
from tests.support.bot_positions import table
from tests.support.extent import part, times
from tests.support.position_builders import after
from tests.support.quick_search import QUICK, random_match_after

BUDGET = SearchBudget(candidates=200, worlds=60, endgame_cards=8, solved_worlds=20)
SEARCHER = Searcher("tried", BUDGET)


@pytest.mark.parametrize(
    ("game", "actions"),
    [("whist", 0), ("whist", 18), ("whist", 34), ("scotch-whist", 5), ("knockout-whist", 9)],
)
def test_threads_and_ample_time_change_nothing(game: str, actions: int) -> None:
    match = random_match_after(game, actions)
    view = match.view(match.to_act)
    alone = SEARCHER.evaluate(view, Random(4))
    many = Searcher("many", replace(BUDGET, threads=3)).evaluate(view, Random(4), seconds=600)
    assert many == alone
    assert SEARCHER.evaluate(view, Random(5)) != alone


@pytest.mark.parametrize("actions", [0, 5, 18, 34])
def test_the_card_played_ties_with_the_best(actions: int) -> None:
    match = random_match_after("whist", actions)
    view = match.view(match.to_act)
    values = SEARCHER.evaluate(view)
    played = SEARCHER.choose(view, Random(9))
    assert isinstance(played, Card)
    best, taken = values.best, values.of(played)
    assert best.utility == max(value.utility for value in values.choices)
    assert best.error == 0
    assert best.utility - taken.utility <= taken.error


def test_a_courtesy_costs_at_most_a_tenth_of_a_trick() -> None:
    searcher, courtesies = (
        Searcher("tried", SearchBudget(candidates=400, worlds=100, temperature=64)),
        0,
    )
    for seed in range(60):
        match = random_match_after("whist", 8 + seed % 24, seed)
        view = match.view(match.to_act)
        values = searcher.evaluate(view)
        played = searcher.choose(view, Random(seed))
        assert isinstance(played, Card)
        best, taken = values.best, values.of(played)
        assert isinstance(best.action, Card)
        if is_tied(taken, best) or card_of_run(RolloutPosition(view), best.action) is played:
            continue
        courtesies += 1
        dear = leads_void(view, best.action) and not leads_void(view, played)
        assert best.tricks - taken.tricks <= (VOID_LEAD_COST if dear else COURTESY_COST)
    assert courtesies


def test_the_last_hand_wins_with_the_cheapest_tied_card(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # The policy is made to prefer the most expensive of tied cards.
    scores = "oddtrick.bots.search.tie_break.human_scores"
    monkeypatch.setattr(
        scores, lambda context: np.arange(len(context.position.choices), dtype=float)
    )
    searcher, tempted = (
        Searcher("tried", SearchBudget(candidates=100, worlds=30, temperature=64)),
        0,
    )
    for seed in range(times(240, whole=400)):
        view = (match := random_match_after("whist", 3 + 4 * (seed % 8), seed)).view(match.to_act)
        played = searcher.choose(view, Random(seed))
        assert isinstance(played, Card)
        if len(view.table) < 3 or view.trick.play(played).winner != view.seat:
            continue
        values = searcher.evaluate(view)
        for value in values.choices:
            assert isinstance(value.action, Card)
            wins = view.trick.play(value.action).winner == view.seat
            if wins and value.action.suit is played.suit and value.action.rank < played.rank:
                tempted += 1
                assert not is_tied(value, values.best)
    assert tempted


def test_a_partners_void_is_not_led_where_another_lead_costs_little() -> None:
    searcher, tempted = (
        Searcher("tried", SearchBudget(candidates=100, worlds=30, temperature=64)),
        0,
    )
    for seed in range(times(100, whole=400)):
        view = (match := random_match_after("whist", 12 + 4 * (seed % 7), seed)).view(match.to_act)
        if view.table:
            continue
        played = searcher.choose(view, Random(seed))
        assert isinstance(played, Card)
        values = searcher.evaluate(view)
        if heuristic_advice(view, Random(seed)).action is played:
            continue  # to give a ruff
        polite = [value for value in values.choices if not leads_void(view, value.action)]
        tempted += 0 < len(polite) < len(values.choices)
        if leads_void(view, played) and polite:
            kindest = max(polite, key=lambda value: value.utility)
            assert values.best.tricks - kindest.tricks > VOID_LEAD_COST
    assert tempted > 5


def test_an_illegal_card_has_no_value() -> None:
    match = random_match_after("whist", 18)
    view = match.view(match.to_act)
    with pytest.raises(KeyError):
        SEARCHER.evaluate(view, Random(1)).of(next(card for card in Card if card not in view.legal))


def test_touching_honours_are_led_from_the_top_and_followed_from_the_bottom() -> None:
    hands = ("KQJ...", "A54...", "32.2..", "876...")
    match = table(*hands, trump=Suit.CLUBS, match="deals", deals=1)
    assert SEARCHER.choose(match.view(0), Random(1)) is Card.SK
    followed = table(
        "54.2..", "KQ.3..", "A2.4..", "87.5..", trump=Suit.CLUBS, match="deals", deals=1
    )
    choice = SEARCHER.choose(after(followed, "5S").view(1), Random(1))
    assert choice is not Card.SK


@pytest.mark.parametrize(("actions", "exact", "most"), [(0, False, 60), (34, True, 20)])
def test_the_number_of_worlds_stays_within_the_budget(actions: int, exact: bool, most: int) -> None:
    match = random_match_after("whist", actions)
    view = match.view(match.to_act)
    values = SEARCHER.evaluate(view, Random(1))
    assert [value.action for value in values.choices] == list(view.legal)
    assert values.exact is exact
    assert most / 4 < values.worlds <= most
    assert 1 <= values.effective_worlds <= 200


@pytest.mark.parametrize("actions", part([36, 8, 40, 24], 2))
def test_values_vary_between_seeds_by_about_their_standard_errors(actions: int) -> None:
    """Late in a deal few worlds carry the weight, which invites overconfidence."""
    searcher = Searcher("tried", SearchBudget(candidates=400, worlds=100, temperature=64))
    observed, predicted = [], []
    for seed in range(4):
        match = random_match_after("whist", actions, seed)
        view = match.view(match.to_act)
        runs = [searcher.evaluate(view, Random(luck)) for luck in range(12)]
        cards = [value.action for value in runs[0].choices]
        sums = {card: sum(run.of(card).utility for run in runs) for card in cards}
        best = max(sums, key=sums.__getitem__)
        runs = [run for run in runs if run.best.action is best]
        for card in cards:
            if len(runs) > 3 and card is not best:
                observed.append(
                    variance(run.of(card).utility - run.of(best).utility for run in runs)
                )
                predicted.append(fmean(run.of(card).error ** 2 for run in runs))
    assert len(observed) > 5
    assert fmean(observed) < 1.6 * fmean(predicted)
    assert fmean(predicted) < 8 * fmean(observed)


def test_close_decisions_get_more_rollouts() -> None:
    plain, tried = SearchBudget(candidates=3000, worlds=200, weight_power=0), set()
    for actions in (0, 5, 9, 13):
        match = random_match_after("whist", actions)
        view = match.view(match.to_act)
        assert Searcher("plain", plain).evaluate(view, Random(1)).worlds == 200
        values = Searcher("staged", replace(plain, weight_power=0.7)).evaluate(view, Random(1))
        tried.add(values.worlds)
        assert values.best.action in view.legal
    assert min(tried) < 200 < max(tried) <= MAX_SHARE * 200 + 200


@pytest.mark.parametrize("seed", range(12))
def test_eliminated_choices_keep_possible_values(seed: int) -> None:
    match = random_match_after("knockout-whist", 8 + seed, seed, players=6)
    view = match.view(match.to_act)
    values = Searcher("tried", SearchBudget(candidates=500, worlds=60)).evaluate(view, Random(seed))
    for value in values.choices:
        assert 0 <= value.trick_chance <= 1
        assert value.trick_chance <= value.tricks <= 7


def test_few_worlds_are_all_weighted() -> None:
    match = random_match_after("whist", 42)
    view = match.view(match.to_act)
    values = Searcher("tried", SearchBudget(candidates=3000, worlds=2000)).evaluate(view, Random(1))
    other = Searcher("tried", SearchBudget(candidates=3000, worlds=2000)).evaluate(view, Random(2))
    assert worlds(view).count == values.worlds
    assert values.effective_worlds == other.effective_worlds
    assert values == other


def test_an_evaluation_without_time_is_an_error() -> None:
    match = random_match_after("whist", 0)
    view = match.view(match.to_act)
    cancelled = Event()
    cancelled.set()
    with pytest.raises(OddtrickError, match="no time for a single world"):
        SEARCHER.evaluate(view, Random(1), seconds=0.0)
    with pytest.raises(OddtrickError, match="no time for a single world"):
        SEARCHER.evaluate(view, Random(1), cancel=cancelled)


def test_a_time_limit_reduces_the_number_of_worlds() -> None:
    match = random_match_after("whist", 0)
    endless = Searcher("endless", SearchBudget(worlds=1_000_000))
    values = endless.evaluate(match.view(match.to_act), Random(1), seconds=0.5)
    assert 0 < values.worlds < 1_000_000


@pytest.mark.parametrize("actions", [0, 18, 34])
def test_without_time_the_policy_plays(actions: int) -> None:
    match = random_match_after("whist", actions)
    hasty = Searcher("hasty", replace(BUDGET, seconds=0.0))
    view = match.view(match.to_act)
    assert hasty.choose(view, Random(1)) is hasty.choose(view, Random(2))
    assert hasty.choose(view, Random(1)) in view.legal


def test_another_thread_can_cancel_an_evaluation() -> None:
    match = random_match_after("whist", 0)

    class Soon(Event):
        """Set when it has been looked at for a while."""

        looks = 0

        def is_set(self) -> bool:
            Soon.looks += 1
            return Soon.looks > 30

    cancel = Soon()
    endless = Searcher("endless", SearchBudget(worlds=1_000_000))
    values = endless.evaluate(match.view(match.to_act), Random(1), cancel=cancel)
    assert 0 < values.worlds < 1_000_000


def test_at_four_all_only_the_odd_trick_counts() -> None:
    match = random_match_after("whist", 30, target=1)
    values = SEARCHER.evaluate(match.view(match.to_act), Random(1))
    for value in values.choices:
        assert 0 <= value.utility <= 1 + 13e-3


def test_a_sure_trick_that_wins_the_match_is_taken() -> None:
    match = table("A.2..", ".K3..", ".Q4..", ".J5..", game="knockout-whist", trump=Suit.CLUBS)
    values = QUICK.evaluate(match.view(0), Random(1))
    assert values.best.action is Card.SA
    assert values.of(Card.SA).trick_chance == 1
