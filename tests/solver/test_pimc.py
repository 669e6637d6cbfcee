"""Worlds × cards: what the kernel tabulates is what solving world after world gives."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from functools import cache
from random import Random
from typing import Any

import grimp
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from oddtrick.cards import Hand
from oddtrick.dealing import new_match
from oddtrick.errors import OddtrickError
from oddtrick.match import Match, Playing
from oddtrick.solver import Position, Solver, Worth
from oddtrick.solver.pimc import MISSING, Aim, Evaluation, evaluate
from oddtrick.solver.sampling import worlds
from oddtrick.views import Awaited, View
from tests.support.extent import times
from tests.support.random_matches import WITHOUT_PASSES, course


def one_by_one(view: View, n: int, seed: int, objective: Aim) -> list[list[int]]:
    """The same table in Python: each world made a position of the game and solved."""
    solver, rows = Solver(), []
    for hands in worlds(view).draw(n, seed).hands.tolist():
        position = Position.of(
            view.rules,
            tuple(map(Hand, hands)),
            view.trump,
            view.table_seats[0],
            view.table,
            past=view.tricks,
            out=tuple(set(range(view.rules.players)) - set(view.seats)),
            score=view.standing.carried[:2],  # type: ignore[arg-type]
        )
        if objective == "tricks":
            position = replace(position, worth=Worth(), objective=None)
        rows.append([*solver.solve_cards(position).values()])
    return rows


def turns(match: Match, most: int) -> bool:
    """True if a card is to be played and at most ``cards`` cards are unplayed."""
    return isinstance(match.phase, Playing) and sum(match.view(match.to_act).counts) <= most


def a_turn(game: str, options: dict[str, Any], seed: int, most: int = 16) -> View:
    """The view of a seat to play, late in a hand of a random match."""
    match = Random(seed).choice([m for m in course(game, options, seed) if turns(m, most)])
    return match.view(match.to_act)


def first_turn(game: str, seed: int = 1, **options: Any) -> View:
    """The view of the eldest hand before the first lead."""
    match = new_match(game, seed=seed, dealer=0, **options)
    return match.view(match.to_act)


def same(one: Evaluation, other: Evaluation) -> bool:
    return (
        one.cards == other.cards
        and (one.values == other.values).all()
        and (one.hands == other.hands).all()
        and (one.solved == other.solved).all()
        and one.nodes == other.nodes
    )


def is_beginning(part: Evaluation, whole: Evaluation) -> bool:
    n = len(part)
    return bool(
        (part.values == whole.values[:n]).all()
        and (part.hands == whole.hands[:n]).all()
        and (part.solved == whole.solved[:n]).all()
    )


def check_turn(game: str, options: dict[str, Any], seed: int) -> None:
    view = a_turn(game, options, seed)
    objective: Aim = "points" if seed % 3 else "tricks"
    found = evaluate(view, 6, seed, objective=objective, threads=1 + seed % 2)
    assert found.cards == view.legal
    assert found.values.tolist() == one_by_one(view, 6, seed, objective)
    assert found.solved.all()


@pytest.mark.parametrize(("game", "options"), WITHOUT_PASSES, ids=str)
def test_values_equal_solving_each_world(game: str, options: dict[str, Any]) -> None:
    for seed in range(times(1, whole=2)):
        check_turn(game, options, seed)


@pytest.mark.long
@pytest.mark.parametrize(("game", "options"), WITHOUT_PASSES, ids=str)
def test_values_equal_solving_each_world_many_times(game: str, options: dict[str, Any]) -> None:
    for seed in range(2, 40):
        check_turn(game, options, seed)


@settings(max_examples=25, deadline=None)
@given(
    st.sampled_from(WITHOUT_PASSES),
    st.integers(0, 2**32),
    st.integers(0, 2**63),
    st.integers(0, 9),
)
def test_the_worlds_equal_draws_of_the_view(
    game: tuple[str, dict[str, Any]], course_seed: int, seed: int, first: int
) -> None:
    view = a_turn(*game, course_seed)
    found = evaluate(view, 8, seed, first=first)
    assert (found.hands == worlds(view).draw(8, seed, first).hands).all()
    assert (found.hands[:, view.seat] == view.hand.mask).all()
    assert same(
        evaluate(view, 4, seed, first=first + 4, nodes=0),
        evaluate(view, 4, seed, first=first + 4, nodes=0, threads=3),
    )


FIRST_TURNS = [
    ("whist", {}),
    ("scotch-whist", {"players": 3}),
    ("scotch-whist", {"players": 8, "sides": 2}),
    ("knockout-whist", {"players": 7}),
    ("knockout-whist", {"players": 4, "broken": True}),
]


@pytest.mark.parametrize(("game", "options"), FIRST_TURNS, ids=str)
def test_the_result_does_not_depend_on_threads(game: str, options: dict[str, Any]) -> None:
    view = first_turn(game, **options)
    one = evaluate(view, 6, seed=7, nodes=30_000, threads=1)
    assert len(one) == one.requested == 6
    for threads in (2, 5):
        assert same(evaluate(view, 6, seed=7, nodes=30_000, threads=threads), one)


def test_two_ranges_of_worlds_join() -> None:
    view = first_turn("knockout-whist", players=4)
    whole = evaluate(view, 10, seed=3)
    parts = [evaluate(view, 5, seed=3, first=first) for first in (0, 5)]
    assert np.concatenate([part.values for part in parts]).tolist() == whole.values.tolist()
    assert sum(part.nodes for part in parts) == whole.nodes


def test_a_world_beyond_the_node_limit_is_missing_and_others_are_unchanged() -> None:
    view = first_turn("whist")
    whole = evaluate(view, 12, seed=5)
    each = np.array([evaluate(view, 1, seed=5, first=row).nodes for row in range(12)])
    assert each.sum() == whole.nodes
    cut = evaluate(view, 12, seed=5, nodes=int(np.median(each)), threads=2)
    assert len(cut) == 12
    assert 0 < cut.solved.sum() < 12
    assert (cut.values[cut.solved] == whole.values[cut.solved]).all()
    assert (cut.values[~cut.solved] == MISSING).all()
    assert (cut.hands == whole.hands).all()
    assert (cut.solved <= (each <= each[cut.solved].max())).all()
    assert np.allclose(cut.means(), whole.values[cut.solved].mean(axis=0))


def test_a_time_limit_returns_a_prefix_of_the_worlds() -> None:
    view = first_turn("whist")
    worlds = times(12, whole=40)
    whole = evaluate(view, worlds, seed=2)
    lengths = set()
    for seconds in (0.0, 0.05, 0.3, 3600.0):
        part = evaluate(view, worlds, seed=2, seconds=seconds, threads=2)
        assert part.requested == worlds
        assert is_beginning(part, whole)
        lengths.add(len(part))
    assert {0, worlds} <= lengths


def test_means_without_a_solved_world_are_rejected() -> None:
    found = evaluate(first_turn("whist"), 3, seed=2, seconds=0)
    assert len(found) == 0
    assert found.nodes == 0
    with pytest.raises(OddtrickError, match="none of 3 worlds was solved: allow more"):
        found.best()


def long_work() -> View:
    """A view whose worlds take minutes each."""
    return first_turn("colonial-scotch-whist")


def test_another_thread_can_cancel_and_get_the_worlds_done() -> None:
    cancel, found = threading.Event(), list[Evaluation]()
    before = threading.active_count()
    work = threading.Thread(
        target=lambda: found.append(evaluate(long_work(), 4, seed=1, threads=2, cancel=cancel))
    )
    work.start()
    work.join(0.3)
    assert work.is_alive()
    cancel.set()
    work.join(30)
    assert len(found[0]) < found[0].requested
    assert threading.active_count() == before
    assert cancel.is_set()


def test_work_for_one_thread_is_done_by_the_thread_that_asks() -> None:
    """Also where others wait for a processor: nothing has to be started or awaited."""
    shares: list[float] = []

    def ask() -> None:
        mine, all_threads = time.thread_time(), time.process_time()
        evaluate(long_work(), 4, seed=1, nodes=1_000_000, threads=1)
        shares.append((time.thread_time() - mine) / (time.process_time() - all_threads))

    asking = threading.Thread(target=ask)
    asking.start()
    asking.join()
    assert shares[0] > 0.5


def test_one_event_cancels_all_evaluations_that_share_it() -> None:
    cancel = threading.Event()
    cancel.set()
    assert len(evaluate(long_work(), 4, seed=1, threads=2, cancel=cancel)) == 0


def test_an_event_that_is_not_set_changes_nothing() -> None:
    view = first_turn("whist")
    assert same(evaluate(view, 8, seed=1, cancel=threading.Event()), evaluate(view, 8, seed=1))


class Broken(threading.Event):
    def __init__(self, good: int) -> None:
        super().__init__()
        self.good = good

    def is_set(self) -> bool:
        self.good -= 1
        if self.good < 0:
            raise ZeroDivisionError
        return False


@pytest.mark.parametrize("good", [0, 3])
def test_an_exception_of_an_event_ends_the_evaluation_and_propagates(good: int) -> None:
    with pytest.raises(ZeroDivisionError):
        evaluate(long_work(), 4, seed=1, threads=2, cancel=Broken(good))


INTERRUPTED = """
import time
from pathlib import Path
from oddtrick.dealing import new_match
from oddtrick.solver.pimc import evaluate
match = new_match("colonial-scotch-whist", seed=1, dealer=0)
view = match.view(match.to_act)
evaluate(view, 1, 1, objective="tricks")
threads = lambda: len(list(Path("/proc/self/task").iterdir()))
before = threads()
print("begun", flush=True)
try:
    evaluate(view, 4, seed=1, threads=2)
