"""Bots bid what they can take, and play for the tricks that their points ask for."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest
from msgspec import Struct
from msgspec.structs import replace

from oddtrick.bots.heuristics.aims import tricks_wanted
from oddtrick.bots.heuristics.bids import is_trick_bid, trick_count_of
from oddtrick.bots.registry import casual, club, find_bot, novice
from oddtrick.bots.search import SearchBudget, Searcher
from oddtrick.bots.search.bids import bid_log_likelihood, heard_bids
from oddtrick.bots.search.call_rollouts import WORLDS_SHARE, roll_out_calls
from oddtrick.bots.search.hand_counts import expected_tricks
from oddtrick.bots.search.search_context import Deadline
from oddtrick.bots.search.searcher import HOPELESS
from oddtrick.bots.search.self_play import play_deals_by_policy
from oddtrick.bots.search.trained_policies import policies_for
from oddtrick.calls import Bid
from oddtrick.cards import Card, Hand, Suit, parse_card
from oddtrick.dealing import new_match
from oddtrick.games import rules_of
from oddtrick.match import BidTricks, Deal, Match, Playing, deal_cards, play_hands, start
from oddtrick.review import advise, review
from oddtrick.scoring import Account, DealFacts, ExactBids, FixedDeals, ScoreItem, ScoringProfile
from oddtrick.solver.deals import DealStart
from oddtrick.solver.sampling import worlds
from oddtrick.views import Awaited
from tests.support.random_matches import WITH_CALLS

LEVELS = pytest.mark.parametrize("bot", [novice, casual, club], ids=lambda bot: bot.name)
OPTIONS = [options for game, options in WITH_CALLS if game == "oh-hell"]
UNWANTED = {"shed-lead", "shed-high", "shed-low", "shed-must-win", "no-more-tricks"}
QUICK = Searcher("quick", SearchBudget(candidates=400, worlds=80))


def played(bot: Any, seed: int, **options: Any) -> list[Match]:
    """Every state of a match in which all seats are a bot."""
    rng, states = Random(seed), [new_match("oh-hell", seed=seed, **options)]
    while not states[-1].over:
        now = states[-1]
        states.append(now.apply(bot.choose(now.view(now.to_act), rng)))
    return states


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_all_hands_together_expect_the_tricks_that_there_are(options: Any) -> None:
    total, tricks = 0.0, 0
    for seed in range(80):
        match = new_match("oh-hell", seed=seed, **options)
        view = match.view(match.to_act)
        assert match.deal.deal is not None
        count = trick_count_of(view)
        total += sum(count.expected(hand.mask) for hand in match.deal.deal.hands[0])
        tricks += match.rules.tricks_in(0)
    assert total == pytest.approx(tricks, rel=0.06)


@LEVELS
def test_each_level_makes_more_bids_than_chance(bot: Any) -> None:
    made = bids = 0
    for seed in range(12):
        final = played(bot, seed, most=6)[-1]
        made += sum(points >= 10 for deal in final.result for points in deal.points)
        bids += sum(len(deal.points) for deal in final.result)
    assert made / bids > 0.36  # random bids and plays make a fifth


def test_what_is_wanted_is_what_the_points_say_whatever_the_score() -> None:
    for score in ("exact", "tricks-plus"):
        for state in played(club, 3, most=5, score=score):
            view = state.view(state.to_act) if not state.over else None
            if view is None or view.awaited is not Awaited.CARD:
                continue
            bid = dict(view.calls[0][1])[view.seat]  # type: ignore[index]
            assert isinstance(bid, Bid)
            won, left = view.won[view.seat or 0], len(view.hand)
            wanted = tricks_wanted(view)
            if won <= bid.number <= won + left:
                assert wanted == bid.number - won
            else:  # the bid is lost: nothing more to win, or every trick
                assert wanted == (-1 if score == "exact" else left)


def test_a_seat_that_has_its_tricks_loses_if_it_can() -> None:
    lost = 0
    for seed in range(8):
        for state in played(club, seed, most=6):
            if not isinstance(state.phase, Playing):
                continue
            view = state.view(state.to_act)
            card = club.choose(view, Random(1))
            if not view.table or tricks_wanted(view) != 0:
                continue
            losing = [other for other in view.legal if not wins(view, other)]
            assert not losing or card in losing
            lost += bool(losing)
    assert lost > 30


def wins(view: Any, card: Any) -> bool:
    """True if the card would be the best of the trick so far."""
    return bool(view.trick.play(card).best == len(view.table))


def with_bids(hands: list[str], bids: list[int], turn_up: str) -> Match:
    """A deal of Oh Hell dealt by the last seat, after these bids."""
    rules = rules_of("oh-hell", players=len(hands), most=len(hands[0].split()), hook=False)
    held = tuple(Hand.of(map(parse_card, cards.split())) for cards in hands)
    match = start(rules, dealer=len(hands) - 1).apply(Deal((held,), parse_card(turn_up)))
    for bid in bids:
        match = match.apply(Bid(bid))
    return match


def test_deals_by_policy_are_played_for_the_bid_and_count_it() -> None:
    rules, tricks = rules_of("oh-hell", most=3), {}
    policy = policies_for(rules, None).search
    for own in (0, 2):
        bids = ((1, Bid(own)), (2, Bid(1)), (3, Bid(0)), (0, Bid(1)))
        plan = DealStart(calls=(("bids", bids),))
        ends = play_deals_by_policy(rules, plan, policy, 1000, seed=1)
        for seat, bid in bids:
            made = ends.tricks[:, 0, seat] == bid.number
            assert (ends.points[:, 0, seat] == np.where(made, 10 + bid.number, 0)).all()
        tricks[own] = ends.tricks[:, 0, 1].mean()
    assert tricks[2] > tricks[0] + 0.1, "the same cards take more tricks where they are wanted"


def test_the_search_leads_low_for_a_bid_of_nothing_and_high_for_all_tricks() -> None:
    low = with_bids(["2C 7D AS", "3C 8D 4S", "5C TD 9S"], [0, 1, 1], "7H").view(0)
    assert str(QUICK.choose(low, Random(1))) != "AS"
    high = with_bids(["2H AH KH", "3C 8D 4S", "5C TD 9S"], [3, 0, 0], "7H").view(0)
    assert str(QUICK.choose(high, Random(1))) in ("AH", "KH")


def test_a_bid_heard_makes_hands_likelier_that_expect_it() -> None:
    match = new_match("oh-hell", seed=4, dealer=3)
    for bid in (6, 0, 2, 1):
        match = match.apply(Bid(bid))
    view = match.view(0) if match.to_act == 0 else match.view(match.to_act)
    drawn = worlds(view).draw(2000, seed=3)
    logs = bid_log_likelihood(view, drawn)
    weights = np.exp(logs - logs.max())
    before = after = 0.0
    for seat, number in heard_bids(view).items():
        expected = expected_tricks(trick_count_of(view), drawn.hands[:, seat])
        before += abs(expected.mean() - number)
        after += abs(np.average(expected, weights=weights) - number)
    assert after < before - 0.5


def test_the_search_bids_more_with_a_stronger_hand() -> None:
    strong = with_bids(["AH KH QH AS", "3C 8D 4S 2D", "5C TD 9S 3S"], [], "7H").view(0)
    weak = with_bids(["2C 3D 4S 5C", "3C 8D AS 2D", "6C TD 9S 3S"], [], "7H").view(0)
    assert is_trick_bid(strong)
    bids = [QUICK.choose(view, Random(1)) for view in (strong, weak)]
    assert bids[0] in (Bid(3), Bid(4))
    assert bids[1] in (Bid(0), Bid(1))
    values = QUICK.evaluate(strong).choices
    assert [value.action for value in values] == list(strong.legal)
    seeds = {QUICK.evaluate(strong).chosen for _ in range(3)}
    assert len(seeds) == 1


def test_a_bid_that_nobody_can_keep_is_near_the_hand() -> None:
    rng, low = Random(5), [card for card in Card if card.rank <= 8 and card.suit is not Suit.HEARTS]
    hopeless = 0
    for _ in range(8):  # the ace of trumps and six low cards, and the hook bars one trick
        own = [Card.HA, *rng.sample(low, 6)]
        rest = [card for card in Card if card not in (*own, Card.H7)]
        rng.shuffle(rest)
        hands = (rest[:7], rest[7:14], rest[14:21], own)
        match = start(rules_of("oh-hell", players=4, most=7), dealer=3)
        match = match.apply(Deal((tuple(map(Hand.of, hands)),), Card.H7))
        for _ in range(3):
            match = match.apply(Bid(2))
        hint = advise(match.view(3), budget=QUICK.budget)
        best = max(hint.choices, key=lambda choice: choice.utility)
        hopeless += (best.kept or 0) < HOPELESS
        assert int(hint.action) <= 3
        assert "is kept in none" not in hint.reason
    assert hopeless


def test_a_bid_is_kept_where_tricks_above_it_are_no_loss() -> None:
    match = new_match(rules=replace(rules_of("oh-hell", most=4), scoring=AtLeast()), seed=1)
    view = match.view(match.to_act)
    kept = [choice.kept or 0 for choice in QUICK.evaluate(view).choices]
    assert kept[0] == 1, "who bids nothing cannot fail"
    assert kept == sorted(kept, reverse=True)


def test_a_bid_tells_the_number_of_worlds_that_it_was_rolled_out_in() -> None:
    for most in (8, 80, 400):
        budget = SearchBudget(candidates=400, worlds=most)
        for view in (new_match("oh-hell", seed=seed, dealer=3).view(0) for seed in range(4)):
            found = Searcher("quick", budget).evaluate(view, Random(1))
            ends = roll_out_calls(view, budget, Random(1), Deadline(None, None))
            assert {len(each) for each in ends.values()} == {found.worlds}
            assert 0 < found.worlds <= max(1, most // WORLDS_SHARE)
            assert found.effective_worlds <= found.worlds


def test_hints_do_not_speak_for_tricks_that_are_not_wanted() -> None:
    said = Counter[str]()
    for seed in range(6):
        for state in played(find_bot("random"), seed, most=5):
            view = state.view(state.to_act) if isinstance(state.phase, Playing) else None
            if view is None or len(view.legal) < 2 or (tricks_wanted(view) or 0) > 0:
                continue
            hint = advise(view, budget=QUICK.budget)
            tags = {sentence.tag for sentence in hint.explanation}
            said.update(tags)
            settled = {"points-settled"} if tricks_wanted(view) == -1 else set()
            assert tags <= (settled or UNWANTED) | {"no-difference"}, view
    assert said["points-settled"] >= 3
    assert sum(said[tag] for tag in UNWANTED) >= 10


def test_a_review_counts_points_where_tricks_may_be_unwanted() -> None:
    match = new_match("oh-hell", seed=2, most=3)
    while not match.over:
        match = match.apply(match.legal_actions()[0])
    found = review(match, seed=1, budget=QUICK.budget)
    assert {deal.unit for deal in found.deals} == {"points"}


class AtLeast(ExactBids, frozen=True):
    """Ten for each trick of a bid, and one for each above it; ten less for each of a failed one."""

    def stages(self, deal: DealFacts) -> tuple[tuple[int, ...], ...]:
        points = [0] * len(deal.sides)
        for seat, bid in dict(deal.calls).get("bids", ()):
            assert isinstance(bid, Bid)
            over = deal.tricks[seat] - bid.number
            points[seat] = 10 * bid.number + over if over >= 0 else -10 * bid.number
        return (tuple(points),)


class Fewest(Struct, frozen=True):
    """Each trick costs its side a point; or, with bids, wins the sum of the bids."""

    bids: bool = False

    @property
    def profile(self) -> ScoringProfile:
        return ScoringProfile(unit="points", rising=self.bids)

    def stages(self, deal: DealFacts) -> tuple[tuple[int, ...], ...]:
        each = -1
        if self.bids:
            each = sum(bid.number for _, bid in dict(deal.calls).get("bids", ()))  # type: ignore[union-attr,misc]
        return (tuple(each * tricks for tricks in deal.side_tricks),)

    def account(self, deal: DealFacts, points: tuple[int, ...]) -> Account:
        return tuple((ScoreItem("tricks", number),) for number in points)


def ending(scoring: Fewest, seed: int, cards: int) -> Any:
    """A view of whist in pairs with this scoring, with so many cards in each hand."""
    rules = replace(
        rules_of("whist"),
        scoring=scoring,
        match=FixedDeals(2),
        course=(deal_cards, BidTricks(), play_hands) if scoring.bids else (),
    )
    match, rng = new_match(rules=rules, seed=seed), Random(seed)
    while len(match.view(match.to_act).hand) > cards or not isinstance(match.phase, Playing):
        match = match.apply(rng.choice(match.legal_actions()))
    return match.view(match.to_act)


def test_endings_are_solved_for_what_the_calls_made_tricks_worth_and_not_where_they_cost() -> None:
    solving = Searcher("solving", SearchBudget(weight_power=0, endgame_cards=4, solved_worlds=20))
    for seed in range(6):
        lost = ending(Fewest(), seed, 4)
        assert not solving.evaluate(lost).exact
        view = ending(Fewest(bids=True), seed, 4)
        found, each = solving.evaluate(view), sum(bid.number for _, bid in view.calls[0][1])
        assert found.exact
        for value in found.choices:
            lead = 2 * value.tricks - 13
            assert value.points == pytest.approx(each * lead)


def test_nobody_wants_to_lose_where_every_trick_is_welcome() -> None:
    match = new_match("whist", seed=1)
    view = match.view(match.to_act)
    assert tricks_wanted(view) is None
    assert heard_bids(replace(view, calls=(("bids", ((1, Bid(2)),)),))) == {}
