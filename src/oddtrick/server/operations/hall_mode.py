"""Hall mode: a server on a laptop that tells phones how to reach it."""

from __future__ import annotations

import ctypes
import io
import ipaddress
import re
import socket
import subprocess
import sys
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.error import URLError
from urllib.request import urlopen

import segno
from msgspec.structs import replace

from oddtrick.drive.wifi import wifi_text
from oddtrick.server.drives.drive_keys import show_key
from oddtrick.server.drives.hall_files import read_wifi, save_wifi
from oddtrick.server.limits import Limits, Rate

if TYPE_CHECKING:
    from oddtrick.server.drives.drive_service import DriveService
    from oddtrick.server.settings import HallSettings, Settings


PROBE = ("192.0.2.1", 9)
"""An address for documentation (RFC 5737): choosing a route to it sends nothing."""


def lan_address() -> str | None:
    """Returns the address of this machine in its network; None if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(PROBE)
        except OSError:
            return _address_of_name()
        address = str(probe.getsockname()[0])
    return address if _is_usable(address) else _address_of_name()


def _address_of_name() -> str | None:
    """Returns an address of the host's name, in a network without a route to others."""
    try:
        found = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
    except OSError:
        return None
    addresses = [str(each[4][0]) for each in found]
    return next((one for one in addresses if _is_usable(one)), None)


def _is_usable(address: str) -> bool:
    parsed = ipaddress.ip_address(address)
    return not (parsed.is_loopback or parsed.is_unspecified)


def local_name(port: int) -> str | None:
    """Returns the machine's name in its network as an address, if the network knows it."""
    name = socket.gethostname().split(".")[0]
    for host in (f"{name}.local", name):
        try:
            found = socket.getaddrinfo(host, port, socket.AF_INET, socket.SOCK_STREAM)
        except OSError:
            continue
        if any(_is_usable(str(each[4][0])) for each in found):
            return f"http://{host}:{port}"
    return None


def is_on_battery(supplies: Path = Path("/sys/class/power_supply")) -> bool | None:
    """Tells whether the laptop runs on its battery; None: not known.

    Args:
        supplies: the folder in which Linux lists power supplies.
    """
    if sys.platform == "win32":
        status = (ctypes.c_uint32 * 3)()  # SYSTEM_POWER_STATUS; its first byte is the AC line
        known = ctypes.windll.kernel32.GetSystemPowerStatus(ctypes.byref(status))
        return {0: True, 1: False}.get(status[0] & 0xFF) if known else None
    if sys.platform == "darwin":
        try:
            done = subprocess.run(
                ["/usr/bin/pmset", "-g", "batt"],
                capture_output=True,
                text=True,
                timeout=3,
                check=False,
            )
        except (OSError, subprocess.SubprocessError):
            return None
        return read_power_source(done.stdout)
    return _read_supplies(supplies)


def read_power_source(shown: str) -> bool | None:
    """Reads from the answer of macOS's pmset whether a laptop runs on its battery.

    >>> read_power_source("Now drawing from 'Battery Power'")
    True
    """
    found = re.match(r"Now drawing from '(AC|Battery) Power'", shown)
    return found[1] == "Battery" if found else None


def _read_supplies(supplies: Path) -> bool | None:
    mains: list[str] = []
    batteries = 0
    try:
        for supply in supplies.iterdir():
            kind = (supply / "type").read_text().strip()
            batteries += kind == "Battery"
            if kind in ("Mains", "USB") and (supply / "online").exists():
                mains.append((supply / "online").read_text().strip())
    except OSError:
        return None
    return batteries > 0 and "1" not in mains if mains else None


HALL_LIMITS = Limits(
    requests_by_address=Rate(20_000, 0.001),
    files_by_address=Rate(50_000, 0.001),
    guesses_by_address=Rate(200, 1),
    joins_by_address=Rate(5_000, 0.01),
    processor_by_address=Rate(1_000_000, 0.001),
    commands_by_address=Rate(5_000, 0.005),
    frames_by_address=Rate(20_000, 0.001),
    sockets_by_address=Rate(5_000, 0.01),
    connections_by_address=5_000,
    requests_open_by_address=5_000,
)
"""Limits for a hall, whose phones may all come from the one address of its router."""

EVERYBODY = "0.0.0.0"  # noqa: S104  # phones in the hall's network
"""The address on which a hall listens."""

