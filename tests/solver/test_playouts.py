"""Whole deals of the kernel: the same game as the rules in Python, and fair."""

from __future__ import annotations

import math
from hashlib import sha256
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from numpy.typing import NDArray

from oddtrick.cards import CARDS, Card, Suit, cards_in, mask_of
from oddtrick.errors import OddtrickError
from oddtrick.games import rules_of
from oddtrick.match import Match, Playing, ToChoose
from oddtrick.rules import DealPlan, Rules
from oddtrick.scoring import CatchTheTen, LastStanding, TricksTaken
from oddtrick.solver.deals.kernel_deal_plan import DealStart, plan_deal
from oddtrick.solver.deals.playouts import Batch, Part, PolicyName, play_deals
from tests.support.extent import part, times
from tests.support.solver.python_deals import KINDS, a_start, check_row, rules_for, states

each_kind = pytest.mark.parametrize("kind", part(KINDS, 8), ids=str)
WHIST = rules_of("whist")
ALL: tuple[Part, ...] = ("actions", "masks", "observations")
ARRAYS = ("dealt", "turn_up", "trump", "tricks", "rewards", "actions", "players", "masks")


def play_along(rules: Rules, seed: int, plays: int, policy: PolicyName = "uniform") -> None:
    """Plays deals from all parts of a match until enough actions have been checked by the rules."""
    rng, checked = Random(seed), 0
    while checked < plays:
        batch = play_deals(
            rules,
            20 + plays // 2000,
            rng.getrandbits(64),
            start=a_start(rules, rng),
            policy=policy,
            record=("actions", "masks"),
        )
        checked += sum(check_row(batch, row) for row in range(len(batch)))


@each_kind
def test_kernel_deals_replay_under_the_rules_with_the_same_points(
    kind: tuple[str, dict[str, Any]],
) -> None:
    play_along(rules_for(kind), seed=1, plays=4_000)


@each_kind
def test_greedy_deals_replay_under_the_rules(kind: tuple[str, dict[str, Any]]) -> None:
    play_along(rules_for(kind), seed=2, plays=1_000, policy="greedy")


@pytest.mark.long
@each_kind
def test_a_million_kernel_deals_replay_under_the_rules(
    kind: tuple[str, dict[str, Any]],
) -> None:
    play_along(rules_for(kind), seed=3, plays=1_000_000)


def test_the_compared_deals_include_rare_scores() -> None:
    """The ten and all honours in one hand (CS3), four honours dealt (H1), a score cut off (H3)."""
    ten = rules_of("colonial-scotch-whist")
    assert play_deals(ten, 20_000, seed=1).rewards.max() >= 10 + 4 + 3
    honours = rules_of("whist", honours="dealt")
    assert play_deals(honours, 20_000, seed=1).rewards.max() >= 4 + 5 - 1
    near = DealStart(score=(3, 0))
    scored = play_deals(honours, 20_000, seed=1, start=near)
    assert 4 in scored.rewards[:, 0]
    tricks = scored.tricks[:, 0] + scored.tricks[:, 2]
    assert (scored.rewards[tricks >= 8, 0] == tricks[tricks >= 8] - 6).all()


def chi_square_is_likely(statistic: float, freedom: int) -> bool:
    """Within five standard deviations of what is expected."""
    return abs(statistic - freedom) < 5 * math.sqrt(2 * freedom)


