"""Laws that best play obeys, on deals too large to try every play."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Sequence
from random import Random

import pytest
from msgspec.structs import replace

from oddtrick.cards import CARDS, Card, Hand, Suit, card_at, cards_in
from oddtrick.errors import OddtrickError
from oddtrick.games import rules_of
from oddtrick.rules import Rules
from oddtrick.solver import (
    Position,
    SearchStopped,
    Solver,
    principal_line,
    solve,
    solve_cards,
    solve_many,
)
from tests.support.extent import times
from tests.support.reference.minimax import Table
from tests.support.solver.random_endings import Ending, an_ending
from tests.support.solver.whist_endings import LEAST_TABLE

GAMES: list[tuple[Rules, int]] = [
    (rules_of("scotch-whist", players=4, sides=2), 7),
    (rules_of("scotch-whist", players=5), 5),
    (rules_of("scotch-whist", players=6, sides=3), 5),
    (rules_of("scotch-whist", players=8, sides=2), 4),
    (rules_of("knockout-whist", players=3, broken=True), 7),
    (rules_of("knockout-whist", players=7), 4),
    (rules_of("colonial-whist"), 6),
    (rules_of("colonial-scotch-whist"), 6),
    (rules_of("whist"), 7),
]


def deal(rules: Rules, size: int, seed: int) -> Position:
    """Hands of equal size from the pack of the game."""
    rng = Random(seed)
    pack = rng.sample(cards_in(rules.pack), size * rules.players)
    hands = [Hand.of(pack[size * seat : size * (seat + 1)]) for seat in range(rules.players)]
    trump = rng.choice(list(Suit))
    return Position.of(rules, hands, trump, rng.randrange(rules.players))


DEALS = [deal(rules, size, seed) for rules, size in GAMES for seed in range(3)]


def turned(position: Position) -> Position:
    """Every seat one further clockwise."""
    seats = len(position.hands)
    sides = position.side_of
    return replace(
        position,
        hands=(position.hands[-1], *position.hands[:-1]),
        sides=(sides[-1], *sides[:-1]),
        leader=(position.leader + 1) % seats,
        out=tuple((seat + 1) % seats for seat in position.out),
    )


def with_suits(position: Position, suits: Sequence[Suit]) -> Position:
    """The same with suit ``suits[i]`` in the place of suit i."""

    def put(card: Card) -> Card:
        return card_at(suits[card.suit], card.rank)

    return replace(
        position,
        hands=tuple(Hand.of(map(put, hand)) for hand in position.hands),
        trump=None if position.trump is None else suits[position.trump],
        trick=tuple(map(put, position.trick)),
        worth=replace(
            position.worth,
            cards={put(card): points for card, points in position.worth.cards.items()},
        ),
        objective=position.objective
        and replace(
            position.objective,
            honours=Hand.of(map(put, position.objective.honours)),
            captured=tuple(map(put, position.objective.captured)),
            catchers=tuple(map(put, position.objective.catchers)),
            captured_won=Hand.of(map(put, position.objective.captured_won)),
        ),
    )


def replayed(ending: Ending, line: Sequence[Card]) -> int:
    """The value of a line for the seat to play, computed by the reference."""
    table: Table = ending.table
    tricks = []
    for card in line:
        assert str(card) in table.legal()
        table, won = table.after(str(card))
        tricks += [won] if won else []
    assert not any(table.held.values())
    return ending.shown(ending.sum_up(tricks))


def test_the_value_is_that_of_the_best_card() -> None:
    for position in DEALS:
        values = solve_cards(position)
        assert tuple(values) == position.legal
        assert solve(position) == max(values.values())


def test_the_principal_line_is_legal_and_has_the_value() -> None:
    for seed in range(600):
        ending = an_ending(Random(seed), larger=seed % 3)
        assert replayed(ending, principal_line(ending.position)) == solve(ending.position)


def test_rotating_the_seats_keeps_the_value() -> None:
    for position in DEALS:
        assert solve(turned(position)) == solve(position)


def test_permuting_the_suits_keeps_the_value() -> None:
    for seed, position in enumerate(DEALS):
        suits = Random(seed).sample(list(Suit), 4)
        assert solve(with_suits(position, suits)) == solve(position)


def test_swapping_the_sides_keeps_the_value() -> None:
    for position in DEALS:
        if position.objective is None:
            swapped = replace(position, sides=tuple(1 - side for side in position.side_of))
            assert solve(swapped) == solve(position)


def test_a_warm_solver_agrees_with_a_new_one() -> None:
    solver = Solver()
    for position in DEALS + DEALS[::-1]:
        assert solver.solve_cards(position) == solve_cards(position)


def test_a_full_table_keeps_the_values() -> None:
    tiny = Solver(table_mb=0)
    for position in DEALS:
        assert tiny.solve(position) == solve(position)
    assert tiny.table_bytes <= 1024 + LEAST_TABLE


def test_low_cards_that_the_table_ignores_are_irrelevant() -> None:
    """Against a table of eight entries, which proves nearly everything anew."""
    for seed in (119_451, *range(times(150, whole=400))):
        position = an_ending(Random(seed), larger=1 + seed % 4).position
        if sum(map(len, position.hands)) <= 24:
            assert Solver(table_mb=0).solve_cards(position) == solve_cards(position), seed


def test_a_table_stays_within_its_bound() -> None:
    solver = Solver(table_mb=0.1)
    for position in DEALS:
        solver.solve(position)
    assert 0 < solver.table_bytes <= 0.1 * 2**20 + LEAST_TABLE


def test_clearing_frees_the_table_of_the_general_search() -> None:
    solver = Solver()
    solver.solve(DEALS[0])
    assert solver.table_bytes > LEAST_TABLE
    solver.clear()
    assert solver.table_bytes == LEAST_TABLE


def test_the_table_is_reused() -> None:
    position = DEALS[0]
    solver = Solver()
    value = solver.solve(position)
    first = solver.nodes
    assert solver.solve(position) == value
    assert solver.nodes - first < first / 10


def test_node_counts_are_reproducible() -> None:
    counts = []
    for _ in range(2):
        solver = Solver()
        for position in DEALS:
            solver.solve_cards(position)
        counts.append(solver.nodes)
    assert counts[0] == counts[1]


def test_a_search_out_of_nodes_stops_and_can_be_resumed() -> None:
    position = deal(GAMES[0][0], 9, 5)
    solver = Solver()
    with pytest.raises(SearchStopped, match="as many cards as it may: allow more"):
        solver.solve(position, nodes=100)
    assert solver.nodes == 100
    assert solver.solve(position) == solve(position)


def test_a_search_out_of_time_stops() -> None:
    position = deal(rules_of("colonial-scotch-whist"), 13, 0)
    with pytest.raises(SearchStopped, match="as much time as it may"):
        solve(position, seconds=0.01)
    with pytest.raises(SearchStopped):
        solve_many([position] * 3, seconds=0.01, threads=2)


def test_a_batch_keeps_its_order_on_any_number_of_threads() -> None:
    values = [solve(position) for position in DEALS]
    for threads in (1, 2, 5):
        assert solve_many(DEALS, threads=threads) == values
        assert solve_many(DEALS[::-1] * 2, threads=threads) == values[::-1] * 2
    cards = solve_many(DEALS, threads=2, cards=True)
    assert cards == [solve_cards(position) for position in DEALS]
    assert solve_many([]) == []
    assert solve_many([], cards=True) == []


def test_meaningless_numbers_are_rejected() -> None:
    with pytest.raises(OddtrickError, match="threads is 0"):
        solve_many(DEALS, threads=0)
    with pytest.raises(OddtrickError, match="table_mb is -1"):
        Solver(table_mb=-1)
    with pytest.raises(OddtrickError, match="nodes is -1"):
        solve(DEALS[0], nodes=-1)


def test_threads_that_share_a_solver_take_turns() -> None:
    solver = Solver()
    found: dict[int, int] = {}

    def work(part: int) -> None:
        for at in range(part, len(DEALS), 3):
            found[at] = solver.solve(DEALS[at])

    threads = [threading.Thread(target=work, args=(part,)) for part in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[at] for at in range(len(DEALS))] == [solve(position) for position in DEALS]


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs a timer that interrupts")
@pytest.mark.parametrize("many", [False, True])
def test_an_interrupt_ends_a_search(many: bool) -> None:
    position = deal(rules_of("colonial-scotch-whist"), 13, 0)

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    search: list[Callable[[], object]] = [
        lambda: solve(position, seconds=60),
        lambda: solve_many([position] * 4, threads=2, seconds=60),
    ]
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(KeyboardInterrupt):
            search[many]()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_the_gil_is_released_during_a_search() -> None:
    position = deal(rules_of("colonial-scotch-whist"), 13, 0)
    stopped: list[SearchStopped] = []

    def work() -> None:
        try:
            solve(position, seconds=0.5)
        except SearchStopped as error:
            stopped.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    steps = 0
    while thread.is_alive():
        time.sleep(0.01)
        steps += 1
    assert stopped
    assert steps > 3


def test_all_thirteen_top_cards_take_all_tricks() -> None:
    hands = [Hand.of(CARDS[13 * suit : 13 * suit + 13]) for suit in range(4)]
    assert solve(Position(tuple(hands), Suit.CLUBS, 0)) == 13
    assert solve(Position(tuple(hands), Suit.CLUBS, 1)) == 0
    assert solve(Position(tuple(hands), None, 1)) == 13