CHECK_SECONDS = 3.0


def hall_settings(settings: Settings, *, default_limits: bool) -> Settings:
    """Completes the settings of a server in a hall with the addresses of this machine.

    Args:
        settings: the settings from the command line and the environment.
        default_limits: whether nobody has chosen limits.

    """
    assert settings.hall is not None
    found = lan_address() if settings.host == EVERYBODY else None
    address = None if found is None else f"http://{found}:{settings.port}"
    wifi = settings.hall.wifi or read_wifi(settings.data)
    if settings.hall.wifi is not None:
        settings.data.mkdir(parents=True, exist_ok=True)
        save_wifi(settings.data, wifi)
    local = ("127.0.0.1", "::1", *([] if found is None else [found]))
    return replace(
        settings,
        limits=HALL_LIMITS if default_limits else settings.limits,
        hall=replace(settings.hall, address=address, local=local, wifi=wifi),
    )


async def announce_hall(service: DriveService, settings: Settings, sock: socket.socket) -> None:
    """Prints how to reach the drive, checks that it can be reached, and opens the desk."""
    hall = settings.hall
    assert hall is not None
    port = sock.getsockname()[1]
    address = None if hall.address is None else f"{hall.address.rpartition(':')[0]}:{port}"
    code = await service.drive_in_hall()
    desk = "/drive"
    if code is not None:
        room = await service.room(code)
        desk = f"/drive/{code}/desk#key={show_key(service.organiser_key(room.live))}"
    lines = hall_lines(hall, address, f"http://127.0.0.1:{port}{desk}")
    if settings.host == EVERYBODY:
        lines += await service.pools.files.run(_check, address, port)
    if hall.copies is not None and not hall.copies.is_dir():
        lines.append(
            f"warning: there is no folder {hall.copies} for the copies: plug in the stick, or "
            "create the folder; rounds are copied as soon as it is there"
        )
    print("\n".join(lines), flush=True)  # noqa: T201  # the terminal is the page of this mode
    if settings.browser:
        webbrowser.open(f"http://127.0.0.1:{port}{desk}")


def hall_lines(hall: HallSettings, address: str | None, desk: str) -> list[str]:
    """Returns what the terminal shows: two QR codes, the address to type, and the desk's link."""
    lines: list[str] = []
    if hall.wifi is not None:
        code = segno.make(wifi_text(hall.wifi), error="m")
        lines += [f"1. Join the network {hall.wifi.name}:", _drawn(code)]
    if address is not None:
        step = "2" if lines else "1"
        lines += [f"{step}. Open {address}/d", _drawn(segno.make(f"{address}/d", error="m"))]
    lines.append(f"The organiser's desk, on this laptop: {desk}")
    return lines


def _drawn(code: segno.QRCode) -> str:
    if not can_print(sys.stdout):
        return "   (this terminal cannot show QR codes: print the wall sheet)"
    drawn = io.StringIO()
    code.terminal(out=drawn, compact=True, border=2)
    return drawn.getvalue().rstrip("\n")


def _check(address: str | None, port: int) -> list[str]:
    """Returns warnings about the network and the power, and other names of this machine."""
    lines: list[str] = []
    if address is None:
        lines.append(
            "warning: this laptop is in no network: join the hall's wireless network, or let the "
            "laptop open one, and start again"
        )
    elif not _answers(address):
        lines.append(
            f"warning: {address} does not answer: a firewall may block port {port}; allow it for "
            "the local network"
        )
    else:
        # A laptop reaches its own address past most firewalls: only a phone can tell.
        lines.append(
            "Try it with one phone now. If it finds nothing, a firewall on this laptop blocks port "
            f"{port}: allow it for the local network"
        )
    if name := local_name(port):
        lines.append(f"Most phones also find: {name}/d")
    if is_on_battery():
        lines.append("warning: this laptop runs on its battery: plug it in")
    return lines


def _answers(address: str) -> bool:
    try:
        with urlopen(f"{address}/healthz", timeout=CHECK_SECONDS) as answer:  # noqa: S310  # our own
            return bool(answer.status == 200)
    except (URLError, OSError):
        return False


def can_print(stream: object) -> bool:
    """Tells whether a stream takes the block characters of QR codes."""
    encoding = getattr(stream, "encoding", None) or "ascii"
    try:
        "█▀▄".encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
