"""Oh Hell: rules O1-O6, as properties of whole matches and by hand."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from oddtrick import Match, OddtrickError, new_match, rules_of
from oddtrick.bots.search import SearchBudget
from oddtrick.calls import Bid
from oddtrick.cards import Suit, parse_card
from oddtrick.errors import RuleBroken
from oddtrick.games import list_games
from oddtrick.match import CallPhase, Deal, Playing, start
from oddtrick.review import review
from oddtrick.scoring import DealFacts
from oddtrick.tricks import left_of
from oddtrick.web.solver_rules import solver_rules
from tests.games.oh_hell.cases import MATCHES
from tests.support.random_matches import course

EACH = pytest.mark.parametrize("options", MATCHES, ids=str)


@pytest.mark.parametrize(("players", "most"), [(3, 10), (4, 10), (5, 10), (6, 8), (7, 7)], ids=str)
def test_O1_the_largest_deal_leaves_a_card_and_has_ten_cards_at_most(
    players: int, most: int
) -> None:
    rules = rules_of("oh-hell", players=players)
    assert rules.plan.each == tuple(range(most, 0, -1))
    assert rules.goal.deals == most
    more = rules_of("oh-hell", players=players, most=51 // players)
    assert more.plan.each[0] * players < 52
    with pytest.raises(RuleBroken, match=r", not \d+ \(O1\)$"):
        rules_of("oh-hell", players=players, most=51 // players + 1)


def test_O1_the_deals_run_down_or_back_up_or_up_and_down() -> None:
    runs = {run: rules_of("oh-hell", most=3, run=run) for run in ("down", "down-up", "up-down")}
    assert runs["down"].plan.each == (3, 2, 1)
    assert runs["down-up"].plan.each == (3, 2, 1, 2, 3)
    assert runs["up-down"].plan.each == (1, 2, 3, 2, 1)
    assert all(rules.goal.deals == len(rules.plan.each) for rules in runs.values())


@EACH
def test_O2_the_next_card_is_turned_or_the_largest_deals_have_no_trumps(options: Any) -> None:
    for match in course("oh-hell", options, 3):
        deal, rules = match.deal.deal, match.rules
        if deal is None:
            continue
        largest = rules.tricks_in(match.number) == max(rules.plan.each)
        view = match.view(None)
        assert view.trump_known
        if options.get("no_trump_at_most") and largest:
            assert (deal.turn_up, view.trump) == (None, None)
        else:
            assert deal.turn_up is not None
            assert all(deal.turn_up not in hand for hand in deal.hands[0])
            assert view.trump is deal.turn_up.suit


def test_O2_without_trumps_all_cards_may_be_dealt() -> None:
    rules = rules_of("oh-hell", most=13, no_trump_at_most=True)
    match = new_match(rules=rules, seed=1)
    assert match.deal.deal is not None
    assert sum(len(hand) for hand in match.deal.deal.hands[0]) == 52


@EACH
def test_O3_everybody_bids_once_and_openly_from_the_left_of_the_dealer(options: Any) -> None:
    for match in course("oh-hell", options, 4):
        if not isinstance(match.phase, Playing):
            continue
        ((name, made),) = match.view(None).calls
        seats = [seat for seat, _ in made]
        assert name == "bids"
        assert sorted(seats) == list(match.deal.seats)
        assert seats[0] == left_of(match.deal.seats, match.deal.dealer)
        assert seats[-1] == match.deal.dealer
        tricks = match.rules.tricks_in(match.number)
        assert all(0 <= bid.number <= tricks for _, bid in made if isinstance(bid, Bid))


@EACH
def test_O4_the_bids_do_not_add_up_under_the_hook_and_may_without(options: Any) -> None:
    hook, sums = options.get("hook", True), []
    for seed in range(6):
        for match in course("oh-hell", options, seed):
            phase, size = match.phase, match.rules.tricks_in(match.number)
            if not isinstance(phase, CallPhase):
                continue
            said = sum(bid.number for _, bid in phase.made if isinstance(bid, Bid))
            last = phase.to_act == match.deal.dealer
            free = [bid.number for bid in phase.legal() if isinstance(bid, Bid)]
            hooked = {size - said} if hook and last else set()
            assert free == [number for number in range(size + 1) if number not in hooked]
            sums += [size - said in free] if last and 0 <= size - said else []
    assert set(sums) == {not hook}


def test_O4_a_refused_bid_names_the_rule_and_the_bids_there_are() -> None:
    match = new_match("oh-hell", players=3, most=2, seed=1, dealer=0)
    with pytest.raises(RuleBroken, match=r"^seat 1 may not call 3, only 0, 1, 2 \(O3\)$"):
        match.apply(Bid(3))
    match = match.apply(Bid(1)).apply(Bid(0))
    with pytest.raises(RuleBroken, match=r"^seat 0 may not call 1, only 0, 2: .* 2, .* \(O4\)$"):
        match.apply(Bid(1))


def scored(bids: tuple[int, ...], tricks: tuple[int, ...], score: str) -> tuple[int, ...]:
    """The points of a deal with these bids and tricks."""
    rules = rules_of("oh-hell", players=len(bids), score=score)
    nobody = (0,) * len(bids)
    calls = (("bids", tuple((seat, Bid(bid)) for seat, bid in enumerate(bids))),)
    facts = DealFacts(rules.sides, tricks, nobody, nobody, 0, None, nobody, calls)
    (stage,) = rules.scoring.stages(facts)
    told = rules.scoring.account(facts, stage)
    assert [sum(item.points or 0 for item in items) for items in told] == list(stage)
    return stage


def test_O5_an_exact_bid_scores_ten_and_its_tricks() -> None:
    assert scored((2, 0, 3, 1), (2, 0, 4, 4), "exact") == (12, 10, 0, 0)
    assert scored((2, 0, 3, 1), (2, 0, 4, 4), "tricks-plus") == (12, 10, 4, 4)


def test_O5_the_left_of_the_dealer_leads() -> None:
    match = new_match("oh-hell", seed=2, dealer=1)
    for _ in range(4):
        match = match.apply(match.legal_actions()[0])
    assert (match.to_act, match.view(None).table) == (2, ())


def played_out(seed: int, **options: Any) -> Match:
    """A random match, over."""
    match, rng = new_match("oh-hell", seed=seed, **options), Random(seed)
    while not match.over:
        match = match.apply(rng.choice(match.legal_actions()))
    return match


def test_O6_the_highest_total_wins_and_level_totals_share() -> None:
    shared = 0
    for seed in range(40):
        match = played_out(seed, players=3, most=2)
        score = match.standing.score
        totals = [sum(deal.points[seat] for deal in match.result) for seat in range(3)]
        assert list(score) == totals
        best = [seat for seat in range(3) if score[seat] == max(score)]
        assert match.winner == (best[0] if len(best) == 1 else None)
        shared += len(best) > 1
    assert shared


def test_a_deal_is_refused_if_the_card_turned_up_is_in_a_hand() -> None:
    match = start(rules_of("oh-hell", players=3, most=1), dealer=0)
    hands = tuple(new_match("oh-hell", players=3, most=1, seed=1, dealer=0).deal.deal.hands[0])  # type: ignore[union-attr]
    with pytest.raises(OddtrickError, match="O2"):
        match.apply(Deal((hands,), next(iter(hands[0]))))
    assert parse_card("2C").suit is Suit.CLUBS


def test_O5_nothing_is_counted_in_tricks_where_more_of_them_may_be_worth_less() -> None:
    match = course("oh-hell", {"most": 2}, 1)[-1]
    played = review(match, budget=SearchBudget(candidates=20, worlds=10))
    assert {deal.unit for deal in played.deals} == {"points"}
    for game in list_games():
        assert game.rules().profile.rising or solver_rules(game.rules()) is None
    assert solver_rules(rules_of("oh-hell")) is None
