from hypothesis import given
from hypothesis import strategies as st

from oddtrick.arena.seeds import PublicHistory, deal_seed
from oddtrick.cards import CARDS, Card, Suit
from oddtrick.rules import Throw

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
