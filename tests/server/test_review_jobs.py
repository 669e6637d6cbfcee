"""Review jobs: computed once, cached, bounded, and stopped with the worker."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from oddtrick.bots.search import SearchBudget, master
from oddtrick.errors import OddtrickError
from oddtrick.record import decode_record, result_of
from oddtrick.record import replay as match_replay
from oddtrick.server.errors import ApiError
from oddtrick.server.jobs.review_jobs import ReviewJobs
from oddtrick.server.security.work_pools import WorkPools
from tests.support.server.upload_example_records import EXAMPLES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from oddtrick.record import Record

QUICK = SearchBudget(candidates=200, worlds=20)
HARD = replace(master.budget, worlds=5_000, candidates=50_000)


def record(name: str) -> Record:
    return decode_record((EXAMPLES / f"{name}.record.json").read_bytes())


@pytest.fixture
def review_jobs() -> Iterator[ReviewJobs]:
    """Review jobs with a small search budget."""
    pools = WorkPools()
    yield ReviewJobs(pools, QUICK)
    pools.close()


def nobody() -> None:
    raise AssertionError("it was not to be made again")


async def test_requests_for_the_same_deal_share_one_review(review_jobs: ReviewJobs) -> None:
    request: list[int] = []
    game = record("knockout-whist-1")
    several = (review_jobs.review(game, 3, lambda: request.append(1)) for _ in range(5))
    first, *others = await asyncio.gather(*several)
    assert request == [1]
    assert all(other.deals is first.deals for other in others)
    assert [deal.number for deal in first.deals] == [3]
    assert (await review_jobs.review(game, 3, nobody)).deals is first.deals


async def test_a_review_is_cached_by_its_deal(review_jobs: ReviewJobs) -> None:
    game = record("knockout-whist-1")
    first = await review_jobs.review(game, 2, lambda: None)
    shorter = replace(game, deals=game.deals[:3])
    assert (await review_jobs.review(shorter, 2, nobody)).deals is first.deals
    request: list[int] = []
    renamed = replace(game, names=tuple("ABCDE"))
    other = await review_jobs.review(renamed, 2, lambda: request.append(1))
    assert request == [1]
    assert other.names == tuple("ABCDE")


@pytest.mark.parametrize("name", ["knockout-whist-1", "whist-1"])
async def test_the_review_of_any_deal_knows_the_outcome_of_the_match(
    review_jobs: ReviewJobs, name: str
) -> None:
    game = record(name)
    result = result_of(match_replay(game))
    assert len(game.deals) > 1
    for deal in (0, len(game.deals) - 1):
        found = await review_jobs.review(game, deal, lambda: None)
        assert (found.over, found.winner) == (result.over, result.winner)
    cut = replace(game, deals=game.deals[:1])
    assert not (await review_jobs.review(cut, 0, nobody)).over


@pytest.mark.parametrize("deal", [-1, 99])
async def test_an_unplayed_deal_has_no_review(review_jobs: ReviewJobs, deal: int) -> None:
    with pytest.raises(ApiError, match="no deal of that number") as refused:
        await review_jobs.review(record("knockout-whist-1"), deal, nobody)
    assert refused.value.status == 404


async def test_the_queue_of_reviews_is_bounded(
    review_jobs: ReviewJobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review_jobs.pools.reviews, "most", 1)
    game = record("knockout-whist-1")
    first = asyncio.ensure_future(review_jobs.review(game, 0, lambda: None))
    await asyncio.sleep(0.01)
    with pytest.raises(ApiError, match="many deals") as refused:
        await review_jobs.review(game, 1, lambda: None)
    assert (refused.value.status, refused.value.code) == (503, "busy")
    assert (await first).deals
    assert (await review_jobs.review(game, 1, lambda: None)).deals


async def test_a_failed_review_is_not_cached(review_jobs: ReviewJobs) -> None:
    game = record("knockout-whist-1")
    broken = replace(game, rules={**game.rules, "game": "no-such-game"})
    for _ in range(2):
        request: list[int] = []
        with pytest.raises(OddtrickError):
            await review_jobs.review(broken, 0, lambda: request.append(1))  # noqa: B023  # called at once
        assert request == [1]


async def test_a_stopping_worker_does_not_wait_for_reviews() -> None:
    pools = WorkPools()
    hard = ReviewJobs(pools, HARD)
    waits = asyncio.ensure_future(hard.review(record("whist-1"), 0, lambda: None))
    await asyncio.sleep(0.1)
    pools.close()
    with pytest.raises(ApiError, match="restarting") as refused:
        await waits
    assert refused.value.status == 503


async def test_a_review_ends_when_the_last_who_waits_has_gone() -> None:
    pools = WorkPools()
    hard, game = ReviewJobs(pools, HARD), record("whist-1")
    waits = [asyncio.ensure_future(hard.review(game, 0, lambda: None)) for _ in range(2)]
    await asyncio.sleep(0.1)
    waits[0].cancel()
    await asyncio.sleep(0.1)
    assert not waits[1].done()
    waits[1].cancel()
    # The pool has one process: it is free again long before that review would have been done.
    assert await pools.reviews.run(len, "free") == len("free")
    pools.close()
