"""People you met: the list, invitations to tables, and what one allows."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

import msgspec
from litestar import delete, get, post, put
from litestar.params import JSONBody, PathParameter

from oddtrick.server.access.authentication import find_principal
from oddtrick.server.access.table_access import enter_table, is_member, mark_present, submit_command
from oddtrick.server.errors import ApiError, error_responses
from oddtrick.server.parts import part_of
from oddtrick.server.people import contacts
from oddtrick.server.people.contacts import (
    ContactSettings,
    answer_invitation,
    find_invitation,
    inbox_of,
    send_invitation,
)
from oddtrick.server.request_body import AnyRequest
from oddtrick.server.rooms.listing_row import Summary
from oddtrick.server.rooms.table_service import TableService
from oddtrick.server.routes.accounts import require_person, require_personal_credential
from oddtrick.server.routes.tables import Code
from oddtrick.server.security.rate_limit import RateLimiter
from oddtrick.server.security.tokens import is_person_id, parse_code
from oddtrick.server.security.trusted_proxies import client_address
from oddtrick.tables import CommandRefused, Stage, Table, can_view
from oddtrick.tables.commands import Sit

JOINABLE = tuple(stage.value for stage in Stage if stage not in (Stage.CLOSED, Stage.OVER))
SOON_MS = 10_000
LATER_MS = 60_000

PersonId: TypeAlias = Annotated[str, PathParameter(description="The id of a person whom you met.")]
InvitationId: TypeAlias = Annotated[str, PathParameter(description="The id of an invitation.")]


class Acquaintance(msgspec.Struct, frozen=True, kw_only=True):
    """A person with whom you have played a match.

    Args:
        id: ``p_…``.
        name: the name; plain text, never HTML.
        met: when you last began a match together (ms since 1970).
        table: the code of that table.
        rules: its game and options, as for a new table.
        here: one of the person's pages is open now, and they let it be seen.
        invitable: the person accepts your invitations.
        muted: you accept no invitations from them.
    """

    id: str
    name: str
    met: int
    table: str
    rules: dict[str, Any]
    here: bool
    invitable: bool
    muted: bool


class Acquaintances(msgspec.Struct, frozen=True):
    """The people you met in the last 90 days, at most 50, the most recent first.

    Args:
        people: the people.
        settings: what you allow them.
    """

    people: tuple[Acquaintance, ...]
    settings: ContactSettings


class Invitation(msgspec.Struct, frozen=True, kw_only=True):
    """An invitation to a table.

    Args:
        id: its id.
        sender: the id of the person who sent it.
        name: the sender's name; plain text, never HTML.
        table: the code of the table.
        game: the id of its game.
        sent: when it was sent (ms since 1970).
    """

    id: str
    sender: str
    name: str
    table: str
    game: str
    sent: int


class Invitations(msgspec.Struct, frozen=True):
    """Your invitations, the most recent first.

    Args:
        invitations: those that wait for an answer, to tables with an open seat.
        again_ms: the time after which to ask again.
    """

    invitations: tuple[Invitation, ...]
    again_ms: int


class AcceptedInvitation(msgspec.Struct, frozen=True):
    """The table of an accepted invitation.

    Args:
        url: the path of its page.
        place: your place; None: choose one there, or look on.
    """

    url: str
    place: int | None


@get(
    "/api/me/people",
    summary="List the people I met",
    description=(
        "People with whom you have begun a match in the last 90 days. Guests are listed as long as "
        "their identity can still be used."
    ),
    responses=error_responses(401, 403, 429, 503),
)
async def get_people_met(request: AnyRequest) -> Acquaintances:
    """Returns the people whom the principal has met."""
    person, service = (await require_person(request)).person_id, _service(request)
    now = service.clock()
    found = await service.log.query(lambda c: contacts.people_met(c, person, now))
    allowed = await service.log.query(lambda c: contacts.settings_of(c, person))
    return Acquaintances(tuple(map(_acquaintance, found)), allowed)


def _acquaintance(met: contacts.MetPerson) -> Acquaintance:
    lobby = msgspec.json.decode(met.summary, type=Summary).lobby
    return Acquaintance(
        id=met.id,
        name=met.name,
        met=met.met,
        table=met.table,
        rules={"game": lobby.game, **lobby.options},
        here=met.here,
        invitable=met.takes_invitations,
        muted=met.muted,
    )


@put(
    "/api/me/contact-settings",
    summary="Set what people I met may do",
    responses=error_responses(400, 401, 403, 413, 429, 503),
)
async def set_contact_settings(
    request: AnyRequest, data: JSONBody[ContactSettings]
) -> ContactSettings:
    """Stores what the principal allows."""
    principal, service = await require_person(request), _service(request)
    part_of(request, RateLimiter).take(messages_by_person=principal.person_id)
    person, now = principal.person_id, service.clock()
    await service.log.write(lambda c: contacts.set_settings(c, person, data, now))
    return data


@put(
    "/api/me/muted/{person:str}",
    status_code=204,
    summary="Mute a person's invitations",
    responses=error_responses(401, 403, 404, 429, 503),
)
async def mute_inviter(request: AnyRequest, person: PersonId) -> None:
    """Mutes a person whom the principal has met."""
    principal, service = await require_person(request), _service(request)
    part_of(request, RateLimiter).take(messages_by_person=principal.person_id)
    other, now = _person_id(person), service.clock()
    await service.log.write(lambda c: contacts.mute(c, principal.person_id, other, now))


@delete(
    "/api/me/muted/{person:str}",
    summary="Unmute a person's invitations",
    responses=error_responses(401, 403, 404, 429, 503),
)
async def unmute_inviter(request: AnyRequest, person: PersonId) -> None:
    """Unmutes a person."""
    principal, service = await require_person(request), _service(request)
    other = _person_id(person)
    await service.log.write(lambda c: contacts.unmute(c, principal.person_id, other))


@put(
    "/api/tables/{code:str}/invitations/{person:str}",
    status_code=204,
    summary="Invite a person to my table",
    description=(
        "For people at a table with an open seat, to others with whom they have played. The answer "
        "is the same whether or not the person has seen or declined it."
    ),
    responses=error_responses(401, 403, 404, 409, 429, 503),
)
async def invite(request: AnyRequest, code: Code, person: PersonId) -> None:
    """Invites a person to the principal's table."""
    principal, service = await require_person(request), _service(request)
    other = _person_id(person)
    _, room = await enter_table(request, code)
    if not is_member(principal, room):
        raise ApiError(403, "no-place", "you have no place at this table: sit down first")
    _check_open(room.table)
    sender = principal.person_id
    part_of(request, RateLimiter).take(
        invitations_by_person=sender,
        invitations_by_pair=f"{sender} {other}",
        invitations_by_address=client_address(request.scope),
    )
    now = service.clock()
    await service.log.write(lambda c: send_invitation(c, sender, other, room.code, now))


