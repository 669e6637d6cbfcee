"""What a searching player thinks of each card: the same anywhere, within its limits."""

from __future__ import annotations

from random import Random
from statistics import fmean, variance
from threading import Event

import numpy as np
import pytest
from msgspec.structs import replace

from oddtrick.bots.search import SearchBudget, Searcher
from oddtrick.bots.search.estimate import MAX_SHARE
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
from oddtrick.solver.rollout import RolloutPosition
from oddtrick.solver.sampling import worlds
from tests.support.bot_positions import table
from tests.support.positions import after
from tests.support.quick_search import QUICK, random_match_after

EFFORT = SearchBudget(candidates=200, worlds=60, endgame_cards=8, solved_worlds=20)
SEARCHER = Searcher("tried", EFFORT)


@pytest.mark.parametrize(
    ("game", "actions"),
    [("whist", 0), ("whist", 18), ("whist", 34), ("scotch-whist", 5), ("knockout-whist", 9)],
)
def test_threads_and_time_that_suffices_change_nothing(game: str, actions: int) -> None:
    match = random_match_after(game, actions)
    view = match.view(match.to_act)
    alone = SEARCHER.evaluate(view, Random(4))
    many = Searcher("many", replace(EFFORT, threads=3)).evaluate(view, Random(4), seconds=600)
    assert many == alone
    assert SEARCHER.evaluate(view, Random(5)) != alone


@pytest.mark.parametrize("actions", [0, 5, 18, 34])
def test_a_card_that_is_as_good_as_the_best_is_played(actions: int) -> None:
    match = random_match_after("whist", actions)
    view = match.view(match.to_act)
    values = SEARCHER.evaluate(view, Random(9))
    played = SEARCHER.choose(view, Random(9))
    assert isinstance(played, Card)
    best, taken = values.best, values.of(played)
    assert best.utility == max(value.utility for value in values.choices)
    assert best.error == 0
    assert best.utility - taken.utility <= taken.error


def test_a_courtesy_to_a_partner_costs_a_tenth_of_a_trick_at_most() -> None:
    searcher, courtesies = (
        Searcher("tried", SearchBudget(candidates=400, worlds=100, temperature=64)),
        0,
    )
    for seed in range(60):
        match = random_match_after("whist", 8 + seed % 24, seed)
        view = match.view(match.to_act)
        values = searcher.evaluate(view, Random(seed))
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


