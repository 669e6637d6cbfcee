"""The wireless network of a hall, and the text that a phone's camera takes it from."""

from __future__ import annotations

import re
from typing import Annotated

import msgspec
from msgspec import Meta

from oddtrick.errors import OddtrickError

_SPECIAL = re.compile(r'([\\;,:"])')
_HEXADECIMAL = re.compile(r"[0-9A-Fa-f]+")


class Wifi(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A wireless network.

    Args:
        name: its name (SSID).
        password: its WPA password, of 8 to 63 characters; empty: the network is open.
    """

    name: Annotated[str, Meta(min_length=1, max_length=32)]
    password: Annotated[str, Meta(max_length=63)] = ""

    def __repr__(self) -> str:
        """Hides the password."""
        return f"Wifi({self.name!r})"


def check_wifi(wifi: Wifi) -> Wifi:
    """Checks that there can be such a network.

    Raises:
        OddtrickError: the name is empty or too long, the password too short or too long, or one of
            them has control characters.
    """
    if not 1 <= len(wifi.name.encode()) <= 32:
        raise OddtrickError("the name of a wireless network has 1 to 32 bytes")
    if not (wifi.name + wifi.password).isprintable():
        raise OddtrickError("the name and the password of a wireless network have one line each")
    if wifi.password and not 8 <= len(wifi.password) <= 63:
        raise OddtrickError("a password has at least 8 characters, and at most 63")
    return wifi


def wifi_text(wifi: Wifi) -> str:
    r"""Returns a network as the text of its QR code, in the form that cameras of phones read.

    A backslash stands before special characters, and a name that could be read as a hexadecimal
    number is quoted.

    >>> print(wifi_text(Wifi("Hall", "secret123")))
    WIFI:T:WPA;S:Hall;P:secret123;;
    >>> print(wifi_text(Wifi('Ann; "Ben"', "a:b,c\\d;e")))
    WIFI:T:WPA;S:Ann\; \"Ben\";P:a\:b\,c\\d\;e;;
    >>> print(wifi_text(Wifi("CAFE")))
    WIFI:T:nopass;S:"CAFE";;
    """
    kind = "WPA" if wifi.password else "nopass"
    password = f"P:{_escaped(wifi.password)};" if wifi.password else ""
    name = f'"{wifi.name}"' if _HEXADECIMAL.fullmatch(wifi.name) else _escaped(wifi.name)
    return f"WIFI:T:{kind};S:{name};{password};"


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)
