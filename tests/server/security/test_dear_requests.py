"""Dear requests: bounded, charged to who asks, in pools of their own, and ended with the asker."""

from __future__ import annotations

import ast
import asyncio
import json
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from threading import Event
from typing import Any, get_args

import pytest
from litestar.datastructures import State
from msgspec.structs import replace

import oddtrick.server
from oddtrick.drive import DrivePlan, Entry, begin_round, create_drive, enter_result
from oddtrick.drive.bounds import MAX_ENTRIES
from oddtrick.drive.drive import Signature, correct_result
from oddtrick.drive.drive_file import decode_drive, encode_drive
from oddtrick.drive.movements import balanced
from oddtrick.drive.sheets.print_options import SheetName, SheetOptions
from oddtrick.errors import OddtrickError
from oddtrick.server.access.charged_work import ADVANCE_MS, charged_work, work_for
from oddtrick.server.errors import ApiError
from oddtrick.server.limits import Limits, Rate
from oddtrick.server.parts import Parts
from oddtrick.server.security.rate_limit import RateLimiter
from oddtrick.server.security.work_pools import WorkPool
from oddtrick.server.work.drives import (
    MAX_FILE,
    DrivePreview,
    preview_of,
    read_drive_file,
    typeset_sheets,
)
from oddtrick.server.work.estimates import SHORT_SECONDS, sheet_seconds

SOURCES = sorted(Path(oddtrick.server.__file__).parent.rglob("*.py"))

ADDRESS = "192.0.2.1"


def test_nothing_runs_in_the_default_executor() -> None:
    for source in SOURCES:
        for node in ast.walk(ast.parse(source.read_text())):
            if isinstance(node, ast.keyword):
                assert node.arg != "sync_to_thread", f"{source}:{node.value.lineno}"
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                where = f"{source}:{node.lineno}"
                assert node.func.attr != "to_thread", where
                if node.func.attr == "run_in_executor":
                    [pool, *_] = node.args
                    assert not (isinstance(pool, ast.Constant) and pool.value is None), where


class Asker:
    """A request, as far as :func:`work_for` looks at it."""

    def __init__(self, limits: Limits, address: str = ADDRESS) -> None:
        self.app = self
        self.state = State({"parts": Parts(RateLimiter(limits))})
        self.scope = {"client": (address, 1)}
        self.gone = asyncio.Event()

    async def receive(self) -> dict[str, str]:
        await self.gone.wait()
        return {"type": "http.disconnect"}


def spin(seconds: float, *, fails: bool = False) -> int:
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass
    if fails:
        raise ApiError(409, "spun", "it failed", retry_after=7)
    return 1


@pytest.mark.parametrize("in_processes", [False, True])
@pytest.mark.parametrize("fails", [False, True])
async def test_work_costs_the_processor_time_that_it_takes(in_processes: bool, fails: bool) -> None:
    pool = WorkPool("test", in_processes=in_processes)
    asker: Any = Asker(Limits(processor_by_address=Rate(1000, 1)))
    buckets = asker.state["parts"][RateLimiter].buckets("processor_by_address")
    await work_for(asker, None, pool, spin, 0.0)
    now = time.monotonic()  # of both: what is given back meanwhile does not count
    before = buckets.wait(ADDRESS, now, 1000)
    if fails:
        with pytest.raises(ApiError, match="it failed") as caught:
            await work_for(asker, None, pool, spin, 0.2, fails=True)
        assert (caught.value.status, caught.value.retry_after) == (409, 7)
    else:
        assert await work_for(asker, None, pool, spin, 0.2) == 1
    spent = buckets.wait(ADDRESS, now, 1000) - before
    assert 190 < spent < 450
    pool.close()


async def test_many_requests_at_once_are_not_admitted_by_an_allowance_for_one() -> None:
    pool, held = WorkPool("test"), Event()
    asker: Any = Asker(Limits(processor_by_address=Rate(2 * ADVANCE_MS, 60)))
    tasks = [asyncio.ensure_future(work_for(asker, None, pool, held.wait)) for _ in range(9)]
    await asyncio.sleep(0.01)
    refused = [task for task in tasks if task.done()]
    assert len(refused) == 7
    assert all("too many requests" in str(task.exception()) for task in refused)
    held.set()
    assert await asyncio.gather(*set(tasks) - set(refused)) == [True, True]
    pool.close()


async def test_the_estimated_cost_is_charged_when_work_is_admitted() -> None:
    pool, held = WorkPool("test"), Event()
    asker: Any = Asker(Limits(processor_by_address=Rate(30_000, 60)))

    def ask() -> asyncio.Future[bool]:
        return asyncio.ensure_future(charged_work(asker, None, pool, held.wait, 20.0))

    admitted = [ask(), ask()]
    await asyncio.sleep(0)
    with pytest.raises(ApiError, match="too many requests"):
        await ask()
    held.set()
    assert await asyncio.gather(*admitted) == [True, True]
    assert await ask(), "what it did not take is given back"
    pool.close()


async def test_what_would_take_too_long_is_refused_before_it_is_done() -> None:
    pool = WorkPool("test", in_processes=True)
    asker: Any = Asker(Limits())
    drive = create_drive(DrivePlan(rounds=100), [Entry(f"P {n}") for n in range(700)])
    with pytest.raises(ApiError, match="choose fewer sheets") as refused:
        await work_for(asker, None, pool, typeset_sheets, drive, SheetOptions(), check_in=False)
    assert (refused.value.status, refused.value.code) == (409, "too-much")
    assert "\n" not in str(refused.value)
    assert not asker.state["parts"][RateLimiter].tracked_keys(), "it costs nothing"
    pool.close()