except KeyboardInterrupt:
    for _ in range(100):  # one that has ended is listed for a moment longer
        if threads() > before:
            time.sleep(0.05)
    print("threads left:", threads() - before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="as Linux tells of threads")
def test_ctrl_c_ends_an_evaluation_and_its_threads() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=60)
    assert output == "threads left: 0\n"


def test_other_threads_run_during_an_evaluation() -> None:
    cancel = threading.Event()
    work = threading.Thread(target=evaluate, args=(long_work(), 2, 1), kwargs={"cancel": cancel})
    work.start()
    for _ in range(5):
        time.sleep(0.01)
    assert work.is_alive()
    cancel.set()
    work.join(30)
    assert not work.is_alive()


@cache
def partly_solved() -> Evaluation:
    return evaluate(first_turn("knockout-whist", players=3), 12, seed=4, nodes=1200)


@given(st.lists(st.floats(0, 100), min_size=12, max_size=12), st.integers(1, 10))
def test_an_integer_weight_equals_repeated_worlds(drawn: list[float], times: int) -> None:
    assume(sum(drawn) > 1)
    found = partly_solved()
    assert 0 < found.solved.sum() < 12
    weights = np.array(drawn) * found.solved
    assume(weights.sum() > 1)
    expected = np.average(found.values[found.solved], axis=0, weights=weights[found.solved])
    assert np.allclose(found.means(drawn), expected)
    assert np.allclose(found.means([times] * 12), found.means())
    assert found.best(drawn) == found.cards[int(found.means(drawn).argmax())]