def ranks(batch: Batch) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Of each action: how many were legal, and how many of these are lower than it."""
    chosen = np.left_shift(np.uint64(1), batch.actions.astype(np.uint64))
    sizes = np.bitwise_count(batch.masks).astype(np.int64)
    lower = np.bitwise_count(batch.masks & (chosen - np.uint64(1))).astype(np.int64)
    return sizes.ravel(), lower.ravel()


@pytest.mark.parametrize(
    ("game", "options", "start"),
    [
        ("whist", {}, DealStart()),
        ("scotch-whist", {"players": 2}, DealStart()),
        ("knockout-whist", {"players": 7, "broken": True}, DealStart(number=1)),
    ],
    ids=str,
)
def test_each_legal_action_is_as_likely_as_any_other(
    game: str, options: dict[str, Any], start: DealStart
) -> None:
    rules = rules_of(game, **options)
    batch = play_deals(rules, 20_000, seed=4, start=start, record=["actions", "masks"])
    sizes, lower = ranks(batch)
    tried = 0
    for size in range(2, 14):
        seen = np.bincount(lower[sizes == size], minlength=size)
        assert len(seen) == size
        if seen.sum() < 100 * size:
            continue
        expected = seen.sum() / size
        assert chi_square_is_likely(float(((seen - expected) ** 2 / expected).sum()), size - 1)
        tried += 1
    assert tried >= 5


def test_W3_each_seat_gets_each_card_equally_often() -> None:
    deals = 100_000
    batch = play_deals(WHIST, deals, seed=5)
    held = batch.dealt[:, 0, :, None] >> np.arange(52, dtype=np.uint64) & np.uint64(1)
    seen = held.sum(axis=0).astype(np.int64)
    assert (seen.sum(axis=0) == deals).all()
    statistic = float(((seen - deals / 4) ** 2 / (deals / 4)).sum())
    # Thirteen cards to a seat, drawn without replacement: the sum is 52 / 51 times a chi-square.
    assert chi_square_is_likely(statistic * 51 / 52, 51 * 3)


def test_W4_each_card_is_turned_up_equally_often() -> None:
    turned = np.bincount(play_deals(WHIST, 52_000, seed=6).turn_up, minlength=52)
    assert chi_square_is_likely(float(((turned - 1000) ** 2 / 1000).sum()), 51)


@pytest.mark.parametrize("cards", [3, 5])
def test_K2_single_cards_and_turn_up_are_uniform(cards: int) -> None:
    rules = replace(rules_of("knockout-whist", players=2), plan=DealPlan((1,)))
    pack = mask_of(CARDS[-cards:])
    ways = cards * (cards - 1) * (cards - 2)
    batch = play_deals(replace(rules, pack=pack), 1000 * ways, seed=7)
    deals = (*batch.dealt[:, 0].T, batch.turn_up)
    seen = np.unique(np.stack(deals).astype(np.int64), axis=1, return_counts=True)[1]
    assert len(seen) == ways
    assert chi_square_is_likely(float(((seen - 1000) ** 2 / 1000).sum()), ways - 1)


def test_consecutive_deals_are_independent() -> None:
    first = play_deals(WHIST, 100_000, seed=8).dealt[:, 0, 0]
    shared = np.bitwise_count(first[:-1] & first[1:]).astype(np.int64)
    assert abs(shared.mean() - 13 / 4) < 0.02
    assert len(np.unique(first)) == len(first)


@settings(max_examples=times(12, whole=40))
@given(st.integers(0, 2**64 - 1), st.data())
def test_a_batch_is_the_same_however_it_is_split(seed: int, data: st.DataObject) -> None:
    rules = rules_for(data.draw(st.sampled_from(KINDS)))
    start = a_start(rules, Random(seed))
    policy: PolicyName = data.draw(st.sampled_from(["uniform", "greedy"]))
    threads, cut = data.draw(st.integers(1, 5)), data.draw(st.integers(0, 9))
    first = data.draw(st.integers(0, 2**64 - 10))

    def play(n: int, first: int, threads: int = 1) -> Batch:
        return play_deals(
            rules, n, seed, first=first, start=start, threads=threads, policy=policy, record=ALL
        )

    whole = play(9, first)
    parts = (play(cut, first, threads), play(9 - cut, first + cut, threads))
    for name in (*ARRAYS, "observations"):
        together = np.concatenate([getattr(part, name) for part in parts])
        assert (together == getattr(whole, name)).all()


def test_a_long_batch_does_not_depend_on_threads_or_recording() -> None:
    one = play_deals(WHIST, 70_000, seed=9, record=["actions", "masks"])
    two = play_deals(WHIST, 70_000, seed=9, threads=2)
    for name in ("dealt", "turn_up", "trump", "tricks", "rewards"):
        assert (getattr(one, name) == getattr(two, name)).all()
    assert two.actions.shape == (70_000, 0)


def signature(batch: Batch) -> str:
    """Every card dealt and played, and every point, as one short word."""
    found = sha256()
    for name in ("dealt", "actions", "rewards"):
        array = getattr(batch, name)
        found.update(array.astype(array.dtype.newbyteorder("<")).tobytes())
    return found.hexdigest()[:16]


@pytest.mark.parametrize(
    ("game", "options", "start", "found"),
    [
        ("whist", {}, DealStart(), "2f0a61fb143e240c"),
        ("scotch-whist", {"players": 3}, DealStart(), "16b3f18b4995fced"),
        ("knockout-whist", {"players": 7}, DealStart(number=2), "0808c0881438504e"),
    ],
    ids=str,
)
def test_a_seed_gives_the_same_deals_on_every_machine(
    game: str, options: dict[str, Any], start: DealStart, found: str
) -> None:
    batch = play_deals(rules_of(game, **options), 1000, 7, start=start, record=["actions"])
    assert signature(batch) == found


def test_another_seed_gives_other_deals_without_repetition() -> None:
    dealt = [play_deals(WHIST, 1000, seed).dealt for seed in range(5)]
    assert len(np.unique(np.concatenate(dealt), axis=0)) == 5000


def greedy(match: Match) -> Card | Suit | None:
    """The greedy policy in words of the rules; None where it is left to chance."""
    phase = match.phase
    if isinstance(phase, ToChoose):
        if match.deal.deal is None:
            return None
        hand = match.deal.deal.hands[0][phase.seat]
        return max(Suit, key=lambda suit: (len(hand.suit(suit)), -suit))
    assert isinstance(phase, Playing)
    order, trick = phase.layout.order, phase.trick

    def place(card: Card) -> int:
        return order[card] - 13 * card.suit

    legal = cards_in(phase.legal_mask())
    last = len(trick.cards)
    winners = [card for card in legal if trick.play(card).best == last]
    if winners:
        return max(winners, key=lambda card: (place(card), -card.suit))
    return min(legal, key=lambda card: (card.suit is phase.layout.trump, place(card), card.suit))


@each_kind
def test_greedy_plays_high_if_it_wins_else_low(kind: tuple[str, dict[str, Any]]) -> None:
    rules, rng, chosen = rules_for(kind), Random(10), 0
    for _ in range(5):
        start = a_start(rules, rng)
        batch = play_deals(rules, 5, 10, start=start, policy="greedy", record=["actions"])
        for row in range(len(batch)):
            for match, action in zip(states(batch, row), batch.actions[row].tolist(), strict=False):
                expected = greedy(match)
                if expected is not None:
                    code = 52 + expected if isinstance(expected, Suit) else expected
                    assert action == code
                    chosen += 1
    assert chosen


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"n": -1}, "n is -1"),
        ({"seed": -1}, "seed is -1"),
        ({"seed": 2**64}, "0 to 2\\*\\*64 - 1"),
        ({"first": 2**64 - 5}, "first is"),
        ({"threads": 0}, "threads is 0"),
        ({"policy": "clever"}, "'uniform' or 'greedy'"),
        ({"record": ["cards"]}, "'cards' can't be recorded"),
        ({"record": "masks"}, "write a list"),
        ({"start": DealStart(seats=(0, 0, 1, 2))}, "each once"),
        ({"start": DealStart(seats=(2, 1))}, "ascending"),
        ({"start": DealStart(seats=(1,))}, "two or more"),
        ({"start": DealStart(seats=(0, 4))}, "the seats are 0 to 3"),
        ({"start": DealStart(dealer=4)}, "seat 4 can't deal"),
        ({"start": DealStart(dealer=0, seats=(1, 2))}, "seat 0 can't deal"),
        ({"start": DealStart(number=-1)}, "number -1"),
        ({"start": DealStart(chooser=1)}, "nobody does in this deal"),
        ({"start": DealStart(score=(1, 2, 3))}, "2 sides"),
    ],
)
def test_arguments_out_of_range_are_rejected_in_one_line(
    wrong: dict[str, Any], message: str
) -> None:
    arguments: dict[str, Any] = {"rules": WHIST, "n": 10, "seed": 1, **wrong}
    with pytest.raises(OddtrickError, match=message) as refused:
        play_deals(**arguments)
    assert "\n" not in str(refused.value)


def test_K1_there_is_no_deal_without_cards() -> None:
    with pytest.raises(OddtrickError, match="no deal with the number 7"):
        plan_deal(rules_of("knockout-whist"), DealStart(number=7))
    with pytest.raises(OddtrickError, match="seat 2 can't choose trumps"):
        plan_deal(rules_of("knockout-whist"), DealStart(number=1, seats=(0, 1), chooser=2))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"scoring": CatchTheTen(ten=40_000)}, "more than 32767"),
        ({"match": LastStanding()}, "each player is alone"),
        ({"match": LastStanding(), "scoring": TricksTaken()}, "each player is alone"),
        ({"pack": WHIST.pack & ~1}, "it takes 52 cards, the pack has 51"),
        ({"plan": DealPlan((3, 3, 3, 2, 2))}, "5 separate hands"),
    ],
)
def test_a_game_that_the_kernel_cannot_score_is_rejected(
    changes: dict[str, Any], message: str
) -> None:
    with pytest.raises(OddtrickError, match=message):
        plan_deal(replace(WHIST, **changes))


def test_W6_a_huge_target_is_accepted() -> None:
    far = rules_of("whist", target=10**30, honours="dealt")
    rewards = play_deals(far, 500, seed=1, start=DealStart(score=(10**30 - 4, 0))).rewards
    near = rules_of("whist", target=5, honours="dealt")
    same = play_deals(near, 500, seed=1, start=DealStart(score=(1, -(10**30)))).rewards
    assert (rewards == same).all()
    assert (rewards != play_deals(far, 500, seed=1).rewards).any()


def test_a_batch_may_be_empty() -> None:
    batch = play_deals(WHIST, 0, seed=1, record=ALL)
    assert len(batch) == 0
    assert batch.actions.shape == (0, 52)
