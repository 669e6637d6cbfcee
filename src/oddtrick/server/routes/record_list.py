"""The list of a person's records: matches played here, and imported records."""

from __future__ import annotations

from typing import TypeAlias

import msgspec
from litestar import get
from sqlalchemy import Connection

from oddtrick.games import game_with_id
from oddtrick.pbn import is_whist
from oddtrick.server.access.table_access import require_account_principal
from oddtrick.server.errors import ApiError, error_responses
from oddtrick.server.parts import part_of
from oddtrick.server.request_body import AnyRequest
from oddtrick.server.rooms.table_service import TableService
from oddtrick.server.routes.pagination import LATEST, Cursor, Limit
from oddtrick.server.routes.table_records import TAGS
from oddtrick.server.store import listings
from oddtrick.server.store.listings import ImportedRecord, PagePosition, PlayedMatch


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
    tags=TAGS,
    operation_id="getRecords",
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
            listings.matches_of(connection, person, None, played, limit),
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
        raise _no_cursor() from None
    for place in places:
        if place is not None and (not 0 <= place.at < LATEST or "\0" in place.id):
            raise _no_cursor()
    return places


def _no_cursor() -> ApiError:
    return ApiError(400, "invalid", "before: give the `next` value of the previous page")


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
    here = PlayedHere(
        table=match.table,
        number=match.number,
        rated=match.rated,
        seat=match.seat,
        won=match.won,
        tricks=match.tricks,
        points=match.points,
    )
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


RECORD_LIST = (get_records,)
"""For ``Litestar(route_handlers=…)``."""
