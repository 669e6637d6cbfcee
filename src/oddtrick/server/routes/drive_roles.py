"""Roles at a whist drive over HTTP: keys, and the phones of tables and players."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Annotated, Any, TypeAlias

import msgspec
from litestar import Response, delete, get, post
from litestar.params import PathParameter
from msgspec import Meta

from oddtrick.drive.live.commands import AddDevice, AddGrant, ChangePerson, JoinOnline, RevokeGrant
from oddtrick.drive.live.state import Actor, Grant, GrantedRole, LiveDrive
from oddtrick.drive.live.view_types import YourRole
from oddtrick.drive.live.views_by_role import DESK
from oddtrick.drive.sheets import TableKey
from oddtrick.names import MAX_NAME, same_name
from oddtrick.server.access.authentication import GUEST, find_principal, keep_guest, make_guest
from oddtrick.server.drives.access import (
    check_key,
    drive_address,
    drive_cookie,
    find_drive,
    forgotten_cookie,
    require_role,
    sent_key,
    service_of,
    visit_drive,
)
from oddtrick.server.drives.drive_keys import PHONE, show_key, table_key
from oddtrick.server.drives.drive_room import DriveRoom
from oddtrick.server.drives.drive_service import SERVER
from oddtrick.server.drives.online_tables import OnlineTables
from oddtrick.server.errors import ApiError, error_responses
from oddtrick.server.parts import part_of
from oddtrick.server.people.accounts import ensure_person
from oddtrick.server.people.name_validation import MAX_NAME_LENGTH, clean_nickname
from oddtrick.server.request_body import AnyRequest, body_option, decode_body
from oddtrick.server.routes.drives import DriveCode
from oddtrick.server.security.rate_limit import RateLimiter
from oddtrick.server.security.tokens import hash_token, new_token
from oddtrick.server.security.trusted_proxies import client_address
from oddtrick.server.store.database_errors import StoreUnavailable

ORGANISER = ("organiser",)

PAGES = {"organiser": "/desk", "scorer": "/desk", "screen": "/screen", "player": ""}
"""The page for each key, below that of the drive."""

TableNumber: TypeAlias = Annotated[
    int, PathParameter(ge=1, le=10_000, description="The number of the table, from 1.")
]
KeyNumber: TypeAlias = Annotated[
    int, PathParameter(ge=1, le=10_000, description="The number of the key.")
]


class NewDriveKey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A key to make.

    Args:
        role: organiser or scorer; screen, a viewer who sees full names; or player, a viewer who may
            join as somebody on the list of entries whom nobody plays online yet.
        label: a name for the log, such as that of the one who gets it.
    """

    role: GrantedRole
    label: Annotated[str, Meta(min_length=1, max_length=40)]


class ListedKey(msgspec.Struct, frozen=True, kw_only=True):
    """A key of a drive.

    Args:
        id: its number.
        role: the role that it gives.
        label: the name under which the log has it.
        key: the key, as people read it.
        link: the path of a page that takes the role.
        created: the time (ms since 1970).
    """

    id: int
    role: GrantedRole
    label: str
    key: str
    link: str
    created: int


class DriveKeys(msgspec.Struct, frozen=True):
    """The keys of a drive.

    Args:
        keys: those that are valid.
    """

    keys: tuple[ListedKey, ...]


class TableKeyPart(msgspec.Struct, frozen=True, kw_only=True):
    """The key of a table, with which a phone becomes that of the table or of a player there.

    Args:
        table: the number of the table.
        key: the key, as people type it.
        link: the address in the QR code of the table's card.
        replaced: how often the key was replaced.
    """

    table: int
    key: str
    link: str
    replaced: int


@get(
    "/api/drives/{code:str}/keys",
    summary="List the keys of a whist drive",
    responses=error_responses(401, 403, 404, 429, 503),
)
async def get_drive_keys(request: AnyRequest, code: DriveCode) -> DriveKeys:
    """Lists the keys that are valid."""
    visit = await require_role(request, code, *ORGANISER)
    live = visit.room.live
    return DriveKeys(
        tuple(listed_key(request, live, one) for one in live.grants.values() if not one.revoked)
    )


