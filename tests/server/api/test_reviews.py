"""Reviews of deals over HTTP, whole and as events."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from oddtrick.record import decode_record, replay
from oddtrick.review import Review, review
from oddtrick.server.jobs.review_events import DealReviewed, DecisionValued, ReviewEvent
from tests.support.server.api_requests import ApiClient, refusal
from tests.support.server.review_budget import BUDGET
from tests.support.server.server_process import WITHOUT_LIMITS, server
from tests.support.server.table_requests import QUICK, open_table, play_out
from tests.support.server.upload_example_records import EXAMPLES, upload_record

KNOCKOUT = EXAMPLES / "knockout-whist-1.record.json"


def knockout(api_client: ApiClient, **request: Any) -> str:
    """Plays a match of knock-out whist and returns the table's code."""
    rules = {"game": "knockout-whist", "players": 3}
    code: str = open_table(api_client, rules=rules, sit=0, fill="random", begin=True, **request)[
        "code"
    ]
    play_out(api_client, code)
    return code


def test_a_review_is_open_to_readers_of_the_record(
    new_client: Callable[..., ApiClient],
) -> None:
    ann, stranger = new_client().named("Ann"), new_client()
    code = knockout(ann)
    address = f"/api/tables/{code}/matches/1"
    result = ann(f"GET {address}/review/1")
    assert result.status_code == 200
    record = decode_record(ann(f"GET {address}/record").content)
    first = msgspec.structs.replace(record, deals=record.deals[:1])
    first_deal = review(first, deals=[0], budget=BUDGET)
    match = replay(record)
    assert msgspec.json.decode(result.content, type=Review) == msgspec.structs.replace(
        first_deal, over=match.over, winner=match.winner
    )
    assert stranger(f"GET {address}/review/1").content == result.content


def events(client: ApiClient, path: str) -> list[ReviewEvent]:
    """Follows a review to its end."""
    answer = client(f"GET {path}/events")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "text/event-stream; charset=utf-8"
    assert answer.headers["x-accel-buffering"] == "no"
    assert answer.headers["cache-control"] == "private, no-store"
    lines = [line for line in answer.text.split("\n\n") if line.startswith("data: ")]
    decode = msgspec.json.Decoder(ReviewEvent).decode
    return [decode(line.removeprefix("data: ")) for line in lines]


def fetched(client: ApiClient, path: str) -> Review:
    return msgspec.json.decode(client(f"GET {path}").content, type=Review)


def test_who_follows_a_review_gets_that_of_everybody_else_with_their_own_decisions_first(
    new_client: Callable[..., ApiClient],
) -> None:
    ann, stranger = new_client().named("Ann"), new_client()
    code = knockout(ann)
    path = f"/api/tables/{code}/matches/1/review/1"
    *earlier, last = events(ann, path)
    assert isinstance(last, DealReviewed)
    assert [last] == events(stranger, path)
    assert last.review == fetched(ann, path)
    seats = [event.decision.seat for event in earlier if isinstance(event, DecisionValued)]
    own = sum(one.seat == 0 for one in last.review.deals[0].decisions)
    assert set(seats[:own]) == {0}
    name = upload_record(ann, KNOCKOUT)["id"]
    record = f"/api/records/{name}/review/2"
    *_, told = events(ann, record)
    assert isinstance(told, DealReviewed)
    assert told.review == fetched(ann, record)


def test_a_review_is_refused_alike_whole_and_as_events(
    new_client: Callable[..., ApiClient],
) -> None:
    ann, eve, nobody = new_client().named("Ann"), new_client().named("Eve"), new_client()
    closed = knockout(ann, settings={**QUICK, "spectators": False, "late_join": False})
    slow = {**QUICK, "bot_delay_ms": 10_000}
    begun = open_table(ann, sit=0, fill="random", begin=True, settings=slow)["code"]
    record = upload_record(ann, KNOCKOUT)["id"]

    def expect(told: str, where: str, deal: int, match: int | None, client: ApiClient) -> None:
        path = f"/api/records/{where}/review/{deal}"
        if match is not None:
            path = f"/api/tables/{where}/matches/{match}/review/{deal}"
        plain, followed = client(f"GET {path}"), client(f"GET {path}/events")
        assert followed.status_code == plain.status_code
        if told:
            assert f"{plain.status_code} {refusal(plain)[1]}" == told
            assert followed.content == plain.content
        else:
            assert plain.status_code == 200, path

    expect("", closed, 1, 1, ann)
    expect("", record, 4, None, ann)
    expect("403 not-watched", closed, 1, 1, eve)
    expect("401 unauthenticated", closed, 1, 1, nobody)
    expect("404 no-such-record", record, 4, None, eve)
    expect("401 unauthenticated", record, 4, None, nobody)
    expect("404 no-deal", record, 40, None, ann)
    expect("404 no-such-record", "none", 1, None, ann)
    for client in (ann, eve, nobody):
        expect("404 no-deal", begun, 1, 1, client)  # it is in play
        expect("404 no-deal", begun, 99, 1, client)
        expect("400 invalid", begun, 0, 1, client)
        expect("404 no-match", begun, 1, 2, client)
        expect("400 invalid", begun, 1, 0, client)
        expect("404 no-such-table", "k3f90pqr7xyz", 1, 1, client)


@pytest.mark.parametrize("by", ["person", "address"])
def test_cached_reviews_do_not_count_towards_the_rate_limit(tmp_path: Path, by: str) -> None:
    limits = WITHOUT_LIMITS.replace("{", f'{{"reviews_by_{by}": [1, 600], ', 1)
    with server(tmp_path, environ={"ODDTRICK_LIMITS": limits}) as process:
        ann = ApiClient(process.url).named("Ann")
        name = upload_record(ann, KNOCKOUT)["id"]
        assert ann(f"GET /api/records/{name}/review/6").status_code == 200
        assert refusal(ann(f"GET /api/records/{name}/review/5")) == (429, "limit")
        assert ann(f"GET /api/records/{name}/review/6").status_code == 200
        followed = ann(f"GET /api/records/{name}/review/5/events")
        assert refusal(followed) == (429, "limit")
        assert len(events(ann, f"/api/records/{name}/review/6")) == 1
        assert int(followed.headers["retry-after"]) > 0
        ann.close()
