"""Accounts: registration, login, changes and deletion."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from argon2 import PasswordHasher, extract_parameters
from argon2.exceptions import VerifyMismatchError
from litestar.types import ASGIApp
from sqlalchemy import Engine, insert, select, update

from oddtrick.server.errors import ApiError
from oddtrick.server.limits import Limits
from oddtrick.server.people import accounts
from oddtrick.server.people.authenticator import Authenticator
from oddtrick.server.people.passwords import HASHER, Passwords, decoy_hash
from oddtrick.server.people.principal import CredentialKind, PersonKind, Principal
from oddtrick.server.security.fair_queue import SERVER, Asker
from oddtrick.server.settings import Settings
from oddtrick.server.store.engine import reading, writing
from oddtrick.server.store.schema import imported, people, players, seats
from tests.support.server.account_requests import (
    PASSWORD,
    ask,
    code_of,
    log_in,
    me,
    register,
    session_of,
)
from tests.support.server.account_routes_app import http_client, in_process_app
from tests.support.server.cheap_accounts import CHEAP


async def test_registering_keeps_the_id_and_name_of_the_guest(app: ASGIApp) -> None:
    async with http_client(app) as ann:
        guest = await ask(ann, "POST", "/api/me", {"name": "Ann"})
        account = await register(ann)
        now = await me(ann)
    assert account["id"] == guest["id"] == now["id"]
    assert (now["name"], now["kind"], now["via"], now["login"]) == (
        "Ann",
        "account",
        "session",
        "ann",
    )


async def test_a_seated_guest_keeps_the_seat_after_registering(
    app: ASGIApp, authenticator: Authenticator
) -> None:
    async with http_client(app) as ann:
        guest = await ask(ann, "POST", "/api/me", {"name": "Ann"})
        principal = Principal(guest["id"], PersonKind.GUEST, "Ann", CredentialKind.GUEST)
        await authenticator.write(accounts.ensure_person, principal, 1)
        assert (await register(ann))["id"] == guest["id"]
    kinds = select(people.c.kind)
    assert await authenticator.read(lambda connection: list(connection.scalars(kinds))) == [
        "account"
    ]


async def test_a_guest_cookie_is_invalid_after_registering(app: ASGIApp) -> None:
    async with http_client(app) as ann, http_client(app) as thief:
        await ask(ann, "POST", "/api/me", {"name": "Ann"})
        thief.cookies.update(ann.cookies)
        assert (await me(thief))["name"] == "Ann"
        await register(ann)
        assert (await me(thief))["id"] is None
        refused = await ask(
            thief, "POST", "/api/accounts", {"login": "eve", "password": PASSWORD}, 201
        )
        assert refused["id"] != (await me(ann))["id"]


async def test_a_person_registers_once(app: ASGIApp) -> None:
    async with http_client(app) as ann:
        await register(ann)
        again = {"login": "bob", "password": PASSWORD}
        assert code_of(await ask(ann, "POST", "/api/accounts", again, 409)) == "registered"


async def test_logins_are_unique_ignoring_case(app: ASGIApp) -> None:
    async with http_client(app) as ann, http_client(app) as eve:
        await register(ann, "ann")
        body = {"login": "ANN", "password": PASSWORD}
        assert code_of(await ask(eve, "POST", "/api/accounts", body, 409)) == "taken"
        assert (await me(eve))["id"] is None


@pytest.mark.parametrize(
    "body",
    [
        {"login": "a", "password": PASSWORD},
        {"login": "ann\0", "password": PASSWORD},
        {"login": "x" * 900, "password": PASSWORD},
        {"login": "ann", "password": "short"},
        {"login": "ann", "password": "x" * 201},
        {"login": "ann", "password": "aaaaaaaaaaaa"},
        {"login": "annabella", "password": "Annabella1"},
        {"login": "ann", "password": "with\0nothing"},
        {"login": "ann", "password": PASSWORD, "name": "\u202e"},
        {"login": "ann"},
        {"login": 1, "password": PASSWORD},
        [],
    ],
)
async def test_an_invalid_registration_is_refused_with_the_reason(
    app: ASGIApp, body: object
) -> None:
    async with http_client(app) as ann:
        refused = await ask(ann, "POST", "/api/accounts", body, 400)
        assert code_of(refused) in {"login", "password", "weak-password", "name", "invalid"}
        assert (await me(ann))["id"] is None


async def test_logging_in_and_out(app: ASGIApp) -> None:
    async with http_client(app) as ann, http_client(app) as elsewhere:
        account = await register(ann)
        assert (await log_in(elsewhere, "Ann"))["id"] == account["id"]
        await ask(elsewhere, "DELETE", "/api/session", status=204)
        assert (await me(elsewhere))["id"] is None
        assert (await me(ann))["id"] == account["id"]


async def test_logging_out_restores_the_earlier_guest(app: ASGIApp) -> None:
    async with http_client(app) as ann, http_client(app) as elsewhere:
        account = await register(ann)
        guest = await ask(elsewhere, "POST", "/api/me", {"name": "Somebody"})
        await log_in(elsewhere)
        assert (await me(elsewhere))["id"] == account["id"]
        await ask(elsewhere, "DELETE", "/api/session", status=204)
        assert (await me(elsewhere))["id"] == guest["id"]


async def test_a_wrong_password_and_an_unknown_login_get_the_same_error(
    app: ASGIApp, authenticator: Authenticator, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with http_client(app) as ann, http_client(app) as eve:
        await register(ann)
        hashed: list[str] = []
        real = Passwords._verified

        def counted(self: Passwords, stored: str, typed: str) -> bool:
            hashed.append(stored)
            return real(self, stored, typed)

        monkeypatch.setattr(Passwords, "_verified", counted)
        tries = [("ann", "wrong"), ("nobody", "wrong"), ("no such\0form", "wrong"), ("", "")]
        refusals = [await log_in(eve, *one, status=401) for one in tries]
    assert len(set(map(str, refusals))) == 1
    assert len(hashed) == len(tries)
    costs = {stored.rsplit("$", 2)[0] for stored in hashed}
    assert len(costs) == 1, "each try costs the same memory and time"


async def test_the_decoy_hash_matches_no_password(authenticator: Authenticator) -> None:
    passwords = authenticator.passwords
    passwords._decoy = passwords.hasher.hash("known")
    assert not await passwords.verify("known", None, SERVER)


async def test_a_cheap_password_hash_is_replaced_at_login(
    app: ASGIApp, authenticator: Authenticator
) -> None:
    cheap = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    async with http_client(app) as ann:
        await register(ann)
        old = cheap.hash(PASSWORD)
        await authenticator.write(
            lambda connection: connection.execute(update(people).values(password=old))
        )
        await log_in(ann)
        await log_in(ann)
    stored = await authenticator.read(
        lambda connection: connection.scalar(select(people.c.password))
    )
    assert stored is not None
    assert not authenticator.passwords.is_old(stored)
    assert stored.startswith("$argon2id$")


async def test_passwords_are_unicode_normalised(app: ASGIApp) -> None:
    async with http_client(app) as ann:
        body = {"login": "ann", "password": "caf\u00e9 au lait"}
        await ask(ann, "POST", "/api/accounts", body, 201)
        await log_in(ann, typed="cafe\u0301 au lait")


async def test_changing_the_password_ends_the_other_sessions(app: ASGIApp) -> None:
    async with http_client(app) as ann, http_client(app) as thief:
        await register(ann)
        await log_in(thief)
        before = session_of(ann)
        wrong = {"old": "wrong", "new": "battery staple"}
        assert code_of(await ask(ann, "PUT", "/api/me/password", wrong, 403)) == "password"
        assert (await me(thief))["id"] is not None
        right = {"old": PASSWORD, "new": "battery staple"}
        await ask(ann, "PUT", "/api/me/password", right, 204)
        assert (await me(thief))["id"] is None
        assert (await me(ann))["login"] == "ann"
        assert session_of(ann) != before
        await log_in(thief, status=401)
        await log_in(thief, typed="battery staple")


async def test_logging_out_everywhere_else_and_everywhere(app: ASGIApp) -> None:
    async with http_client(app) as ann, http_client(app) as two, http_client(app) as three:
        await register(ann)
        await log_in(two)
        await log_in(three)
        assert await ask(ann, "DELETE", "/api/session/others") == {"ended": 2}
        assert [(await me(one))["id"] is None for one in (ann, two, three)] == [False, True, True]
        await log_in(two)
        assert await ask(ann, "DELETE", "/api/sessions") == {"ended": 2}
        assert [(await me(one))["id"] for one in (ann, two, three)] == [None] * 3


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("DELETE", "/api/session/others"),
        ("DELETE", "/api/sessions"),
        ("GET", "/api/bots"),
        ("POST", "/api/bots"),
        ("POST", "/api/bots/p_00000000000000000/token"),
        ("DELETE", "/api/bots/p_00000000000000000"),
        ("PUT", "/api/me/password"),
    ],
)
async def test_account_routes_are_refused_to_guests(app: ASGIApp, method: str, path: str) -> None:
    bodies = {"POST": {"name": "Bot"}, "PUT": {"old": PASSWORD, "new": "battery staple"}}
    async with http_client(app) as somebody:
        assert code_of(await ask(somebody, method, path, bodies.get(method), 401)) == "login"
        await ask(somebody, "POST", "/api/me", {"name": "Ann"})
        assert code_of(await ask(somebody, method, path, bodies.get(method), 401)) == "login"


async def test_deleting_an_account_revokes_access_and_frees_the_login(
    app: ASGIApp, authenticator: Authenticator
) -> None:
    async with http_client(app) as ann, http_client(app) as elsewhere, http_client(app) as robot:
        account = await register(ann)
        await log_in(elsewhere)
        token = (await ask(ann, "POST", "/api/bots", {"name": "Robo"}, 201))["token"]
        robot.headers["Authorization"] = f"Bearer {token}"
        await me(robot)
        await ask(ann, "DELETE", "/api/me", status=204)
        assert (await me(ann))["id"] is None
        assert (await me(elsewhere))["id"] is None
        assert code_of(await ask(robot, "GET", "/api/me", status=401)) == "token"
        await log_in(elsewhere, status=401)
        assert (await register(elsewhere))["id"] != account["id"]


def test_deleting_a_person_removes_the_name(engine: Engine) -> None:
    with writing(engine) as connection:
        for one in ("p_ann", "p_bob"):
            accounts.create_account(connection, one, (one, one, "hash"), 1)
            row = {"id": f"i_{one}", "person_id": one, "game": "whist", "created": 1}
            connection.execute(insert(imported).values(**row, record="{}"))
            connection.execute(insert(seats).values(table_id="t", person_id=one, changed=1))
        rows = [
            {"table_id": "t", "number": 0, "seat": seat, "person_id": one, "name": one}
            | {"won": True, "tricks": 7, "points": 1}
            for seat, one in enumerate(("p_ann", "p_bob"))
        ]
        connection.execute(insert(players), rows)
        accounts.delete_person(connection, "p_ann", 2)
    with reading(engine) as connection:
        names = connection.execute(select(players.c.seat, players.c.name, players.c.tricks))
        assert sorted(tuple(row) for row in names) == [(0, "gone", 7), (1, "p_bob", 7)]
        assert list(connection.scalars(select(imported.c.person_id))) == ["p_bob"]
        assert list(connection.scalars(select(seats.c.person_id))) == ["p_bob"]
        left = connection.execute(select(people).where(people.c.id == "p_ann")).one()
        assert (left.kind, left.name, left.login, left.password) == ("gone", "gone", None, None)


async def test_the_account_life_cycle_works_on_postgresql(
    tmp_path: Path, postgres_url: str
) -> None:
    settings = Settings(data=tmp_path, database=postgres_url)
    with in_process_app(settings, hasher=CHEAP) as (app, _):
        async with (
            http_client(app) as ann,
            http_client(app) as elsewhere,
            http_client(app) as robot,
        ):
            guest = await ask(ann, "POST", "/api/me", {"name": "Ann 🃏"})
            assert (await register(ann))["id"] == guest["id"]
            await log_in(elsewhere)
            bot = await ask(ann, "POST", "/api/bots", {"name": "Robo"}, 201)
            robot.headers["Authorization"] = f"Bearer {bot['token']}"
            assert (await me(robot))["kind"] == "bot"
            change = {"old": PASSWORD, "new": "battery staple"}
            await ask(ann, "PUT", "/api/me/password", change, 204)
            assert (await me(elsewhere))["id"] is None
            assert await ask(ann, "GET", "/api/me/statistics") == {"games": []}
            assert (await ask(ann, "GET", "/api/ratings/whist"))["leaders"] == []
            for odd in ("p_%00", "p_\u20ac", "%F0%9F%83%8F"):
                await ask(ann, "DELETE", f"/api/bots/{odd}", status=404)
            await log_in(elsewhere, "ann\0", status=401)
            await ask(ann, "DELETE", "/api/me", status=204)
            assert (await me(ann))["id"] is None
            await ask(robot, "GET", "/api/me", status=401)


def test_concurrent_registrations_create_one_account(engine: Engine) -> None:
    with writing(engine) as connection:
        accounts.create_account(connection, "p_ann", ("ann", "Ann", "hash"), 1)
    with pytest.raises(ApiError, match="taken"), writing(engine) as connection:
        accounts.create_account(connection, "p_bob", ("ann", "Bob", "hash"), 1)
    with reading(engine) as connection:
        assert list(connection.scalars(select(people.c.id))) == ["p_ann"]


def test_a_concurrent_password_change_is_not_overwritten(engine: Engine) -> None:
    with writing(engine) as connection:
        accounts.create_account(connection, "p_ann", ("ann", "Ann", "one"), 1)
        account = accounts.find_account_by_login(connection, "ann")
        assert account is not None
        assert accounts.set_password(connection, account, "two", 2)
        assert not accounts.set_password(connection, account, "three", 3)
        now = accounts.find_account_by_id(connection, "p_ann")
        assert now is not None
        assert (now.login, now.password) == ("ann", "two")


@pytest.mark.parametrize("hasher", [HASHER, CHEAP])
def test_a_decoy_costs_what_a_password_costs_and_matches_none(hasher: PasswordHasher) -> None:
    decoy = decoy_hash(hasher)
    assert extract_parameters(decoy) == extract_parameters(hasher.hash("right"))
    assert decoy != decoy_hash(hasher)
    with pytest.raises(VerifyMismatchError):  # computed to the end, not refused as malformed
        hasher.verify(decoy, "right")


async def test_too_many_concurrent_logins_are_refused() -> None:
    passwords = Passwords(Limits(hashes_at_once=1, hashes_waiting=1))
    outcomes = await asyncio.gather(
        *(passwords.verify("x", None, Asker(who)) for who in "abc"), return_exceptions=True
    )
    assert outcomes[:2] == [False, False]
    assert isinstance(refused := outcomes[2], ApiError)
    assert (refused.status, refused.code) == (503, "busy")
    assert "Retry-After" in refused.headers
    assert not await passwords.verify("x", None, Asker("c"))
    passwords.close()