@pytest.mark.parametrize("sheets", [(), *((name,) for name in get_args(SheetName))])
def test_more_people_rounds_or_sheets_cost_no_less(sheets: tuple[SheetName, ...]) -> None:
    def cost(people: int, rounds: int, names: tuple[SheetName, ...] = sheets) -> float:
        drive = create_drive(DrivePlan(rounds=rounds), [Entry(f"P {n}") for n in range(people)])
        return sheet_seconds(drive, SheetOptions(sheets=names))

    sizes = (8, 40, 200, 700)
    for small, large in pairwise(sizes):
        assert cost(small, 24) <= cost(large, 24)
        assert cost(40, small) <= cost(40, large)
    assert 0 < cost(40, 24) <= SHORT_SECONDS, "an evening in a village hall is short work"
    assert cost(40, 24) <= cost(40, 24, (*sheets, "wall", "results")) or not sheets


async def test_work_ends_when_the_asker_has_gone() -> None:
    pool = WorkPool("test", in_processes=True)
    asker: Any = Asker(Limits())
    for seconds in (600, 600):
        asker.gone.clear()
        asked = asyncio.ensure_future(work_for(asker, None, pool, time.sleep, seconds))
        await asyncio.sleep(0.3)
        asker.gone.set()
        with pytest.raises(ApiError, match="broke off"):
            await asked
    assert await pool.run(len, "its only process is free") > 0
    pool.close()


async def test_a_process_that_dies_fails_its_job_and_no_other() -> None:
    import os  # noqa: PLC0415

    pool = WorkPool("test", in_processes=True)
    with pytest.raises(ApiError, match="restarting") as caught:
        await pool.run(os._exit, 3)
    assert caught.value.status == 503
    assert await pool.run(os.getpid) != os.getpid()
    assert await pool.run(os.nice, 0) > 0, "of a lower priority"
    pool.close()


def drive_file(rounds: int = 24, players: int = 8) -> dict[str, Any]:
    drive = create_drive(DrivePlan(rounds=rounds), [Entry(f"P {n}") for n in range(players)])
    decoded: dict[str, Any] = json.loads(encode_drive(drive))
    return decoded


@pytest.mark.parametrize(
    ("file", "why"),
    [
        (drive_file(rounds=1_000_000), "<= 100"),
        (drive_file(players=MAX_ENTRIES + 4), f"at most {MAX_ENTRIES} entries"),
    ],
)
def test_a_file_beyond_the_bounds_of_a_drive_is_refused_in_one_line(
    file: dict[str, Any], why: str
) -> None:
    with pytest.raises(OddtrickError, match=why) as caught:
        read_drive_file(json.dumps(file).encode())
    assert "\n" not in str(caught.value)


def leaves(value: Any, *path: Any) -> Iterator[tuple[Any, ...]]:
    """The path of each text and number of a file that is no list or object."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    for key, each in pairs:
        if isinstance(each, dict | list):
            yield from leaves(each, *path, key)
        elif isinstance(each, str | int):
            yield (*path, key)


def with_value(file: dict[str, Any], path: tuple[Any, ...], value: Any) -> bytes:
    changed = json.loads(json.dumps(file))
    at = changed
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    return json.dumps(changed).encode()


def test_every_value_of_a_file_is_bounded() -> None:
    drive = begin_round(create_drive(DrivePlan(), [Entry(name) for name in "abcd"]))
    signed = Signature(by="Ann", when="2026-05-04T20:00:00+00:00", why="sides exchanged")
    drive = correct_result(enter_result(drive, 1, (8, 5)), 1, 1, (5, 8), signed)
    file = json.loads(encode_drive(drive))
    assert file["log"]
    assert file["rounds"]
    for path in leaves(file):
        for value in ("x" * 5000, 2**62, -(2**62)):
            with pytest.raises(OddtrickError) as caught:
                read_drive_file(with_value(file, path, value))
            assert len(str(caught.value).splitlines()) == 1, path
    for path in leaves({"players": file["players"], "entries": file["entries"]}):
        if path[-1] == "name":
            for name in ("", " ", "Ann\nBob", " Ann", "Ann\u2028", "x" * 81):
                with pytest.raises(OddtrickError) as caught:
                    read_drive_file(with_value(file, path, name))
                assert len(str(caught.value).splitlines()) == 1, path
    for when in ("yesterday", "0001-01-01T00:00:00"):
        with pytest.raises(OddtrickError, match="no time"):
            read_drive_file(with_value(file, ("log", 0, "when"), when))


def test_a_file_is_stored_without_its_blanks() -> None:
    compact = json.dumps(drive_file())
    padded = compact.replace(",", "," + " " * 1000).ljust(MAX_FILE)
    assert read_drive_file(padded.encode()) == decode_drive(compact.encode())


@pytest.mark.parametrize("movement", ["progressive", "balanced", "duplicate", "military"])
def test_a_preview_searches_for_nothing_and_is_bounded(
    movement: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(balanced, "search_starter", None)
    plan = replace(DrivePreview().plan, movement=movement, rounds=100)
    for count in (100, 200, 2_000, 10_000):
        text = "\n".join(f"{number}x" for number in range(count))[:50_000]
        found = preview_of(DrivePreview(plan=plan, entries=text))
        if count > MAX_ENTRIES or (movement == "balanced" and count > 200):
            assert found.problem is not None
            assert "at most" in found.problem
