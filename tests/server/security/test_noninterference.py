"""Non-interference over real sockets: two servers whose tables differ only in hidden cards.

Both databases hold matches of all games up to a person's turn. In the second one, the cards hidden
from this person and the secrets of the deal differ. The test sends the same requests and commands
to both servers, including forbidden ones, and compares the responses.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest

from oddtrick.errors import RuleBroken
from oddtrick.server.people.guest_cookie import COOKIE, Guest, GuestCookieSigner
from oddtrick.server.rooms.listing_row import table_row
from oddtrick.server.rooms.table_service import now_ms
from oddtrick.server.store.engine import make_engine
from oddtrick.server.store.event_log import EventLog
from oddtrick.server.store.log_entries import Entry
from oddtrick.server.store.table_rows import table_append
from oddtrick.tables import Settings, Table, encode_facts, fold_entry
from tests.support.extent import part
from tests.support.random_matches import EVERY
from tests.support.server.load_client import database
from tests.support.server.server_process import ServerProcess
from tests.support.server.ws_client import SECRET, open_socket
from tests.support.tables.table_driver import TableDriver
from tests.support.tables.tables_with_other_hidden_cards import Course
from tests.support.tables.tables_with_other_hidden_cards import Entry as LoggedEntry

SETTINGS = Settings(pause_seconds=0, bot_delay_ms=10_000, grace_seconds=3600)
"""A bot delay so long that no bot acts during the requests."""

CLOCK_VALUE = re.compile(r"(?<=:)\d{13}(?=[,}])")
"""Matches clock values, which differ between any two servers."""

OPENED_SECRET = re.compile(r'(?<="opened":)"[0-9a-f]{64}"')
"""Matches opened secrets, which are public but depend on the cards."""

STRANGER, ANONYMOUS = 2, 3
"""Clients besides the two players: a named guest and an anonymous one."""

SOME: list[tuple[str, dict[str, Any]]] = [
    ("whist", {"honours": "dealt", "trumps": "sequence"}),
    ("colonial-whist", {}),
    ("colonial-scotch-whist", {}),
    ("scotch-whist", {"players": 2}),
    ("scotch-whist", {"players": 6, "sides": 3}),
    ("knockout-whist", {"players": 4, "choose": "blind"}),
    ("knockout-whist", {"players": 7, "tie": "rps"}),
]

TRIES: tuple[dict[str, Any], ...] = (
    *({"type": "play", "card": rank + suit} for rank in "2A" for suit in "CDHS"),
    {"type": "play", "card": "xx"},
    {"type": "throw", "throw": "rock"},
    {"type": "sit", "place": 0},
)


class Case(msgspec.Struct):
    """One table in both worlds, and the client that reads it.

    Args:
        code: the code of the table.
        who: the guest who connects, or None for an anonymous client.
        shuffled: the entry before the shuffle of the current deal.
        worlds: the log of the table in each world.
    """

    code: str
    who: Guest | None
    shuffled: int
    worlds: tuple[Sequence[LoggedEntry], Sequence[LoggedEntry]]


def make_case(game: str, options: dict[str, Any], seed: int, audience: int) -> Case:
    """Makes a match up to a person's turn, for a player or a spectator."""
    rng = Random(f"{game}/{options}/{seed}/{audience}")
    for _ in range(100):
        people = [Guest(f"p_{_letters(rng, 17)}", name) for name in ("Ann", "Bea", "Cid")]
        course = Course(_evening(game, options, rng, people[:STRANGER]))
        if course.dealt[-1] is not None:
            case = _in_two_worlds(course, None if audience == ANONYMOUS else people[audience], rng)
            if case is not None:
                return case
    raise AssertionError(f"{game}: no such moment, or no other world, in a hundred matches")


def _evening(game: str, options: dict[str, Any], rng: Random, players: list[Guest]) -> TableDriver:
    ids = [guest.person_id for guest in players]
    all_bytes: dict[str, Any] = {"code": _letters(rng, 12), "start": now_ms() - 60_000, **options}
    evening = TableDriver(game, SETTINGS, host=ids[0], seed=rng.getrandbits(32), **all_bytes)
    evening.begin(*ids)
    cards = rng.randrange(5, 60)
    while evening.table.under_way and (cards > 0 or evening.turn not in ids):
        evening.step()
        cards -= 1
    return evening


def _letters(rng: Random, length: int) -> str:
    return "".join(rng.choices("0123456789abcdefghjkmnpqrstvwxyz", k=length))


