"""Reviews of deals over HTTP, as JSON and as a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import httpx
import msgspec
import pytest

from oddtrick.record import decode_record, replay
from oddtrick.review import Review, review
from tests.support.server.api_requests import ApiClient, refusal
from tests.support.server.review_budget import BUDGET
from tests.support.server.server_process import WITHOUT_LIMITS, server
from tests.support.server.table_requests import QUICK, open_table, play_out
from tests.support.server.upload_example_records import EXAMPLES, upload_record

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.support.server.server_process import ServerProcess

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


def test_an_unknown_deal_has_no_review(
    new_client: Callable[..., ApiClient], api: ServerProcess
) -> None:
    ann = new_client().named("Ann")
    code = open_table(
        ann, settings={**QUICK, "bot_delay_ms": 10_000}, sit=0, fill="random", begin=True
    )["code"]
    address = f"/api/tables/{code}/matches/1/review"
    assert refusal(ann(f"GET {address}/1")) == (404, "no-deal"), "the deal is in play"
    assert refusal(ann(f"GET {address}/0"))[0] == 400
    assert refusal(ann(f"GET /api/tables/{code}/matches/2/review/1")) == (404, "no-match")
    shown = page(ann, api.url, f"/t/{code}/review/1/1")
    assert shown.status_code == 404
    assert "no deal of that number" in shown.text
    assert page(ann, api.url, "/t/k3f90pqr7xyz/review/1/1").status_code == 404


def test_strangers_get_no_review_of_a_table_without_spectators(
    new_client: Callable[..., ApiClient], api: ServerProcess
) -> None:
    ann, stranger = new_client().named("Ann"), new_client().named("Eve")
    code = open_table(
        ann,
        settings={**QUICK, "spectators": False, "late_join": False},
        sit=0,
        fill="random",
        begin=True,
    )["code"]
    assert refusal(stranger(f"GET /api/tables/{code}/matches/1/review/1")) == (403, "not-watched")
    assert page(stranger, api.url, f"/t/{code}/review/1/1").status_code == 403


def test_only_the_owner_of_an_uploaded_record_gets_its_review(
    new_client: Callable[..., ApiClient], api: ServerProcess
) -> None:
    ann, eve = new_client().named("Ann"), new_client().named("Eve")
    name = upload_record(ann, KNOCKOUT)["id"]
    result = ann(f"GET /api/records/{name}/review/4")
    assert msgspec.json.decode(result.content, type=Review).deals[0].number == 3
    assert page(ann, api.url, f"/review/{name}/4").status_code == 200
    assert refusal(eve(f"GET /api/records/{name}/review/4")) == (404, "no-such-record")
    assert page(eve, api.url, f"/review/{name}/4").status_code == 404
    assert refusal(ann(f"GET /api/records/{name}/review/40")) == (404, "no-deal")


@pytest.mark.parametrize("by", ["person", "address"])
def test_cached_reviews_do_not_count_towards_the_rate_limit(tmp_path: Path, by: str) -> None:
    limits = WITHOUT_LIMITS.replace("{", f'{{"reviews_by_{by}": [1, 600], ', 1)
    with server(tmp_path, environ={"ODDTRICK_LIMITS": limits}) as process:
        ann = ApiClient(process.url).named("Ann")
        name = upload_record(ann, KNOCKOUT)["id"]
        assert ann(f"GET /api/records/{name}/review/6").status_code == 200
        assert refusal(ann(f"GET /api/records/{name}/review/5")) == (429, "limit")
        assert ann(f"GET /api/records/{name}/review/6").status_code == 200
        shown = page(ann, process.url, f"/review/{name}/5")
        assert shown.status_code == 429
        assert int(shown.headers["retry-after"]) > 0
        ann.close()
