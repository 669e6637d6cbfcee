"""A laptop's own view of its network and power: addresses, names, battery."""

from __future__ import annotations

import ctypes
import ipaddress
import re
import socket
import subprocess
import sys
from pathlib import Path

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
