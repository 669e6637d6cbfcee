"""Sessions: server-made ids, stored as hashes and renewed at every login."""

from __future__ import annotations

import pytest
from litestar.types import ASGIApp
from sqlalchemy import func, select

from oddtrick.server.people import sessions as people_sessions
from oddtrick.server.people.authenticator import Authenticator
from oddtrick.server.people.sessions import COOKIE, MAX_AGE, MAX_SESSIONS, SessionStore
from oddtrick.server.security.tokens import hash_token
from oddtrick.server.store.database_errors import StoreUnavailable
from oddtrick.server.store.schema import sessions
from tests.support.server.account_requests import ask, code_of, log_in, me, register, session_of
from tests.support.server.account_routes_app import http_client
from tests.support.server.cheap_accounts import Clock


async def rows(authenticator: Authenticator) -> list[str]:
    query = select(sessions.c.id_hash).order_by(sessions.c.id_hash)
    return await authenticator.read(lambda connection: list(connection.scalars(query)))


async def test_an_anonymous_request_creates_no_session(
    app: ASGIApp, authenticator: Authenticator
) -> None:
    async with http_client(app) as ann:
        await me(ann)
        await ask(ann, "POST", "/api/me", {"name": "Ann"})
        await ask(ann, "DELETE", "/api/session", status=204)
        assert session_of(ann) is None
    assert await rows(authenticator) == []


async def test_only_the_hash_of_a_session_id_is_stored(
    app: ASGIApp, authenticator: Authenticator
) -> None:
    async with http_client(app) as ann:
        await register(ann)
        session_id = session_of(ann)
    assert session_id is not None
    assert len(session_id) * 6 >= 256
    assert await rows(authenticator) == [hash_token(session_id)]
    dump = await authenticator.read(
        lambda connection: str(connection.execute(select(sessions)).all())
    )
    assert session_id not in dump


async def test_a_session_id_planted_before_login_is_useless(
    app: ASGIApp, authenticator: Authenticator
) -> None:
    planted = "0" * 64
    async with http_client(app) as ann, http_client(app) as eve:
        await register(ann)
        ann.cookies.clear()
        ann.cookies.set(COOKIE, planted, domain="localhost.local", path="/")
        eve.cookies.set(COOKIE, planted)
        await me(ann)
        await log_in(ann)
        assert session_of(ann) != planted
        assert (await me(ann))["login"] == "ann"
        assert (await me(eve))["id"] is None
    assert hash_token(planted) not in await rows(authenticator)


async def test_logging_in_again_ends_the_earlier_session(
    app: ASGIApp, authenticator: Authenticator
) -> None:
    async with http_client(app) as ann, http_client(app) as thief:
        await register(ann)
        thief.cookies.update(ann.cookies)
        assert (await me(thief))["login"] == "ann"
        await log_in(ann)
        assert (await me(thief))["id"] is None
        assert (await me(ann))["login"] == "ann"
    assert len(await rows(authenticator)) == 1


async def test_a_failed_login_changes_nothing(app: ASGIApp, authenticator: Authenticator) -> None:
    async with http_client(app) as ann:
        await register(ann)
        before = session_of(ann)
        await log_in(ann, typed="wrong", status=401)
        assert session_of(ann) == before
        assert (await me(ann))["login"] == "ann"


async def test_a_stolen_cookie_is_invalid_after_logout(app: ASGIApp) -> None:
    async with http_client(app) as ann, http_client(app) as thief:
        await register(ann)
        thief.cookies.update(ann.cookies)
        await ask(ann, "DELETE", "/api/session", status=204)
        assert session_of(ann) is None
        assert (await me(thief))["id"] is None


async def test_a_response_without_changes_sets_no_cookie(app: ASGIApp) -> None:
    async with http_client(app) as ann:
        await register(ann)
        assert "set-cookie" not in (await ann.get("/api/me")).headers


async def test_a_request_extends_the_session(
    app: ASGIApp, authenticator: Authenticator, clock: Clock
) -> None:
    days = MAX_AGE / 86_400
    async with http_client(app) as ann:
        await register(ann)
        for _ in range(4):
            clock.pass_days(days * 0.75)
            assert (await me(ann))["login"] == "ann"
        clock.pass_days(days * 1.01)
        assert (await me(ann))["id"] is None


async def test_expired_sessions_are_deleted(
    app: ASGIApp, authenticator: Authenticator, clock: Clock
) -> None:
    async with http_client(app) as ann, http_client(app) as bob:
        await register(ann, "ann")
        clock.pass_days(MAX_AGE / 86_400 + 1)
        await register(bob, "bob")
    count = select(func.count()).select_from(sessions)
    assert await authenticator.read(lambda connection: connection.scalar(count)) == 1


async def test_the_sessions_of_a_person_are_limited(authenticator: Authenticator) -> None:
    store = SessionStore(authenticator)
    for number in range(MAX_SESSIONS + 3):
        await store.set(f"ann {number}", b'{"person": "p_ann"}', expires_in=1000)
    await store.set("bob", b'{"person": "p_bob"}', expires_in=10)
    assert await store.exists("bob")
    alive = [number for number in range(MAX_SESSIONS + 3) if await store.exists(f"ann {number}")]
    assert alive == list(range(3, MAX_SESSIONS + 3))


async def test_login_fails_if_the_session_cannot_be_stored(
    app: ASGIApp, authenticator: Authenticator, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise StoreUnavailable("the server's disk is full")

    async with http_client(app) as ann:
        await register(ann)
        await ask(ann, "DELETE", "/api/session", status=204)
        monkeypatch.setattr(people_sessions, "_keep", full)
        refused = await log_in(ann, status=503)
        assert code_of(refused) == "store-unavailable"
        assert session_of(ann) is None


async def test_the_session_store_implements_the_framework_interface(
    authenticator: Authenticator,
) -> None:
    store = SessionStore(authenticator)
    await store.set("one", b'{"person": "p_1"}', expires_in=10)
    await store.set("two", '{"person": 2}', expires_in=10)
    assert await store.get("one") == b'{"person": "p_1"}'
    assert await store.exists("two")
    assert await store.expires_in("one") == 9
    assert await store.expires_in("three") is None
    await store.delete("one")
    await store.delete("one")
    assert await store.get("one") is None
    await store.delete_all()
    assert not await store.exists("two")
