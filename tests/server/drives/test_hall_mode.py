"""Hall mode: a laptop that tells phones how to reach it, and copies of the drive on a stick."""

from __future__ import annotations

import asyncio
import io
import json
import signal
import time
from pathlib import Path

import httpx
import pytest
from pypdf import PdfReader
from websockets.asyncio.client import connect

from oddtrick.drive import decode_drive, encode_drive
from oddtrick.drive.rounds import Round
from oddtrick.drive.wifi import Wifi, wifi_text
from oddtrick.server.operations.hall_mode import is_on_battery, read_power_source
from oddtrick.server.routes.qr_code import qr
from tests.support.extent import times
from tests.support.run_program import oddtrick
from tests.support.server.api_requests import refusal
from tests.support.server.drive_client import NAMES, DriveClient
from tests.support.server.drive_serve_process import PATIENCE, hall
from tests.support.server.postgres_and_redis import free_port

PHONES = times(20, whole=60)


@pytest.fixture
def hall_file(tmp_path: Path) -> Path:
    file = tmp_path / "village.drive"
    done = oddtrick("drive", "new", file, "-", "--deals", "3", stdin=NAMES)
    assert done.returncode == 0, done.stderr
    return file


def test_the_terminal_shows_network_address_and_desk(hall_file: Path, tmp_path: Path) -> None:
    port = free_port()
    options = ("--wifi", "Hall:secret123", "--copy", tmp_path / "stick")
    with hall(tmp_path, hall_file, *options, port=port) as (desk, shown):
        assert "1. Join the network Hall:" in shown
        assert f"no folder {tmp_path / 'stick'} for the copies: plug in the stick" in shown
        assert shown.count("▄▄▄▄▄") > 6
        assert f"a firewall on this laptop blocks port {port}" in shown
        assert "secret123" not in shown
        assert desk.parts["drive"]["settings"]["name"] == "village"
        listed = {entry["name"]: entry["player"] for entry in desk.parts["entries"]}
        assert listed == {name: number for number, name in enumerate(NAMES.split("\n"))}
        info = httpx.get(f"{desk.url}/api/hall").json()
        assert (info["hall"], info["drive"], info["wifi"]) == (True, desk.code, "Hall")
        assert "secret123" not in json.dumps(info)
        assert httpx.get(f"{desk.url}/d").headers["location"] == f"/drive/{desk.code}"
        opened = httpx.post(f"{desk.url}/api/drives", json={})
        assert opened.status_code == 201
        cookie = opened.headers["set-cookie"]
        assert "Secure" not in cookie
        assert "HttpOnly" in cookie


def test_the_network_is_entered_once_at_the_desk_and_printed(
    hall_file: Path, tmp_path: Path
) -> None:
    port = free_port()
    wifi = {"name": "Village; hall", "password": "secret123"}
    with hall(tmp_path, hall_file, port=port) as (desk, shown):
        address = httpx.get(f"{desk.url}/api/hall").json()["address"]
        assert desk.get("/hall") == {"address": f"{address}/d", "wifi": None}
        assert picture(desk, "wifi.svg").status_code == 404
        for other in (desk.other(), desk.with_role("scorer")):
            assert refusal(other.request("PUT", "/hall", {"wifi": wifi})) == (403, "drive-role")
        short = {"wifi": wifi | {"password": "short"}}
        assert refusal(desk.request("PUT", "/hall", short)) == (400, "invalid")
        taken = desk.request("PUT", "/hall", {"wifi": wifi})
        assert taken.json() == {"address": f"{address}/d", "wifi": wifi}
        assert refusal(desk.other().request("GET", "/hall")) == (403, "drive-role")
        assert httpx.get(f"{desk.url}/api/drives/{desk.code}/wifi.svg").status_code == 403
        screen = desk.with_role("screen")
        assert screen.get("/hall")["wifi"] == wifi
        assert picture(screen, "wifi.svg").content == picture(desk, "wifi.svg").content
    with hall(tmp_path, hall_file, port=port) as (desk, shown):
        assert "1. Join the network Village; hall:" in shown
        assert desk.get("/hall")["wifi"] == wifi
        assert picture(desk, "wifi.svg").content == qr(wifi_text(Wifi(**wifi)))
        phones = picture(desk, "qr.svg?page=phone").content
        assert phones == qr(f"{address}/d"), "a phone would look for 127.0.0.1 on itself"
        pdf = PdfReader(io.BytesIO(desk.request("GET", "/sheets?what=wall").content))
        text = " ".join(pdf.pages[0].extract_text().split())
        assert "Village; hall" in text
        assert "secret123" in text
        assert "/d" in text


