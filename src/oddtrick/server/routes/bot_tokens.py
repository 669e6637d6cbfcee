"""Tokens with which programs play: those of bot accounts, and those of single seats."""

from __future__ import annotations

import msgspec
from litestar import delete, get, post
from litestar.params import FromPath, JSONBody
from sqlalchemy import Connection

from oddtrick.server.access.table_access import enter_table
from oddtrick.server.errors import ApiError, error_responses
from oddtrick.server.parts import part_of
from oddtrick.server.people import accounts, api_tokens
from oddtrick.server.people.accounts import ensure_person
from oddtrick.server.people.api_tokens import BotAccount
from oddtrick.server.people.authenticator import Authenticator, authenticator_of
from oddtrick.server.people.name_validation import clean_nickname
from oddtrick.server.request_body import AnyRequest
from oddtrick.server.rooms.table_service import TableService
from oddtrick.server.routes.accounts import Name, in_person, require_login
from oddtrick.server.routes.tables import Code
from oddtrick.server.security.trusted_proxies import client_address


class Bots(msgspec.Struct, frozen=True):
    """An account's bots, the oldest first."""

    bots: list[BotAccount]


class Token(msgspec.Struct, frozen=True):
    """A bearer token for ``Authorization: Bearer …``; shown only once."""

    token: str


class NewBot(msgspec.Struct, frozen=True):
    """A new bot with its bearer token, which is shown only once."""

    bot: BotAccount
    token: str


@get(
    "/api/bots",
    summary="List my bots",
    responses=error_responses(401, 403, 429, 503),
)
async def get_bots(request: AnyRequest) -> Bots:
    """Lists the account's bots."""
    authenticator, owner = authenticator_of(request), await require_login(request)
    return Bots(await authenticator.read(api_tokens.bots_of, owner.person_id))


@post(
    "/api/bots",
    summary="Create a bot account",
    description="Returns the token with which its program plays.",
    responses=error_responses(400, 401, 403, 409, 413, 429, 503),
)
async def make_bot(request: AnyRequest, data: JSONBody[Name]) -> NewBot:
    """Creates a bot account."""
    authenticator, owner = authenticator_of(request), await require_login(request)
    name = clean_nickname(data.name)
    authenticator.limiter.take(registrations_by_address=client_address(request.scope))
    bot, token = await authenticator.write(
        api_tokens.add_bot,
        owner.person_id,
        name,
        authenticator.clock(),
        authenticator.limiter.limits.bots_by_account,
    )
    return NewBot(bot, token)


@post(
    "/api/bots/{bot_id:str}/token",
    summary="Replace a bot's token",
    description="The old token is revoked.",
    responses=error_responses(400, 401, 403, 404, 429, 503),
)
async def renew_bot_token(request: AnyRequest, bot_id: FromPath[str]) -> Token:
    """Replaces a bot's token."""
    authenticator, owner = authenticator_of(request), await require_login(request)
    authenticator.limiter.take(registrations_by_address=client_address(request.scope))
    now = authenticator.clock()
    return Token(
        await authenticator.write(api_tokens.replace_bot_token, owner.person_id, bot_id, now)
    )


@delete(
    "/api/bots/{bot_id:str}",
    summary="Delete a bot account",
    description="Its matches stay for the other players, with *gone* in place of the name.",
    responses=error_responses(400, 401, 403, 404, 429, 503),
)
async def delete_bot(request: AnyRequest, bot_id: FromPath[str]) -> None:
    """Deletes a bot account."""
    authenticator, owner = authenticator_of(request), await require_login(request)
    await authenticator.write(_forget_bot, owner.person_id, bot_id, authenticator)


def _forget_bot(
    connection: Connection, owner: str, bot_id: str, authenticator: Authenticator
) -> None:
    api_tokens.check_bot(connection, owner, bot_id)
    accounts.delete_person(connection, bot_id, authenticator.clock())


@post(
    "/api/tables/{code:str}/seat-token",
    summary="Create a token for my seat",
    description=(
        "A device that sends it as `Authorization: Bearer …` plays at your place, at this table "
        "only. It is shown only once. It is revoked by a newer token, or when you leave the table."
    ),
    responses=error_responses(400, 401, 403, 404, 409, 429, 503),
)
async def make_seat_token(request: AnyRequest, code: Code) -> Token:
    """Creates a token for the principal's seat."""
    visitor, room = await enter_table(request, code)
    principal = in_person(visitor)
    if room.table.place_of(principal.person_id) is None:
        raise ApiError(409, "no-place", "you have no place at this table: sit down first")
    service = part_of(request, TableService)
    now = service.clock()

    def make(connection: Connection) -> str:
        ensure_person(connection, principal, now)
        return api_tokens.issue_seat_token(connection, principal.person_id, room.code, now)

    return Token(await service.log.write(make))


@delete(
    "/api/tables/{code:str}/seat-token",
    summary="Revoke the token for my seat",
    responses=error_responses(400, 401, 403, 404, 429, 503),
)
async def revoke_seat_token(request: AnyRequest, code: Code) -> None:
    """Revokes the token of the principal's seat, if there is one."""
    visitor, room = await enter_table(request, code)
    person = in_person(visitor).person_id
    service = part_of(request, TableService)
    now = service.clock()
    await service.log.write(lambda c: api_tokens.revoke_seat_token(c, person, room.code, now))


BOT_TOKENS = (get_bots, make_bot, renew_bot_token, delete_bot)
SEAT_TOKENS = (make_seat_token, revoke_seat_token)
"""For ``Litestar(route_handlers=…)``."""