def _check_open(table: Table) -> None:
    """Checks that somebody can still sit down at a table.

    Raises:
        ApiError: 409, nobody can.
    """
    if table.sealed is not None or table.drive is not None or _open_place(table) is None:
        raise ApiError(409, "no-open-seat", "this table has no open seat: open another one")


def _open_place(table: Table) -> int | None:
    """Returns an open place, or None."""
    if table.stage.value not in JOINABLE:
        return None
    return next((place for place, chair in enumerate(table.chairs) if chair.kind == "open"), None)


@get(
    "/api/me/invitations",
    summary="List my invitations",
    description=(
        "Without credentials the list is empty. A page that asks shows its person as present, if "
        "they allow it."
    ),
    responses=error_responses(401, 403, 429, 503),
)
async def get_invitations(request: AnyRequest) -> Invitations:
    """Returns the principal's invitations."""
    principal, service = await find_principal(request), _service(request)
    if principal is None:
        return Invitations((), LATER_MS)
    require_personal_credential(principal)
    person, now = principal.person_id, service.clock()
    inbox = await service.log.query(lambda c: inbox_of(c, person, JOINABLE, now))
    if inbox.unseen:
        await service.log.write(lambda c: contacts.record_sighting(c, person, now))
    found = []
    for row in inbox.rows:
        lobby = msgspec.json.decode(row.summary, type=Summary).lobby
        if lobby.open:
            found.append(
                Invitation(
                    id=row.id,
                    sender=row.sender,
                    name=row.name,
                    table=row.table,
                    game=lobby.game,
                    sent=row.created,
                )
            )
    return Invitations(tuple(found), SOON_MS if inbox.may_come else LATER_MS)


@post(
    "/api/me/invitations/{invitation:str}/accept",
    status_code=200,
    summary="Accept an invitation",
    description="Sits down at the first open seat, if there still is one.",
    responses=error_responses(401, 403, 404, 409, 429, 503),
)
async def accept_invitation(request: AnyRequest, invitation: InvitationId) -> AcceptedInvitation:
    """Takes the principal to the table of an invitation."""
    principal, service = await require_person(request), _service(request)
    wanted = parse_code(invitation) or ""
    code = await service.log.query(lambda c: find_invitation(c, principal.person_id, wanted))
    if code is None:
        raise ApiError(404, "no-invitation", "this invitation has expired")
    room = await service.current_room(code)
    if not can_view(room.table, principal.person_id):
        raise ApiError(409, "no-open-seat", "this table no longer has an open seat")
    place = room.table.place_of(principal.person_id)
    while place is None and (wish := _open_place(room.table)) is not None:
        try:
            await submit_command(request, principal, room, Sit(wish))
        except CommandRefused as refusal:
            if refusal.code != "taken":  # somebody was faster: try the next seat
                break
        place = room.table.place_of(principal.person_id)
    await mark_present(request, principal, room)
    await service.log.write(lambda c: answer_invitation(c, principal.person_id, wanted))
    return AcceptedInvitation(f"/t/{room.code}", place)


@delete(
    "/api/me/invitations/{invitation:str}",
    summary="Decline an invitation",
    description="The sender is not told.",
    responses=error_responses(401, 403, 429, 503),
)
async def decline_invitation(request: AnyRequest, invitation: InvitationId) -> None:
    """Removes an invitation."""
    principal, service = await require_person(request), _service(request)
    unwanted = parse_code(invitation) or ""
    await service.log.write(lambda c: answer_invitation(c, principal.person_id, unwanted))


def _person_id(text: str) -> str:
    """Checks the form of an id.

    Raises:
        ApiError: 404, nobody has such an id.
    """
    if not is_person_id(text):
        raise ApiError(404, "not-met", contacts.NOT_MET)
    return text


def _service(request: AnyRequest) -> TableService:
    return part_of(request, TableService)


CONTACTS = (get_people_met, set_contact_settings, mute_inviter, unmute_inviter)
INVITE = (invite,)
INVITATIONS = (get_invitations, accept_invitation, decline_invitation)
"""For ``Litestar(route_handlers=…)``."""
