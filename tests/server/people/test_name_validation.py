"""Validation of names and logins."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from litestar.types import ASGIApp

from oddtrick.server.errors import ApiError
from oddtrick.server.people.name_validation import (
    MAX_COMBINING_MARKS,
    MAX_NAME_LENGTH,
    clean_nickname,
    normalize_login,
    parse_login,
)
from tests.support.server.account_requests import ask, code_of, me
from tests.support.server.account_routes_app import http_client

HOSTILE = {
    "<script>alert(1)</script>": None,
    "<script>x()</script>": "<script>x()</script>",
    "Ann\u202eevE": "AnnevE",
    "\u2066Ann\u2069": "Ann",
    "A\u200bn\u200dn\ufeff": "Ann",
    "Ann\0\x1b[31m\r\n": "Ann[31m",
    "Z" + "\u0337" * 500: "Z" + "\u0337" * MAX_COMBINING_MARKS,
    "\u0301\u0301Ann": "Ann",
    "Ann \u0301x": "Ann x",
    "A\u2028n\u2029n": "A n n",
    "A\u3164nn\u2800": "Ann",
    "\U000e0041Ann": "Ann",
    "Zoe\u0308": "Zoë",
    "\ud83c": None,
    "": None,
    " \t\u3000": None,
    "\u200b\u202e": None,
    "\u0301": None,
    "\u3164": None,
    "x" * 10_000: None,
    "🃏" * 24: "🃏" * 24,
    "🃏" * 25: None,
    "王小明": "王小明",
    "עַם": "עַם",
    "Nguyễn Phú": "Nguyễn Phú",
}


@pytest.mark.parametrize("typed", HOSTILE)
def test_a_hostile_name_is_cleaned_or_refused(typed: str) -> None:
    expected = HOSTILE[typed]
    if expected is None:
        with pytest.raises(ApiError, match="name: "):
            clean_nickname(typed)
    else:
        assert clean_nickname(typed) == unicodedata.normalize("NFC", expected)


@given(st.text(max_size=60) | st.text("a\u0301\u0337\u202e\u200d \n王🃏", max_size=60))
def test_valid_names_are_normalised(typed: str) -> None:
    try:
        name = clean_nickname(typed)
    except ApiError:
        return
    assert 1 <= len(name) <= MAX_NAME_LENGTH
    assert name == name.strip()
    assert "  " not in name
    assert not any(unicodedata.category(sign) in {"Cc", "Cf", "Cs", "Co", "Cn"} for sign in name)
    marks = "".join("m" if unicodedata.category(sign)[0] == "M" else "." for sign in name)
    assert "m" * (MAX_COMBINING_MARKS + 1) not in marks
    assert not marks.startswith("m")
    assert name.encode()
    assert clean_nickname(name) == name


@given(st.text(max_size=40))
def test_a_login_is_normalised_or_refused(typed: str) -> None:
    login = parse_login(typed)
    if login is None:
        with pytest.raises(ApiError, match="login: "):
            normalize_login(typed)
    else:
        assert login.isascii()
        assert 3 <= len(login) <= 32
        assert normalize_login(login.upper()) == login


async def test_names_are_returned_as_json_text(app: ASGIApp) -> None:
    name = "<b>&\"'\\🃏</b>"
    async with http_client(app) as ann:
        answer = await ann.post("/api/me", json={"name": name})
        assert answer.headers["content-type"] == "application/json"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert (await me(ann))["name"] == name


@pytest.mark.parametrize(
    "body",
    [
        b'{"name": "\\ud83c"}',
        b'{"name": "\xff"}',
        b'{"name": null}',
        b'{"name": ["Ann"]}',
        b"{",
        b"",
        b"[" * 5000,
        b'{"name": "' + b"x" * 10_000 + b'"}',
        b'{"name": "\\u0000"}',
    ],
)
async def test_a_body_without_a_name_is_a_one_line_error(app: ASGIApp, body: bytes) -> None:
    async with http_client(app) as ann:
        answer = await ann.post(
            "/api/me", content=body, headers={"Content-Type": "application/json"}
        )
        assert answer.status_code == 400, answer.text
        assert code_of(answer.json()) in {"invalid", "name"}
        assert len(answer.text) < 400


async def test_a_body_beyond_the_limit_is_refused(app: ASGIApp) -> None:
    async with http_client(app) as ann:
        body = {"name": "x" * 2**20}
        assert code_of(await ask(ann, "POST", "/api/me", body, 413)) == "too-long"
