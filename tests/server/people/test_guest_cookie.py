"""Guests are identified by a signed cookie."""

from __future__ import annotations

from http.cookies import SimpleCookie

import httpx
from itsdangerous import URLSafeTimedSerializer
from litestar.types import ASGIApp
from sqlalchemy import func, select

from oddtrick.server.people import accounts
from oddtrick.server.people.authenticator import Authenticator
from oddtrick.server.people.guest_cookie import COOKIE, Guest, GuestCookieSigner
from oddtrick.server.people.principal import CredentialKind, PersonKind, Principal
from oddtrick.server.security.tokens import is_person_id
from oddtrick.server.store.schema import people
from tests.support.server.account_routes_app import http_client


async def name(client: httpx.AsyncClient, name: str = "Ann") -> dict[str, str]:
    answer = await client.post("/api/me", json={"name": name})
    assert answer.status_code == 200, answer.text
    result: dict[str, str] = answer.json()
    return result


async def test_an_anonymous_request_is_not_an_error(app: ASGIApp) -> None:
    async with http_client(app) as somebody:
        answer = await somebody.get("/api/me")
    assert answer.status_code == 200
    assert set(answer.json().values()) == {None}
    assert "set-cookie" not in answer.headers


async def test_a_renamed_guest_keeps_the_id(app: ASGIApp) -> None:
    async with http_client(app) as ann:
        first, second = await name(ann, "Ann"), await name(ann, "Annie")
        now = (await ann.get("/api/me")).json()
    assert is_person_id(first["id"])
    assert first["id"] == second["id"] == now["id"]
    assert (now["name"], now["kind"], now["via"]) == ("Annie", "guest", "guest")


async def test_guests_with_the_same_name_are_distinct(app: ASGIApp) -> None:
    async with http_client(app) as one, http_client(app) as other:
        assert (await name(one))["id"] != (await name(other))["id"]


async def test_a_guest_has_no_row_before_sitting_down(
    app: ASGIApp, authenticator: Authenticator
) -> None:
    async with http_client(app) as ann:
        me = await name(ann)
    count = select(func.count()).select_from(people)
    assert await authenticator.read(lambda connection: connection.scalar(count)) == 0
    principal = Principal(me["id"], PersonKind.GUEST, "Ann", CredentialKind.GUEST)
    for _ in range(2):
        await authenticator.write(accounts.ensure_person, principal, 1)
    assert await authenticator.read(lambda connection: connection.scalar(count)) == 1


async def test_renaming_a_seated_guest_updates_the_row(
    app: ASGIApp, authenticator: Authenticator
) -> None:
    async with http_client(app) as ann:
        me = await name(ann)
        principal = Principal(me["id"], PersonKind.GUEST, "Ann", CredentialKind.GUEST)
        await authenticator.write(accounts.ensure_person, principal, 1)
        await name(ann, "Annie")
    stored = select(people.c.name).where(people.c.id == me["id"])
    assert await authenticator.read(lambda connection: connection.scalar(stored)) == "Annie"


async def test_cookies_are_hidden_from_scripts_and_other_sites(app: ASGIApp) -> None:
    async with http_client(app) as plain, http_client(app, "https://localhost") as safe:
        over_http = await plain.post("/api/me", json={"name": "Ann"})
        over_https = await safe.post("/api/me", json={"name": "Ann"})
        known = (await safe.get("/api/me")).json()
    (name_, cookie), *_ = SimpleCookie(over_http.headers["set-cookie"]).items()
    assert name_ == COOKIE
    assert cookie["httponly"]
    assert cookie["samesite"] == "lax"
    assert not cookie["secure"]
    (name_, cookie), *_ = SimpleCookie(over_https.headers["set-cookie"]).items()
    assert name_ == f"__Host-{COOKIE}"
    assert cookie["httponly"]
    assert cookie["secure"]
    assert cookie["path"] == "/"
    assert not cookie["domain"]
    assert known["name"] == "Ann"


async def test_https_ignores_cookies_without_the_host_prefix(
    app: ASGIApp, authenticator: Authenticator
) -> None:
    value = authenticator.signer.sign(Guest("p_00000000000000000", "Eve"))
    async with http_client(app, "https://localhost", cookies={COOKIE: value}) as victim:
        assert (await victim.get("/api/me")).json()["id"] is None


async def test_a_cookie_with_an_invalid_signature_is_ignored(
    app: ASGIApp, authenticator: Authenticator
) -> None:
    real = authenticator.signer.sign(Guest("p_00000000000000000", "Ann"))
    other = GuestCookieSigner("another secret of somebody else's")
    forged = [
        "",
        "x",
        real[:-9] + ("A" if real[-9] != "A" else "B") + real[-8:],
        "A" + real[1:],
        other.sign(Guest("p_00000000000000000", "Ann")),
        real + "." + real,
        "." * 900,
        real * 30,
    ]
    async with http_client(app) as client:
        for value in forged:
            answer = await client.get("/api/me", headers={"Cookie": f"{COOKIE}={value}"})
            assert answer.json()["id"] is None, value
        answer = await client.get("/api/me", headers={"Cookie": f"{COOKIE}={real}"})
        assert answer.json()["name"] == "Ann"


async def test_a_cookie_signed_for_another_purpose_is_ignored(
    app: ASGIApp, authenticator: Authenticator
) -> None:
    secret = authenticator.signer._serializer.secret_keys[-1]
    value = URLSafeTimedSerializer(secret, salt="other").dumps(["p_00000000000000000", "Ann"])
    assert authenticator.signer.read(str(value)) is None
