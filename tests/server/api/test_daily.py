"""Tests of the daily deal over HTTP, with a real server."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from typing import Any

from oddtrick.fair import SERVER, seal_of, verify
from oddtrick.fair.proof_format import decode_proof
from oddtrick.record import decode_record, replay
from oddtrick.server.store.engine import DATABASE_FILE
from tests.support.extent import WHOLE
from tests.support.server.api_requests import ApiClient, refusal
from tests.support.server.server_process import ServerProcess
from tests.support.server.table_requests import play_out

SECRET = "ab" * 32


def today(client: ApiClient) -> dict[str, Any]:
    found: dict[str, Any] = client("GET /api/daily").json()["today"]
    return found


def attempt(client: ApiClient) -> str:
    day = client("GET /api/daily").json()["today"]["day"]
    answer = client(f"POST /api/daily/{day}/attempt")
    assert answer.status_code == 200, answer.text
    return str(answer.json()["code"])


def days_ago(days: int) -> str:
    return (datetime.now(UTC).date() - timedelta(days)).isoformat()


def seal_past_day(server: ServerProcess, day: str) -> None:
    with closing(sqlite3.connect(server.data / DATABASE_FILE, timeout=20)) as log, log:
        log.execute("insert or ignore into daily_deals values (?, ?, 0)", (day, SECRET))


def test_results_are_shown_after_the_own_attempt_only(
    new_client: Callable[..., ApiClient],
) -> None:
    ann, ben = new_client().named("Ann"), new_client().named("Ben")
    code = attempt(ann)
    done = play_out(ann, code)
    finished = today(ann)
    assert finished["you"]["table"] == code
    assert finished["you"]["counts"]
    won = done["match"]["deals"][0]["tricks"]
    assert finished["you"]["tricks"] == won[0] + won[2]
    assert finished["comparison"]["rank"] >= 1
    assert finished["secret"] is None, "others still play it"
    assert today(ben)["comparison"] is None
    other = attempt(ben)
    assert today(ben)["comparison"] is None
    assert today(ben)["you"] == {"table": other, "tricks": None, "counts": False}
    assert today(new_client())["comparison"] is None
    assert attempt(ann) == code, "there is one attempt"


def test_the_table_of_an_attempt_is_its_players_alone(new_client: Callable[..., ApiClient]) -> None:
    ann, ben = new_client().named("Ann"), new_client().named("Ben")
    code = attempt(ann)
    play_out(ann, code)
    paths = ("", "/record", "/proof", "/matches/1/record", "/matches/1/review/1", "/events")
    for path in paths:
        assert refusal(ben(f"GET /api/tables/{code}{path}")) == (403, "not-watched"), path
        assert refusal(new_client()(f"GET /api/tables/{code}{path}"))[0] == 401, path
        if WHOLE or "review" not in path:  # a review takes many seconds
            assert ann(f"GET /api/tables/{code}{path}").status_code == 200, path
    assert refusal(ben(f"GET /api/records/{code}.1")) == (404, "no-such-record")
    assert ann(f"GET /api/records/{code}.1").status_code == 200


def test_an_attempt_has_neither_hints_nor_undo(new_client: Callable[..., ApiClient]) -> None:
    ann = new_client().named("Ann")
    code = attempt(ann)
    assert refusal(ann(f"GET /api/tables/{code}/hint")) == (409, "no-hint")
    for command in ({"type": "undo"}, {"type": "leave"}, {"type": "away"}):
        answer = ann(f"POST /api/tables/{code}/commands", {"id": "1", "command": command})
        assert refusal(answer) == (409, "played-once")


def test_a_visitor_becomes_a_guest_with_the_first_deal(
    new_client: Callable[..., ApiClient],
) -> None:
    visitor = new_client()
    assert visitor("GET /api/me/daily").json() == {
        "days": [],
        "streaks": {"current": 0, "longest": 0, "total": 0},
    }
    play_out(visitor, attempt(visitor))
    assert visitor("GET /api/me").json()["kind"] == "guest"
    calendar = visitor("GET /api/me/daily").json()
    assert [day["day"] for day in calendar["days"]] == [days_ago(0)]
    assert calendar["streaks"] == {"current": 1, "longest": 1, "total": 1}


def test_the_proof_of_an_attempt_verifies_against_the_published_seal(
    new_client: Callable[..., ApiClient],
) -> None:
    ann = new_client().named("Ann")
    seal = today(ann)["seal"]
    code = attempt(ann)
    play_out(ann, code)
    record = decode_record(ann(f"GET /api/tables/{code}/record").content)
    proof = decode_proof(ann(f"GET /api/tables/{code}/proof").content)
    assert proof.rounds[0].seal == seal
    assert verify(proof, replay(record), record.names).table == today(ann)["event"]


def test_an_earlier_deal_is_revealed_and_can_be_practised(
    new_client: Callable[..., ApiClient], api: ServerProcess
) -> None:
    ann = new_client().named("Ann")
    day = days_ago(3)
    seal_past_day(api, day)
    shown = ann(f"GET /api/daily/{day}").json()
    assert (shown["stage"], shown["secret"]) == ("over", SECRET)
    assert shown["seal"] == seal_of(shown["event"], 1, SERVER, SECRET)
    assert shown["comparison"] == {"results": [], "people": 0, "rank": None, "match_points": None}
    assert refusal(ann(f"POST /api/daily/{day}/attempt")) == (409, "day-over")
    code = ann(f"POST /api/daily/{day}/practice").json()["code"]
    view = ann(f"GET /api/tables/{code}").json()
    assert view["sealed"] == {"event": shown["event"], "once": False}
    assert view["match"]["dealer"] == shown["dealer"]
    assert ann("GET /api/me/daily").json()["days"] == []
    assert refusal(ann(f"POST /api/daily/{days_ago(0)}/practice")) == (409, "day-not-over")


def test_days_without_a_deal_are_refused(new_client: Callable[..., ApiClient]) -> None:
    ann = new_client().named("Ann")
    today(ann)
    for day in (days_ago(-1), days_ago(400), "2026-02-30"):
        assert refusal(ann(f"GET /api/daily/{day}")) == (404, "no-daily-deal")
        assert refusal(ann(f"POST /api/daily/{day}/attempt")) == (404, "no-daily-deal")
    for day in ("2026-2-1", "today", "20261123"):
        assert refusal(ann(f"GET /api/daily/{day}")) == (400, "invalid")