@post(
    "/api/drives/{code:str}/keys",
    opt=body_option(NewDriveKey),
    summary="Make a key of a whist drive",
    responses=error_responses(400, 401, 403, 404, 413, 429, 503),
)
async def make_drive_key(request: AnyRequest, code: DriveCode) -> ListedKey:
    """Makes a key for a role."""
    data = await decode_body(request, NewDriveKey)
    visit = await require_role(request, code, *ORGANISER)
    before = set(visit.room.live.grants)
    await service_of(request).submit(visit.room, AddGrant(data.role, data.label), visit.actor)
    live = visit.room.live
    made = max(one.id for one in live.grants.values() if one.id not in before)
    return listed_key(request, live, live.grants[made])


@delete(
    "/api/drives/{code:str}/keys/{key_id:int}",
    summary="Revoke a key of a whist drive",
    responses=error_responses(400, 401, 403, 404, 409, 429, 503),
)
async def revoke_drive_key(request: AnyRequest, code: DriveCode, key_id: KeyNumber) -> None:
    """Revokes a key; those who use it become viewers."""
    visit = await require_role(request, code, *ORGANISER)
    await service_of(request).submit(visit.room, RevokeGrant(key_id), visit.actor)


@get(
    "/api/drives/{code:str}/tables/{table:int}/key",
    summary="Get the key of a table of a whist drive",
    description=(
        "With it as a bearer token, or in the link, somebody is still a viewer, and may make their "
        "phone that of the table or of a player who sits there now. The table's card has it. The "
        "command `new-table-key` replaces it."
    ),
    responses=error_responses(400, 401, 403, 404, 429, 503),
)
async def get_table_key(request: AnyRequest, code: DriveCode, table: TableNumber) -> TableKeyPart:
    """Returns the key of a table."""
    visit = await require_role(request, code, *DESK)
    live = visit.room.live
    if table > live.most_tables:
        raise ApiError(404, "not-found", f"there is no table {table}")
    (key,) = await table_keys(request, live, [table])
    return TableKeyPart(
        table=table, key=key.code, link=key.link, replaced=live.table_keys.get(table, 0)
    )


async def table_keys(
    request: AnyRequest, live: LiveDrive, tables: Iterable[int]
) -> tuple[TableKey, ...]:
    """Returns the keys of tables as their cards have them."""
    address, secret = await drive_address(request, live.code), service_of(request).secret
    keys = [table_key(secret, live.code, one, live.table_keys.get(one, 0)) for one in tables]
    return tuple(TableKey(f"{address}#table={key}", show_key(key)) for key in keys)


def listed_key(request: AnyRequest, live: LiveDrive, grant: Grant) -> ListedKey:
    """Returns a key as people read it, with the link that takes its role."""
    key = show_key(service_of(request).organiser_key(live, grant.id))
    return ListedKey(
        id=grant.id,
        role=grant.role,
        label=grant.label,
        key=key,
        link=f"/drive/{live.code}{PAGES[grant.role]}#key={key}",
        created=grant.created,
    )


class DriveKey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A key of a drive.

    Args:
        key: the key.
    """

    key: Annotated[str, Meta(min_length=1, max_length=100)]


class NewPhone(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A phone to use; give a table or a player.

    Args:
        table: the table at which it stays.
        player: the id of the card with which it moves.
    """

    table: Annotated[int, Meta(ge=1, le=10_000)] | None = None
    player: Annotated[int, Meta(ge=0, le=10_000)] | None = None


