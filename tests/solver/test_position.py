"""Valid and invalid positions, and the objective of each game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from oddtrick.cards import Card, Hand, Suit
from oddtrick.errors import OddtrickError
from oddtrick.games import rules_of
from oddtrick.solver import Holder, Objective, Position, Solver, Worth, _kernel, solve, solve_cards
from oddtrick.tricks import CardOrder
from oddtrick.views import PlayedTrick

Bad = tuple[list[str], dict[str, Any], str]

BAD: list[Bad] = [
    (["A..."], {}, "2 to 8 seats, not 1"),
    (["A..."] * 9, {}, "2 to 8 seats, not 9"),
    (["A...", "A..."], {}, "AS is held twice, the second time by seat 1"),
    (["A...", ".A.."], {"leader": 2}, "seat 2 can't lead: the seats are 0 to 1"),
    (["A...", ".A.."], {"leader": -1}, "seat -1 can't lead"),
    (["A...", "", ".A.."], {"leader": 1}, "seat 1 is to lead but holds no card"),
    (["AK...", ".A.."], {}, "seat 1 holds 1 cards and should hold 2"),
    (["AK...", "QJ...", ".AK.."], {"trick": "2C"}, "seat 0 holds 2 cards and should hold 1"),
    (["A...", "KQ...", "KQ..."], {"trick": "KS"}, "QS is held twice"),
    (["A...", "KQ...", ".KQ.."], {"trick": "KS"}, "KS in the trick is also in a hand"),
    (["A...", "K...", ".KQ.."], {"trick": "2S 2S"}, "2S in the trick is also in a hand or stands"),
    (["", ""], {"trick": "2S 3S"}, "fewer cards than there are seats, not 2"),
    (["", "", ""], {"trick": "2S 3S"}, "every seat has played"),
    (["A...", "A2...", ".KQ.."], {"trick": "2C", "out": (0,)}, "seat 0 is out but holds cards"),
    (["A...", "K2...", "43..."], {"trick": "2C 3D"}, "seat 1 holds 2 cards and should hold 1"),
    (["A...", "K...", "43..."], {"trick": "2S 3D"}, "seat 1 played 3D to 2S but holds KS"),
    (["A...", "K3..."], {"trick": "2H", "trump": "H", "trumps_held_back": True}, "led 2H while"),
    (["", "", "", "A..."], {"trick": "2S 3S"}, "3 seats without cards may have played"),
    (["", "A...", "K..."], {"trick": "2S", "out": (0,)}, "seat 0 leads|hold"),
    (["A...", "K..."], {"out": (5,)}, "no seat 5: the seats are 0 to 1"),
    (["A...", "K..."], {"sides": (0, 2)}, "0 or 1 for each of the 2 seats"),
    (["A...", "K..."], {"sides": (0, 1, 0)}, "0 or 1 for each of the 2 seats"),
    (["A...", "K..."], {"worth": Worth(trick=256)}, "a trick is worth 0 to 255, not 256"),
    (["A...", "K..."], {"worth": Worth(card=-1)}, "the worth of a card is 0 to 255, not -1"),
    (["A...", "K..."], {"trump": "X"}, "not a suit"),
    (["A...", "K..."], {"trick": "1S"}, "not a card"),
    (["A", "K..."], {}, "not a hand"),
]


@pytest.mark.parametrize(("hands", "rest", "message"), BAD)
def test_a_bad_position_is_rejected_with_the_error_and_its_place(
    hands: list[str], rest: dict[str, Any], message: str
) -> None:
    with pytest.raises(OddtrickError, match=message):
        Position.parse(hands, **rest)


def an_objective(**changes: Any) -> Objective:
    made = Objective.from_function(
        lambda _: 0,
        tricks=2,
        honours=Hand.of("AK..."),
        captured=(Card.SA,),
        catchers=(Card.ST,),
    )
    return replace(made, **changes)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"utility": (0,)}, "a utility for each number of tricks"),
        ({"utility": (30_001,) * 54}, "a utility is -30000 to 30000"),
        ({"utility": (10**9,) * 54}, "not a table of small whole numbers"),
        ({"tricks_won": -1}, "not negative"),
        ({"tricks_won": 1}, "at most 2 tricks, 3 may be won"),
        ({"honours_won": 1}, "more honours are won or left"),
        ({"caught": (Holder.US,)}, "TS cannot have won a trick"),
        ({"caught": (3,)}, "caught is 0"),
        ({"caught": (Holder.NOBODY,) * 2}, "a side for each card that is won with"),
        ({"captured_won": Hand.of("A...")}, "AS cannot have been taken"),
        ({"captured": (Card.SA,) * 2}, "captured are different cards"),
        ({"catchers": (Card.SA,) * 2, "captured": ()}, "won with are different cards"),
        ({"captured": tuple(Card)[:7]}, "more than 6 cards that are captured"),
        ({"catchers": tuple(Card)[:5]}, "more than 4 cards that are won with"),
        ({"tricks": -1}, "a utility for each number of tricks"),
    ],
)
def test_a_bad_objective_is_rejected(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(OddtrickError, match=message):
        Position.parse(["AT...", "K2..."], objective=an_objective(**changes))


def test_hands_as_text_are_rejected_with_a_pointer_to_parse() -> None:
    with pytest.raises(OddtrickError, match=r"Position\.parse"):
        Position(("A...", "K..."), None, 0)  # type: ignore[arg-type]


def test_a_position_is_a_value() -> None:
    one, other = (Position.parse(["A...", "K..."], worth=Worth(cards={Card.SA: 3})) for _ in "12")
    assert one == other
    assert hash(one) == hash(other)


def test_a_position_without_cards_has_value_zero() -> None:
    empty = Position.parse(["", ""])
    assert solve(empty) == 0
    assert solve_cards(empty) == {}
    assert Solver().principal_line(empty) == ()


def test_a_position_shows_trumps_the_trick_and_the_seat_to_play() -> None:
    position = Position.parse(["K2...", "A...", "..AK."], leader=1, trick="QS")
    assert str(position).splitlines() == [
        "no trumps, seat 1 led, QS on the table, seat 2 to play",
        "seat 0  side 0  K2...",
        "seat 1  side 1  A...",
        "seat 2  side 0  ..AK.",
    ]


def test_K4_in_the_last_trick_those_out_are_named() -> None:
    for out, seat in [((1,), 3), ((2,), 3)]:
        position = Position.parse(["", "", "", "A..."], trick="2S 3S", out=out)
        assert position.to_play == seat


def rules_and_hands(game: str, **options: Any) -> tuple[Any, list[Hand]]:
    rules = rules_of(game, **options)
    return rules, [
        Hand.of([Card(13 * (seat % 4) + 6 + seat // 4)]) for seat in range(rules.players)
    ]


def test_S5_S6_scotch_counts_top_trumps_and_cards() -> None:
    rules, hands = rules_and_hands("scotch-whist", players=4, sides=2)
    position = Position.of(rules, hands, Suit.HEARTS, 0)
    assert position.order is CardOrder.TRUMP_JACK_HIGH
    worths = [position.worth.of(card) for card in (Card.HJ, Card.HT, Card.HA, Card.HK, Card.HQ)]
    assert (position.worth.trick, worths, position.worth.of(Card.SA)) == (0, [12, 11, 5, 4, 3], 1)
    assert position.side_of == (0, 1, 0, 1)
    assert Position.of(rules, hands, None, 0).worth == Worth(trick=0, card=1)


def test_S1_with_three_sides_the_seat_to_play_and_partners_play_against_the_rest() -> None:
    rules, hands = rules_and_hands("scotch-whist", players=6, sides=3)
    assert Position.of(rules, hands, None, 1).side_of == (1, 0, 1, 1, 0, 1)


def test_K4_in_knockout_the_seat_to_play_is_alone_and_a_trick_counts_one() -> None:
    rules, hands = rules_and_hands("knockout-whist", players=5)
    position = Position.of(rules, hands, Suit.CLUBS, 3)
    assert position.side_of == (1, 1, 1, 0, 1)
    assert position.worth == Worth()


def test_K7_trumps_are_held_back_until_one_is_played_to_another_suit() -> None:
    rules, _ = rules_and_hands("knockout-whist", players=2, broken=True)
    hands = [Hand.of("A.A.."), Hand.of("K.K..")]
    led = PlayedTrick((0, 1), (Card.H2, Card.H3), 1)
    fell = PlayedTrick((1, 0), (Card.D2, Card.H4), 0)
    for past, legal in [([], 1), ([led], 1), ([fell], 2), ([fell, led], 2)]:
        assert len(Position.of(rules, hands, Suit.HEARTS, 0, past=past).legal) == legal


def test_a_wrong_number_of_hands_is_rejected() -> None:
    with pytest.raises(OddtrickError, match="2 hands were given, whist is played by 4"):
        Position.of(rules_of("whist"), [Hand(), Hand()], None, 0)


MASKS = st.one_of(
    st.integers(-5, 60), st.integers(0, 2**64), st.integers(0, 15).map(lambda n: n << 20)
)
NUMBERS = st.one_of(st.integers(-3, 60), st.integers(-(2**70), 2**70))
FEW = st.lists(NUMBERS, max_size=5)


def attempt(make: Callable[[], object]) -> object:
    try:
        return make()
    except (ValueError, TypeError, OverflowError):
        return None


@given(
    hands=st.lists(MASKS, max_size=9),
    trick=st.lists(NUMBERS, max_size=9),
    strength=st.lists(NUMBERS, max_size=3),
    numbers=st.tuples(*[NUMBERS] * 5),
    held_back=st.booleans(),
    fewest=st.booleans(),
    utility=st.lists(NUMBERS, max_size=12),
    rest=st.tuples(NUMBERS, FEW, FEW, *[NUMBERS] * 4, FEW),
)
def test_the_binding_rejects_or_solves_any_input(
    *,
    hands: list[int],
    trick: list[int],
    strength: list[int],
    numbers: tuple[int, ...],
    held_back: bool,
    fewest: bool,
    utility: list[int],
    rest: tuple[Any, ...],
) -> None:
    trump, leader, us, out, worth = numbers
    position = attempt(
        lambda: _kernel.Position(
            hands=hands,
            trump=trump,
            leader=leader,
            trick=trick,
            us=us,
            out=out,
            strength=bytes((strength * 52)[:52]) if strength else bytes(range(52)),
            trick_worth=worth,
            card_worth=bytes(52),
            trumps_held_back=held_back,
        )
    )
    honours, captured, catchers, tricks, tricks_won, honours_won, captured_won, caught = rest
    objective = attempt(
        lambda: _kernel.Objective(
            honours=honours,
            captured=captured,
            catchers=catchers,
            tricks=tricks,
            utility=utility,
            tricks_won=tricks_won,
            honours_won=honours_won,
            captured_won=captured_won,
            caught=caught,
        )
    )
    assert objective is None or isinstance(objective, _kernel.Objective)
    if isinstance(position, _kernel.Position):
        solver = _kernel.Solver(0)
        asked = _kernel.for_fewest(position) if fewest else position
        chosen = objective if isinstance(objective, _kernel.Objective) else None
        attempt(lambda: solver.solve(asked, chosen, 10_000, None))
        assert _kernel.points_left(asked) >= solver.solve(asked, None, None, None) >= 0


def test_the_binding_rejects_an_invalid_position() -> None:
    solver: Any = _kernel.Solver(0)
    for wrong in (None, 3, "AKQ", ()):
        with pytest.raises(TypeError):
            solver.solve(wrong, None, None, None)
    with pytest.raises((TypeError, ValueError)):
        _kernel.solve_many([(None, None)], 1, 0, None, None)  # type: ignore[list-item]