def _in_two_worlds(course: Course, who: Guest | None, rng: Random) -> Case | None:
    seq = len(course.entries) - 1
    first, table = course.dealt[seq], course.states[seq]
    assert first is not None
    person = None if who is None else who.person_id
    for swaps in (6, 2, 2, 1, 1, 1, 1):
        entries = course.other_entries(seq, person, rng, swaps)
        other = [*course.entries[:first], *entries]
        if other != course.entries and _is_possible(other):
            return Case(table.code, who, first - 1, (course.entries, other))
    return None


def _is_possible(entries: Sequence[LoggedEntry]) -> bool:
    try:
        _fold(entries)
    except RuleBroken:
        return False
    return True


def _fold(entries: Sequence[LoggedEntry]) -> Table:
    table: Table | None = None
    for seq, (at, facts) in enumerate(entries):
        table = fold_entry(table, seq, at, facts)
    assert table is not None
    return table


def store_logs(url: str, logs: Sequence[Sequence[LoggedEntry]]) -> None:
    """Writes the logs of tables directly into a database."""

    async def write() -> None:
        engine = make_engine(url)
        log = EventLog(engine, readers=1)
        for entries in logs:
            table = _fold(entries)
            for seq, (at, facts) in enumerate(entries):
                entry = Entry(table.code, seq, at, "server", encode_facts(facts).decode())
                await log.append(table_append(entry, row=table_row(table, at), wake=table.wake))
        await log.close()
        engine.dispose()

    asyncio.run(write())


async def frames_received(url: str, case: Case) -> list[str]:
    """Returns every frame sent to the client since the shuffle, including replies."""
    frames: list[str] = []
    async with open_socket(url, case.code, case.who) as socket:
        hello = {"type": "hello", "protocol": 1, "seq": case.shuffled}
        await socket.send(json.dumps(hello))
        for number, command in enumerate(TRIES):
            tried = {"type": "command", "id": f"try-{number}", "command": command}
            await socket.send(json.dumps(tried))
        await socket.send(json.dumps({"type": "ping"}))
        while not frames or json.loads(frames[-1])["type"] != "pong":
            frames.append(str(await socket.recv()))
    return frames


def http_responses(url: str, case: Case) -> list[str]:
    """Returns the API's responses to every request about the table."""
    cookies = {} if case.who is None else {COOKIE: GuestCookieSigner(SECRET).sign(case.who)}
    at = f"{url}/api/tables/{case.code}"
    with httpx.Client(cookies=cookies, headers={"Origin": url}) as client:
        paths = ["", f"/events?after={case.shuffled}", "/record", "/replay", "/hint", "/proof"]
        answers = [client.get(at + path) for path in paths]
    return [f"{answer.status_code} {answer.text}" for answer in answers]


def check_worlds(folder: Path, cases: Sequence[Case]) -> int:
    """Compares both servers; returns the number of cases in which a full view would differ."""
    servers = []
    for world in (0, 1):
        data = folder / str(world)
        data.mkdir()
        store_logs(database(data), [case.worlds[world] for case in cases])
        servers.append(ServerProcess(data, environ={"ODDTRICK_SECRET": SECRET}))
    try:
        for server in servers:
            server.start()
        one, other = (server.url for server in servers)
        for case in cases:
            assert all_bytes(one, case) == all_bytes(other, case), (
                f"{case.code} as seen by {case.who}"
            )
        return sum(player_views(one, case) != player_views(other, case) for case in cases)
    finally:
        for server in servers:
            server.end()


def all_bytes(url: str, case: Case) -> list[str]:
    """Returns all bytes sent to the client, except times and the players' own secrets."""
    frames = [*http_responses(url, case), *asyncio.run(frames_received(url, case))]
    assert len(frames) > len(TRIES)
    return [OPENED_SECRET.sub("", CLOCK_VALUE.sub("", frame)) for frame in frames]


def player_views(url: str, case: Case) -> list[str]:
    """Returns the players' own views of their hands, which differ between the worlds."""
    players = {chair.person for chair in _fold(case.worlds[0]).chairs} - {None}
    guests = [Guest(str(person), "Ann") for person in players]
    seen = [all_bytes(url, msgspec.structs.replace(case, who=guest)) for guest in guests]
    return [frame for frames in seen for frame in frames]


def test_socket_frames_do_not_depend_on_hidden_cards(tmp_path: Path) -> None:
    games = part(SOME, 1)
    cases = [make_case(*game, 1, audience) for game in games for audience in range(ANONYMOUS + 1)]
    assert check_worlds(tmp_path, cases) > len(cases) // 3, "the worlds do not differ"


@pytest.mark.long
def test_sockets_hide_hidden_cards_in_every_game_and_option(tmp_path: Path) -> None:
    cases = [make_case(*game, 2, audience) for game in EVERY for audience in range(ANONYMOUS + 1)]
    assert check_worlds(tmp_path, cases) > len(cases) // 3, "the worlds do not differ"
