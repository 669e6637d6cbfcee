"""The service unit lets the server do all its work: every line is applied to a real server.

Under each line that systemd alone could apply stands why, in `unit_sandbox.py`.
"""

from __future__ import annotations

import json
import os
import re
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from oddtrick.record import decode_record, replay
from oddtrick.server.security.work_process import NICENESS
from tests.support.server import unit_sandbox
from tests.support.server.api_requests import ApiClient
from tests.support.server.dear_requests import DEAR
from tests.support.server.drive_client import DriveClient, open_drive
from tests.support.server.server_process import WITHOUT_LIMITS
from tests.support.server.table_requests import open_table, play_out
from tests.support.server.unit_service import UnitService, state_folder
from tests.support.server.upload_example_records import EXAMPLES, upload_record

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="systemd is for Linux")

UNIT = unit_sandbox.ROOT / "deploy" / "oddtrick.service"
CONTAINER = unit_sandbox.ROOT / "Containerfile"
PASSWORD = "three tricks below par"  # noqa: S105  # of people who do not exist
SHORT = EXAMPLES / "knockout-whist-1.record.json"
LAST_DEAL = len(replay(decode_record(SHORT.read_bytes())).result)
"""A review of its one card takes no time."""
ENVIRON = {"ODDTRICK_PORT": "0", "ODDTRICK_LIMITS": WITHOUT_LIMITS}


def test_every_line_of_the_unit_is_applied_or_says_why_not() -> None:
    lines = unit_sandbox.read_unit(UNIT.read_text()).keys()
    assert lines <= unit_sandbox.APPLIED | unit_sandbox.MANAGER.keys()
    assert not unit_sandbox.APPLIED & unit_sandbox.MANAGER.keys()
    assert lines >= unit_sandbox.MANAGER.keys()


COMPUTES = "import os, numpy; os.nice(1); print(numpy.ones(3) @ numpy.ones(3))"
LOWERS = "from oddtrick.server.security.work_process import lower_priority; lower_priority()"


@pytest.mark.parametrize(
    ("left_out", "code", "status"),
    [
        ("", COMPUTES, 0),
        ("SystemCallErrorNumber", COMPUTES, 128 + 31),  # SIGSYS: the filter is real
        ("SystemCallFilter=setpriority", LOWERS, 0),
    ],
)
def test_a_refused_system_call_is_an_error_and_not_the_end(
    tmp_path: Path, left_out: str, code: str, status: int
) -> None:
    unit = tmp_path / "unit"
    lines = UNIT.read_text().splitlines()
    unit.write_text("\n".join(line for line in lines if not (left_out and left_out in line)))
    with state_folder() as state:
        service = UnitService(unit, state, {}, "/opt/oddtrick/bin/python", "-c", code)
        service.process.wait(60)
        assert service.stop() == status, service.log


def test_the_server_does_every_kind_of_work_under_its_unit() -> None:
    with state_folder() as state:
        service = UnitService(UNIT, state, ENVIRON)
        try:
            url = service.address()
            for work in WORK:
                work(url)
            ours = os.nice(0)
            lowered = {ours, min(19, ours + NICENESS)}
            assert service.nicenesses() >= lowered, "slow work lowers its priority"
        finally:
            status = service.stop()
        assert status == 0, service.log
        assert not [line for line in service.log if re.search("Traceback|error|died", line)]
        assert {DEAR[each].pool for each in OPERATIONS} == {dear.pool for dear in DEAR.values()}


IN_A_CONTAINER = """
[Service]
ExecStart=/opt/oddtrick/bin/{command}
User={user}
ProtectSystem=strict
ProtectHome=yes
PrivateDevices=yes
PrivateTmp=yes
StateDirectory=oddtrick
StateDirectoryMode=0755
UMask=0022
TimeoutStopSec=10
"""
"""The user and the command of an image, with ``--read-only --tmpfs /tmp`` and a volume."""


def test_the_server_runs_as_the_user_of_its_container(tmp_path: Path) -> None:
    said = dict(line.split(" ", 1) for line in CONTAINER.read_text().splitlines() if " " in line)
    command = " ".join(json.loads(said["ENTRYPOINT"]) + json.loads(said["CMD"]))
    command = command.replace("/data", "/var/lib/oddtrick").replace("8000", "0")
    assert said["STOPSIGNAL"] == "SIGTERM"
    unit = tmp_path / "unit"
    unit.write_text(IN_A_CONTAINER.format(command=command, user=int(said["USER"])))
    with state_folder() as state:
        service = UnitService(unit, state, {"ODDTRICK_LIMITS": WITHOUT_LIMITS})
        try:
            url = service.address()
            _hold_a_drive(url)
            with closing(ApiClient(url)) as api:
                assert api("GET /readyz").status_code == 200
        finally:
            status = service.stop()
        assert status == 0, service.log


OPERATIONS = (
    *("register", "logIn", "getHint", "getMatchReplay", "importRecord", "getRecordReview"),
    *("practiseRecord", "previewDrive", "printDrive", "exportDrive"),
)
"""The dear operations that are asked for below: all pools of slow work are among theirs."""


def _register_and_log_in(url: str) -> None:
    body = {"login": "somebody", "password": PASSWORD}
    with closing(ApiClient(url)) as ann:
        assert ann("POST /api/accounts", body).status_code == 201
    with closing(ApiClient(url)) as again:
        assert again("POST /api/session", body).status_code == 201


def _play(url: str) -> None:
    with closing(ApiClient(url).named("Ann")) as ann:
        code = open_table(ann, sit=0, fill="club")["code"]
        ann(f"POST /api/tables/{code}/commands", {"id": "b", "command": {"type": "begin"}})
        play_out(ann, code, until=lambda table: bool(table["match"] and table["match"]["legal"]))
        assert ann(f"GET /api/tables/{code}/hint").status_code == 200
        play_out(ann, code)
        replay = f"GET /api/tables/{code}/matches/1/replay"
        assert _patiently(lambda: ann(replay)).status_code == 200


def _patiently(ask: Callable[[], Any]) -> Any:
    """A match is stored soon after its end."""
    until = time.monotonic() + 60
    while (answer := ask()).status_code == 404:
        assert time.monotonic() < until
        time.sleep(0.02)
    return answer


def _read_a_record(url: str) -> None:
    with closing(ApiClient(url).named("Bob")) as bob:
        record = f"/api/records/{upload_record(bob, SHORT)['id']}"
        assert bob(f"GET {record}/review/{LAST_DEAL}").status_code == 200
        tried = bob(f"POST {record}/practice", {"deal": 1, "decision": 1, "moves": []})
        assert tried.status_code == 200


def _hold_a_drive(url: str) -> None:
    with closing(ApiClient(url)) as api:
        plan = {"plan": {"movement": "balanced", "rounds": 6}, "entries": "Ann\nBob\nCarl\nDora"}
        assert api("POST /api/drives/preview", plan).status_code == 200
    desk: DriveClient = open_drive(url)
    with closing(desk):
        desk.play_round()
        assert desk.request("GET", "/sheets?what=table-cards").content.startswith(b"%PDF")
        assert desk.request("GET", "/export?form=csv").status_code == 200


def _measure(url: str) -> None:
    with closing(ApiClient(url)) as api:
        assert "process_resident_memory_bytes" in api._client.get("/metrics").text


WORK = (_register_and_log_in, _play, _read_a_record, _hold_a_drive, _measure)
