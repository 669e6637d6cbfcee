"""A drive outlives kills, lost answers, broken files, two organisers and phones that come late."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from oddtrick.server.drives.drive_service import SteadyClock
from tests.support.server.api_requests import ApiClient, refusal
from tests.support.server.drive_client import DriveClient, open_drive
from tests.support.server.postgres_and_redis import Postgres
from tests.support.server.scripted_hall import HallResult, run_hall
from tests.support.server.server_process import ServerProcess, server


def evening(folder: Path, **how: int) -> HallResult:
    """Plays an evening on a server that is killed, and checks that everything is as reported."""
    with server(folder) as process:
        result = asyncio.run(run_hall(process, loss=0.2, seed=1, **how))
        desk = result.desk
        assert desk is not None
        for number, wanted in enumerate(result.wanted, start=1):
            played = desk.get(f"/rounds/{number}")["tables"]
            assert {each["table"]: tuple(each["tricks"]) for each in played} == wanted
        log = desk.get("/log")["log"]
        assert [line for line in log if line["kind"] == "result"] == []
        desk.does("close")
        assert sum(row["total"] for row in desk.parts["standings"]) == 26 * len(
            [1 for wanted in result.wanted for _ in wanted]
        )
        desk.close()
        assert process.faults() == []
    return result


@pytest.mark.whole(
    held_by="tests/server/drives/test_survival.py::test_nothing_acknowledged_at_100_tables_is_lost_by_a_kill"
)
def test_a_small_hall_over_a_bad_network_with_kills_loses_nothing(tmp_path: Path) -> None:
    result = evening(tmp_path, tables=4, rounds=3, kills=2)
    assert (result.kills, result.repeats > 10) == (2, True)


@pytest.mark.whole(
    held_by="tests/server/drives/test_survival.py::test_nothing_acknowledged_at_100_tables_is_lost_by_a_kill"
)
def test_25_tables_and_100_phones_over_a_bad_network_with_kills_lose_nothing(
    tmp_path: Path,
) -> None:
    result = evening(tmp_path, tables=25, rounds=6, kills=5)
    assert (result.kills, result.repeats > 100) == (5, True)


def test_nothing_acknowledged_at_100_tables_is_lost_by_a_kill(tmp_path: Path) -> None:
    names = "\n".join(f"Player {number}" for number in range(400))
    process = ServerProcess(tmp_path)
    process.start()
    try:
        first = desk = open_drive(process.url, names, plan={"rounds": 2})
        desk.does("begin-round")
        seen, acknowledged = desk.seq, {}
        for table in range(1, 101):
            tricks = [table % 14, 13 - table % 14]
            answer = desk.does("enter-result", round=1, table=table, tricks=tricks, seen=seen)
            acknowledged[table] = (tricks, answer["seq"])
            if table in (33, 66, 100):
                process.kill()
                process.start()
                desk = desk.other(desk.key)  # with new connections
        tables = desk.parts["round"]["tables"]
        assert {each["table"]: each["tricks"] for each in tables} == {
            table: tricks for table, (tricks, _) in acknowledged.items()
        }
        assert sorted(seq for _, seq in acknowledged.values()) == list(range(seen + 1, seen + 101))
        first.close()
    finally:
        process.end()


def test_two_organisers_do_not_overwrite_each_other(new_drive: Callable[..., DriveClient]) -> None:
    ann = new_drive()
    bea = ann.with_role("organiser", "Bea")
    ann.does("begin-round")
    seen = ann.seq
    bea.does("enter-result", round=1, table=1, tricks=[9, 4], seen=seen)
    refused = ann.send("enter-result", round=1, table=1, tricks=[4, 9], seen=seen)
    assert refused.status_code == 409
    error = refused.json()["error"]
    conflict = error["conflict"]
    assert (error["code"], conflict["kind"], conflict["by"]) == ("conflict", "result", "Bea")
    assert (conflict["table"], conflict["yours"], conflict["theirs"]) == (1, [4, 9], [9, 4])
    ann.does("correct-result", round=1, table=1, tricks=[4, 9], why="I saw the slip")
    assert ann.parts["round"]["tables"][0]["tricks"] == [4, 9]


def test_a_phone_that_comes_back_with_yesterdays_round_is_told_so(
    new_drive: Callable[..., DriveClient],
) -> None:
    desk = new_drive()
    desk.does("begin-round")
    phone, seen = desk.phone(table=1), desk.seq
    for table in (1, 2, 3, 4):
        desk.does("enter-result", round=1, table=table, tricks=[8, 5])
    desk.does("begin-round")
    late = {"round": 1, "table": 1, "tricks": [0, 13], "seen": seen}
    assert phone.fails("enter-result", **late) == (409, "round-over")
    desk.does("undo-round", why="too early")
    desk.does("begin-round")
    again = {"round": 2, "table": 1, "tricks": [0, 13], "seen": seen}
    assert phone.fails("enter-result", **again) == (409, "round-over")
    other = new_drive()
    assert refusal(other.other(phone.key).request("GET")) == (401, "drive-key")


def test_an_exported_drive_goes_on_elsewhere_and_a_broken_one_is_refused_in_one_line(
    new_drive: Callable[..., DriveClient],
) -> None:
    desk = new_drive(plan={"rounds": 3})
    desk.play_round()
    file = desk.request("GET", "/export").content
    api = ApiClient(desk.url)
    opened = api("POST /api/drives/import", file)
    assert opened.status_code == 201
    copy = DriveClient(desk.url, opened.json()["code"], opened.json()["key"])
    assert copy.parts["standings"] == desk.parts["standings"]
    copy.play_round()
    copy.close()
    broken = api("POST /api/drives/import", file.replace(b'"number": 2', b'"number": 7', 1))
    assert refusal(broken) == (400, "invalid")
    assert broken.json()["error"]["message"] == "round 1: table 7 stands in place 2: count from 1"
    api.close()


def test_two_workers_serve_one_drive(tmp_path: Path, postgres: Postgres) -> None:
    url = postgres.fresh()
    with server(tmp_path, workers=2, environ={"DATABASE_URL": url}) as process:
        desk = open_drive(process.url, plan={"rounds": 2})
        clients = [desk.other(desk.key) for _ in range(6)]  # connections reach both workers
        desk.does("begin-round")
        for client, table in zip(clients, (1, 2, 3, 4), strict=False):
            client.does("enter-result", round=1, table=table, tricks=[8, 5])
        for client in clients:
            assert client.parts["round"]["missing"] == []
        clients[5].does("begin-round")
        assert {client.parts["round"]["number"] for client in clients} == {2}
        desk.close()
        assert process.faults() == []
    postgres.drop(url)


def test_the_clock_of_a_drive_runs_on_when_the_computers_is_set_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = SteadyClock()
    before, real = clock(), time.time_ns
    monkeypatch.setattr(time, "time_ns", lambda: real() - 3_600_000_000_000)
    assert 0 <= clock() - before < 60_000
    assert -3_660_000 < clock.drift < -3_540_000
