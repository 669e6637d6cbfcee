"""A name on the list of an online drive belongs to those who have the organiser's link for it."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from unicodedata import normalize

import pytest

from oddtrick.server.security.rate_limit import RateLimiter
from tests.support.server.drive_questions import Asker, application_here

NAMES = ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Guy", "Hal"]
PHASES = ["entries", "under way", "freed"]


async def opened(asker: Asker, tables: str, phase: str) -> str:
    """Opens a drive in a phase, and returns the organiser's key."""
    settings = {"online": {"tables": tables, "start_seconds": 60, "pause_seconds": None}}
    body = {"entries": "\n".join(NAMES), "settings": settings}
    answer = await asker.send("POST", "/api/drives", body=body)
    assert answer.status_code == 201, answer.text
    asker.code, desk = answer.json()["code"], answer.json()["key"]
    if phase == "freed":
        for name in NAMES:
            assert (await joined(asker, desk, name))[0] == 201
        for entry in range(1, len(NAMES) + 1):
            await asker.does(desk, "free-place", entry=entry)
    if phase != "entries":
        await asker.does(desk, "begin-round")
    return str(desk)


async def joined(asker: Asker, key: str | None, name: str) -> tuple[int, Any]:
    right = {} if key is None else {"list_key": key}
    answer = await asker.send("POST", "/join", None, {"name": name, **right})
    return answer.status_code, answer.json().get("error", {}).get("code")


async def new_key(asker: Asker, desk: str, role: str) -> dict[str, Any]:
    answer = await asker.send("POST", "/keys", desk, {"role": role, "label": role})
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("tables", ["all", "some"])
async def test_nobody_takes_a_name_on_the_list_without_the_link(
    tmp_path: Path, tables: str, phase: str
) -> None:
    async with application_here(tmp_path) as application:
        asker = Asker(application, "")
        desk = await opened(asker, tables, phase)
        in_hall = tables == "some" and phase == "under way"
        keys: dict[str, str | None] = {
            role: (await new_key(asker, desk, role))["key"] for role in ("screen", "player")
        }
        keys |= {"anonymous": None, "organiser": desk}
        keys["scorer"] = (await new_key(asker, desk, "scorer"))["key"]
        keys["table"] = (await asker.send("GET", "/tables/1/key", desk)).json()["key"]
        before = asker.room.live
        for role in ("anonymous", "screen", "table"):
            for name in NAMES:
                for typed in (name, name.upper(), f" {name} "):
                    wanted = (409, "refused") if in_hall else (403, "listed-name")
                    assert await joined(asker, keys[role], typed) == wanted, (role, typed)
        assert (await joined(asker, "wrong-key", NAMES[0]))[0] == (409 if in_hall else 401)
        assert asker.room.live == before
        for role, name in zip(("player", "organiser", "scorer"), NAMES, strict=False):
            allowed = (409, "refused") if in_hall else (201, None)
            assert await joined(asker, keys[role], name) == allowed, role
        assert await joined(asker, None, "Somebody new") == (201, None)


@pytest.mark.parametrize("names", ["initials", "hidden"])
@pytest.mark.parametrize("tables", ["all", "some"])
async def test_where_names_are_hidden_strangers_get_one_answer_for_every_name(
    tmp_path: Path, tables: str, names: str
) -> None:
    """On the list, not on it, playing in the hall, joined, or entered by a walk-in."""
    async with application_here(tmp_path) as application:
        asker = Asker(application, "")
        desk = await opened(asker, tables, "entries")
        await asker.does(desk, "change-settings", names=names)
        link, screen = [(await new_key(asker, desk, role))["key"] for role in ("player", "screen")]
        assert await joined(asker, link, NAMES[0]) == (201, None)
        assert await joined(asker, link, "Walter") == (201, None)
        for begin in (False, True):
            if begin:
                await asker.does(desk, "begin-round")
            before = asker.room.live
            tried = (*NAMES, NAMES[0].upper(), "Walter", "Zoe", "Yan")
            answers = {
                (answer.status_code, answer.content)
                for name in tried
                for key in (None, screen)
                for right in ({} if key is None else {"list_key": key},)
                for answer in [await asker.send("POST", "/join", None, {"name": name, **right})]
            }
            assert len(answers) == 1, answers
            assert b'"join-link"' in answers.pop()[1]
            assert asker.room.live == before


async def test_every_name_that_is_tried_counts_whether_it_is_on_the_list_or_not(
    tmp_path: Path,
) -> None:
    async with application_here(tmp_path) as application:
        asker = Asker(application, "")
        desk = await opened(asker, "all", "entries")
        limiter = application.framework.state.parts[RateLimiter]
        now = limiter.clock()
        limiter.clock = lambda: now
        buckets, burst = limiter.buckets("joins_by_address"), limiter.limits.joins_by_address.burst
        # Half a token more than is needed, because sums of times are rounded.
        buckets.take(asker.address, now, burst - 2.5 - len(NAMES))
        for name in (*NAMES, "Zoe", "Yan"):
            assert (await joined(asker, None, name))[0] == (403 if name in NAMES else 201)
        for name in (NAMES[0], "Xen"):
            assert (await joined(asker, None, name))[0] == 429
        assert (await joined(asker, desk, NAMES[0]))[0] == 429


LONG = ("Maximiliane von Hohenstein-Wartburg", "Zoë Lee")


async def test_a_listed_name_is_one_person_at_any_length_and_in_any_form(tmp_path: Path) -> None:
    async with application_here(tmp_path) as application:
        asker = Asker(application, "")
        desk = await opened(asker, "all", "entries")
        await asker.does(desk, "add-entries", text="\n".join(LONG))
        before = asker.room.live.drive.entries
        for name in LONG:
            for typed in (name, name.upper(), normalize("NFD", name)):
                assert await joined(asker, None, typed) == (403, "listed-name")
            assert await joined(asker, desk, normalize("NFD", name.upper())) == (201, None)
        entries = asker.room.live.drive.entries
        assert [entry.name for entry in entries] == [entry.name for entry in before]
        assert [entry.name for entry in entries if entry.online] == list(LONG)
        assert (await joined(asker, desk, "x" * 81))[0] == 400


async def test_a_link_that_was_replaced_gives_no_right(tmp_path: Path) -> None:
    async with application_here(tmp_path) as application:
        asker = Asker(application, "")
        desk = await opened(asker, "all", "entries")
        first = await new_key(asker, desk, "player")
        shown = (await asker.send("GET", "", first["key"])).json()["parts"]
        assert shown["you"]["role"] == "viewer"
        assert "entries" not in shown
        assert first["link"] == f"/drive/{asker.code}#key={first['key']}"
        assert (await asker.send("DELETE", f"/keys/{first['id']}", desk)).status_code == 204
        second = await new_key(asker, desk, "player")
        assert await joined(asker, first["key"], "Ann") == (401, "drive-key")
        assert await joined(asker, second["key"], "Ann") == (201, None)
