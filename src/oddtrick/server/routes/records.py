"""A person's records: importing, reading, deleting and listing them."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

import msgspec
from litestar import Response, delete, get, post
from litestar.exceptions import ClientException
from litestar.params import PathParameter, QueryParameter
from sqlalchemy import Connection, func, select
from sqlalchemy import delete as delete_rows

from oddtrick.games import game_with_id
from oddtrick.pbn import is_whist
from oddtrick.record import Record, Result
from oddtrick.server.access.charged_work import asker_of, work_for
from oddtrick.server.access.table_access import require_account_principal
from oddtrick.server.errors import ApiError, error_responses
from oddtrick.server.limits import Limits
from oddtrick.server.parts import part_of
from oddtrick.server.people.accounts import ensure_person
from oddtrick.server.people.principal import PersonKind, Principal
from oddtrick.server.request_body import ALTERNATIVE_TYPE, AnyRequest, body_option
from oddtrick.server.rooms.table_service import TableService
from oddtrick.server.routes.pagination import LATEST, Cursor, Limit, bad_cursor
from oddtrick.server.routes.table_records import PBN, AskedForm, record_response
from oddtrick.server.security.rate_limit import RateLimiter
from oddtrick.server.security.request_bodies import UploadSlots
from oddtrick.server.security.tokens import parse_code
from oddtrick.server.security.trusted_proxies import client_address
from oddtrick.server.store import listings, schema
from oddtrick.server.store.listings import ImportedRecord, PagePosition, PlayedMatch
from oddtrick.server.work.uploaded_records import import_match

RecordId: TypeAlias = Annotated[
    str, PathParameter(max_length=40, description="The `id` of a record in your list.")
]

OfflineSeat: TypeAlias = Annotated[
    int | None,
    QueryParameter(ge=0, le=15, description="Your seat in a match that you played offline."),
]


class ImportResult(msgspec.Struct, frozen=True):
    """An imported record.

    Args:
        id: its id.
        result: the result of the match, from a replay.
    """

    id: str
    result: Result


@post(
    "/api/records",
    opt=body_option(Record),
    summary="Import a record",
    description=(
        "Replays an oddtrick/1 record. A record that breaks a rule is rejected; the message names "
        "the deal, hand, trick and seat. A record that is in your list already is not added again: "
        "the answer has its id. With `offline_seat`, it is a finished match that you played "
        "without the server at this seat, which gets your name."
    ),
    request_max_body_size=None,
    responses=error_responses(400, 401, 403, 409, 413, 429, 503),
)
async def import_record(request: AnyRequest, offline_seat: OfflineSeat = None) -> ImportResult:
    """Imports a record."""
    principal = await require_account_principal(request)
    limits: Limits = part_of(request, RateLimiter).limits
    part_of(request, RateLimiter).take(
        imports_by_person=principal.person_id, imports_by_address=client_address(request.scope)
    )
    slots = part_of(request, UploadSlots)
    async with slots.take(asker_of(request, principal)):
        body = await read_body(request, most_record_bytes(principal, limits))
        service = part_of(request, TableService)
        replayed = await work_for(
            request,
            principal,
            service.pools.uploads,
            import_match,
            body,
            principal.person_id,
            principal.name,
            offline_seat,
        )
        stored = ImportedRecord(
            id=replayed.id,
            person=principal.person_id,
            game=replayed.game,
            created=service.clock(),
            record=replayed.record,
            seat=offline_seat,
            won=replayed.won,
        )
        await service.log.write(lambda c: _keep(c, principal, stored, limits.records_by_person))
    return ImportResult(stored.id, replayed.result)


def most_record_bytes(principal: Principal | None, limits: Limits) -> int:
    """Returns the maximum size of a record that a principal may upload."""
    has_account = principal is not None and principal.kind is PersonKind.ACCOUNT
    return limits.record_bytes if has_account else limits.guest_record_bytes


async def read_body(request: AnyRequest, most: int) -> bytes:
    """Reads the body up to a maximum size.

    Raises:
        ApiError: 413, the body is larger.
    """
    parts, length = [], 0
    try:
        async for part in request.stream():
            length += len(part)
            if length > most:
                raise ApiError(413, "too-long", f"a record has at most {most >> 10} KB here")
            parts.append(part)
    except ClientException:
        raise ApiError(400, "invalid", "the request broke off") from None
    return b"".join(parts)


def _keep(connection: Connection, principal: Principal, stored: ImportedRecord, most: int) -> None:
    if listings.find_imported_record(connection, stored.id) is not None:
        return
    count = select(func.count()).where(schema.imported.c.person_id == principal.person_id)
    if (connection.scalar(count) or 0) >= most:
        raise ApiError(409, "records", f"you have {most} records already: delete one first")
    ensure_person(connection, principal, stored.created)
    listings.add_imported_record(connection, stored)


@get(
    "/api/records/{record_id:str}",
    opt={ALTERNATIVE_TYPE: PBN},
    summary="Get one of my records",
    responses=error_responses(400, 401, 403, 404, 409, 429, 503),
)
async def get_record(
    request: AnyRequest, record_id: RecordId, form: AskedForm = ""
) -> Response[Record]:
    """Returns a record from the principal's list."""
    principal = await require_account_principal(request)
    stored = await stored_record(request, principal, record_id)
    return await record_response(request, principal, stored, form)


