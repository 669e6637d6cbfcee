"""The dearest request of every operation: in which pool it is done, and that it is charged."""

from __future__ import annotations

import asyncio
import contextlib
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from threading import Event, current_thread, main_thread
from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from oddtrick.review import BUDGET
from oddtrick.server.jobs.review_jobs import ReviewJobs
from oddtrick.server.people.accounts import ensure_person
from oddtrick.server.people.authenticator import Authenticator
from oddtrick.server.people.guest_cookie import COOKIE, Guest, GuestCookieSigner
from oddtrick.server.people.principal import CredentialKind, PersonKind, Principal
from oddtrick.server.rooms.listing_row import seat_changes, table_row
from oddtrick.server.routes.drives import SEATING_SECONDS
from oddtrick.server.security.rate_limit import RateLimiter
from oddtrick.server.security.tokens import new_code
from oddtrick.server.security.work_pools import WorkPool
from oddtrick.server.security.work_process import PRELOADED
from oddtrick.server.store.engine import database_url, make_engine
from oddtrick.server.store.event_log import EventLog
from oddtrick.server.store.log_entries import Append, Entry
from oddtrick.server.store.schema import metadata
from oddtrick.server.store.table_rows import table_append
from oddtrick.server.work.estimates import ESTIMATES
from oddtrick.tables import CommandOutcome, Table, archive
from oddtrick.tables.commands import Rematch
from tests.support.server.cheap_accounts import CHEAP as CHEAP_HASHER
from tests.support.server.dear_requests import CHEAP, DEAR, LIMITS, PBN_TYPE, RECORD, Dear
from tests.support.server.running_app import NAMES, SECRET, App, running_app, saturate
from tests.support.server.validate_schemas import document
from tests.support.tables.table_driver import START, TableDriver

OPERATIONS: dict[str, tuple[str, str, Any]] = {
    described["operationId"]: (method.upper(), path, described)
    for path, methods in document()["paths"].items()
    for method, described in methods.items()
}
ADDRESS = "192.0.2.1"
CODE = new_code()
ANN = Guest("p_ann", "Ann")
QUICK = replace(BUDGET, candidates=40, worlds=10)
FULL = LIMITS.processor_by_address.burst


def test_every_operation_says_what_its_dearest_request_costs() -> None:
    assert sorted([*DEAR, *CHEAP]) == sorted(OPERATIONS)


class StoredTable(TableDriver):
    """A table that is written to a database: a match of two deals, and the second one begun."""

    def __init__(self) -> None:
        self.appends: list[Append] = []
        super().__init__(host=ANN.person_id, code=CODE, match="deals", deals=2)
        self.begin(ANN.person_id)
        self.play_out()
        self.do(ANN.person_id, Rematch())
        self.finish_draw()
        self.play_deal()
        self.play_until(ANN.person_id)

    def _keep(self, outcome: CommandOutcome) -> None:
        before: Table | None = self.table if outcome.table.seq else None
        super()._keep(outcome)
        table, (at, facts) = outcome.table, self.log[-1]
        entry = Entry(table.code, table.seq, at, ANN.person_id, facts.decode())
        seats = seat_changes(outcome.facts, before)
        self.appends.append(table_append(entry, row=table_row(table, at), seats=seats))


async def store(folder: Path) -> int:
    """Writes a table to a new database; returns its last entry."""
    engine = make_engine(database_url(None, folder))
    metadata.create_all(engine)
    log = EventLog(engine)
    ann = Principal(ANN.person_id, PersonKind.GUEST, ANN.name, CredentialKind.GUEST)
    await log.write(lambda connection: ensure_person(connection, ann, START))
    stored = StoredTable()
    for append in stored.appends:
        await log.append(append)
    await log.close()
    engine.dispose()
    return stored.table.seq


class Asked:
    """What a request has led to.

    Attributes:
        pools: the pools that were used, with the module of the work.
        works: the same pools, with the work.
        charged: the milliseconds of processor time that were charged for it.
        status: the status of the answer.
        error: its code if it is a refusal.
    """

    def __init__(self) -> None:
        self.pools: list[tuple[str, str]] = []
        self.works: list[tuple[str, Any]] = []
        self.charged = 0.0
        self.status = 0
        self.error = ""


