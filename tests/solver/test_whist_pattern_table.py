"""The pattern table of the whist search never changes values and keeps its limits."""

from __future__ import annotations

import threading
from itertools import pairwise
from random import Random

import pytest
from msgspec.structs import replace

from oddtrick.cards import CARDS, Hand, Suit, mask_of
from oddtrick.solver import Position, SearchStopped, Solver, solve, solve_cards, solve_many
from oddtrick.tricks import CardOrder, Trick, from_seat
from tests.support.extent import part
from tests.support.solver.whist_endings import LEAST_TABLE, a_position, by_the_general_search

TRUMPS = (*Suit, None)


def a_deal(rng: Random, size: int, trump: Suit | None = None) -> Position:
    cards = rng.sample(CARDS, 4 * size)
    hands = tuple(Hand(mask_of(cards[seat::4])) for seat in range(4))
    return Position(hands, trump, rng.randrange(4))


def deals(seed: str, number: int, size: int) -> list[Position]:
    rng = Random(seed)
    return [a_deal(rng, size, TRUMPS[at % 5]) for at in range(number)]


def played(position: Position, rng: Random) -> list[Position]:
    """The position and those after it, to the last card but one; any legal play."""
    seats, strengths = range(4), position.order.strengths(position.trump)
    held = [hand.mask for hand in position.hands]
    trick = Trick(from_seat(seats, position.leader), position.trick, position.trump, strengths)
    places = [position]
    for _ in range(4 * max(map(len, position.hands)) - 1):
        assert trick.to_play is not None
        card = rng.choice(list(Hand(trick.legal(held[trick.to_play]))))
        held[trick.to_play] &= ~card.bit
        trick = trick.play(card)
        if trick.complete:
            assert trick.winner is not None
            trick = Trick(from_seat(seats, trick.winner), (), position.trump, strengths)
        hands = tuple(map(Hand, held))
        places.append(replace(position, hands=hands, leader=trick.seats[0], trick=trick.cards))
    return places


@pytest.mark.unsanitized
@pytest.mark.parametrize("table_mb", [0, 0.2, 1])
def test_a_small_table_finds_the_same_values_as_a_large_one(table_mb: float) -> None:
    tiny = Solver(table_mb)
    for position in deals("tiny", 20, 9) + deals("tiny", 5, 11):
        assert tiny.solve_cards(position) == solve_cards(position), str(position)
    rng = Random("tiny")
    for at in range(400):
        position = a_position(rng, 1 + at % 6, at % 4)
        assert tiny.solve_cards(position) == solve_cards(position), str(position)


@pytest.mark.unsanitized
def test_the_tiny_table_overflows_in_these_tests() -> None:
    """Or else the test above would test nothing: what is lost has to be proved anew."""
    position = a_deal(Random(1), 11, Suit.HEARTS)
    tiny, large = Solver(table_mb=0), Solver()
    assert tiny.solve(position) == large.solve(position)
    assert tiny.nodes > large.nodes


@pytest.mark.unsanitized
@pytest.mark.parametrize("table_mb", part([0, 0.1, 0.5, 1, 2, 5], 3))
def test_a_table_stays_within_its_limit(table_mb: float) -> None:
    solver, most = Solver(table_mb), 0
    for position in deals("bound", 10, 12):
        solver.solve(position)
        most = max(most, solver.table_bytes)
    assert most <= table_mb * 2**20 + LEAST_TABLE
    assert most > min(table_mb, 1) * 2**20 / 8, "it was put to use"


def test_a_table_serves_every_leader_of_a_deal() -> None:
    for deal in deals("leaders", 25, 8):
        solver = Solver()
        for leader in (*range(4), *reversed(range(4))):
            position = replace(deal, leader=leader)
            assert solver.solve_cards(position) == solve_cards(position), str(position)


def test_a_table_serves_while_a_deal_is_played_forwards_and_backwards() -> None:
    rng = Random("played")
    for deal in deals("played", 12, 8):
        forth, back = Solver(), Solver()
        places = played(deal, rng)
        expected = [solve_cards(place) for place in places]
        assert [forth.solve_cards(place) for place in places] == expected, str(deal)
        backwards = [back.solve_cards(place) for place in reversed(places)]
        assert backwards[::-1] == expected, str(deal)


def test_one_solver_for_many_deals_agrees_with_new_ones() -> None:
    """The same cards under other trumps, in other hands, in another order; pairs changed round."""
    rng, solver = Random("in turn"), Solver(table_mb=2)
    for deal in deals("in turn", 60, 7):
        changes = [
            deal,
            replace(deal, trump=rng.choice(TRUMPS)),
            replace(deal, order=CardOrder.TRUMP_JACK_HIGH),
            replace(deal, hands=deal.hands[1:] + deal.hands[:1]),
            replace(deal, sides=(1, 0, 1, 0)),
            replace(deal, worth=replace(deal.worth, trick=2, card=1)),
            replace(deal, sides=(0, 0, 1, 1)),
            rng.choice(played(deal, rng)),
            deal,
        ]
        for position in changes:
            assert solver.solve_cards(position) == solve_cards(position), str(position)