def picture(desk: DriveClient, path: str) -> httpx.Response:
    headers = {"Authorization": f"Bearer {desk.key}"}
    return httpx.get(f"{desk.url}/api/drives/{desk.code}/{path}", headers=headers)


def test_without_hall_only_the_laptop_itself_is_served(hall_file: Path, tmp_path: Path) -> None:
    with hall(tmp_path, hall_file, port=free_port(), everybody=False) as (desk, shown):
        assert len(shown.splitlines()) == 1
        assert httpx.get(f"{desk.url}/api/hall").json()["address"] is None


def test_a_hall_started_again_goes_on_with_its_drive(hall_file: Path, tmp_path: Path) -> None:
    """Whatever of it had reached its file when it was killed."""
    port = free_port()
    with hall(tmp_path, hall_file, port=port, stop=signal.SIGKILL) as (desk, _):
        desk.play_round((9, 4))
        code = desk.code
    with hall(tmp_path, hall_file, port=port) as (desk, _):
        assert desk.code == code
        assert desk.parts["round"]["tables"][0]["tricks"] == [9, 4]


def test_the_file_of_a_hall_has_its_results_and_is_changed_by_nobody_else(
    hall_file: Path, tmp_path: Path
) -> None:
    port = free_port()
    with hall(tmp_path, hall_file, port=port) as (desk, _):
        desk.play_round((9, 4))
        wait_for(lambda: [one.complete for one in rounds_of(hall_file)] == [True])
        in_use = f"{hall_file}: a server runs this drive: use its desk, or stop the server first\n"
        for verb in ("next", "serve"):
            refused = oddtrick("drive", verb, hall_file)
            assert (refused.returncode, refused.stderr) == (1, f"oddtrick: {in_use}")
        assert oddtrick("drive", "standings", hall_file).returncode == 0
        desk.does("begin-round")
        desk.does("enter-result", round=2, table=3, tricks=(12, 1))
    assert rounds_of(hall_file)[1].results == (None, None, (12, 1), None), "stopped at once"
    assert oddtrick("drive", "enter", hall_file, "1", "8", "5").returncode == 0
    assert [file.name for file in tmp_path.glob("*drive*")] == [hall_file.name]


def rounds_of(file: Path) -> tuple[Round, ...]:
    return decode_drive(file.read_bytes()).rounds


def test_each_round_is_copied_and_a_missing_stick_is_a_warning(
    hall_file: Path, tmp_path: Path
) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    with hall(tmp_path, hall_file, "--copy", stick, port=free_port()) as (desk, _):
        desk.play_round((9, 4))
        file = stick / f"village-{desk.code}.drive"
        wait_for(lambda: file.exists() and decode_drive(file.read_bytes()).rounds[-1].complete)
        stick.rename(tmp_path / "pocket")
        desk.play_round()
        wait_for(lambda: [one["code"] for one in desk.parts["warnings"]] == ["copy-missing"])
        (tmp_path / "pocket").rename(stick)
        wait_for(lambda: desk.parts["warnings"] == [])
        copied = decode_drive(file.read_bytes())
        assert len(copied.rounds) == 2
        assert encode_drive(copied) == desk.request("GET", "/export").content
    done = oddtrick("drive", "standings", file)
    assert done.returncode == 0


