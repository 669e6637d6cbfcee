"""A chunk gives the same result on every executor."""

import sys
import warnings
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from multiprocessing import active_children
from threading import active_count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddtrick.arena import Chunk, Contest, Entrant, Unit, play_chunk, play_duplicate
from oddtrick.arena.executors import ExecutorKind, open_pool, play_chunks, split_into_chunks
from oddtrick.errors import OddtrickError
from oddtrick.games import rules_of
from tests.support.extent import part

KNOCKOUT = rules_of("knockout-whist", players=3)
DEALS = 14
MISSING = Entrant("missing", ("/no/such/program",))


def sequential() -> dict[Unit, tuple[float, ...]]:
    return play_duplicate(KNOCKOUT, "casual", "random", deals=DEALS, seed=8).swings


@pytest.mark.parametrize("chunk", part([4, 1, 100], 1))
@pytest.mark.parametrize("kind", ["threads", "processes"])
def test_a_pool_gives_the_sequential_result(kind: ExecutorKind, chunk: int) -> None:
    with open_pool(kind, 2) as pool:
        outcome = play_duplicate(
            KNOCKOUT, "casual", "random", deals=DEALS, seed=8, pool=pool, chunk_size=chunk
        )
    assert outcome.swings == sequential()


@pytest.mark.whole(held_by="tests/arena/test_executors.py::test_a_pool_gives_the_sequential_result")
@pytest.mark.filterwarnings("default")  # the library leaks resources
def test_a_cluster_gives_the_sequential_result() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with open_pool("dask", 2) as pool:
            outcome = play_duplicate(
                KNOCKOUT, "casual", "random", deals=DEALS, seed=8, pool=pool, chunk_size=3
            )
            with pytest.raises(OddtrickError, match=r"^deal 0, table 0: missing does not start"):
                play_duplicate(KNOCKOUT, MISSING, "random", deals=1, pool=pool)
    assert outcome.swings == sequential()


def test_a_chunk_plays_its_deals() -> None:
    contest = Contest(KNOCKOUT, (Entrant("casual"), Entrant("random"), Entrant("random")))
    assert [deal.number for deal in play_chunk(contest, Chunk(8, 3, 5))] == [3, 4, 5]


@given(st.integers(0, 60), st.integers(0, 60), st.integers(1, 20))
def test_chunks_are_contiguous_and_end_at_multiples_of_their_size(
    first: int, deals: int, size: int
) -> None:
    made = list(split_into_chunks(1, first, deals, size))
    assert [n for one in made for n in range(one.first, one.last + 1)] == list(range(first, deals))
    assert all(left.last + 1 == right.first for left, right in pairwise(made))
    assert all((one.last + 1) % size == 0 for one in made[:-1])


def test_results_come_in_the_order_of_the_deals() -> None:
    contest = Contest(KNOCKOUT, (Entrant("casual"), Entrant("random"), Entrant("random")))
    with ThreadPoolExecutor(4) as executor:
        todo = split_into_chunks(8, 0, 30, 1)
        got = [
            deal.number
            for played in play_chunks(contest, todo, executor, workers=4)
            for deal in played
        ]
    assert got == list(range(30))


@pytest.mark.parametrize("kind", ["threads", "processes"])
def test_an_interrupt_leaves_no_threads_or_processes(kind: ExecutorKind) -> None:
    threads, children = active_count(), set(active_children())

    def stop(_: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), open_pool(kind, 2) as pool:
        play_duplicate(
            KNOCKOUT, "casual", "random", deals=5000, pool=pool, chunk_size=5, on_deals=stop
        )
    assert set(active_children()) <= children
    assert active_count() == threads


@pytest.mark.parametrize("kind", ["threads", "processes"])
def test_errors_of_workers_reach_the_caller(kind: ExecutorKind) -> None:
    with open_pool(kind, 1) as pool, pytest.raises(OddtrickError, match="missing does not start"):
        play_duplicate(KNOCKOUT, MISSING, "random", deals=1, pool=pool)


def test_a_dead_worker_is_reported_in_one_line() -> None:
    def kill(_: object) -> None:
        for child in active_children():
            child.kill()

    with (
        open_pool("processes", 1) as pool,
        pytest.raises(OddtrickError, match="a worker died"),
    ):
        play_duplicate(
            KNOCKOUT, "casual", "random", deals=5000, pool=pool, chunk_size=5, on_deals=kill
        )


def test_a_pool_has_at_least_one_worker() -> None:
    with (
        pytest.raises(OddtrickError, match="--workers is 0: it must be 1 or more"),
        open_pool("threads", 0),
    ):
        pass


@pytest.mark.parametrize(("kind", "library"), [("dask", "distributed"), ("ray", "ray")])
def test_a_missing_library_is_named_with_its_extra(
    kind: ExecutorKind, library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    error = rf"{library} is not installed: run pip install '.*\[{kind}\]'"
    with pytest.raises(OddtrickError, match=error), open_pool(kind):
        pass
