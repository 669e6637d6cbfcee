"""People met, and invitations, over HTTP with a real server."""

from __future__ import annotations

from collections.abc import Callable
from secrets import token_hex
from typing import Any

import httpx

from tests.support.server.api_requests import ApiClient, refusal
from tests.support.server.table_requests import open_table


def command(client: ApiClient, code: str, what: dict[str, Any]) -> httpx.Response:
    fields = {"id": token_hex(8), "command": what}
    return client(f"POST /api/tables/{code}/commands", fields)


def play_together(*people: ApiClient) -> str:
    """Begins a match of these people at a table of their own; bots fill the other places."""
    code = str(open_table(people[0], sit=0)["code"])
    for place, person in enumerate(people[1:], 1):
        assert command(person, code, {"type": "sit", "place": place}).status_code == 200
    assert command(people[0], code, {"type": "begin", "fill": "casual"}).status_code == 200
    return code


def met(person: ApiClient) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = person("GET /api/me/people").json()["people"]
    return found


def invitations(person: ApiClient) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = person("GET /api/me/invitations").json()["invitations"]
    return found


def id_of(person: ApiClient) -> str:
    return str(person("GET /api/me").json()["id"])


def test_sitting_together_before_a_match_is_no_meeting(
    new_client: Callable[..., ApiClient],
) -> None:
    ann, ben, eve = (new_client().named(name) for name in ("Ann", "Ben", "Eve"))
    code = str(open_table(ann, sit=0)["code"])
    for place, person in enumerate((ben, eve), 1):
        command(person, code, {"type": "sit", "place": place})
    command(eve, code, {"type": "leave"})
    assert met(ann) == met(ben) == met(eve) == []
    command(ann, code, {"type": "begin", "fill": "casual"})
    assert [one["name"] for one in met(ann)] == ["Ben"]
    assert [one["id"] for one in met(ben)] == [id_of(ann)]
    assert met(eve) == []
    new = open_table(eve, sit=0)["code"]
    assert refusal(eve(f"PUT /api/tables/{new}/invitations/{id_of(ann)}")) == (404, "not-met")
    assert refusal(eve(f"PUT /api/me/muted/{id_of(ann)}")) == (404, "not-met")


def test_an_invitation_leads_to_a_seat_and_declining_is_silent(
    new_client: Callable[..., ApiClient],
) -> None:
    ann, ben = new_client().named("Ann"), new_client().named("Ben")
    play_together(ann, ben)
    (known,) = met(ann)
    assert not known["here"], "presence is shown only if one allows it"
    opened = ann("POST /api/tables", {"rules": known["rules"], "sit": 0}).json()
    send = f"PUT /api/tables/{opened['code']}/invitations/{known['id']}"
    assert ann(send).status_code == 204
    (first,) = invitations(ben)
    assert (first["name"], first["table"], first["game"]) == ("Ann", opened["code"], "whist")
    assert invitations(ann) == []
    assert ben(f"DELETE /api/me/invitations/{first['id']}").status_code == 204
    assert ann(send).status_code == 204, "the sender is not told"
    assert invitations(ben) == []
    other = open_table(ann, sit=1)["code"]
    ann(f"PUT /api/tables/{other}/invitations/{known['id']}")
    (second,) = invitations(ben)
    accepted = ben(f"POST /api/me/invitations/{second['id']}/accept").json()
    assert accepted == {"url": f"/t/{other}", "place": 0}
    assert ben(f"GET /api/tables/{other}").json()["you"] == 0
    assert invitations(ben) == []


def test_only_people_at_a_table_with_an_open_seat_invite_to_it(
    new_client: Callable[..., ApiClient],
) -> None:
    ann, ben, cleo = (new_client().named(name) for name in ("Ann", "Ben", "Cleo"))
    full = play_together(ann, ben, cleo)
    for_ben = f"invitations/{id_of(ben)}"
    assert refusal(ann(f"PUT /api/tables/{full}/{for_ben}")) == (409, "no-open-seat")
    theirs = open_table(cleo, sit=0)["code"]
    assert refusal(ann(f"PUT /api/tables/{theirs}/{for_ben}")) == (403, "no-place")
    nobody = new_client()
    assert refusal(nobody(f"PUT /api/tables/{theirs}/{for_ben}"))[0] == 401
    assert nobody("GET /api/me/invitations").json()["invitations"] == []
    token = cleo(f"POST /api/tables/{theirs}/seat-token").json()["token"]
    assert refusal(new_client(token)("GET /api/me/people")) == (403, "token")
    assert refusal(new_client(token)("GET /api/me/invitations")) == (403, "token")


def test_muting_and_the_setting_look_the_same_to_the_sender(
    new_client: Callable[..., ApiClient],
) -> None:
    ann, ben = new_client().named("Ann"), new_client().named("Ben")
    play_together(ann, ben)
    code, them = open_table(ann, sit=0)["code"], id_of(ann)
    send = f"PUT /api/tables/{code}/invitations/{id_of(ben)}"
    ann(send)
    settings = "PUT /api/me/contact-settings"
    seen = []
    for stop, resume in (
        ((f"PUT /api/me/muted/{them}",), (f"DELETE /api/me/muted/{them}",)),
        (
            (settings, {"invitations": False, "presence": True}),
            (settings, {"invitations": True, "presence": True}),
        ),
    ):
        assert ben(*stop).is_success
        assert invitations(ben) == []
        seen.append((refusal(ann(send)), {**met(ann)[0], "here": None}))
        assert ben(*resume).is_success
        assert len(invitations(ben)) == 1
    assert seen[0] == seen[1]
    assert seen[0][0] == (409, "no-invitations")


def test_presence_is_shown_to_people_met_who_are_allowed_to_see_it(
    new_client: Callable[..., ApiClient],
) -> None:
    ann, ben = new_client().named("Ann"), new_client().named("Ben")
    play_together(ann, ben)
    invitations(ben)
    assert not met(ann)[0]["here"]
    ben("PUT /api/me/contact-settings", {"invitations": True, "presence": True})
    assert met(ann)[0]["here"]
    ben(f"PUT /api/me/muted/{id_of(ann)}")
    assert not met(ann)[0]["here"]


def test_invitations_to_one_person_are_limited(new_client: Callable[..., ApiClient]) -> None:
    ann, ben = new_client().named("Ann"), new_client().named("Ben")
    play_together(ann, ben)
    code = open_table(ann, sit=0)["code"]
    send = f"PUT /api/tables/{code}/invitations/{id_of(ben)}"
    answers = [ann(send).status_code for _ in range(5)]
    assert answers == [204] * 4 + [429]
