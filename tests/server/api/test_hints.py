"""Hints: authorisation and legality."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

import pytest

from oddtrick.games import GAMES, find_game
from oddtrick.i18n.catalogue import catalogue_of
from oddtrick.i18n.localizer import CARD_PARAMS, LIST_PARAMS
from oddtrick.review import Sentence
from oddtrick.review.hints import Hint
from oddtrick.server.routes.hints import hint_for
from tests.support.extent import part, times
from tests.support.server.api_requests import ApiClient, refusal
from tests.support.server.table_requests import QUICK, open_table
from tests.support.tables.table_driver import TableDriver

KINDS = {"card": "play", "call": "call", "suit": "choose", "throw": "throw"}
"""The command of each kind of action in a hint, in a field of that name."""


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
    for number in range(times(1, whole=2)):
        hint = ann(f"GET /api/tables/{code}/hint").json()
        assert "card" in hint, hint
        ((kind, action),) = [(k, hint[k]) for k in KINDS if hint[k] is not None]
        assert action in table["match"]["legal"]
        assert hint["reason"].endswith(".")
        assert ann(f"GET /api/tables/{code}/hint").json() == hint, "the hint is stable"
        command = {"type": KINDS[kind], kind: action}
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


@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_C1_hints_call_the_jack_what_the_game_calls_it(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every sentence, with the jack of spades for each card in it."""
    driver = TableDriver(game, host="p_ann")
    driver.begin("p_ann")
    said = ""
    values = dict.fromkeys({*CARD_PARAMS, *LIST_PARAMS} - {"suits"}, "JS")
    for tag, text in catalogue_of("en").sentences.items():
        params = {name: values.get(name, "1") for name in re.findall(r"{(\w+)}", text)}
        if not params.keys() <= values.keys():
            continue
        told = Sentence(tag, params)
        hint = Hint(
            action="JS", clear=True, rule=None, explanation=(told,), close=told, details=(told,)
        )
        monkeypatch.setattr("oddtrick.review.advise", lambda _, hint=hint: hint)
        response = hint_for(driver.table, 0)
        assert response.more is not None
        said += f"{response.reason} {response.more.reason} {response.details[0].reason}"
    names = set(re.findall(r"(J|Kn)♠", said))
    assert names == {"Kn" if find_game(game).jack == "knave" else "J"}
