"""What proves an old password while it is replaced gives no access any more."""

from __future__ import annotations

import pytest
from litestar.types import ASGIApp

from oddtrick.server.people.passwords import Passwords
from oddtrick.server.security.fair_queue import Asker
from tests.support.server.account_requests import PASSWORD, ask, log_in, me, register
from tests.support.server.account_routes_app import http_client

NEW, OTHER = "battery staple", "quite another one"

PROVING = {
    "log in": ("POST", "/api/session", {"login": "ann", "password": PASSWORD}),
    "make a code": ("POST", "/api/me/recovery-code", {"password": PASSWORD}),
    "change": ("PUT", "/api/me/password", {"old": PASSWORD, "new": OTHER}),
    "recover": ("POST", "/api/recovery", {"login": "ann", "code": "", "new": OTHER}),
}
"""The requests that prove a password or a code."""

REPLACING = {
    "change": ("PUT", "/api/me/password", {"old": PASSWORD, "new": NEW}, 204),
    "recover": ("POST", "/api/recovery", {"login": "ann", "code": "", "new": NEW}, 201),
    "delete": ("DELETE", "/api/me", None, 204),
}
"""The requests that end what the old password gives."""


@pytest.mark.parametrize("replacing", REPLACING)
@pytest.mark.parametrize("proving", PROVING)
async def test_who_was_let_in_by_an_old_password_stays_out(
    app: ASGIApp, monkeypatch: pytest.MonkeyPatch, proving: str, replacing: str
) -> None:
    async with http_client(app) as ann, http_client(app) as thief:
        await register(ann)
        made = await ask(ann, "POST", "/api/me/recovery-code", {"password": PASSWORD}, 201)
        await log_in(thief)
        verify, tries = Passwords.verify, 0

        async def and_then(self: Passwords, typed: str, stored: str | None, asker: Asker) -> bool:
            nonlocal tries
            tries += 1
            right = await verify(self, typed, stored, asker)
            if tries == 1:  # the thief's; the owner's follows it
                method, path, body, status = REPLACING[replacing]
                await ask(ann, method, path, body and {**body, **_code(body, made)}, status)
            return right

        monkeypatch.setattr(Passwords, "verify", and_then)
        method, path, body = PROVING[proving]
        answer = await thief.request(method, path, json={**body, **_code(body, made)})
        monkeypatch.undo()
        assert answer.status_code in {401, 409}, answer.text
        assert (await me(thief))["id"] is None
        await log_in(thief, status=401)
        await log_in(thief, typed=OTHER, status=401)
        if replacing != "delete":
            assert (await me(ann))["recoverable"] is (replacing == "recover")
            await log_in(thief, typed=NEW)


def _code(body: dict[str, str], made: dict[str, str]) -> dict[str, str]:
    return {"code": made["code"]} if "code" in body else {}
