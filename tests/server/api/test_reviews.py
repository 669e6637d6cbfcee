"""Reviews of deals over HTTP, as JSON and as a page."""

from __future__ import annotations

import html
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from oddtrick.record import decode_record, replay
from oddtrick.review import Review, review
from oddtrick.server.jobs.review_events import DealReviewed, DecisionValued, ReviewEvent
from tests.support.server.api_requests import ApiClient, refusal
from tests.support.server.review_budget import BUDGET
from tests.support.server.server_process import WITHOUT_LIMITS, ServerProcess, server
from tests.support.server.table_requests import QUICK, open_table, play_out
from tests.support.server.upload_example_records import EXAMPLES, upload_record

KNOCKOUT = EXAMPLES / "knockout-whist-1.record.json"


def page(api_client: ApiClient, url: str, path: str) -> httpx.Response:
    """Fetches a page as a browser does."""
    return httpx.get(url + path, headers={"Cookie": api_client.cookie}, timeout=60)


def knockout(api_client: ApiClient, **request: Any) -> str:
    """Plays a match of knock-out whist and returns the table's code."""
    rules = {"game": "knockout-whist", "players": 3}
    code: str = open_table(api_client, rules=rules, sit=0, fill="random", begin=True, **request)[
        "code"
    ]
    play_out(api_client, code)
    return code


def test_a_review_is_open_to_readers_of_the_record(
    new_client: Callable[..., ApiClient], api: ServerProcess
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
    shown = page(ann, api.url, f"/t/{code}/review/1/1")
    assert shown.headers["content-type"].startswith("text/html")
    assert shown.headers["cache-control"] == "private, no-store"
    assert "Ann" not in shown.text
    assert "style=" not in shown.text
    assert "<style" not in shown.text
    assert "What mattered most for you" in shown.text
    stranger_sees = page(stranger, api.url, f"/t/{code}/review/1/1").text
    assert "What mattered most<" in stranger_sees
    assert "Ann" in stranger_sees
    every_seat = page(ann, api.url, f"/t/{code}/review/1/1?seat=all").text
    assert "What mattered most<" in every_seat
    assert "Ann" not in every_seat
    other = page(stranger, api.url, f"/t/{code}/review/1/1?seat=1").text
    assert "What mattered most for " in other
    assert "What mattered most for Ann" not in other
    for seat in ("3", "-1", "x", "1%0d%0a"):
        assert page(ann, api.url, f"/t/{code}/review/1/1?seat={seat}").status_code == 404


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


def test_a_review_is_refused_alike_as_json_as_events_and_as_a_page(
    new_client: Callable[..., ApiClient], api: ServerProcess
) -> None:
    ann, eve, nobody = new_client().named("Ann"), new_client().named("Eve"), new_client()
    closed = knockout(ann, settings={**QUICK, "spectators": False, "late_join": False})
    slow = {**QUICK, "bot_delay_ms": 10_000}
    begun = open_table(ann, sit=0, fill="random", begin=True, settings=slow)["code"]
    record = upload_record(ann, KNOCKOUT)["id"]

    def expect(told: str, where: str, deal: int, match: int | None, client: ApiClient) -> None:
        path, page_path = f"/api/records/{where}/review/{deal}", f"/review/{where}/{deal}"
        if match is not None:
            path = f"/api/tables/{where}/matches/{match}/review/{deal}"
            page_path = f"/t/{where}/review/{match}/{deal}"
        plain, followed = client(f"GET {path}"), client(f"GET {path}/events")
        shown = page(client, api.url, page_path)
        status = plain.status_code
        assert (followed.status_code, shown.status_code) == (
            status,
            404 if status == 400 else status,
        )
        if told:
            assert f"{status} {refusal(plain)[1]}" == told
            assert followed.content == plain.content
            assert status == 400 or html.escape(plain.json()["error"]["message"]) in shown.text
        else:
            assert status == 200, path

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
        shown = page(ann, process.url, f"/review/{name}/5")
        assert shown.status_code == 429
        assert int(shown.headers["retry-after"]) > 0
        ann.close()
