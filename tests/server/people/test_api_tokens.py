"""API tokens of bots and seats: shown once, stored as hashes, limited in scope."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import httpx
import msgspec
import pytest
from litestar.types import ASGIApp
from sqlalchemy import Engine, select

from oddtrick.server.errors import ApiError
from oddtrick.server.people import accounts, api_tokens
from oddtrick.server.people.authenticator import Authenticator
from oddtrick.server.people.principal import CredentialKind, PersonKind, Principal
from oddtrick.server.security.tokens import new_token
from oddtrick.server.sockets.connection import Connection, ConnectionClosed
from oddtrick.server.sockets.revalidation import Revalidator
from oddtrick.server.store.engine import reading, writing
from oddtrick.server.store.schema import tokens as kept_tokens
from tests.support.server.account_requests import ask, code_of, me, register
from tests.support.server.account_routes_app import http_client, is_still_valid

TABLE = "k3f90pqr7xyz"


def bearing(app: ASGIApp, token: str) -> httpx.AsyncClient:
    """An HTTP client that sends a bearer token."""
    return http_client(app, headers={"Authorization": f"Bearer {token}"})


async def seated(authenticator: Authenticator, client: httpx.AsyncClient) -> tuple[str, str]:
    """Seats a guest; returns the id and the seat token."""
    guest = await ask(client, "POST", "/api/me", {"name": "Ann"})
    principal = Principal(guest["id"], PersonKind.GUEST, "Ann", CredentialKind.GUEST)
    await authenticator.write(accounts.ensure_person, principal, 1)
    return guest["id"], await authenticator.write(
        api_tokens.issue_seat_token, guest["id"], TABLE, 1
    )


async def test_a_bot_authenticates_with_its_token(app: ASGIApp) -> None:
    async with http_client(app) as ann:
        await register(ann)
        made = await ask(ann, "POST", "/api/bots", {"name": "Robo"}, 201)
        assert (await ask(ann, "GET", "/api/bots"))["bots"] == [made["bot"]]
        async with bearing(app, made["token"]) as robot:
            result = await me(robot)
    assert (result["id"], result["kind"], result["via"]) == (made["bot"]["id"], "bot", "bot")
    assert result["table"] is None


async def test_a_new_token_or_deleting_the_bot_revokes_the_old_token(app: ASGIApp) -> None:
    async with http_client(app) as ann:
        await register(ann)
        made = await ask(ann, "POST", "/api/bots", {"name": "Robo"}, 201)
        path = f"/api/bots/{made['bot']['id']}"
        renewed = (await ask(ann, "POST", f"{path}/token", status=201))["token"]
        async with bearing(app, made["token"]) as old, bearing(app, renewed) as new:
            assert code_of(await ask(old, "GET", "/api/me", status=401)) == "token"
            assert (await me(new))["name"] == "Robo"
            await ask(ann, "DELETE", path, status=204)
            assert code_of(await ask(new, "GET", "/api/me", status=401)) == "token"
        assert await ask(ann, "GET", "/api/bots") == {"bots": []}
        await ask(ann, "DELETE", path, status=404)


async def test_an_account_cannot_change_the_bots_of_others(app: ASGIApp) -> None:
    async with http_client(app) as ann, http_client(app) as eve:
        await register(ann, "ann")
        made = await ask(ann, "POST", "/api/bots", {"name": "Robo"}, 201)
        await register(eve, "eve")
        for bot in (made["bot"]["id"], "p_00000000000000000", "p_%00", "x" * 500, "%F0%9F%83%8F"):
            await ask(eve, "POST", f"/api/bots/{bot}/token", status=404)
            await ask(eve, "DELETE", f"/api/bots/{bot}", status=404)
        async with bearing(app, made["token"]) as robot:
            assert (await me(robot))["name"] == "Robo"


async def test_the_bots_of_an_account_are_limited(
    app: ASGIApp, authenticator: Authenticator
) -> None:
    most = authenticator.limiter.limits.bots_by_account
    async with http_client(app) as ann:
        await register(ann)
        for number in range(most):
            await ask(ann, "POST", "/api/bots", {"name": f"Robo {number}"}, 201)
        refused = await ask(ann, "POST", "/api/bots", {"name": "Robo"}, 409)
        assert code_of(refused) == "bots"
        first = (await ask(ann, "GET", "/api/bots"))["bots"][0]["id"]
        await ask(ann, "DELETE", f"/api/bots/{first}", status=204)
        await ask(ann, "POST", "/api/bots", {"name": "Robo"}, 201)


async def test_an_invalid_token_does_not_fall_back_to_the_guest(app: ASGIApp) -> None:
    async with http_client(app) as ann:
        await ask(ann, "POST", "/api/me", {"name": "Ann"})
        for token in ("", "x", new_token("bot"), new_token("seat"), "ot_bot_", "\u00e9" * 20):
            headers = [(b"Authorization", f"Bearer {token}".encode("latin-1"))]
            answer = await ann.get("/api/me", headers=headers)
            assert answer.status_code == 401, token
            assert answer.headers["www-authenticate"].startswith("Bearer")
            assert code_of(answer.json()) == "token"
        answer = await ann.get("/api/me", headers={"Authorization": "Basic QTpC"})
        assert answer.json()["name"] == "Ann"


async def test_the_hash_of_a_token_does_not_authenticate(
    app: ASGIApp, authenticator: Authenticator
) -> None:
    async with http_client(app) as ann:
        await register(ann)
        token = (await ask(ann, "POST", "/api/bots", {"name": "Robo"}, 201))["token"]
    rows = await authenticator.read(
        lambda connection: connection.execute(select(kept_tokens)).all()
    )
    assert token not in str(rows)
    async with bearing(app, rows[0].hash) as thief:
        assert code_of(await ask(thief, "GET", "/api/me", status=401)) == "token"


async def test_token_guesses_are_rate_limited(app: ASGIApp, authenticator: Authenticator) -> None:
    burst = authenticator.limiter.limits.guesses_by_address.burst
    async with bearing(app, new_token("bot")) as guesser:
        result = [(await guesser.get("/api/me")).status_code for _ in range(burst + 1)]
    assert result == [401] * burst + [429]


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/api/me", {"name": "Eve"}),
        ("DELETE", "/api/me", None),
        ("POST", "/api/accounts", {"login": "eve", "password": "correct horse"}),
        ("GET", "/api/bots", None),
        ("POST", "/api/bots", {"name": "Eve"}),
        ("DELETE", "/api/sessions", None),
        ("PUT", "/api/me/password", {"old": "correct horse", "new": "battery staple"}),
    ],
)
async def test_tokens_allow_only_playing(
    app: ASGIApp, authenticator: Authenticator, method: str, path: str, body: object
) -> None:
    async with http_client(app) as ann, http_client(app) as owner:
        _, seat = await seated(authenticator, ann)
        await register(owner)
        bot = (await ask(owner, "POST", "/api/bots", {"name": "Robo"}, 201))["token"]
        for token in (seat, bot):
            async with bearing(app, token) as holder:
                assert code_of(await ask(holder, method, path, body, 403)) == "token"


async def test_revocation_applies_to_open_sockets(
    app: ASGIApp, authenticator: Authenticator
) -> None:
    async with http_client(app) as ann:
        person_id, token = await seated(authenticator, ann)
        guest = Principal(person_id, PersonKind.GUEST, "Ann", CredentialKind.GUEST)
        async with bearing(app, token) as phone:
            result = await me(phone)
        proof = await authenticator.read(
            lambda connection: connection.scalar(select(kept_tokens.c.hash))
        )
        seat = msgspec.convert({**result, "person_id": result["id"], "proof": proof}, Principal)
        assert await is_still_valid(authenticator, seat)
        assert await is_still_valid(authenticator, guest)
        await authenticator.write(api_tokens.revoke_seat_token, person_id, TABLE, 3)
        assert not await is_still_valid(authenticator, seat)
        await register(ann)
        assert not await is_still_valid(authenticator, guest)
        async with http_client(app) as other:
            assert (await me(other))["id"] is None


class Socket(Connection):
    """An open socket that notes whether it is ended."""

    def __init__(self, principal: Principal | None) -> None:
        self.principal = principal
        self.closed: ConnectionClosed | None = None

    def end(self, closed: ConnectionClosed) -> None:
        self.closed = closed


async def test_sockets_end_once_their_credential_is_revoked(
    app: ASGIApp, authenticator: Authenticator
) -> None:
    async with http_client(app) as ann, http_client(app) as ben:
        person_id, _ = await seated(authenticator, ann)
        other_id, _ = await seated(authenticator, ben)
        (ann_proof, ben_proof) = await authenticator.read(
            lambda c: [
                c.scalars(select(kept_tokens.c.hash).where(kept_tokens.c.person_id == one)).one()
                for one in (person_id, other_id)
            ]
        )
        seats = [
            Socket(Principal(one, PersonKind.GUEST, "", CredentialKind.SEAT, TABLE, proof))
            for one, proof in ((person_id, ann_proof), (other_id, ben_proof))
        ]
        guests = [
            Socket(Principal(one, PersonKind.GUEST, "", CredentialKind.GUEST))
            for one in (person_id, other_id, "p_unknown")
        ]
        sockets = [*seats, *guests, Socket(None)]
        service: Any = SimpleNamespace(
            connections=set(sockets), clock=authenticator.clock, log=authenticator.log
        )
        revalidator = Revalidator(service)
        await revalidator.check(with_guests=True)
        assert all(one.closed is None for one in sockets)
        await authenticator.write(api_tokens.revoke_seat_token, person_id, TABLE, 3)
        await register(ann)  # the cookie of a guest is no key to an account
        await revalidator.check(with_guests=False)
        assert [one.closed is not None for one in sockets] == [True, *[False] * 5]
        await revalidator.check(with_guests=True)
        assert [one.closed is not None for one in sockets] == [True, False, True, *[False] * 3]


async def test_changing_the_password_revokes_seat_tokens(
    app: ASGIApp, authenticator: Authenticator
) -> None:
    async with http_client(app) as ann:
        person_id = (await register(ann))["id"]
        seat = await authenticator.write(api_tokens.issue_seat_token, person_id, TABLE, 1)
        bot = (await ask(ann, "POST", "/api/bots", {"name": "Robo"}, 201))["token"]
        change = {"old": "correct horse", "new": "battery staple"}
        await ask(ann, "PUT", "/api/me/password", change, 204)
        async with bearing(app, seat) as phone, bearing(app, bot) as robot:
            await ask(phone, "GET", "/api/me", status=401)
            assert (await me(robot))["kind"] == "bot"


def test_one_of_several_concurrent_tokens_is_valid(engine: Engine) -> None:
    with writing(engine) as connection:
        accounts.create_account(connection, "p_ann", ("ann", "Ann", "hash"), 1)

    def make(_: int) -> str:
        with writing(engine) as connection:
            return api_tokens.issue_seat_token(connection, "p_ann", TABLE, 2)

    with ThreadPoolExecutor(4) as threads:
        made = list(threads.map(make, range(12)))
    assert len(set(made)) == 12
    with reading(engine) as connection:
        holding = select(kept_tokens.c.hash).where(kept_tokens.c.revoked.is_(None))
        assert len(connection.execute(holding).all()) == 1


def test_concurrent_bot_creation_respects_the_limit(engine: Engine) -> None:
    with writing(engine) as connection:
        accounts.create_account(connection, "p_ann", ("ann", "Ann", "hash"), 1)

    def make(number: int) -> bool:
        try:
            with writing(engine) as connection:
                api_tokens.add_bot(connection, "p_ann", f"Robo {number}", 2, most=3)
        except ApiError:
            return False
        return True

    with ThreadPoolExecutor(4) as threads:
        assert sum(threads.map(make, range(12))) == 3
    with reading(engine) as connection:
        assert len(api_tokens.bots_of(connection, "p_ann")) == 3
