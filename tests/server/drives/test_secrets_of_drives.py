"""No role learns what it may not know of a drive, by any route, in any phase."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import pytest

from oddtrick.server.app import Application
from tests.support.drives import (
    open_numbers,
    with_hidden_results,
    with_other_names,
    with_other_secrets,
)
from tests.support.extent import part
from tests.support.server.drive_questions import Asker, application_here

NAMES = [f"{first} {last}" for first in ("Xan", "Quy", "Zoe", "Wim") for last in ("Jux", "Fyx")]
PHASES = ["entries", "under way", "undone", "between", "over", "closed"]
ONLINE = {"tables": "all", "start_seconds": 0, "bot_delay_ms": 10_000, "pause_seconds": None}
"""The cards are dealt at once at all tables, and nobody plays one during the test."""


async def opened(application: Application, **choices: Any) -> tuple[Asker, str]:
    """Opens a drive, and returns it with the organiser's key."""
    asker = Asker(application, "")
    answer = await asker.send("POST", "/api/drives", body={"entries": "\n".join(NAMES), **choices})
    assert answer.status_code == 201, answer.text
    asker.code = answer.json()["code"]
    return asker, answer.json()["key"]


async def played(
    phase: str, asker: Asker, desk: str, *, online: bool = True
) -> dict[str, str | None]:
    """Plays a drive of two rounds up to a phase; returns a key of every role that there is."""
    keys: dict[str, str | None] = {"anonymous": None, "wrong": "no-key", "organiser": desk}

    async def make(role: str, path: str, body: object, key: str | None = desk) -> None:
        answer = await asker.send("POST", path, key, body)
        assert answer.status_code == 201, answer.text
        keys[role] = answer.json()["key"]

    for role in ("scorer", "screen"):
        await make(role, "/keys", {"role": role, "label": role})
    keys["table key"] = (await asker.send("GET", "/tables/1/key", desk)).json()["key"]
    await make("phone of table 1", "/devices", {"table": 1}, keys["table key"])
    if online:
        await make("plays online", "/join", {"name": NAMES[7], "list_key": desk}, None)
    for number in range({"entries": 0, "under way": 1, "undone": 1, "between": 1}.get(phase, 2)):
        await asker.does(desk, "begin-round")
        if phase == "undone":
            await asker.does(desk, "undo-round", why="too early")
            await asker.does(desk, "begin-round")
        await make("phone of a player", "/devices", {"player": 0})
        if phase in ("between", "over", "closed"):
            for table in (1, 2):
                tricks = [5 + table + number, 8 - table - number]
                result = {"round": number + 1, "table": table, "tricks": tricks}
                await asker.does(desk, "enter-result", **result)
    if phase == "closed":
        await asker.does(desk, "close")
    await asker.until_open()
    live = asker.room.live
    asker.tables = tuple(one.code for each in live.online for one in each.tables)
    return keys


@pytest.mark.parametrize("phase", part(PHASES, 3))
async def test_other_cards_of_unplayed_boards_change_no_byte_of_any_answer(
    phase: str, tmp_path: Path
) -> None:
    plan = {"movement": "duplicate", "rounds": 2}
    async with application_here(tmp_path) as application:
        asker, desk = await opened(application, plan=plan, settings={"online": ONLINE})
        keys = await played(phase, asker, desk)
        live = asker.room.live
        other = with_other_secrets(live)
        assert live.drive.boards is not None
        secrets = {
            board.secret.encode()
            for world in (live, other)
            for board in (world.drive.boards.boards if world.drive.boards else ())
            if board.secret is not None and board.number not in open_numbers(live)
        }
        assert bool(secrets) == (phase not in ("over", "closed"))
        for role, key in keys.items():
            asker.room.advance(live)
            told = await asker.answers(key)
            asker.room.advance(other)
            again = await asker.answers(key)
            of_drive = (target for target in told if "/api/tables/" not in target)
            assert [target for target in of_drive if told[target] != again[target]] == [], role
            for target, (_, content) in told.items():
                assert not any(secret in content for secret in secrets), (role, target)
        await asker.close()


@pytest.mark.parametrize(("phase", "names"), part([*product(PHASES, ("hidden", "initials"))], 3))
async def test_no_answer_has_a_name_that_the_role_may_not_know(
    phase: str, names: str, tmp_path: Path
) -> None:
    settings = {"names": names, "online": ONLINE}
    async with application_here(tmp_path) as application:
        asker, desk = await opened(application, plan={"rounds": 2}, settings=settings)
        keys = await played(phase, asker, desk)
        live = asker.room.live
        for role, key in keys.items():
            if role in ("organiser", "scorer", "screen"):
                continue
            own = {"plays online": NAMES[7]}.get(role, "")
            if role == "phone of a player":
                own = live.drive.players[0].name
            for target, (_, content) in (await asker.answers(key)).items():
                found = {name for name in NAMES if name.encode() in content} - {own}
                assert not found, (role, target)
        await asker.close()


