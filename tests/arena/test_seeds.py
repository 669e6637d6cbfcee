from hypothesis import given
from hypothesis import strategies as st

from oddtrick.arena.seeds import PublicHistory, deal_seed
from oddtrick.cards import CARDS, Card, Suit
from oddtrick.rules import Throw

ACTIONS = st.sampled_from([*CARDS, *Suit, *Throw])
HISTORIES = st.lists(st.tuples(st.integers(0, 7), ACTIONS), max_size=20)


def luck(seed: int, number: int, history: list[tuple[int, Card | Suit | Throw]]) -> float:
    public = PublicHistory(seed, number)
    for seat, action in history:
        public.add(seat, action)
    return public.rng().random()


@given(HISTORIES, st.integers(), st.integers(0))
def test_the_same_deal_and_history_give_the_same_luck_as_often_as_it_is_asked_for(
    history: list[tuple[int, Card | Suit | Throw]], seed: int, number: int
) -> None:
    public = PublicHistory(seed, number)
    for seat, action in history:
        public.rng().random()
        public.add(seat, action)
    assert public.rng().random() == luck(seed, number, history)


def test_another_seed_another_deal_and_another_history_give_other_luck() -> None:
    lead = (1, Card.SA)
    lucks = {
        luck(1, 1, [lead]),
        luck(2, 1, [lead]),
        luck(1, 2, [lead]),
        luck(1, 1, []),
        luck(1, 1, [(2, Card.SA)]),
        luck(1, 1, [(1, Card.SK)]),
        luck(1, 1, [(1, Suit.CLUBS)]),
        luck(1, 1, [(1, Throw.ROCK)]),
    }
    assert len(lucks) == 8


def test_K5_a_throw_is_secret_so_what_was_thrown_changes_no_luck() -> None:
    assert luck(1, 1, [(0, Throw.ROCK)]) == luck(1, 1, [(0, Throw.PAPER)])


@given(st.integers(), st.integers(0, 1000), st.integers(0, 1000))
def test_each_deal_has_cards_of_its_own(seed: int, one: int, other: int) -> None:
    assert (deal_seed(seed, one) == deal_seed(seed, other)) == (one == other)