def test_the_lowest_of_equal_cards_is_best() -> None:
    found = Evaluation(
        cards=tuple(first_turn("whist").hand)[:3],
        values=np.array([[1, 2, 3], [2, 4, 3]], np.int16),
        hands=np.zeros((2, 4), np.uint64),
        solved=np.array([True, True]),
        nodes=0,
        requested=2,
    )
    assert found.means().tolist() == [1.5, 3, 3]
    assert found.best() == found.cards[1]


WEIGHTS: list[tuple[list[float], str]] = [
    ([1, 2], r"weights has the shape \(2,\): there are 3 worlds"),
    ([1, 2, -1], "0 or more"),
    ([1, 2, float("nan")], "0 or more"),
    ([1, 2, float("inf")], "no infinite"),
    ([0, 0, 0], "leave out every world"),
]


@pytest.mark.parametrize(("weights", "message"), WEIGHTS)
def test_invalid_weights_are_rejected(weights: list[float], message: str) -> None:
    found = evaluate(a_turn("whist", {}, 1), 3, seed=1)
    with pytest.raises(OddtrickError, match=message):
        found.means(weights)


def not_to_play() -> list[tuple[View, str]]:
    match = new_match("whist", seed=1, dealer=0)
    blind = new_match("knockout-whist", seed=1, players=3, choose="blind")
    while blind.view(0).awaited is not Awaited.CHOICE:
        blind = blind.apply(blind.legal_actions()[0])
    return [
        (match.view(2), "seat 2 has no card to play now: it is the turn of seat 1"),
        (match.view(None), "a spectator plays no card"),
        (blind.view(blind.to_act), "waits for this: choice"),
        (course("whist", {"match": "deals", "deals": 1}, 1)[-1].view(0), "waits for this: nothing"),
        (replace(match.view(1), counts=(13, 13, 12, 13)), "seat 2"),
    ]


@pytest.mark.parametrize(
    ("view", "message"), not_to_play(), ids=[message for _, message in not_to_play()]
)
def test_a_view_without_a_card_to_play_is_rejected(view: View, message: str) -> None:
    with pytest.raises(OddtrickError, match=message):
        evaluate(view, 3, seed=1)


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"worlds": 0}, "worlds is 0"),
    ({"worlds": 1_000_001}, "1 to 1,000,000"),
    ({"seed": -1}, "seed is -1"),
    ({"seed": 2**64}, "seed is 1844"),
    ({"first": -1}, "first is -1"),
    ({"first": 2**64 - 2}, "first is"),
    ({"objective": "honours"}, "write 'points' or 'tricks'"),
    ({"nodes": -1}, "nodes is -1"),
    ({"seconds": -1}, "seconds is -1"),
    ({"seconds": float("nan")}, "seconds is nan"),
    ({"threads": 0}, "threads is 0"),
    ({"threads": 1025}, "1 to 1024"),
    ({"table_mb": -1}, "table_mb is -1"),
]


@pytest.mark.parametrize(("arguments", "message"), WRONG, ids=[message for _, message in WRONG])
def test_invalid_arguments_are_rejected(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(OddtrickError, match=message):
        evaluate(first_turn("whist"), **{"worlds": 3, "seed": 1, **arguments})


def test_importing_the_solver_does_not_import_numpy_or_claims() -> None:
    heavy = {"numpy", "oddtrick.solver.claims"}
    script = f"import sys, oddtrick.solver; print({heavy} & {{*sys.modules}})"
    output = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=True, text=True
    )
    assert output.stdout == "set()\n"


@pytest.mark.parametrize("hidden", ["match", "dealing", "record"])
def test_pimc_imports_nothing_hidden_from_bots(hidden: str) -> None:
    graph = grimp.build_graph("oddtrick")
    imports = {"importer": "oddtrick.solver.pimc", "imported": f"oddtrick.{hidden}"}
    assert graph.find_shortest_chain(**imports, as_packages=True) is None