class NewOnlinePlayer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody who plays at the drive's tables on the server; give a name or a key.

    Args:
        name: the name; you are entered. An entry on the list that nobody holds is yours instead,
            with the list key. That of somebody who plays in the hall needs the key of their phone.
        key: your key of an earlier answer: the same card, in this browser. Or the key of the phone
            of a player from the hall, who plays online from now on. Without a name it defaults to
            that of the drive's cookie.
        list_key: a key of the role `player`, which organisers make, or of the desk: the right to
            join as somebody on the list.
    """

    name: Annotated[str, Meta(min_length=1, max_length=100)] | None = None
    key: Annotated[str, Meta(min_length=1, max_length=100)] | None = None
    list_key: Annotated[str, Meta(min_length=1, max_length=100)] | None = None


class PhoneKey(msgspec.Struct, frozen=True):
    """The key of a phone.

    Args:
        key: the key.
        seq: the last entry of the drive's log.
    """

    key: str
    seq: int


class OnlineKey(msgspec.Struct, frozen=True):
    """The key of somebody who plays online, and the table that waits for them.

    Args:
        key: the key.
        seq: the last entry of the drive's log.
        table: the code of the server's table where you sit in the round under way: it is open and
            knows you. Null: none waits for you now.
    """

    key: str
    seq: int
    table: str | None


@post(
    "/api/drives/{code:str}/session",
    status_code=200,
    opt=body_option(DriveKey),
    summary="Take a role at a whist drive",
    description="Sets the cookie that gives your browser the role of the key.",
    responses=error_responses(400, 401, 403, 404, 413, 429, 503),
)
async def take_drive_role(request: AnyRequest, code: DriveCode) -> Response[YourRole]:
    """Gives the browser the role of a key."""
    data = await decode_body(request, DriveKey)
    room = await find_drive(request, code)
    actor = check_key(request, room, data.key)
    role = YourRole(actor.role, actor.label, actor.table, actor.player)
    response = Response(role)
    response.cookies.append(drive_cookie(room.live.code, data.key, request.scope))
    return response


@delete(
    "/api/drives/{code:str}/session",
    summary="Give up my role at a whist drive",
    description="Removes the cookie; the key stays valid.",
    responses=error_responses(403, 404, 429, 503),
)
async def leave_drive_role(request: AnyRequest, code: DriveCode) -> Response[None]:
    """Removes the drive's cookie."""
    room = await find_drive(request, code)
    response: Response[None] = Response(None, status_code=204)
    response.cookies.append(forgotten_cookie(room.live.code, request.scope))
    return response


@post(
    "/api/drives/{code:str}/devices",
    opt=body_option(NewPhone),
    summary="Use this phone at a whist drive",
    description=(
        "Makes the phone that of a table, where it stays, or of a player, with whom it moves. "
        "Needs the key of that table, or of the table where the player sits in the round under "
        "way; or a scorer's. It takes the place of an earlier phone, whose key is then answered "
        "with 401 `replaced`. The response sets the drive's cookie."
    ),
    responses=error_responses(400, 401, 403, 404, 409, 413, 429, 503),
)
async def use_phone(request: AnyRequest, code: DriveCode) -> Response[PhoneKey]:
    """Makes a phone that of a table or of a player."""
    data = await decode_body(request, NewPhone)
    room, actor, _ = await visit_drive(request, code)
    _check_phone(room, data)
    _check_right(room, data, actor)
    key = new_token(PHONE)
    service = service_of(request)
    part_of(request, RateLimiter).take(joins_by_address=client_address(request.scope))
    command = AddDevice(hash_token(key), data.table, data.player)
    reply = await service.submit(room, command, actor)
    response = Response(PhoneKey(key, reply.seq), status_code=201)
    response.cookies.append(drive_cookie(room.live.code, key, request.scope))
    return response


@post(
    "/api/drives/{code:str}/join",
    opt=body_option(NewOnlinePlayer),
    summary="Join a whist drive that is played online",
    description=(
        "Enters you, and makes this browser or program the one that plays your card. You play as "
        "yourself at the tables of the server: a client without credentials becomes a guest, and "
        "the response sets that cookie and the drive's. In each round `next.online` has the code "
        "of your table; join again with your key to be sure that it is open and knows you."
    ),
    responses=error_responses(400, 401, 403, 404, 409, 413, 429, 503),
)
async def join_drive_online(request: AnyRequest, code: DriveCode) -> Response[OnlineKey]:
    """Enters somebody who plays online, or lets them go on in another browser."""
    data = await decode_body(request, NewOnlinePlayer)
    room = await find_drive(request, code)
    known = _known_key(request, room, data)
    name = _name_in_hall(room, known) if data.name is None else clean_nickname(data.name, MAX_NAME)
    if data.name is None and name is not None:
        known = None  # the phone's own key stays that of the phone
    if known is None or hash_token(known) not in room.live.devices:
        # Also for a name that is refused: trying many would tell who is on the list.
        part_of(request, RateLimiter).take(joins_by_address=client_address(request.scope))
    if data.name is not None and name is not None:
        _check_link_where_names_are_hidden(request, room, data.list_key)
        _check_not_in_hall(room, name)
        _check_not_listed(request, room, name, data.list_key)
    found = await find_principal(request)
    if found is not None and found.table is not None:
        raise ApiError(403, "other-table", "this token is for a seat at another table")
    person = found or make_guest((name or GUEST)[:MAX_NAME_LENGTH])
    service, key = service_of(request), known or new_token(PHONE)
    await service.log.write(lambda c: ensure_person(c, person, service.clock()))
    command = (
        ChangePerson(hash_token(key), person.person_id)
        if name is None
        else JoinOnline(name, hash_token(key), person.person_id)
    )
    reply = await service.submit(room, command, SERVER)
    answer = OnlineKey(key, reply.seq, await _table_for(request, room, key))
    response = Response(answer, status_code=201)
    response.cookies.append(drive_cookie(room.live.code, key, request.scope))
    if found is None:
        keep_guest(request, response, person)
    return response