async def stored_record(request: AnyRequest, principal: Principal, record_id: str) -> bytes:
    """Returns a record from the principal's list, encoded.

    Raises:
        ApiError: 404, there is none.
    """
    service = part_of(request, TableService)
    stored = await service.log.query(lambda c: find_record(c, principal.person_id, record_id))
    if stored is None:
        raise no_such_record()
    return stored.encode()


async def own_seat(request: AnyRequest, principal: Principal, record_id: str) -> int | None:
    """Returns the principal's seat in a record from their list; None: it is not known."""
    service = part_of(request, TableService)
    code, _, number = record_id.partition(".")
    if not number:
        imported = await service.log.query(lambda c: listings.find_imported_record(c, record_id))
        return None if imported is None else imported.seat
    match = await service.log.query(lambda c: listings.find_match(c, code, int(number)))
    return None if match is None else match[1].get(principal.person_id)


def no_such_record() -> ApiError:
    """The error for an id that is not in the principal's list."""
    return ApiError(404, "no-such-record", "you have no record with this id")


def find_record(connection: Connection, person: str, record_id: str) -> str | None:
    """Returns a record as text if it is in the person's list."""
    if record_id.startswith("r_"):
        imported = listings.find_imported_record(connection, record_id)
        return imported.record if imported is not None and imported.person == person else None
    code, _, number = record_id.partition(".")
    if parse_code(code) != code or not (number.isascii() and number.isdigit() and len(number) < 9):
        return None
    found = listings.find_match(connection, code, int(number))
    if found is None:
        return None
    record, seats = found
    return record if person in seats else None


@delete(
    "/api/records/{record_id:str}",
    summary="Delete an imported record",
    description="Matches played here cannot be deleted; other players have them too.",
    responses=error_responses(401, 403, 404, 409, 429, 503),
)
async def delete_record(request: AnyRequest, record_id: RecordId) -> None:
    """Deletes an imported record of the principal."""
    principal = await require_account_principal(request)
    service = part_of(request, TableService)
    await service.log.write(lambda c: _delete(c, principal.person_id, record_id))


def _delete(connection: Connection, person: str, record_id: str) -> None:
    if find_record(connection, person, record_id) is None:
        raise no_such_record()
    if not record_id.startswith("r_"):
        raise ApiError(409, "played", "a match played here cannot be deleted")
    table: Any = schema.imported
    connection.execute(
        delete_rows(table).where(table.c.id == record_id, table.c.person_id == person)
    )


class ListedRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A record in your list.

    Args:
        id: its id.
        game: the game's id.
        at: the end of the match, or the time of the import (ms since 1970).
        pbn: it can be written as PBN too.
        played: your result; None if the record was imported or the match played offline.
        offline: your result of a match played offline; else None.
    """

    id: str
    game: str
    at: int
    pbn: bool
    played: PlayedHere | None
    offline: PlayedOffline | None


class PlayedHere(msgspec.Struct, frozen=True, kw_only=True):
    """A match that you played here.

    Args:
        table: the code of the table.
        number: the number of the match at that table.
        rated: it counted for the ratings.
        seat: your seat.
        won: whether your side won; None: it ended level.
        tricks: the tricks that your seat won.
        points: the points that your side scored.
    """

    table: str
    number: int
    rated: bool
    seat: int
    won: bool | None
    tricks: int
    points: int


class PlayedOffline(msgspec.Struct, frozen=True, kw_only=True):
    """A match against bots that you played without the server.

    Args:
        seat: your seat.
        won: whether your side won; None: it ended level.
    """

    seat: int
    won: bool | None


class Records(msgspec.Struct, frozen=True):
    """Your records, the newest first.

    Args:
        records: some of them.
        next: ``before`` of the next page; None: there is none.
    """

    records: tuple[ListedRecord, ...]
    next: str | None


@get(
    "/api/records",
    summary="List my records",
    responses=error_responses(400, 401, 403, 429, 503),
)
async def get_records(request: AnyRequest, before: Cursor = "", limit: Limit = 50) -> Records:
    """Lists matches played here and imported records together."""
    principal = await require_account_principal(request)
    service = part_of(request, TableService)
    played, imported = _places_of(before)

    def ask(connection: Connection) -> tuple[list[PlayedMatch], list[ImportedRecord]]:
        person = principal.person_id
        return (
            listings.matches_of(connection, person, played, limit),
            listings.imported_records_of(connection, person, imported, limit),
        )

    both = await service.log.query(ask)
    return _page(*both, limit, (played, imported))


Places: TypeAlias = tuple[PagePosition | None, PagePosition | None]
"""The last match and the last imported record of a page."""


def _places_of(cursor: str) -> Places:
    if not cursor:
        return None, None
    try:
        places: Places = msgspec.json.decode(bytes.fromhex(cursor), type=Places)
    except ValueError:
        raise bad_cursor() from None
    for place in places:
        if place is not None and (not 0 <= place.at < LATEST or "\0" in place.id):
            raise bad_cursor()
    return places


def _page(
    played: list[PlayedMatch], imported: list[ImportedRecord], limit: int, places: Places
) -> Records:
    """Merges two sorted lists into a page, with a cursor for each list."""
    both = [*map(_played, played), *map(_imported, imported)]
    both.sort(key=lambda record: -record.at)
    shown = both[:limit]
    if len(shown) < limit:
        return Records(tuple(shown), None)
    here = [one for one in shown if one.played is not None]
    others = [one for one in shown if one.played is None]
    following = (
        PagePosition(here[-1].at, here[-1].played.table) if here and here[-1].played else places[0],
        PagePosition(others[-1].at, others[-1].id) if others else places[1],
    )
    return Records(tuple(shown), msgspec.json.encode(following).hex())


def _played(match: PlayedMatch) -> ListedRecord:
    here = msgspec.convert(match, PlayedHere, from_attributes=True)
    name = f"{match.table}.{match.number}"
    return ListedRecord(
        id=name,
        game=match.game,
        at=match.ended,
        pbn=_fits_pbn(match.game),
        played=here,
        offline=None,
    )


def _imported(record: ImportedRecord) -> ListedRecord:
    offline = None if record.seat is None else PlayedOffline(seat=record.seat, won=record.won)
    return ListedRecord(
        id=record.id,
        game=record.game,
        at=record.created,
        pbn=_fits_pbn(record.game),
        played=None,
        offline=offline,
    )


def _fits_pbn(game: str) -> bool:
    """Tells whether PBN can represent matches of this game, whatever its options.

    A game whose package is no longer installed can't be represented.
    """
    found = game_with_id(game)
    return found is not None and is_whist(found.rules())


RECORDS = (get_records, import_record, get_record, delete_record)
"""For ``Litestar(route_handlers=…)``."""