@pytest.mark.parametrize(("phase", "names"), part([*product(PHASES, ("hidden", "initials"))], 4))
async def test_other_names_change_no_byte_of_any_answer_to_strangers(
    phase: str, names: str, tmp_path: Path
) -> None:
    async with application_here(tmp_path) as application:
        guesser, guess = await opened(application, plan={"rounds": 1})
        await guesser.does(guess, "begin-round")
        asker, desk = await opened(application, plan={"rounds": 2}, settings={"names": names})
        keys = await played(phase, asker, desk, online=False)
        live = asker.room.live
        worlds = (live, with_other_names(live, 1))
        both = f"/api/drives/season?drive={guesser.code}&drive={asker.code}"
        for role in ("anonymous", "wrong", "table key", "phone of table 1"):
            told = []
            for world in worlds:
                asker.room.advance(world)
                season = await asker.send("GET", both, keys[role])
                told.append({**await asker.answers(keys[role]), both: (0, season.content)})
            assert [target for target in told[0] if told[0][target] != told[1][target]] == [], role
        await guesser.close()
        await asker.close()


@pytest.mark.parametrize("names", ["full", "initials", "hidden"])
async def test_a_season_of_shortened_names_is_shown_with_the_key_of_its_desk_alone(
    names: str, tmp_path: Path
) -> None:
    async with application_here(tmp_path) as application:
        drives, desks = [], []
        for _ in range(3):
            asker, desk = await opened(application, plan={"rounds": 1}, settings={"names": names})
            await asker.does(desk, "begin-round")
            for table in (1, 2):
                await asker.does(desk, "enter-result", round=1, table=table, tricks=[9, 4])
            drives.append(asker)
            desks.append(desk)

        async def season(asked: list[Asker], key: str = "", by: str | None = None) -> Any:
            codes = "&".join(f"drive={asker.code}" for asker in asked)
            return await asked[0].send("GET", f"/api/drives/season?{codes}&key={key}", by)

        async def of_desk(asked: list[Asker]) -> Any:
            """The table as the browser of the organiser asks for it: with a cookie of each."""
            http, jar = asked[0]._http, dict[str, str]()
            for asker, desk in zip(asked, desks, strict=False):
                reply = await asker.send("POST", "/session", None, {"key": desk})
                jar |= dict(reply.cookies)
            http.cookies.clear()
            query = "&".join(f"drive={asker.code}" for asker in asked)
            cookie = "; ".join(f"{name}={value}" for name, value in jar.items())
            return (
                await http.get(f"/api/drives/season?{query}", headers={"Cookie": cookie})
            ).json()

        whole = await of_desk(drives)
        assert {row["name"] for row in whole["table"]} == set(NAMES)
        shown = await season(drives, whole["key"])
        assert shown.status_code == 200
        assert shown.json()["key"] is None
        assert [row["total"] for row in shown.json()["table"]] == [
            row["total"] for row in whole["table"]
        ]
        is_told = {row["name"] for row in shown.json()["table"]} == set(NAMES)
        assert is_told == (names == "full")
        allowed = 200 if names == "full" else 403
        part_key = (await of_desk(drives[:2]))["key"]
        for asked, key in ((drives, ""), (drives, part_key), (drives[1:], whole["key"])):
            assert (await season(asked, key)).status_code == allowed
        assert (await season(drives, "", desks[0])).json().get("key") is None
        for asker in drives:
            await asker.close()


@pytest.mark.parametrize(
    ("movement", "hidden"), part([*product(("progressive", "head-table", "partner"), (3, 1))], 2)
)
async def test_hidden_results_change_no_byte_of_any_answer_to_viewers(
    movement: str, hidden: int, tmp_path: Path
) -> None:
    """Somebody with a table's key sees who sits there now, and nothing else."""
    plan = {"movement": movement, "rounds": 3, "scoring": "tricks"}
    async with application_here(tmp_path) as application:
        asker, desk = await opened(application, plan=plan, settings={"hide_last": hidden})
        for number in range(1, 3 - hidden + 1):
            await asker.does(desk, "begin-round")
            for table in (1, 2):
                await asker.does(desk, "enter-result", round=number, table=table, tricks=[9, 4])
        live = asker.room.live
        worlds = [with_hidden_results(live, seed) for seed in (1, 2, 3)]
        assert len({world.drive.rounds for world in worlds}) == 3
        table_key = (await asker.send("GET", "/tables/1/key", desk)).json()["key"]
        told = []
        for world in worlds:
            asker.room.advance(world)
            told.append(await asker.answers(None))
            reader = await asker.answers(table_key)
            both = set(reader) & set(told[-1])
            shown = {f"GET /api/drives/{asker.code}", "socket"}
            shown |= {f"GET /api/drives/{asker.code}/rounds/{number}" for number in (1, 2, 3)}
            assert {target for target in both if reader[target] != told[-1][target]} <= shown
        for again in told[1:]:
            assert [target for target in again if again[target] != told[0][target]] == []
        await asker.close()
