"""Secrets are removed from logs, and nothing else."""

from __future__ import annotations

import io
import logging
import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddtrick.server.people.guest_cookie import Guest, GuestCookieSigner
from oddtrick.server.security.tokens import new_token
from oddtrick.server.telemetry.logs import Redacting, redacted


@given(
    st.sampled_from(
        ["{}", "< Cookie: a=b; {}; c=d", "{{'cookie': '{}'}}", '("x", "{}")', "a\n{}\n"]
    ),
    st.sampled_from(["bot", "seat", "key"]),
    st.booleans(),
)
def test_tokens_and_cookies_are_redacted(form: str, kind: str, prefixed: bool) -> None:
    token = new_token(kind)
    cookie = GuestCookieSigner(token).sign(Guest("p_00000000000000000", "Ann"))
    result = redacted(form.format(f"Authorization: Bearer {token}"))
    assert token[-40:] not in result
    assert "Bearer …" in result
    assert redacted(form.format(token)) == form.format(f"ot_{kind}_…")
    name = f"{'__Host-' if prefixed else ''}oddtrick_guest"
    result = redacted(form.format(f"{name}={cookie}"))
    assert cookie not in result
    assert f"{name}=…" in result
    assert redacted(result) == result


@pytest.mark.parametrize(
    "text",
    ["the bearer", "GET /api/me 200", "rot_bots_and", "oddtrick_session", ""],
)
def test_ordinary_text_is_not_redacted(text: str) -> None:
    assert redacted(text) == text


def test_a_record_is_redacted_with_its_arguments_and_traceback() -> None:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(Redacting(logging.Formatter("%(name)s %(message)s")))
    log = logging.Logger("apart")  # noqa: LOG001  # one that nobody else listens to
    log.addHandler(handler)
    token = new_token("bot")
    try:
        _ = os.environ[token]
    except KeyError:
        log.exception("%s with %s", "Bearer 4711", token)
    result = stream.getvalue()
    assert "KeyError" in result
    assert "Traceback" in result
    assert token not in result
    assert "4711" not in result