def test_last_in_hand_no_more_is_spent_than_a_trick_takes_where_that_is_as_good(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Of cards that are as good the dearest would be the usual one.
    scores = "oddtrick.bots.search.tie_break.human_scores"
    monkeypatch.setattr(scores, lambda context: np.arange(len(context.moment.choices), dtype=float))
    searcher, tempted = (
        Searcher("tried", SearchBudget(candidates=100, worlds=30, temperature=64)),
        0,
    )
    for seed in range(400):
        view = (match := random_match_after("whist", 3 + 4 * (seed % 8), seed)).view(match.to_act)
        played = searcher.choose(view, Random(seed))
        assert isinstance(played, Card)
        if len(view.table) < 3 or view.trick.play(played).winner != view.seat:
            continue
        values = searcher.evaluate(view, Random(seed))
        for value in values.choices:
            assert isinstance(value.action, Card)
            wins = view.trick.play(value.action).winner == view.seat
            if wins and value.action.suit is played.suit and value.action.rank < played.rank:
                tempted += 1
                assert not is_tied(value, values.best)
    assert tempted


def test_nobody_leads_what_the_partner_is_out_of_where_that_costs_little() -> None:
    searcher, tempted = (
        Searcher("tried", SearchBudget(candidates=100, worlds=30, temperature=64)),
        0,
    )
    for seed in range(400):
        view = (match := random_match_after("whist", 12 + 4 * (seed % 7), seed)).view(match.to_act)
        if view.table:
            continue
        rng, played = Random(seed), searcher.choose(view, Random(seed))
        assert isinstance(played, Card)
        values = searcher.evaluate(view, Random(seed))
        rng.getrandbits(64)  # the seed of the worlds comes first
        if heuristic_advice(view, rng).action is played:
            continue  # to give a ruff
        polite = [value for value in values.choices if not leads_void(view, value.action)]
        tempted += 0 < len(polite) < len(values.choices)
        if leads_void(view, played) and polite:
            kindest = max(polite, key=lambda value: value.utility)
            assert values.best.tricks - kindest.tricks > VOID_LEAD_COST
    assert tempted > 5


def test_the_value_of_a_card_that_is_not_legal_is_not_known() -> None:
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
def test_no_more_worlds_are_looked_at_than_the_effort_says(
    actions: int, exact: bool, most: int
) -> None:
    match = random_match_after("whist", actions)
    view = match.view(match.to_act)
    values = SEARCHER.evaluate(view, Random(1))
    assert [value.action for value in values.choices] == list(view.legal)
    assert values.exact is exact
    assert most / 4 < values.worlds <= most
    assert 1 <= values.effective_worlds <= 200


@pytest.mark.parametrize("actions", [8, 24, 36, 40])
def test_other_luck_changes_values_by_no_more_than_the_errors_say(actions: int) -> None:
    """Late in a deal few worlds tell much, and it is easy to be too sure."""
    searcher = Searcher("tried", SearchBudget(candidates=400, worlds=100, temperature=64))
    found, told = [], []
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
                found.append(variance(run.of(card).utility - run.of(best).utility for run in runs))
                told.append(fmean(run.of(card).error ** 2 for run in runs))
    assert len(found) > 5
    assert fmean(found) < 1.6 * fmean(told)
    assert fmean(told) < 8 * fmean(found)


def test_more_worlds_are_looked_at_where_it_is_not_clear_which_card_is_best() -> None:
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
def test_what_was_not_tried_again_is_worth_something_that_can_be(seed: int) -> None:
    match = random_match_after("knockout-whist", 8 + seed, seed, players=6)
    view = match.view(match.to_act)
    values = Searcher("tried", SearchBudget(candidates=500, worlds=60)).evaluate(view, Random(seed))
    for value in values.choices:
        assert 0 <= value.trick_chance <= 1
        assert value.trick_chance <= value.tricks <= 7


def test_all_worlds_are_judged_where_there_are_few() -> None:
    match = random_match_after("whist", 42)
    view = match.view(match.to_act)
    values = Searcher("tried", SearchBudget(candidates=3000, worlds=2000)).evaluate(view, Random(1))
    other = Searcher("tried", SearchBudget(candidates=3000, worlds=2000)).evaluate(view, Random(2))
    assert worlds(view).count == values.worlds
    assert values.effective_worlds == other.effective_worlds
    assert values == other


def test_without_time_or_cancelled_there_is_no_answer_but_a_reason() -> None:
    match = random_match_after("whist", 0)
    view = match.view(match.to_act)
    cancelled = Event()
    cancelled.set()
    with pytest.raises(OddtrickError, match="no time for a single world"):
        SEARCHER.evaluate(view, Random(1), seconds=0.0)
    with pytest.raises(OddtrickError, match="no time for a single world"):
        SEARCHER.evaluate(view, Random(1), cancel=cancelled)


def test_time_cuts_worlds_off_the_end() -> None:
    match = random_match_after("whist", 0)
    endless = Searcher("endless", SearchBudget(worlds=1_000_000))
    values = endless.evaluate(match.view(match.to_act), Random(1), seconds=0.5)
    assert 0 < values.worlds < 1_000_000


@pytest.mark.parametrize("actions", [0, 18, 34])
def test_without_time_a_card_is_played_out_of_habit(actions: int) -> None:
    match = random_match_after("whist", actions)
    hasty = Searcher("hasty", replace(EFFORT, seconds=0.0))
    view = match.view(match.to_act)
    assert hasty.choose(view, Random(1)) is hasty.choose(view, Random(2))
    assert hasty.choose(view, Random(1)) in view.legal


def test_another_thread_can_end_it() -> None:
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


def test_a_sure_trick_is_taken_for_the_match() -> None:
    match = table("A.2..", ".K3..", ".Q4..", ".J5..", game="knockout-whist", trump=Suit.CLUBS)
    values = QUICK.evaluate(match.view(0), Random(1))
    assert values.best.action is Card.SA
    assert values.of(Card.SA).trick_chance == 1
