"""Review jobs: computed once, followed by many, cached, bounded, and stopped with the worker."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Iterator
from itertools import groupby
from typing import Any

import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from oddtrick.bots.search import SearchBudget, master
from oddtrick.errors import OddtrickError
from oddtrick.record import Record, decode_record, result_of
from oddtrick.record import replay as match_replay
from oddtrick.review import Decision, review
from oddtrick.review.best_card import best_card
from oddtrick.server.errors import ApiError
from oddtrick.server.jobs import review_jobs as module
from oddtrick.server.jobs.review_events import DealReviewed, DecisionValued
from oddtrick.server.jobs.review_jobs import ReviewJobs
from oddtrick.server.rooms.room import TableRoom, Transition
from oddtrick.server.security.fair_queue import Asker, Bounds
from oddtrick.server.security.work_pools import WorkPools
from oddtrick.tables import Settings, Stage, table_record
from oddtrick.tables.commands import Rematch
from tests.support.server.upload_example_records import EXAMPLES
from tests.support.tables.table_driver import TableDriver

QUICK = SearchBudget(candidates=200, worlds=20)
HARD = replace(master.budget, worlds=5_000, candidates=50_000)


def record(name: str) -> Record:
    return decode_record((EXAMPLES / f"{name}.record.json").read_bytes())


@pytest.fixture(autouse=True)
def calm(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reviews that nobody has asked for begin at once."""
    monkeypatch.setattr(module, "CALM_SECONDS", 0.0)


@pytest.fixture
def review_jobs() -> Iterator[ReviewJobs]:
    """Review jobs with a small search budget."""
    pools = WorkPools()
    yield ReviewJobs(pools, QUICK)
    pools.close()


def nobody() -> None:
    raise AssertionError("it was not to be made again")


async def test_any_number_may_read_a_review_at_the_same_moment(review_jobs: ReviewJobs) -> None:
    game = record("knockout-whist-1")
    names = [tuple("ABCDE"), tuple("FGHIJ")]  # the outcome of each match is new
    for number in range(2):
        match = replace(game, names=names[number])
        first, *others = [
            asyncio.ensure_future(review_jobs.review(match, 3, lambda: None)) for _ in range(60)
        ]
        if number:  # the review is known by now: all ask for the outcome at once
            await asyncio.sleep(0)
            first.cancel()
        reviews = await asyncio.gather(*others)
        assert {(one.over, one.winner, one.names) for one in reviews} == {
            (*outcome(match), names[number])
        }