class Stranger:
    """Ann, who asks for everything that she may."""

    def __init__(self, app: App, monkeypatch: pytest.MonkeyPatch) -> None:
        self.app = app
        app.client.cookies.set(COOKIE, GuestCookieSigner(SECRET).sign(ANN))
        self.record = ""
        self.seq = 0
        self.asked = Asked()
        names = {id(pool): name for name, pool in vars(app.pools).items()}
        names[id(app.passwords)] = "passwords"
        run, run_in_parts = WorkPool.run_for, WorkPool.run_in_parts

        async def spy(pool: WorkPool, asker: Any, work: Any, *args: Any, **kwargs: Any) -> Any:
            function = getattr(work, "func", work)
            self.asked.pools.append((names[id(pool)], getattr(function, "__module__", "")))
            self.asked.works.append((names[id(pool)], function))
            return await run(pool, asker, work, *args, **kwargs)

        async def spy_on_parts(pool: WorkPool, asker: Any, on_part: Any, work: Any) -> Any:
            self.asked.pools.append((names[id(pool)], work.func.__module__))
            return await run_in_parts(pool, asker, on_part, work)

        monkeypatch.setattr(WorkPool, "run_for", spy)
        monkeypatch.setattr(WorkPool, "run_in_parts", spy_on_parts)
        self.now = app.parts[RateLimiter].clock()
        app.parts[RateLimiter].clock = lambda: self.now

    async def import_record(self) -> None:
        answer = await self.app.client.post("/api/records", content=RECORD)
        self.record = answer.json()["id"]

    def url(self, path: str, query: str) -> str:
        drive = self.app.drive.rpartition("/")[2]
        code = drive if "/drives/" in path else CODE
        values = {"code": code, "record_id": self.record, "number": "1", "deal": "1"}
        path = re.sub(r"{(\w+)}", lambda found: values.get(found[1], "1"), path)
        return path + query.format(drive=drive, seq=self.seq)

    async def ask(
        self, operation: str, dear: Dear, body: bytes | None = None, *, spent: float = FULL / 2
    ) -> Asked:
        method, path, _ = OPERATIONS[operation]
        self.now += 1e6  # every bucket is full again
        buckets = self.app.parts[RateLimiter].buckets("processor_by_address")
        buckets.take(ADDRESS, self.now, spent)
        before = buckets.wait(ADDRESS, self.now, FULL)
        self.asked = Asked()
        answer = await self.app.client.request(
            method,
            self.url(path, dear.query),
            content=dear.body if body is None else body,
            headers={"Content-Type": dear.media},
        )
        self.asked.status = answer.status_code
        if answer.status_code in (429, 503):
            assert answer.headers["Retry-After"]
            self.asked.error = answer.json()["error"]["code"]
        self.asked.charged = buckets.wait(ADDRESS, self.now, FULL) - before
        return self.asked


@contextlib.asynccontextmanager
async def stranger_at(folder: Path) -> AsyncIterator[Stranger]:
    seq = await store(folder)
    with pytest.MonkeyPatch.context() as monkeypatch:
        async with running_app(folder) as app:
            app.parts[Authenticator].passwords.hasher = CHEAP_HASHER
            asker = Stranger(app, monkeypatch)
            asker.seq = seq - 1
            app.parts.replace(ReviewJobs(app.pools, QUICK))
            await asker.import_record()
            yield asker


def dear_of_a_guest() -> Iterator[tuple[str, Dear, bytes]]:
    """Yields the operations but those of an account, with a short body: the law is the same."""
    for operation, dear in DEAR.items():
        if operation not in {"changePassword", "makeRecoveryCode"}:
            short = dear.body[:20_000] if dear.media == PBN_TYPE else dear.body.strip()
            yield operation, dear, short


async def test_dear_work_is_done_in_the_pool_of_its_kind_and_charged(tmp_path: Path) -> None:
    async with stranger_at(tmp_path) as stranger:
        for operation, dear, short in dear_of_a_guest():
            stranger.app.parts.replace(ReviewJobs(stranger.app.pools, QUICK))  # nothing cached
            asked = await stranger.ask(operation, dear, short)
            assert asked.status < 500, operation
            assert dear.pool in [pool for pool, _ in asked.pools], (operation, asked.status)
            if dear.pool == "reviews":  # limited by their number, and cached
                continue
            if dear.pool != "passwords":
                assert asked.charged > 0, operation
            for pool, module in asked.pools:
                if getattr(stranger.app.pools, pool, stranger.app.passwords).in_processes:
                    is_light = module.startswith("oddtrick.server.work.")
                    assert is_light or not module.startswith("oddtrick.server"), (operation, module)
            for pool, work in asked.works:
                if getattr(stranger.app.pools, pool, stranger.app.passwords).in_processes:
                    assert work in ESTIMATES, (operation, work)


