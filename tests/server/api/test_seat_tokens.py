"""Seat tokens: valid for one seat at one table until revoked."""

from __future__ import annotations

from collections.abc import Callable

from tests.support.server.api_requests import ApiClient, refusal
from tests.support.server.table_requests import open_table


def token_for(api_client: ApiClient, code: str) -> str:
    token: str = api_client(f"POST /api/tables/{code}/seat-token").json()["token"]
    return token


def test_another_device_plays_at_the_same_seat(new_client: Callable[..., ApiClient]) -> None:
    ann = new_client().named("Ann")
    code = open_table(ann, sit=2)["code"]
    device = new_client(token_for(ann, code))
    assert device(f"GET /api/tables/{code}").json()["you"] == 2
    say = {"id": "c1", "command": {"type": "say", "phrase": "hello"}}
    assert device(f"POST /api/tables/{code}/commands", say).json()["type"] == "update"
    assert device("GET /api/me").json()["via"] == "seat"


def test_a_seat_token_opens_no_other_table_and_no_account_data(
    new_client: Callable[..., ApiClient],
) -> None:
    ann = new_client().named("Ann")
    code, other = open_table(ann, sit=0)["code"], open_table(ann, sit=0)["code"]
    device = new_client(token_for(ann, code))
    for path in ("", "/events", "/record", "/proof"):
        assert refusal(device(f"GET /api/tables/{other}{path}")) == (403, "other-table")
    leave = {"id": "c1", "command": {"type": "leave"}}
    assert refusal(device(f"POST /api/tables/{other}/commands", leave)) == (403, "other-table")
    assert refusal(device("POST /api/tables", {"rules": {"game": "whist"}})) == (403, "other-table")
    assert refusal(device(f"POST /api/tables/{code}/seat-token")) == (403, "token")
    assert refusal(device(f"DELETE /api/tables/{code}/seat-token")) == (403, "token")
    for request in ("GET /api/records", "POST /api/records", "GET /api/me/tables"):
        assert refusal(device(request)) == (403, "other-table")


def test_a_seat_token_ends_on_revocation_renewal_or_leaving(
    new_client: Callable[..., ApiClient],
) -> None:
    ann = new_client().named("Ann")
    code = open_table(ann, sit=0)["code"]
    first = new_client(token_for(ann, code))
    elsewhere = new_client(token_for(ann, open_table(ann, sit=0)["code"]))
    second = new_client(token_for(ann, code))
    assert refusal(first(f"GET /api/tables/{code}")) == (401, "token")
    assert elsewhere("GET /api/me").json()["via"] == "seat"
    assert ann(f"DELETE /api/tables/{code}/seat-token").status_code == 204
    assert refusal(second(f"GET /api/tables/{code}")) == (401, "token")
    third = new_client(token_for(ann, code))
    assert third(f"GET /api/tables/{code}").status_code == 200
    leave = {"id": "c1", "command": {"type": "leave"}}
    assert ann(f"POST /api/tables/{code}/commands", leave).status_code == 200
    assert refusal(third(f"GET /api/tables/{code}")) == (401, "token")


def test_a_seat_token_is_revoked_when_the_host_empties_the_place(
    new_client: Callable[..., ApiClient],
) -> None:
    ann, bob = new_client().named("Ann"), new_client().named("Bob")
    code = open_table(ann)["code"]
    sit = {"id": "c1", "command": {"type": "sit", "place": 1}}
    assert bob(f"POST /api/tables/{code}/commands", sit).status_code == 200
    device = new_client(token_for(bob, code))
    assert device(f"GET /api/tables/{code}").json()["you"] == 1
    out = {"id": "c2", "command": {"type": "clear-place", "place": 1}}
    assert ann(f"POST /api/tables/{code}/commands", out).status_code == 200
    assert refusal(device(f"GET /api/tables/{code}")) == (401, "token")


def test_a_person_without_a_seat_gets_no_token(new_client: Callable[..., ApiClient]) -> None:
    ann, bob = new_client().named("Ann"), new_client().named("Bob")
    code = open_table(ann)["code"]
    assert refusal(ann(f"POST /api/tables/{code}/seat-token")) == (409, "no-place")
    assert refusal(bob(f"POST /api/tables/{code}/seat-token")) == (409, "no-place")
    assert refusal(new_client()(f"POST /api/tables/{code}/seat-token")) == (401, "unauthenticated")
