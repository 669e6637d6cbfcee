"""The keys of a whist drive over HTTP: who may act in which role."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import msgspec
from litestar import delete, get, post
from litestar.params import PathParameter
from msgspec import Meta

from oddtrick.drive.live.commands import AddGrant, RevokeGrant
from oddtrick.drive.live.state import Grant, GrantedRole, LiveDrive
from oddtrick.drive.sheets import TableKey
from oddtrick.server.drives.access import require_role, service_of
from oddtrick.server.drives.addresses import drive_address
from oddtrick.server.drives.drive_keys import show_key, table_key
from oddtrick.server.errors import ApiError, error_responses
from oddtrick.server.request_body import AnyRequest, body_option, decode_body
from oddtrick.server.routes.drives import DriveCode

if TYPE_CHECKING:
    from collections.abc import Iterable

TAGS = ("drives",)
ORGANISER = ("organiser",)
DESK = ("organiser", "scorer")

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


_new_key = msgspec.json.Decoder(NewDriveKey)


@get(
    "/api/drives/{code:str}/keys",
    tags=TAGS,
    operation_id="getDriveKeys",
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
    tags=TAGS,
    operation_id="makeDriveKey",
    opt=body_option(NewDriveKey),
    summary="Make a key of a whist drive",
    responses=error_responses(400, 401, 403, 404, 413, 429, 503),
)
async def make_drive_key(request: AnyRequest, code: DriveCode) -> ListedKey:
    """Makes a key for a role."""
    data = await decode_body(request, _new_key)
    visit = await require_role(request, code, *ORGANISER)
    before = set(visit.room.live.grants)
    await service_of(request).submit(visit.room, AddGrant(data.role, data.label), visit.actor)
    live = visit.room.live
    made = max(one.id for one in live.grants.values() if one.id not in before)
    return listed_key(request, live, live.grants[made])


@delete(
    "/api/drives/{code:str}/keys/{key_id:int}",
    tags=TAGS,
    operation_id="revokeDriveKey",
    summary="Revoke a key of a whist drive",
    responses=error_responses(400, 401, 403, 404, 409, 429, 503),
)
async def revoke_drive_key(request: AnyRequest, code: DriveCode, key_id: KeyNumber) -> None:
    """Revokes a key; those who use it become viewers."""
    visit = await require_role(request, code, *ORGANISER)
    await service_of(request).submit(visit.room, RevokeGrant(key_id), visit.actor)


@get(
    "/api/drives/{code:str}/tables/{table:int}/key",
    tags=TAGS,
    operation_id="getTableKey",
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


DRIVE_KEYS: tuple[Any, ...] = (get_drive_keys, make_drive_key, revoke_drive_key, get_table_key)
"""For ``Litestar(route_handlers=…)``."""
