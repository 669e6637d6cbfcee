"""Drives whose tables are played on the server, over real sockets."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest
from msgspec import ValidationError, convert

from oddtrick.drive.live.facts import decode_body
from oddtrick.server.drives.drive_service import SERVER
from oddtrick.server.protocol import CommandId
from oddtrick.server.store.engine import DATABASE_FILE
from tests.support.server.api_requests import refusal
from tests.support.server.online_drive import check_drive, join_all, open_online, play_drive
from tests.support.server.online_players import ENVIRON, OnlinePlayer
from tests.support.server.server_process import ServerProcess, server
from tests.support.server.ws_client import until


@pytest.fixture(scope="module")
def online_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server on an empty SQLite database, whose guests the tests can be."""
    with server(tmp_path_factory.mktemp("online"), environ=ENVIRON) as process:
        yield process
        assert process.faults() == []


async def test_nobody_is_told_of_another_table_or_may_look_at_it(
    online_server: ServerProcess,
) -> None:
    desk = open_online(online_server.url, 1)
    players = await join_all([online_server.url], desk, 8)
    stranger = OnlinePlayer([online_server.url], desk.code, "Stranger")
    looked: list[int] = []

    async def look() -> None:
        await until(lambda: players[0].tables != [], "a table")
        code = players[0].tables[0]
        view = await stranger.request("GET", f"/api/tables/{code}")
        if view.status_code == 403:
            sit = {"id": "x", "command": {"type": "sit", "place": 0}}
            seat = await stranger.request("POST", f"/api/tables/{code}/commands", sit)
            looked.extend((view.status_code, seat.status_code))

    await play_drive(desk, players, look())
    assert looked == [403, 403]
    codes = {code for player in players for code in player.tables}
    assert len(codes) == 2
    for player in players:
        (own,) = player.tables
        told = "".join(player.told_before_end)
        assert own in told
        assert not any(code in told for code in codes - {own})
    desk.close()


async def test_no_client_can_use_up_a_key_of_the_server(online_server: ServerProcess) -> None:
    desk = open_online(online_server.url, 2)
    await play_drive(desk, await join_all([online_server.url], desk, 4))
    with closing(sqlite3.connect(online_server.data / DATABASE_FILE)) as database:
        query = "SELECT key, body FROM drive_entries WHERE drive_code = ? AND key IS NOT NULL"
        keys = database.execute(query, (desk.code,)).fetchall()
    own = [key for key, body in keys if decode_body(body).actor == SERVER]
    assert {key[:5] for key in own} == {"round", "table"}
    for key in own:
        with pytest.raises(ValidationError):
            convert(key, CommandId)
    desk.close()


async def test_the_table_of_somebody_who_joins_late_knows_them_when_they_are_told_of_it(
    online_server: ServerProcess,
) -> None:
    desk = open_online(online_server.url, 1, bot_delay_ms=10_000)
    desk.does("add-entries", text="\n".join(f"Player {at}" for at in range(8)))
    desk.does("begin-round")
    for at in range(8):
        late = OnlinePlayer([online_server.url], desk.code, f"Player {at}", at)
        body = {"name": late.name, "list_key": desk.key}
        joined = (await late.request("POST", f"/api/drives/{desk.code}/join", body)).json()
        view = await late.request("GET", f"/api/tables/{joined['table']}")
        assert view.status_code == 200, view.text
        assert view.json()["you"] is not None
        body = {"key": joined["key"]}
        again = (await late.request("POST", f"/api/drives/{desk.code}/join", body)).json()
        assert again["table"] == joined["table"]
        assert desk.other(joined["key"]).parts["next"]["online"] == joined["table"]
    desk.close()


async def test_somebody_who_drops_out_is_replaced_by_a_bot_and_comes_back(
    online_server: ServerProcess,
) -> None:
    desk = open_online(online_server.url, 3, absence_seconds=2)
    players = await join_all([online_server.url], desk, 8)
    ann = players[0]

    async def drop_out() -> None:
        await until(lambda: ann.tables != [], "the first table")
        ann.away = True
        await until(lambda: desk_round(ann) == 3, "the last round", lambda: ann.parts.get("round"))
        ann.away = False

    await play_drive(desk, players, drop_out())
    check_drive(desk, 3, 2)
    assert ann.tables[-1] == ann.parts["next"]["online"]
    assert len(ann.tables) < 3
    desk.close()


def desk_round(player: OnlinePlayer) -> int:
    played = player.parts.get("round")
    return 0 if played is None else int(played["number"])


async def test_one_person_plays_one_card_and_a_name_belongs_to_one_person(
    online_server: ServerProcess,
) -> None:
    desk = open_online(online_server.url, 1)
    (ann,) = await join_all([online_server.url], desk, 1)
    ann.name = "Ann again"
    with pytest.raises(AssertionError, match="joined as"):
        await ann.join()
    thief = OnlinePlayer([online_server.url], desk.code, "player  0")
    with pytest.raises(AssertionError, match="has joined already"):
        await thief.join()
    desk.does("free-place", entry=1)
    with pytest.raises(AssertionError, match="on the list"):
        await thief.join()
    await thief.join(list_key=desk.key)
    assert [entry["joined"] for entry in desk.parts["entries"]] == [True]
    desk.does("begin-round")
    taken = desk.other().request("POST", "/devices", {"player": 0})
    assert refusal(taken) == (409, "refused")
    desk.close()


async def test_the_organiser_settles_a_table_that_stands_still_and_undoes_a_round(
    online_server: ServerProcess,
) -> None:
    desk = open_online(online_server.url, 2, pause_seconds=None, bot_delay_ms=10_000)
    (ann,) = await join_all([online_server.url], desk, 1)
    desk.does("add-entries", text="\n".join("BCDEFGH"))
    desk.does("begin-round")
    key = ann.key
    code = desk.other(key).parts["next"]["online"]
    await ann.until_stage(code, "playing")
    assert desk.other(key).fails("enter-result", round=1, table=1, tricks=[8, 5])[0] == 403
    for table in (1, 2):
        desk.does("enter-result", round=1, table=table, tricks=[8, 5])
    await ann.until_stage(code, "closed")
    desk.does("begin-round")
    second = desk.other(key).parts["next"]["online"]
    await ann.until_stage(second, "playing")
    desk.does("undo-round", why="too early")
    await ann.until_stage(second, "closed")
    assert desk.parts["drive"]["stage"] == "between"
    desk.close()
