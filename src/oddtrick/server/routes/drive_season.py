"""A season's table over several whist drives."""

from __future__ import annotations

import hmac
from typing import Annotated, TypeAlias

import msgspec
from litestar import get
from litestar.params import QueryParameter
from msgspec.structs import replace

from oddtrick.drive.drive import Drive
from oddtrick.drive.live.settings import NamePolicy
from oddtrick.drive.live.views_by_role import DESK, names_for, shorten
from oddtrick.drive.season import season_of
from oddtrick.server.access.charged_work import work_for
from oddtrick.server.drives.access import Visit, service_of, visit_drive
from oddtrick.server.drives.drive_keys import season_key
from oddtrick.server.errors import ApiError, error_responses
from oddtrick.server.request_body import AnyRequest

TAGS = ("drives",)
MAX_DRIVES = 60

DriveCodes: TypeAlias = Annotated[
    list[str] | None,
    QueryParameter(description="The codes of the drives in order, one `drive` for each."),
]
BestOf: TypeAlias = Annotated[
    int, QueryParameter(ge=0, le=100, description="The best scores that count; 0: all.")
]


SeasonKey: TypeAlias = Annotated[
    str,
    QueryParameter(max_length=100, description="The `key` of an answer to the desk, or nothing."),
]


class SeasonDrive(msgspec.Struct, frozen=True, kw_only=True):
    """A drive of a season.

    Args:
        code: its code.
        name: its name.
        rounds: the rounds that count so far.
        closed: whether its results are final.
    """

    code: str
    name: str
    rounds: int
    closed: bool


class SeasonRow(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody's scores over a season.

    Args:
        place: the place; people who are level share it.
        name: the name.
        total: the sum of the scores that count.
        played: the number of drives played.
        scores: the score in each drive; null: not played.
    """

    place: int
    name: str
    total: float
    played: int
    scores: tuple[float | None, ...]


class Season(msgspec.Struct, frozen=True):
    """The table of a season.

    Args:
        drives: its drives.
        table: best first.
        key: with it anybody may see this table over the same drives; null: you are not at the desk
            of all of them.
    """

    drives: tuple[SeasonDrive, ...]
    table: tuple[SeasonRow, ...]
    key: str | None = None


@get(
    "/api/drives/season",
    tags=TAGS,
    operation_id="getSeason",
    summary="Get the table of a season of whist drives",
    description=(
        "People are told apart by their names, so drives that show you initials, or no names, add "
        "up with others only with the key that the desk of all of them is given; names are then "
        "as the most reserved of the drives shows them to you. Rounds that are hidden from you do "
        "not count yet."
    ),
    responses=error_responses(400, 401, 403, 404, 429, 503),
)
async def get_season(
    request: AnyRequest, drive: DriveCodes = None, best: BestOf = 0, key: SeasonKey = ""
) -> Season:
    """Returns one table over several drives."""
    codes = list(dict.fromkeys(drive or ()))
    if len(codes) > MAX_DRIVES:
        raise ApiError(400, "invalid", f"a season has at most {MAX_DRIVES} drives")
    # A code may be written in several ways, and its drive counts once.
    by_code = {
        each.room.live.code: each for each in [await visit_drive(request, one) for one in codes]
    }
    visits = list(by_code.values())
    policies = {code: _policy(visit) for code, visit in by_code.items()}
    right_key = season_key(service_of(request).secret, by_code)
    if not hmac.compare_digest(key.encode(), right_key.encode()):
        _check_names(policies)
    shown = [_shown(visit) for visit in visits]
    pool = service_of(request).pools.documents
    rows = await work_for(request, None, pool, season_of, shown, best or None)
    reserved: tuple[NamePolicy, ...] = ("hidden", "initials", "full")
    policy = next(one for one in reserved if one in {*policies.values(), "full"})
    table = [
        SeasonRow(
            place=row.place,
            name=shorten(row.name, policy),
            total=row.total,
            played=row.played,
            scores=row.scores,
        )
        for row in rows
    ]
    # Sorted by what is shown: the order of level people would tell the rest of their names.
    table.sort(key=lambda row: (row.place, -row.played, row.name.casefold()))
    return Season(
        tuple(
            SeasonDrive(
                code=visit.room.live.code,
                name=visit.room.live.settings.name,
                rounds=len(each.rounds),
                closed=each.closed,
            )
            for visit, each in zip(visits, shown, strict=True)
        ),
        tuple(table),
        right_key if visits and all(visit.actor.role in DESK for visit in visits) else None,
    )


def _check_names(policies: dict[str, NamePolicy]) -> None:
    """Refuses to add up drives whose names are hidden from somebody.

    A drive of their own with the names that they guess would show which of them are right.
    """
    for code, policy in policies.items():
        if policy != "full" and len(policies) > 1:
            raise ApiError(
                403,
                "drive-role",
                f"the names of drive {code} are not shown to you in full, so it cannot be "
                "added to others: ask the organiser for the link of the season",
            )


def _policy(visit: Visit) -> NamePolicy:
    return names_for(visit.room.live, visit.actor)


def _shown(visit: Visit) -> Drive:
    """Returns a drive with the rounds that a role may see."""
    drive = visit.room.live.drive
    if visit.actor.role in DESK:
        return drive
    return replace(drive, rounds=drive.rounds[: visit.room.projection.visible_rounds])


SEASON = (get_season,)
"""For ``Litestar(route_handlers=…)``."""