async def test_who_has_used_up_their_processor_time_is_refused_and_others_are_not(
    tmp_path: Path,
) -> None:
    async with stranger_at(tmp_path) as stranger:
        for operation, dear, short in dear_of_a_guest():
            # Events come one by one or, if that is refused, as the whole table.
            if dear.pool not in ("reviews", "passwords") and operation != "getEvents":
                asked = await stranger.ask(operation, dear, short, spent=FULL)
                assert (asked.status, asked.error) == (429, "limit"), operation
        async with stranger.app.elsewhere() as other:
            assert (await other.post("/api/drives/preview", json={})).status_code == 200


READERS = {
    "getTableRecord getMatchRecord getMatchReview followMatchReview practise": "record_of",
    "getTableReplay getMatchReplay": "steps_of",
    "getTableProof getMatchProof": "_draws_by_deal",
}
"""The operations on a table that read its match, with what reads it."""


async def test_a_match_is_never_read_in_the_event_loop(tmp_path: Path) -> None:
    read: set[tuple[str, str]] = set()
    operation = ""

    def spied(name: str, reader: Any) -> Any:
        def spy(*args: Any, **kwargs: Any) -> Any:
            read.add((operation, name))
            assert current_thread() is not main_thread(), operation
            return reader(*args, **kwargs)

        return spy

    async with stranger_at(tmp_path) as stranger:
        with pytest.MonkeyPatch.context() as patch:
            for name in READERS.values():
                patch.setattr(archive, name, spied(name, getattr(archive, name)))
            for operation, (_, path, _) in OPERATIONS.items():
                if path.startswith("/api/tables/{code}/"):
                    asked = await stranger.ask(operation, DEAR.get(operation, Dear("")))
                    assert asked.status != 500, operation
    assert read == {(one, name) for some, name in READERS.items() for one in some.split()}


async def test_a_table_and_a_drive_go_on_while_all_dear_work_waits(tmp_path: Path) -> None:
    held = Event()
    async with stranger_at(tmp_path) as stranger:
        app, client = stranger.app, stranger.app.client
        pools = {dear.pool for dear in DEAR.values()} - {"logs", "passwords"}
        busy = [task for name in pools for task in saturate(getattr(app.pools, name), held)]
        busy += saturate(app.passwords, held)
        await asyncio.sleep(0)
        for operation, dear, short in dear_of_a_guest():
            if dear.pool not in ("logs", "reviews"):
                asked = await stranger.ask(operation, dear, short)
                assert (asked.status, asked.error) == (503, "busy"), operation
        said = {"id": "s1", "command": {"type": "say", "phrase": "well-played"}}
        shown = (await client.get(f"/api/tables/{CODE}")).json()
        card = {"id": "c1", "command": {"type": "play", "card": shown["match"]["legal"][0]}}
        for command in (said, card):
            answer = await client.post(f"/api/tables/{CODE}/commands", json=command)
            assert answer.status_code == 200, answer.text
        assert (await app.begin_round()).json()["applied"]
        for path in (app.drive, "/healthz", "/readyz"):
            assert (await client.get(path)).status_code == 200, path
        for task in busy:
            task.cancel()
        held.set()


LARGE = {"plan": {"rounds": 30}, "entries": "\n".join(f"Player {number}" for number in range(300))}
"""A drive whose sheets take half a minute."""


