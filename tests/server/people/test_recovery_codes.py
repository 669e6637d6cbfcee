"""Recovery codes: a new password without the old one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.types import ASGIApp
from sqlalchemy import Engine, select

from oddtrick.server.limits import Limits, Rate
from oddtrick.server.people import accounts
from oddtrick.server.people.authenticator import Authenticator
from oddtrick.server.people.passwords import Passwords
from oddtrick.server.settings import Settings
from oddtrick.server.store.engine import writing
from oddtrick.server.store.schema import people
from tests.support.server.account_requests import (
    PASSWORD,
    ask,
    code_of,
    log_in,
    me,
    register,
)
from tests.support.server.account_routes_app import http_client, in_process_app
from tests.support.server.cheap_accounts import CHEAP

NEW = "battery staple"


async def make_code(client: httpx.AsyncClient, typed: str = PASSWORD, status: int = 201) -> Any:
    """Returns a new recovery code, or the refusal."""
    body = {"password": typed}
    answer = await ask(client, "POST", "/api/me/recovery-code", body, status)
    return answer["code"] if status == 201 else answer


async def recover(
    client: httpx.AsyncClient, code: str, login: str = "ann", new: str = NEW, status: int = 201
) -> Any:
    """Sets a new password; returns the next code, or the refusal."""
    body = {"login": login, "code": code, "new": new}
    answer = await ask(client, "POST", "/api/recovery", body, status)
    return answer["code"] if status == 201 else answer


async def test_a_code_sets_a_new_password_and_ends_all_that_the_old_one_began(
    app: ASGIApp,
) -> None:
    async with http_client(app) as ann, http_client(app) as thief, http_client(app) as again:
        account = await register(ann)
        assert account["recoverable"] is (await me(ann))["recoverable"] is False
        code = await make_code(ann)
        assert (await me(ann))["recoverable"] is True
        assert (await log_in(thief))["recoverable"] is True
        await recover(again, code)
        assert (await me(again))["id"] == account["id"]
        assert [(await me(one))["id"] for one in (ann, thief)] == [None, None]
        assert code_of(await log_in(thief, status=401)) == "login"
        await log_in(thief, typed=NEW)


async def test_each_code_is_good_once_and_only_the_last_one(app: ASGIApp) -> None:
    async with http_client(app) as ann, http_client(app) as other:
        await register(ann)
        replaced = await make_code(ann)
        first = await make_code(ann)
        assert code_of(await recover(other, replaced, status=401)) == "recovery"
        second = await recover(other, first)
        third = await recover(other, second.upper().replace("-", " "), new=PASSWORD)
        for spent in (first, second):
            assert code_of(await recover(ann, spent, status=401)) == "recovery"
        assert len({replaced, first, second, third}) == 4
        assert {len(code) for code in (replaced, first, second, third)} == {19}
        await ask(other, "PUT", "/api/me/password", {"old": PASSWORD, "new": NEW}, 204)
        # A thief of the old password may have made it.
        assert (await me(other))["recoverable"] is False
        assert code_of(await recover(ann, third, status=401)) == "recovery"


async def test_making_a_code_takes_an_account_and_its_password(app: ASGIApp) -> None:
    async with http_client(app) as ann:
        assert code_of(await make_code(ann, status=401)) == "login"
        await ask(ann, "POST", "/api/me", {"name": "Ann"})
        assert code_of(await make_code(ann, status=401)) == "login"
        await register(ann)
        assert code_of(await make_code(ann, "wrong", 403)) == "password"
        assert (await me(ann))["recoverable"] is False


async def test_a_refusal_does_not_tell_whether_an_account_or_a_code_exists(
    app: ASGIApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with http_client(app) as ann, http_client(app) as ben, http_client(app) as eve:
        await register(ann)
        await make_code(ann)
        await register(ben, "ben")
        hashed: list[str] = []
        real = Passwords._verified

        def counted(self: Passwords, stored: str, typed: str) -> bool:
            hashed.append(stored)
            return real(self, stored, typed)

        monkeypatch.setattr(Passwords, "_verified", counted)
        wrong = "0000-0000-0000-0000"
        tries = [(wrong, "ann"), (wrong, "ben"), (wrong, "nobody"), (wrong, "\0"), ("", "ann")]
        refusals = [await recover(eve, *one, status=401) for one in tries]
    assert len(set(map(str, refusals))) == 1
    assert len(hashed) == len(tries)
    assert len({stored.rsplit("$", 2)[0] for stored in hashed}) == 1, "each costs the same"


async def test_a_refused_password_leaves_the_code_as_it_was(app: ASGIApp) -> None:
    async with http_client(app) as ann, http_client(app) as other:
        await register(ann)
        code = await make_code(ann)
        for new, reason in {"short": "password", "iloveyou2": "weak-password"}.items():
            assert code_of(await recover(other, code, new=new, status=400)) == reason
        assert (await me(ann))["id"] is not None
        await recover(other, code)


async def test_only_hashes_of_codes_are_stored_and_deleting_removes_them(
    app: ASGIApp, authenticator: Authenticator
) -> None:
    rows = select(people)
    async with http_client(app) as ann:
        await register(ann)
        code = await make_code(ann)
        stored = await authenticator.read(lambda c: str(c.execute(rows).mappings().all()))
        assert stored.count("$argon2id$") == 2
        assert code not in stored
        assert code.replace("-", "") not in stored
        await ask(ann, "DELETE", "/api/me", status=204)
        left = await authenticator.read(lambda c: str(c.execute(rows).mappings().all()))
        assert "$argon2id$" not in left


async def test_guesses_of_codes_and_of_passwords_are_limited_together(tmp_path: Path) -> None:
    limits = Limits(logins_by_login=Rate(4, 600))
    with in_process_app(Settings(data=tmp_path, limits=limits), hasher=CHEAP) as (app, _):
        async with http_client(app) as ann, http_client(app) as eve:
            await register(ann)
            code = await make_code(ann)
            for _ in range(2):
                await recover(eve, "0" * 16, status=401)
            await log_in(eve, typed="wrong", status=401)
            refused = [
                await recover(eve, code, status=429),
                await log_in(eve, status=429),
                await make_code(ann, status=429),
            ]
            assert {code_of(each) for each in refused} == {"limit"}
            await recover(eve, "0" * 16, login="nobody", status=401)


def test_a_code_that_was_just_used_changes_nothing(engine: Engine) -> None:
    with writing(engine) as connection:
        accounts.create_account(connection, "p_ann", ("ann", "Ann", "one"), 1)
        made = accounts.find_account_by_login(connection, "ann")
        assert made is not None
        assert accounts.set_recovery_code(connection, made, "code", 1)
        account = accounts.find_account_by_login(connection, "ann")
        assert account is not None
        assert accounts.recover(connection, account, "two", "next", 2)
        assert not accounts.recover(connection, account, "three", "other", 3)
        now = accounts.find_account_by_id(connection, "p_ann")
        assert now is not None
        assert (now.password, now.recovery_code) == ("two", "next")