def _name_in_hall(room: DriveRoom, key: str | None) -> str | None:
    """Returns the name on the list of the player whose phone has this key; None if none has."""
    device = None if key is None else room.live.devices.get(hash_token(key))
    if device is None or device.player is None or device.replaced:
        return None
    entries = room.live.drive.entries
    return next((entry.name for entry in entries if entry.player == device.player), None)


def _check_not_in_hall(room: DriveRoom, name: str) -> None:
    """Refuses the name of somebody with a card in the hall: anybody there knows it."""
    live = room.live
    if live.settings.online.tables != "some":
        return
    for entry in live.drive.entries:
        if same_name(entry.name, name) and entry.player is not None and not entry.online:
            raise ApiError(
                409,
                "refused",
                "this card is played in the hall: scan the card of its table, choose the name, and "
                "play on that phone",
            )


def _check_link_where_names_are_hidden(
    request: AnyRequest, room: DriveRoom, list_key: str | None
) -> None:
    """Refuses strangers every name alike where they may not see who is on the list.

    Any other answer would tell whether a name that they try is there.
    """
    if room.live.settings.names != "full" and not _has_link(request, room, list_key):
        message = "people join this drive by the organiser's link: ask for it"
        raise ApiError(403, "join-link", message)


def _has_link(request: AnyRequest, room: DriveRoom, list_key: str | None) -> bool:
    actor = check_key(request, room, list_key)
    return actor.role in DESK or actor.may_join


def _check_not_listed(
    request: AnyRequest, room: DriveRoom, name: str, list_key: str | None
) -> None:
    """Refuses a name on the list to strangers, who could play its card by typing it."""
    live = room.live
    for entry in live.drive.entries:
        is_free = same_name(entry.name, name) and live.device_of(entry.id) is None
        if is_free and not _has_link(request, room, list_key):
            raise ApiError(
                403,
                "listed-name",
                "this name is on the list: open the organiser's link for those on it, or "
                "join with another name",
            )


def _known_key(request: AnyRequest, room: DriveRoom, data: NewOnlinePlayer) -> str | None:
    """Returns the key of somebody who has joined before; None: they join with a name."""
    key = data.key
    if data.name is None and key is None:
        key = sent_key(request, room.live.code)
    if (data.name is None) == (key is None):
        raise ApiError(400, "invalid", "give either a name or a key")
    return key


async def _table_for(request: AnyRequest, room: DriveRoom, key: str) -> str | None:
    """Returns the table that waits for a device; None also if the database does not answer.

    Joining is written by then, so that a failure here may not look like one of joining.
    """
    tables = part_of(request, OnlineTables)
    with suppress(StoreUnavailable):
        return await tables.table_for(room.live, hash_token(key))
    return None


def _check_phone(room: DriveRoom, data: NewPhone) -> None:
    drive = room.live.drive
    if (data.table is None) == (data.player is None):
        raise ApiError(400, "invalid", "give either a table or a player")
    if data.player is not None and data.player >= len(drive.players):
        raise ApiError(409, "refused", "there is no such card yet: choose your name again later")
    if data.player is not None and data.player in room.live.persons():
        raise ApiError(409, "refused", "this card is played online by somebody who has joined")


def _check_right(room: DriveRoom, data: NewPhone, actor: Actor) -> None:
    """Refuses a phone without the key of the table where it is to be used.

    The refusal does not tell where a player sits, which may be hidden.
    """
    if actor.role in DESK:
        return
    table, rounds = data.table, room.live.drive.rounds
    if data.player is not None:
        seat = rounds[-1].seating.table_of(data.player) if rounds else None
        table = None if seat is None else seat.number
    if actor.role != "viewer" or actor.table is None or actor.table != table:
        raise ApiError(
            403, "drive-role", "scan the code on the card of that table, or type its key"
        )


DRIVE_ROLES: tuple[Any, ...] = (
    take_drive_role,
    leave_drive_role,
    use_phone,
    join_drive_online,
    get_drive_keys,
    make_drive_key,
    revoke_drive_key,
    get_table_key,
)
"""For ``Litestar(route_handlers=…)``."""