async def test_an_outcome_that_failed_is_asked_for_again(
    review_jobs: ReviewJobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = record("knockout-whist-1")
    await review_jobs.review(game, 3, lambda: None)
    match = replace(game, names=tuple("ABCDE"))
    with monkeypatch.context() as patched:
        patched.setattr(review_jobs.pools.documents, "_is_stopped", True)
        with pytest.raises(ApiError, match="restarting"):
            await review_jobs.review(match, 3, nobody)
    assert (await review_jobs.review(match, 3, nobody)).winner == outcome(match)[1]


async def _all_of(events: AsyncGenerator[DecisionValued | DealReviewed, None]) -> None:
    async for _ in events:
        pass


def outcome(game: Record) -> tuple[bool, int | None]:
    result = result_of(match_replay(game))
    return result.over, result.winner


async def followed(
    review_jobs: ReviewJobs, game: Record, deal: int, seat: int | None = None
) -> list[DecisionValued | DealReviewed]:
    return [event async for event in review_jobs.follow(game, deal, lambda: None, seat)]


def grades(events: list[DecisionValued | DealReviewed]) -> list[tuple[str, str]]:
    """The grades and types of the events, without repetition."""
    kinds = [(event.grade, type(event).__name__) for event in events]
    return [kind for kind, _ in groupby(kinds)]


IN_FULL = [("full", "DecisionValued"), ("full", "DealReviewed")]
FROM_THE_START = [("quick", "DecisionValued"), ("quick", "DealReviewed"), *IN_FULL]


@pytest.mark.parametrize("seat", [None, 2])
async def test_the_events_of_a_review_are_its_decisions_and_at_last_itself(
    review_jobs: ReviewJobs, seat: int | None
) -> None:
    game = record("knockout-whist-1")
    events = await followed(review_jobs, game, 3, seat)
    assert grades(events) == FROM_THE_START
    for grade in ("quick", "full"):
        *valued, last = [event for event in events if event.grade == grade]
        assert isinstance(last, DealReviewed)
        decisions = last.review.deals[0].decisions
        order = [event.decision.number for event in valued if isinstance(event, DecisionValued)]
        own = [one.number for one in decisions if one.seat == seat]
        assert order == own + [one.number for one in decisions if one.seat != seat]
        for event in valued:
            assert isinstance(event, DecisionValued)
            known = decisions[event.decision.number]
            assert without_double_dummy(known) == event.decision
            assert known.double_dummy_loss is not None
    last = events[-1]
    assert isinstance(last, DealReviewed)
    assert last.review == await review_jobs.review(game, 3, nobody)
    whole = review(game, deals=[3], budget=QUICK)
    assert last.review == replace(whole, left_out=())
    assert await followed(review_jobs, game, 3) == [last]


def without_double_dummy(decision: Decision) -> Decision:
    choices = tuple(replace(one, double_dummy=None) for one in decision.choices)
    return replace(decision, choices=choices, double_dummy_loss=None)


async def test_who_comes_later_joins_the_same_computation(review_jobs: ReviewJobs) -> None:
    game, admitted = record("knockout-whist-1"), []
    first = review_jobs.follow(game, 3, lambda: admitted.append(1))
    seen = [await anext(first)]
    while seen[-1].grade == "quick":
        seen.append(await anext(first))
    late = asyncio.ensure_future(followed(review_jobs, replace(game, names=None), 3))
    asked = asyncio.ensure_future(review_jobs.review(game, 3, nobody))
    seen += [event async for event in first]
    assert grades(seen) == FROM_THE_START
    assert grades(await late) in (FROM_THE_START[1:], IN_FULL[1:])  # it may have just ended
    assert isinstance(seen[-1], DealReviewed)
    assert await asked == seen[-1].review
    assert admitted == [1]


async def test_quick_values_of_a_review_that_was_left_are_kept(review_jobs: ReviewJobs) -> None:
    game = record("knockout-whist-1")
    events = review_jobs.follow(game, 3, lambda: None)
    async for event in events:
        if isinstance(event, DealReviewed):
            break
    await events.aclose()
    assert grades(await followed(review_jobs, game, 3)) == FROM_THE_START[1:]


def end_of_deal(*, program: bool = False) -> Transition:
    """The end of a deal, played by a person and three bots."""
    driver = TableDriver(host="p_ann", match="deals", deals=1)
    driver.begin("p_ann")
    driver.play_out()
    chairs = tuple(replace(one, program=program) for one in driver.table.chairs)
    after = replace(driver.table, chairs=chairs)
    return Transition(driver.before, after, driver.facts, "p_ann", None)


class Listener:
    """A connection that keeps what it is sent."""

    person = "p_ann"

    def __init__(self) -> None:
        self.frames: list[Any] = []

    def push(self, frame: bytes) -> None:
        self.frames.append(json.loads(frame))


def room_after(ended: Transition) -> tuple[TableRoom, Listener]:
    """The room of a table at which a deal has ended, and somebody who is connected to it."""
    room, listener = TableRoom(ended.after, {}), Listener()
    room.listeners.add(listener)
    return room, listener


async def review_unasked(review_jobs: ReviewJobs, ended: Transition) -> list[tuple[str, str]]:
    """Lets a deal end; returns the grades that whoever asks for it afterwards is sent."""
    for _ in range(3):
        review_jobs.on_change(room_after(ended)[0], ended)
    await unasked_review(review_jobs)
    record = table_record(ended.after)
    assert record is not None
    return grades(await followed(review_jobs, record, 0))


async def test_a_deal_of_people_is_reviewed_quickly_before_anybody_asks(
    review_jobs: ReviewJobs,
) -> None:
    assert await review_unasked(review_jobs, end_of_deal()) == FROM_THE_START[1:]


async def test_a_deal_of_programs_is_not_reviewed_unasked(review_jobs: ReviewJobs) -> None:
    ended = end_of_deal(program=True)
    assert await review_unasked(review_jobs, ended) == FROM_THE_START


async def test_nothing_is_reviewed_unasked_while_deals_are_reviewed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pools = WorkPools()
    hard = ReviewJobs(pools, HARD)
    events = hard.follow(record("whist-1"), 0, lambda: None)
    await anext(events)
    monkeypatch.setattr(pools.reviews, "run_in_parts", refuse)
    hard.on_change(room_after(end_of_deal())[0], end_of_deal())
    await asyncio.sleep(0.01)
    assert hard.unasked is not None
    await hard.unasked
    await events.aclose()
    pools.close()


async def refuse(*_: object) -> None:
    raise AssertionError("nobody has asked for this review")


@pytest.mark.parametrize("how", ["unasked", "asked", "known"])
async def test_a_table_is_told_the_best_card_of_the_deal_that_has_ended(
    review_jobs: ReviewJobs, how: str
) -> None:
    """Whoever has asked for the review: it is made once, and nobody's admission is used up."""
    ended = end_of_deal()
    room, listener = room_after(ended)
    game = table_record(ended.after)
    assert game is not None
    if how == "known":
        await review_jobs.review(game, 0, lambda: None)
    review_jobs.on_change(room, ended)
    await asyncio.sleep(0.01)
    assert review_jobs.unasked is not None
    if how == "asked":  # the one begun before is given up
        await review_jobs.review(game, 0, lambda: None)
    else:
        await review_jobs.unasked
    frames = listener.frames
    assert [(one["type"], one["match"], one["deal"]) for one in frames] == [
        ("best-card", ended.after.number, 0)
    ] * (2 if how == "asked" else 1)
    assert json.loads(room.best_card or b"null") == frames[-1]
    grade = "quick" if how == "unasked" else "full"
    events = review_jobs.follow(game, 0, lambda: None)
    known = await anext(events)
    assert isinstance(known, DealReviewed)
    assert known.grade == grade
    assert frames[-1]["best"] == to_builtins(best_card(known.review.deals[0]))
    await events.aclose()
    review_jobs.on_change(room, ended)
    assert room.best_card is None, "the last deal is another one now"


@pytest.mark.parametrize("when", ["ended", "reviewed", "again"])
async def test_a_review_of_an_earlier_deal_leaves_the_best_card_of_the_last(
    review_jobs: ReviewJobs, when: str
) -> None:
    """Reviewed after the next deal has ended, after its own review, or of the match before."""
    first, last = ends_of_deals(deals=1 if when == "again" else 2)
    room, listener = room_after(first)
    review_jobs.on_change(room, first)
    await unasked_review(review_jobs)
    listener.frames.clear()
    review_jobs.on_change(room, last)
    assert room.best_card is None
    if when != "ended":
        await unasked_review(review_jobs)
    told, kept = list(listener.frames), vars(room)["best_card"]
    earlier = table_record(first.after)
    assert earlier is not None
    await review_jobs.review(earlier, 0, lambda: None)
    assert (listener.frames, vars(room)["best_card"]) == (told, kept)
    game, deal = table_record(last.after), 0 if when == "again" else 1
    assert game is not None
    await review_jobs.review(game, deal, lambda: None)
    assert {(one["match"], one["deal"]) for one in listener.frames} == {(last.after.number, deal)}


async def unasked_review(review_jobs: ReviewJobs) -> None:
    await asyncio.sleep(0.01)
    if review_jobs.unasked is not None:
        await review_jobs.unasked


def ends_of_deals(deals: int) -> tuple[Transition, Transition]:
    """The ends of two deals at a table, of one match or of two."""
    with_pause = Settings(pause_seconds=5, bot_delay_ms=0)
    driver = TableDriver(settings=with_pause, host="p_ann", match="deals", deals=deals)
    driver.begin("p_ann")
    ends: list[Transition] = []
    while len(ends) < 2:
        driver.step()
        before, after = driver.before.stage, driver.table.stage
        if before is Stage.PLAYING and after is not Stage.PLAYING:
            ends.append(Transition(driver.before, driver.table, driver.facts, "p_ann", None))
            if after is Stage.OVER and len(ends) < 2:
                driver.do("p_ann", Rematch())
    return ends[0], ends[1]


async def test_a_table_that_has_left_memory_is_told_nothing(review_jobs: ReviewJobs) -> None:
    ended = end_of_deal()
    room, listener = room_after(ended)
    review_jobs.on_change(room, ended)
    await asyncio.sleep(0.01)
    assert review_jobs.unasked is not None
    del room
    await review_jobs.unasked
    assert listener.frames == []


async def test_a_review_is_cached_by_its_deal(review_jobs: ReviewJobs) -> None:
    game = record("knockout-whist-1")
    first = await review_jobs.review(game, 2, lambda: None)
    shorter = replace(game, deals=game.deals[:3])
    assert (await review_jobs.review(shorter, 2, nobody)).deals is first.deals
    renamed = replace(game, names=tuple("ABCDE"))
    other = await review_jobs.review(renamed, 2, nobody)
    assert other.deals is first.deals
    assert (first.names, other.names) == (None, tuple("ABCDE"))
    assert [deal.number for deal in first.deals] == [2]


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


async def test_the_queue_of_reviews_is_bounded_for_each_person_and_in_all(
    review_jobs: ReviewJobs,
) -> None:
    review_jobs.shares.bounds = Bounds(all=2, by_address=2, by_person=1)
    game, (ann, ben, cat) = record("knockout-whist-1"), (Asker("a", name) for name in "123")

    async def asked(deal: int, asker: Asker) -> Any:
        return await review_jobs.review(game, deal, lambda: None, asker)

    begun = [asyncio.ensure_future(asked(0, ann)), asyncio.ensure_future(asked(1, ben))]
    await asyncio.sleep(0.01)
    for asker, status, why in (
        (ann, 429, "of yours"),
        (cat, 429, "from your network"),
        (Asker("b"), 503, "many deals"),
    ):
        with pytest.raises(ApiError, match=why) as refused:
            await asked(2, asker)
        assert refused.value.status == status
    assert all(made.deals for made in await asyncio.gather(*begun))
    assert (await asked(2, ann)).deals
    await asyncio.sleep(0)  # the callback of its end
    assert not len(review_jobs.shares)


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


async def test_a_closing_worker_refuses_followers_of_reviews_at_once() -> None:
    pools = WorkPools()
    hard = ReviewJobs(pools, HARD)
    follows = [hard.follow(record("knockout-whist-1"), deal, lambda: None) for deal in (0, 1)]
    waits = [asyncio.ensure_future(_all_of(one)) for one in follows]  # one is made, one waits
    await asyncio.sleep(0.1)
    hard.close()
    for each in waits:
        with pytest.raises(ApiError, match="restarting"):
            await each
    with pytest.raises(ApiError, match="restarting"):
        await hard.review(record("knockout-whist-1"), 3, nobody)
    pools.close()


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


async def test_a_review_ends_when_its_last_follower_has_gone() -> None:
    pools = WorkPools()
    hard, game = ReviewJobs(pools, HARD), record("whist-1")
    followers = [hard.follow(game, 0, lambda: None) for _ in range(2)]
    for events in followers:
        async for event in events:
            if event.grade == "quick" and isinstance(event, DealReviewed):
                break
    await followers[0].aclose()
    late = hard.follow(game, 0, nobody)
    assert isinstance(await anext(late), DealReviewed), "whoever is late begins with the whole deal"
    await late.aclose()
    assert (await anext(followers[1])).grade == "full"
    await followers[1].aclose()
    assert await pools.reviews.run(len, "free") == len("free")
    pools.close()
