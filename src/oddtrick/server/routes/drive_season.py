"""A season's table over several whist drives."""

from __future__ import annotations

import hmac
from typing import Annotated, Any, TypeAlias

from litestar import MediaType, Response, get
from litestar.params import QueryParameter
from msgspec.structs import replace

from oddtrick.drive.drive import Drive
from oddtrick.drive.live.settings import NamePolicy
from oddtrick.drive.live.views_by_role import DESK, names_for
from oddtrick.server.access.charged_work import work_for
from oddtrick.server.drives.access import Visit, service_of, visit_drive
from oddtrick.server.drives.drive_keys import season_key
from oddtrick.server.errors import ApiError, error_responses
from oddtrick.server.request_body import AnyRequest
from oddtrick.server.work.season import Season, SeasonDrive, encode_season

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


@get(
    "/api/drives/season",
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
) -> Response[Season]:
    """Returns one table over several drives."""
    codes = list(dict.fromkeys(drive or ()))
    if len(codes) > MAX_DRIVES:
        raise ApiError(400, "invalid", f"a season has at most {MAX_DRIVES} drives")
    # A code may be written in several ways, and its drive counts once.
    by_code = {
        each.room.live.code: each for each in [await visit_drive(request, one) for one in codes]
    }
    visits = list(by_code.values())
    policies = {code: names_for(visit.room.live, visit.actor) for code, visit in by_code.items()}
    right_key = season_key(service_of(request).secret, by_code)
    if not hmac.compare_digest(key.encode(), right_key.encode()):
        _check_names(policies)
    shown = [_shown(visit) for visit in visits]
    reserved: tuple[NamePolicy, ...] = ("hidden", "initials", "full")
    policy = next(one for one in reserved if one in {*policies.values(), "full"})
    heads = [_head(visit, drive) for visit, drive in zip(visits, shown, strict=True)]
    has_key = visits and all(visit.actor.role in DESK for visit in visits)
    pool = service_of(request).pools.documents
    body: Any = await work_for(
        request,
        None,
        pool,
        encode_season,
        shown,
        heads,
        best or None,
        policy,
        right_key if has_key else None,
    )
    return Response(body, media_type=MediaType.JSON)


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


def _head(visit: Visit, shown: Drive) -> SeasonDrive:
    live = visit.room.live
    return SeasonDrive(
        code=live.code, name=live.settings.name, rounds=len(shown.rounds), closed=shown.closed
    )


def _shown(visit: Visit) -> Drive:
    """Returns a drive with the rounds that a role may see."""
    drive = visit.room.live.drive
    if visit.actor.role in DESK:
        return drive
    return replace(drive, rounds=drive.rounds[: visit.room.projection.visible_rounds])


SEASON = (get_season,)
"""For ``Litestar(route_handlers=…)``."""
