from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddtrick.arena.seeds import PublicHistory, deal_seed, purpose_seed
from oddtrick.cards import CARDS, Card, Suit
from oddtrick.dealing import new_match
from oddtrick.games import Game
from oddtrick.match import CallPhase, Match
from oddtrick.rules import PlayerAction, Throw
from tests.support.bidding_games import EXCHANGE, NOMINATION

ACTIONS = st.sampled_from([*CARDS, *Suit, *Throw])
HISTORIES = st.lists(st.tuples(st.integers(0, 7), ACTIONS), max_size=20)


def random_number(seed: int, number: int, history: list[tuple[int, Card | Suit | Throw]]) -> float:
    public = PublicHistory(seed, number)
    for seat, action in history:
        public.add(seat, action)
    return public.rng().random()


@given(HISTORIES, st.integers(), st.integers(0))
def test_the_same_deal_and_history_give_the_same_randomness(
    history: list[tuple[int, Card | Suit | Throw]], seed: int, number: int
) -> None:
    public = PublicHistory(seed, number)
    for seat, action in history:
        public.rng().random()
        public.add(seat, action)
    assert public.rng().random() == random_number(seed, number, history)


def test_seed_deal_and_history_each_change_the_randomness() -> None:
    lead = (1, Card.SA)
    numbers = {
        random_number(1, 1, [lead]),
        random_number(2, 1, [lead]),
        random_number(1, 2, [lead]),
        random_number(1, 1, []),
        random_number(1, 1, [(2, Card.SA)]),
        random_number(1, 1, [(1, Card.SK)]),
        random_number(1, 1, [(1, Suit.CLUBS)]),
        random_number(1, 1, [(1, Throw.ROCK)]),
    }
    assert len(numbers) == 8


def test_K5_the_kind_of_a_secret_throw_changes_no_randomness() -> None:
    assert random_number(1, 1, [(0, Throw.ROCK)]) == random_number(1, 1, [(0, Throw.PAPER)])


@given(st.integers(), st.integers(0, 1000), st.integers(0, 1000))
def test_each_deal_has_its_own_seed(seed: int, one: int, other: int) -> None:
    assert (deal_seed(seed, one) == deal_seed(seed, other)) == (one == other)


@given(st.integers(), st.integers(), st.integers(0, 1000))
def test_no_deal_serves_two_purposes(one: int, other: int, number: int) -> None:
    chosen, reported = purpose_seed(one, "choose"), purpose_seed(other, "report")
    assert deal_seed(chosen, number) != deal_seed(reported, number)
    assert (
        PublicHistory(chosen, number).rng().random()
        != PublicHistory(reported, number).rng().random()
    )


def calling(game: Game) -> Iterator[tuple[Match, CallPhase]]:
    for seed in range(3):
        match, rng = new_match(rules=game.rules(), seed=seed), Random(seed)
        while not match.over:
            if isinstance(match.phase, CallPhase):
                yield match, match.phase
            match = match.apply(rng.choice(match.legal_actions()))


def after_call(phase: CallPhase, call: PlayerAction) -> str:
    public = PublicHistory(1, 1)
    assert phase.to_act is not None
    public.add(phase.to_act, call, phase)
    return public.rng().seed_hex


@pytest.mark.parametrize("game", [NOMINATION, EXCHANGE], ids=lambda game: game.id)
def test_calls_change_the_randomness_exactly_as_everybody_sees_them(game: Game) -> None:
    secret = 0
    for match, phase in calling(game):
        legal = match.legal_actions()
        shown = {match.apply(call).view(None).calls for call in legal}
        if len(shown) in (1, len(legal)) and match.apply(legal[0]).number == match.number:
            assert len({after_call(phase, call) for call in legal}) == len(shown)
            secret += len(shown) < len(legal)
    assert bool(secret) == (game is EXCHANGE)


def test_the_randomness_of_a_history_without_calls_is_that_of_older_versions() -> None:
    public, match = PublicHistory(5, 0), new_match("whist", seed=5, dealer=0)
    for _ in range(20):
        assert match.to_act is not None
        action = match.legal_actions()[0]
        public.add(match.to_act, action, match.phase)
        match = match.apply(action)
    assert public.rng().seed_hex == "7c7be6ff5f748d19cb62a4f203b0aa25"
