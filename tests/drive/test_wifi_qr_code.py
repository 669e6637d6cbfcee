"""The text of a wireless network's QR code, read back as phones read it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddtrick.drive.wifi import Wifi, check_wifi, wifi_text
from oddtrick.errors import OddtrickError

TEXTS = st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=8, max_size=32)


def read_wifi(text: str) -> dict[str, str]:
    """Splits at semicolons without a backslash before them, and takes the backslashes away."""
    assert text.startswith("WIFI:")
    fields, part, escaped = {}, "", False
    for sign in text.removeprefix("WIFI:"):
        if sign == ";" and not escaped:
            if part:
                key, _, value = part.partition(":")
                fields[key] = value
            part = ""
        elif sign == "\\" and not escaped:
            escaped = True
            continue
        else:
            part += sign
        escaped = False
    return fields


@given(TEXTS, TEXTS)
def test_phones_read_the_name_and_the_password_that_were_entered(name: str, password: str) -> None:
    fields = read_wifi(wifi_text(Wifi(name, password)))
    quoted = {"T": "WPA", "S": f'"{name}"', "P": password}
    assert fields in ({**quoted, "S": name}, quoted)
    assert (fields == quoted) == all(sign in "0123456789abcdefABCDEF" for sign in name)


@pytest.mark.parametrize(
    ("wifi", "why"),
    [
        (Wifi("", "secret123"), "1 to 32 bytes"),
        (Wifi("ü" * 17), "1 to 32 bytes"),
        (Wifi("Hall", "short"), "at least 8 characters"),
        (Wifi("Hall", "x" * 64), "at most 63"),
        (Wifi("Ha\nll"), "one line"),
    ],
)
def test_a_network_that_cannot_be_is_refused(wifi: Wifi, why: str) -> None:
    with pytest.raises(OddtrickError, match=why):
        check_wifi(wifi)


def test_a_password_is_not_logged() -> None:
    assert "secret123" not in f"{Wifi('Hall', 'secret123')!r}"
