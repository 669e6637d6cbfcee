"""Hints: authorisation and legality."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import pytest

from oddtrick.games import GAMES
from tests.support.extent import part, times
from tests.support.server.api_requests import refusal
from tests.support.server.table_requests import QUICK, open_table

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.support.server.api_requests import ApiClient

KINDS = ("card", "suit", "throw")


def _table(api_client: ApiClient, code: str) -> dict[str, Any]:
    """Returns the table on the client's turn; only the server contributes to the draws."""
    while True:
        table: dict[str, Any] = api_client(f"GET /api/tables/{code}").json()
        if table["turn"] is not None and table["turn"] == table["you"]:
            return table
        time.sleep(0.02)


@pytest.mark.parametrize("game", part([game.id for game in GAMES], 1))
def test_a_hint_is_a_legal_command_with_a_reason(
    new_client: Callable[..., ApiClient], game: str
) -> None:
    ann = new_client()
    code = open_table(ann, rules={"game": game}, sit=0, fill="casual", begin=True)["code"]
    table = _table(ann, code)
    for number in range(times(1, whole=3)):
        hint = ann(f"GET /api/tables/{code}/hint").json()
        assert "card" in hint, hint
        (action,) = [hint[kind] for kind in KINDS if hint[kind] is not None]
        assert action in table["match"]["legal"]
        assert hint["reason"].endswith(".")
        assert ann(f"GET /api/tables/{code}/hint").json() == hint, "the hint is stable"
        command = {"type": "play", "card": action}
        request = {"id": f"play-{number}", "command": command}
        assert ann(f"POST /api/tables/{code}/commands", request).status_code == 200
        table = _table(ann, code)


def test_spectators_and_rated_tables_get_no_hint(
    new_client: Callable[..., ApiClient],
) -> None:
    ann, ben, nobody = new_client().named("Ann"), new_client().named("Ben"), new_client()
    code = open_table(ann, sit=0)["code"]
    hint = f"GET /api/tables/{code}/hint"
    assert refusal(nobody(hint)) == (401, "unauthenticated")
    assert refusal(ben(hint)) == (409, "no-place")
    sits = {"id": "sit", "command": {"type": "sit", "place": 2}}
    assert ben(f"POST /api/tables/{code}/commands", sits).status_code == 200
    assert refusal(ann(hint)) == (409, "no-hint")
    rated = open_table(
        ann, settings={**QUICK, "rated": True, "undo": False, "late_join": False}, sit=0
    )
    assert refusal(ann(f"GET /api/tables/{rated['code']}/hint")) == (409, "no-hint")


def test_there_is_no_hint_before_the_players_turn(new_client: Callable[..., ApiClient]) -> None:
    ann = new_client().named("Ann")
    code = open_table(ann, sit=0, fill="casual")["code"]
    assert refusal(ann(f"GET /api/tables/{code}/hint")) == (409, "not-your-turn")