async def flood(stranger: Stranger) -> list[asyncio.Task[httpx.Response]]:
    """Asks for all that one address can, up to the first refusal of sheets of a large drive."""
    client = stranger.app.client
    large = (await client.post("/api/drives", json=LARGE)).json()["code"]
    paths = [f"/api/drives/{large}/export?form=csv", f"/api/drives/season?drive={large}"]
    asked = [client.get(f"/api/drives/{large}/sheets") for _ in range(40)]
    asked += [client.get(path) for path in paths for _ in range(20)]
    asked += [client.post("/api/drives/preview", json=LARGE) for _ in range(20)]
    review = stranger.url("/api/records/{record_id}/review/", "")
    asked += [client.get(f"{review}{deal}") for deal in range(1, 5)]
    tasks = [asyncio.ensure_future(one) for one in asked]
    sheets = set(tasks[:40])
    refused = False
    while not refused:
        done, sheets = await asyncio.wait(sheets, return_when=asyncio.FIRST_COMPLETED)
        refused = any(task.result().status_code in (429, 503) for task in done)
    return tasks


async def test_somebody_else_is_answered_while_one_address_asks_for_all_it_can(
    tmp_path: Path,
) -> None:
    async with stranger_at(tmp_path) as stranger, stranger.app.elsewhere() as other:
        ben = GuestCookieSigner(SECRET).sign(Guest("p_ben", "Ben"))
        other.cookies.set(COOKIE, ben)
        opened = await other.post("/api/drives", json={"entries": NAMES})
        drive, headers = opened.json()["code"], {"Authorization": f"Bearer {opened.json()['key']}"}
        record = (await other.post("/api/records", content=RECORD)).json()["id"]
        flooding = await flood(stranger)
        answers = [
            await other.get(f"/api/drives/{drive}/export?form=csv", headers=headers),
            await other.get(f"/api/drives/season?drive={drive}", headers=headers),
            await other.get(f"/api/records/{record}/replay"),
            await other.get(f"/api/drives/{drive}/sheets", headers=headers),
            await other.post("/api/drives/preview", json={"entries": NAMES}),
            await other.get(f"/api/records/{record}/review/5"),
        ]
        assert [answer.status_code for answer in answers] == [200] * 6
        assert not all(task.done() for task in flooding)
        for task in flooding:
            task.cancel()


async def test_a_cheap_request_uses_no_pool_but_those_of_the_state(tmp_path: Path) -> None:
    async with stranger_at(tmp_path) as stranger:
        for operation in CHEAP:
            if operation in {"deleteMe", "logOut", "logOutOthers", "logOutEverywhere"}:
                continue  # and the cookie would go
            method, _, described = OPERATIONS[operation]
            body = b"{}" if "requestBody" in described else b""
            asked = await stranger.ask(operation, Dear("", body=body))
            assert asked.status < 500 or operation == "isReady", (operation, method)
            assert {pool for pool, _ in asked.pools} <= {"logs", "rounds", "files"}, operation


async def test_a_round_is_charged_to_the_address_that_begins_it(tmp_path: Path) -> None:
    async with running_app(tmp_path) as app:
        limiter = app.parts[RateLimiter]
        now = limiter.clock()
        limiter.clock = lambda: now
        buckets = limiter.buckets("processor_by_address")
        before = buckets.wait(ADDRESS, now, FULL)
        assert (await app.begin_round()).json()["applied"]
        spent = (buckets.wait(ADDRESS, now, FULL) - before) / LIMITS.processor_by_address.seconds
        assert spent == pytest.approx(1000 * SEATING_SECONDS)
        buckets.take(ADDRESS, now, FULL)
        assert (await app.begin_round()).status_code == 429


def bounded() -> Iterator[tuple[str, Dear]]:
    for operation, (_, _, described) in OPERATIONS.items():
        if "requestBody" in described:
            yield operation, DEAR.get(operation, Dear(""))


def test_slow_work_imports_neither_the_framework_nor_the_database() -> None:
    """A process would need a second for it, and most of its jobs take less."""
    heavy = "'litestar', 'sqlalchemy', 'structlog', 'uvicorn', 'oddtrick.server.errors'"
    code = f"import sys, {', '.join(PRELOADED)}; print([m for m in ({heavy}) if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


async def test_every_body_is_bounded_to_the_byte(tmp_path: Path) -> None:
    async with stranger_at(tmp_path) as stranger:
        for operation, dear in bounded():
            asked = await stranger.ask(operation, dear, bytes(dear.most + 1))
            assert asked.status in (413, 401, 403, 404, 409), (operation, asked.status)
            assert not asked.pools, operation
            asked = await stranger.ask(operation, dear, b"{}".ljust(dear.most))
            assert asked.status != 413, operation