def test_a_copy_is_written_whatever_the_name_of_the_drive(hall_file: Path, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    with hall(tmp_path, hall_file, "--copy", stick, port=free_port()) as (desk, _):
        desk.does("change-settings", name="漢/" * 40)
        desk.play_round()
        wait_for(lambda: [*stick.glob(f"漢-*-{desk.code}.drive")])
        desk.does("change-settings", name="漢" * 80)
        desk.play_round()
        wait_for(lambda: [*stick.glob(f"漢漢*漢-{desk.code}.drive")])
        assert desk.parts["warnings"] == []


def wait_for(holds: object) -> None:
    assert callable(holds)
    until = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.1)


async def join(url: str, code: str, player: int, table_key: str) -> None:
    """Joins as a phone does: short address, drive, own name at the table, then the socket."""
    headers = {"Authorization": f"Bearer {table_key}"}
    async with httpx.AsyncClient(base_url=url, headers=headers) as phone:
        assert (await phone.get("/d")).status_code == 302
        assert (await phone.get(f"/api/drives/{code}")).status_code == 200
        answer = await phone.post(f"/api/drives/{code}/devices", json={"player": player})
        assert answer.status_code == 201
    socket_url = url.replace("http", "ws")
    async with connect(f"{socket_url}/ws/drives/{code}") as socket:
        hello = {"type": "hello", "protocol": 1, "key": answer.json()["key"]}
        await socket.send(json.dumps(hello))
        frame = json.loads(await socket.recv())
        assert frame["parts"]["you"]["player"] == player
        await socket.send('{"type":"ping"}')
        assert json.loads(await socket.recv())["type"] in ("pong", "drive")


def test_phones_behind_one_address_join(tmp_path: Path) -> None:
    file = tmp_path / "hundred.drive"
    names = "\n".join(f"Player {number}" for number in range(PHONES))
    assert oddtrick("drive", "new", file, "-", stdin=names).returncode == 0
    with hall(tmp_path, file, port=free_port()) as (desk, _):
        desk.does("begin-round")
        keys = desk.keys_of_players()

        async def all_join() -> None:
            await asyncio.gather(*(join(desk.url, desk.code, *one) for one in keys.items()))

        asyncio.run(all_join())
        assert len(desk.parts["phones"]["players"]) == PHONES


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["none.drive", "--hall"], 1, "none.drive: no such file or directory"),
        (["--hall", "--wifi", "Hall:short"], 2, "a password has at least 8 characters"),
        (["--hall", "--port", "x"], 2, "--port: 'x' is invalid"),
    ],
)
def test_what_cannot_be_served_is_refused_in_one_line(
    arguments: list[str], status: int, message: str
) -> None:
    done = oddtrick("drive", "serve", *arguments)
    assert (done.returncode, done.stderr.count("\n")) == (status, 1)
    assert message in done.stderr


def test_a_drive_that_no_server_can_run_is_refused_before_any_start(tmp_path: Path) -> None:
    file = tmp_path / "long.drive"
    assert oddtrick("drive", "new", file, "-", "--deals", "900", stdin=NAMES).returncode == 0
    done = oddtrick("drive", "serve", file, "--no-browser", "--data", tmp_path)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert done.stderr.startswith(f"oddtrick: {file}: the plan of this drive: ")


@pytest.mark.parametrize(("online", "expected"), [("1", False), ("0", True)])
def test_a_laptop_on_its_battery_is_noticed(tmp_path: Path, online: str, expected: bool) -> None:
    for name, kind in (("AC", "Mains"), ("BAT0", "Battery")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "type").write_text(f"{kind}\n")
    (tmp_path / "AC" / "online").write_text(f"{online}\n")
    assert is_on_battery(tmp_path) is expected


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        ("Now drawing from 'AC Power'\n -InternalBattery-0\t100%; charged;", False),
        ("Now drawing from 'Battery Power'\n -InternalBattery-0\t80%; discharging;", True),
        ("", None),
    ],
)
def test_the_power_of_a_mac_is_read(shown: str, expected: bool | None) -> None:
    assert read_power_source(shown) is expected
