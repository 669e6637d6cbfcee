"""A load client: many players at many tables, checked against the log."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from oddtrick import fair
from oddtrick.server.jobs.archiver import finished_match
from oddtrick.server.people.guest_cookie import Guest, new_guest
from oddtrick.server.rooms.listing_row import table_row
from oddtrick.server.rooms.room import Transition, transition_of
from oddtrick.server.rooms.table_service import now_ms
from oddtrick.server.security.tokens import new_code
from oddtrick.server.store import schema
from oddtrick.server.store.engine import database_url, make_engine, reading
from oddtrick.server.store.event_log import EventLog
from oddtrick.server.store.log_entries import Entry, entries_of
from oddtrick.server.store.table_rows import TABLES, table_append
from oddtrick.server.store.tools.migrate import upgrade
from oddtrick.tables import (
    Settings,
    Stage,
    Table,
    decode_facts,
    encode_facts,
    fold_entry,
    open_table,
    table_proof,
    table_view,
    update_for,
)
from tests.support.extent import part
from tests.support.server.server_process import ServerProcess
from tests.support.server.ws_client import Player, until

QUICK = Settings(bot_delay_ms=0, pause_seconds=0, grace_seconds=3600)
"""Settings without delays, in which bots do not substitute for disconnected players."""

SHORT: dict[str, dict[str, Any]] = {
    "whist": {"game": "whist", "match": "deals", "deals": 2},
    "colonial-whist": {"game": "colonial-whist", "target": 2},
    "colonial-scotch-whist": {"game": "colonial-scotch-whist", "target": 2},
    "scotch-whist": {"game": "scotch-whist", "target": 20},
    "knockout-whist": {"game": "knockout-whist"},
}
"""The shortest match of each game."""

PLAYED = part(SHORT, 2)
"""The games of one run: all of them in the whole run."""


def database(data: Path, url: str | None = None) -> str:
    """Returns the URL of a server's database, created on demand."""
    found = database_url(url, data)
    engine = make_engine(found)
    upgrade(engine)
    engine.dispose()
    return found.render_as_string(hide_password=False)


def open_tables(url: str, requests: Sequence[tuple[dict[str, Any], Settings, Guest]]) -> list[str]:
    """Writes new tables directly into a database and returns their codes."""
    codes = []

    async def write() -> None:
        engine = make_engine(url)
        log = EventLog(engine, readers=1)
        for rules, settings, host in requests:
            code = new_code()
            opened = open_table(
                rules,
                settings,
                code=code,
                host=host.person_id,
                name=host.name,
                now=now_ms(),
                new_secret=lambda: secrets.token_bytes(32),
            )
            entry = Entry(
                code, 0, opened.table.at, host.person_id, encode_facts(opened.facts).decode()
            )
            row = table_row(opened.table, opened.table.at)
            await log.append(table_append(entry, wake=opened.table.wake, row=row))
            codes.append(code)
        await log.close()
        engine.dispose()

    asyncio.run(write())
    return codes


IDEMPOTENT = {"back", "ready", "rematch"}
"""Idempotent commands: accepted without an entry if they change nothing."""


class LoadClient:
    """Players at several tables.

    Args:
        url: the address of the server, or several.
        database: the URL of its database.
        seed: the seed of the players' choices.
    """

    def __init__(self, url: str | Sequence[str], database: str, seed: int = 1) -> None:
        self.url = url
        self.database = database
        self.rng = Random(seed)
        self.players: list[Player] = []
        self.counts_from = 0.0
        """The time after which welcomes come from the current server process."""
        self._tasks: list[asyncio.Task[None]] = []
        self._started = 0

    async def seat(
        self,
        games: Sequence[str],
        *,
        people: int = 2,
        watchers: int = 0,
        settings: Settings = QUICK,
        matches: int = 1,
        chat_rate: float = 0.0,
        illegal_rate: float = 0.0,
    ) -> None:
        """Opens one table per game and adds players and spectators."""
        hosts = [new_guest(f"Host {number}") for number in range(len(games))]
        requests = [(SHORT[game], settings, host) for game, host in zip(games, hosts, strict=True)]
        codes = await asyncio.to_thread(open_tables, self.database, requests)
        for code, host in zip(codes, hosts, strict=True):
            for place in [*range(people), *([None] * watchers)]:
                player = Player(
                    self.url,
                    code,
                    place=place,
                    rng=Random(self.rng.random()),
                    guest=host if place == 0 else None,
                    matches=matches,
                    expected=people,
                    chat_rate=chat_rate,
                    illegal_rate=illegal_rate,
                )
                self.players.append(player)

    def start(self) -> None:
        """Connects the players, who play on their own from here."""
        coming = self.players[self._started :]
        self._started = len(self.players)
        self._tasks += [asyncio.ensure_future(player.run()) for player in coming]

    @property
    def known(self) -> int:
        """The number of entries received by all clients."""
        return sum(player.client_state.seq for player in self.players)

    def check_alive(self) -> None:
        """Raises the error of any failed player."""
        for task in self._tasks:
            if task.done():
                task.result()

    async def until(self, holds: Callable[[], bool], what: str) -> None:
        """Waits for a condition while the players play."""

        def moved() -> int:
            self.check_alive()
            return self.known

        await until(holds, f"{what}\n{self.describe()}", moved)

    async def go_on(self, entries: int) -> None:
        """Waits until each playing client has received a number of further entries."""
        those = (player for player in self.players if not (player.done or player.offline))
        goal = {player: player.client_state.seq + entries for player in those}

        def reached() -> bool:
            return all(p.client_state.seq >= seq or p.done for p, seq in goal.items())

        await self.until(reached, f"no {entries} more entries at each table")

    async def finish(self) -> None:
        """Waits until every match is over and every command is answered."""
        await self.until(
            lambda: all(player.done for player in self.players), "some matches are not over"
        )

    async def stop(self, *servers: ServerProcess) -> None:
        """Finishes the matches, disconnects, stops the servers and checks everything."""
        for player in self.players:
            player.matches = 0
        await self.finish()
        await self.disconnect()
        for server in servers:
            assert await asyncio.to_thread(server.stop) == 0
            assert not server.faults(), "".join(server.faults())
        assert self.check()

    def describe(self) -> str:
        """The state of each client, for failure messages."""
        return "\n".join(
            f"{player.code} place {player.place}: entry {player.client_state.seq}, "
            f"{player.table.get('stage')}, closes {player.closes[-5:]}, "
            f"refused {player.refusals[-3:]}, {player.last_error}"
            for player in self.players
        )

    async def disconnect(self) -> None:
        """Disconnects all players concurrently."""
        self.check_alive()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks = []

    def check(self, *, archived: bool = True) -> int:
        """Checks all received frames against the log; returns the number of acknowledged commands.

        Args:
            kept: also check that every finished match is archived.
        """
        acknowledged = 0
        engine = make_engine(self.database)
        try:
            for code in sorted({player.code for player in self.players}):
                with reading(engine) as connection:
                    entries = entries_of(connection, TABLES, code)
                steps = check_log(entries)
                for player in self.players:
                    if player.code == code:
                        acknowledged += check_player(player, entries, steps)
                if archived:
                    check_archive(engine, code, steps)
        finally:
            engine.dispose()
        return acknowledged