def test_the_cards_tried_for_a_deal_do_not_depend_on_deals_before() -> None:
    """Neither what was proved nor what was a good reply elsewhere is carried over."""
    solver = Solver()
    for size in (4, 6, 8, 9, 10):
        for position in deals(f"alone {size}", 10, size):
            for ask in (Solver.solve, Solver.solve_cards):
                solver.solve(a_deal(Random(f"{position}"), 10, None))
                before, alone = solver.nodes, Solver()
                assert ask(solver, position) == ask(alone, position)
                assert solver.nodes - before == alone.nodes, str(position)


def test_a_cleared_table_behaves_like_a_new_one() -> None:
    solver = Solver()
    for position in deals("forget", 20, 8):
        before = solver.nodes
        value = solver.solve(position)
        first = solver.nodes - before
        solver.solve(position)
        assert solver.nodes - before - first <= first // 10
        solver.clear()
        assert solver.solve(position) == value


@pytest.mark.unsanitized
def test_clearing_a_table_frees_its_memory() -> None:
    solver = Solver(table_mb=4)
    for position in deals("back", 5, 12):
        solver.solve(position)
    solver.clear()
    assert solver.table_bytes == LEAST_TABLE


@pytest.mark.unsanitized
def test_one_table_serves_for_all_kinds_of_positions_within_its_bound() -> None:
    solver = Solver(table_mb=1)
    for position in deals("both", 5, 11):
        solver.solve(position)
        solver.solve(by_the_general_search(played(position, Random(1))[4]))
    assert solver.table_bytes <= 2**20 + LEAST_TABLE


@pytest.mark.parametrize("times", range(65_533, 65_538))
def test_a_table_cleared_until_its_epoch_wraps_is_empty(times: int) -> None:
    """Entries with trumps would be wrong without them."""
    deal = a_deal(Random(8), 8, Suit.HEARTS)
    without = replace(deal, trump=None)
    solver = Solver(table_mb=4)
    solver.solve_cards(deal)
    for _ in range(times):
        solver.clear()
    assert solver.solve_cards(without) == solve_cards(without)


@pytest.mark.long
def test_values_stay_right_when_the_epoch_wraps() -> None:
    """A new deal each time empties the table by itself."""
    rng, solver = Random("round"), Solver(table_mb=1)
    for at in range(70_000):
        position = a_position(rng, 2 + at % 3, at % 4)
        value = solver.solve(position)
        if at % 20 == 0 or 65_000 < at < 66_000:
            assert value == solve(position), str(position)


@pytest.mark.unsanitized
def test_a_whist_search_out_of_nodes_can_be_resumed() -> None:
    for position in deals("nodes", 10, 12):
        value = solve(position)
        solver, allowed, tries = Solver(), 200, [0]
        found = None
        while found is None:
            try:
                found = solver.solve(position, nodes=allowed)
            except SearchStopped:
                allowed *= 2
                tries.append(solver.nodes)
        assert found == value
        assert all(one < other for one, other in pairwise(tries))


def test_a_node_limit_is_exact_to_within_a_trick() -> None:
    """The limit is checked before each lead, so a trick may be completed first."""
    for position in deals("strict", 10, 13):
        for allowed in (0, 1, 100, 5000):
            solver = Solver()
            with pytest.raises(SearchStopped, match="allow more nodes or seconds"):
                solver.solve(position, nodes=allowed)
            assert allowed <= solver.nodes <= allowed + 1000


def test_an_unfinished_search_does_not_affect_others() -> None:
    """Stopped anywhere, by nodes: other leaders, cards and deals are asked next."""
    rng, solver = Random("stopped"), Solver(table_mb=1)
    stopped = 0
    for deal in deals("stopped", 40, 9):
        try:
            solver.solve_cards(deal, nodes=rng.randrange(3000))
        except SearchStopped:
            stopped += 1
        for position in (replace(deal, leader=rng.randrange(4)), rng.choice(played(deal, rng))):
            assert solver.solve_cards(position) == solve_cards(position), str(position)
    assert stopped > 20


def test_a_whist_search_out_of_time_stops_and_is_right_afterwards() -> None:
    deal = a_deal(Random(4), 13, Suit.CLUBS)
    solver = Solver()
    for question in (solver.solve, solver.solve_cards, solver.principal_line):
        with pytest.raises(SearchStopped):
            question(deal, seconds=0)
    assert solver.solve(deal) == solve(deal)
    with pytest.raises(SearchStopped):
        solve_many([deal] * 3, threads=2, nodes=10)


def test_threads_that_share_a_whist_solver_agree() -> None:
    queries = deals("threads", 30, 9)
    solver, found = Solver(), dict[int, int]()

    def work(part: int) -> None:
        for at in range(part, len(queries), 3):
            found[at] = solver.solve(queries[at])

    threads = [threading.Thread(target=work, args=(part,)) for part in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[at] for at in range(len(queries))] == solve_many(queries, threads=2)
