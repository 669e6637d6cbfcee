"""A chunk is named by seed, first and last deal; its result is the same wherever it is played."""

import sys
import warnings
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from itertools import pairwise
from multiprocessing import active_children
from threading import active_count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddtrick.arena import Chunk, Contest, Entrant, Unit, play_chunk, play_duplicate
from oddtrick.arena.chunks import play_chunks, split_into_chunks
from oddtrick.arena.executors import ExecutorKind, open_pool
from oddtrick.errors import OddtrickError
from oddtrick.games import rules_of

KNOCKOUT = rules_of("knockout-whist", players=3)
DEALS = 14
GONE = Entrant("gone", ("/no/such/program",))


def alone() -> dict[Unit, tuple[float, ...]]:
    return play_duplicate(KNOCKOUT, "casual", "random", deals=DEALS, seed=8).swings


def _skip_without(kind: ExecutorKind) -> None:
    library = {"dask": "distributed", "ray": "ray"}.get(kind)
    if library and find_spec(library) is None:
        pytest.skip(f"{library} is not installed: it is an extra of its own")


@pytest.mark.parametrize("chunk", [1, 4, 100])
@pytest.mark.parametrize("kind", ["threads", "processes"])
def test_the_result_is_that_of_one_after_another(kind: ExecutorKind, chunk: int) -> None:
    with open_pool(kind, 2) as pool:
        outcome = play_duplicate(
            KNOCKOUT, "casual", "random", deals=DEALS, seed=8, pool=pool, chunk_size=chunk
        )
    assert outcome.swings == alone()


@pytest.mark.filterwarnings("default")  # what these libraries leave behind is not ours
@pytest.mark.parametrize("kind", ["dask", "ray"])
def test_and_so_is_that_of_a_cluster(kind: ExecutorKind) -> None:
    _skip_without(kind)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with open_pool(kind, 2) as pool:
            outcome = play_duplicate(
                KNOCKOUT, "casual", "random", deals=DEALS, seed=8, pool=pool, chunk_size=3
            )
            with pytest.raises(OddtrickError, match=r"^deal 0, table 0: gone does not start"):
                play_duplicate(KNOCKOUT, GONE, "random", deals=1, pool=pool)
    assert outcome.swings == alone()


def test_the_deals_of_a_chunk_are_those_of_its_name() -> None:
    contest = Contest(KNOCKOUT, (Entrant("casual"), Entrant("random"), Entrant("random")))
    assert [deal.number for deal in play_chunk(contest, Chunk(8, 3, 5))] == [3, 4, 5]


@given(st.integers(0, 60), st.integers(0, 60), st.integers(1, 20))
def test_chunks_follow_each_other_and_end_where_they_always_do(
    first: int, deals: int, size: int
) -> None:
    made = list(split_into_chunks(1, first, deals, size))
    assert [n for one in made for n in range(one.first, one.last + 1)] == list(range(first, deals))
    assert all(left.last + 1 == right.first for left, right in pairwise(made))
    assert all((one.last + 1) % size == 0 for one in made[:-1])


def test_results_come_in_the_order_of_the_deals_whoever_is_first() -> None:
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
def test_who_stops_in_the_middle_leaves_nothing_behind(kind: ExecutorKind) -> None:
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
def test_what_goes_wrong_there_is_told_here(kind: ExecutorKind) -> None:
    with open_pool(kind, 1) as pool, pytest.raises(OddtrickError, match="gone does not start"):
        play_duplicate(KNOCKOUT, GONE, "random", deals=1, pool=pool)


def test_a_worker_that_dies_is_told_in_a_line() -> None:
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


def test_there_is_a_worker_at_least() -> None:
    with (
        pytest.raises(OddtrickError, match="--workers is 0: it must be 1 or more"),
        open_pool("threads", 0),
    ):
        pass


@pytest.mark.parametrize(("kind", "library"), [("dask", "distributed"), ("ray", "ray")])
def test_what_is_not_installed_is_told_with_the_remedy(
    kind: ExecutorKind, library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    told = rf"{library} is not installed: pip install 'oddtrick\[{kind}\]'"
    with pytest.raises(OddtrickError, match=told), open_pool(kind):
        pass