@contextlib.asynccontextmanager
async def load_client(
    url: str | Sequence[str], database: str, seed: int = 1
) -> AsyncIterator[LoadClient]:
    """A load client that disconnects its players at the end."""
    people = LoadClient(url, database, seed)
    try:
        yield people
    finally:
        await people.disconnect()


def check_log(entries: Sequence[Entry]) -> list[Transition | None]:
    """Checks that a log has no gaps or repeats and honours its seals; returns its transitions."""
    assert [entry.seq for entry in entries] == list(range(len(entries)))
    keys = [(entry.by, entry.key) for entry in entries if entry.key is not None]
    assert len(keys) == len(set(keys))
    assert [entry.at for entry in entries] == sorted(entry.at for entry in entries)
    table = fold_entry(None, 0, entries[0].at, decode_facts(entries[0].body))
    steps: list[Transition | None] = [None]
    for entry in entries[1:]:
        step = transition_of(table, entry)
        table = step.after
        steps.append(step)
    check_draws(table)
    return steps


def check_draws(table: Table) -> None:
    """Checks that each draw follows from the seals before it."""
    for draw in table.draws:
        assert fair.seal_of(table.code, draw.number, fair.SERVER, draw.secret) == draw.seal
        seals = dict(draw.seals)
        for place, secret in draw.secrets:
            assert fair.seal_of(table.code, draw.number, place, secret) == seals[place]
        purpose = fair.Purpose(draw.purpose)
        key = fair.draw_key(table.code, draw.number, purpose, draw.secret, dict(draw.secrets))
        count = len(draw.drawn) // 2
        pack = table.rules.pack
        whole = draw.purpose == "deal"
        cards = fair.shuffle_pack(pack, key) if whole else fair.cut_cards(pack, count, key)
        assert "".join(map(str, cards)) == draw.drawn


def check_deals(table: Table) -> None:
    """Checks that the proof of an ended match covers each of its deals."""
    proof, match = table_proof(table), table.match
    assert proof is not None
    assert match is not None
    check_draws(table)
    assert fair.verify(proof, match).deals == len(match.result)


def check_player(
    player: Player, entries: Sequence[Entry], steps: Sequence[Transition | None]
) -> int:
    """Checks a client's updates against the log; returns the number of acknowledged commands."""
    person = player.guest.person_id
    written = {entry.key: entry.seq for entry in entries if entry.by == person and entry.key}
    assert set(written) <= set(player.sent)
    acknowledged = 0
    for key, answer in player.answers.items():
        if answer.seq is None and player.doubled:
            continue  # one worker may have refused a command that the other accepted
        if answer.seq is None:
            assert key not in written, f"{player.sent[key]} was refused but logged"
        elif key in written:
            assert written[key] == answer.seq
            acknowledged += 1
        else:
            assert player.sent[key]["type"] in IDEMPOTENT, player.sent[key]
    for seq, update in player.client_state.updates.items():
        step = steps[seq]
        assert step is not None
        describe = update_for(step.before, step.after, step.facts, person)
        came = msgspec.json.decode(update)
        assert came.pop("re", None) in (None, step.key)
        assert msgspec.json.decode(msgspec.json.encode(describe)) == came, f"entry {seq}"
    if player.client_state.seq > 0:
        step = steps[player.client_state.seq]
        assert step is not None
        shown = msgspec.json.decode(msgspec.json.encode(table_view(step.after, person)))
        assert player.table == shown, f"entry {player.client_state.seq}"
    return acknowledged


def check_archive(engine: Any, code: str, steps: Sequence[Transition | None]) -> None:
    """Checks that each finished match is archived unchanged."""
    over = [
        step.after
        for step in steps
        if step and step.after.stage is Stage.OVER and step.before.stage is not Stage.OVER
    ]
    matches = schema.matches
    with reading(engine) as connection:
        rows = connection.execute(
            matches.select().where(matches.c.table_id == code).order_by(matches.c.number)
        ).all()
    assert [row.number for row in rows] == [table.number for table in over]
    for row, table in zip(rows, over, strict=True):
        check_deals(table)
        assert row.record == finished_match(table).record
