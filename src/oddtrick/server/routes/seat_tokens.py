"""Seat tokens, with which another device or program plays at a person's seat."""

from __future__ import annotations

from litestar import delete, post
from sqlalchemy import Connection

from oddtrick.server.access.table_access import enter_table
from oddtrick.server.errors import ApiError, error_responses
from oddtrick.server.parts import part_of
from oddtrick.server.people import api_tokens
from oddtrick.server.people.accounts import ensure_person
from oddtrick.server.people.principal import Principal
from oddtrick.server.request_body import AnyRequest
from oddtrick.server.rooms.table_service import TableService
from oddtrick.server.routes.accounts import require_personal_credential
from oddtrick.server.routes.bot_accounts import Token
from oddtrick.server.routes.tables import Code

TAGS = ("tables",)


@post(
    "/api/tables/{code:str}/seat-token",
    tags=TAGS,
    operation_id="makeSeatToken",
    summary="Create a token for my seat",
    description=(
        "A device that sends it as `Authorization: Bearer …` plays at your place, at this table "
        "only. It is shown only once. It is revoked by a newer token, or when you leave the table."
    ),
    responses=error_responses(401, 403, 404, 409, 429, 503),
)
async def make_seat_token(request: AnyRequest, code: Code) -> Token:
    """Creates a token for the principal's seat."""
    principal, room = await enter_table(request, code)
    principal = _in_person(principal)
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
    tags=TAGS,
    operation_id="revokeSeatToken",
    summary="Revoke the token for my seat",
    responses=error_responses(401, 403, 404, 429, 503),
)
async def revoke_seat_token(request: AnyRequest, code: Code) -> None:
    """Revokes the token of the principal's seat, if there is one."""
    principal, room = await enter_table(request, code)
    person = _in_person(principal).person_id
    service = part_of(request, TableService)
    now = service.clock()
    await service.log.write(lambda c: api_tokens.revoke_seat_token(c, person, room.code, now))


def _in_person(principal: Principal | None) -> Principal:
    """Checks that the principal is present with a cookie or a session.

    Raises:
        ApiError: 401, there are no credentials; 403, the credential is a token.
    """
    if principal is None:
        raise ApiError(401, "unauthenticated", "choose a name first: POST /api/me")
    require_personal_credential(principal)
    return principal


SEAT_TOKENS = (make_seat_token, revoke_seat_token)
"""For ``Litestar(route_handlers=…)``."""
