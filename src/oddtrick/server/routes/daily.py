"""The daily deal: today's and earlier ones, the player's attempt, calendar and streaks."""

from __future__ import annotations

import re
from datetime import date
from typing import Annotated, Literal, TypeAlias

import msgspec
from litestar import Response, get, post
from litestar.params import PathParameter

from oddtrick.server.access.authentication import (
    find_principal,
    find_table_opener,
    keep_guest,
    make_guest,
)
from oddtrick.server.daily.daily_service import (
    GAME,
    LEVEL,
    Comparison,
    DailyService,
    Streaks,
    compare,
    day_at,
    dealer_of,
    end_of,
    event_of,
    next_day,
    parse_day,
    public_seal,
    reveal_of,
    streaks,
)
from oddtrick.server.errors import ApiError, error_responses
from oddtrick.server.parts import part_of
from oddtrick.server.people.accounts import ensure_person
from oddtrick.server.people.principal import PersonKind, Principal
from oddtrick.server.request_body import AnyRequest
from oddtrick.server.rooms.room import TableRoom
from oddtrick.server.rooms.table_service import TableService
from oddtrick.server.security.rate_limit import RateLimiter
from oddtrick.server.security.trusted_proxies import client_address
from oddtrick.server.store import daily_log
from oddtrick.server.store.daily_log import DealRow, PlayRow

DAY_FORM = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")

DayText: TypeAlias = Annotated[
    str,
    PathParameter(
        description="The day in UTC, as in `2026-11-23`.",
        schema_extra={"pattern": f"^{DAY_FORM.pattern}$"},
    ),
]


class DailyAttempt(msgspec.Struct, frozen=True, kw_only=True):
    """Your one attempt at the deal of a day.

    Args:
        table: the code of its table.
        tricks: the tricks of your side; None until the deal is finished.
        counts: it was finished in time to be compared.
    """

    table: str
    tricks: int | None
    counts: bool


class DailyDeal(msgspec.Struct, frozen=True, kw_only=True):
    """The deal of a day.

    Args:
        day: the day in UTC.
        stage: ``open``: it can be begun; ``closing``: the day is over, and who has begun may
            finish; ``over``: it is revealed, and can be played for practice.
        game: the id of the game.
        level: the level of the three bots.
        dealer: the place that deals; you have place 0.
        ends: when the day ends (ms since 1970).
        event: the name of the deal in its seal and proof.
        seal: the seal of its secret.
        secret: the secret, from which the cards follow; None until the deal is over.
        you: your attempt, or None.
        comparison: the results of everybody; None as long as you may still play the deal.
    """

    day: str
    stage: Literal["open", "closing", "over"]
    game: str
    level: str
    dealer: int
    ends: int
    event: str
    seal: str
    secret: str | None
    you: DailyAttempt | None
    comparison: Comparison | None


class SealedDay(msgspec.Struct, frozen=True):
    """A deal that is sealed and not open yet.

    Args:
        day: the day in UTC.
        event: the name of the deal in its seal and proof.
        seal: the seal of its secret.
    """

    day: str
    event: str
    seal: str


class Daily(msgspec.Struct, frozen=True):
    """The deal of today, and the seal of tomorrow's.

    Args:
        today: the deal of today.
        tomorrow: the deal of tomorrow.
        first: the first day with a deal.
    """

    today: DailyDeal
    tomorrow: SealedDay
    first: str


class PlayedDay(msgspec.Struct, frozen=True):
    """A day whose deal you have begun.

    Args:
        day: the day in UTC.
        tricks: the tricks of your side; None if you have not finished.
        counts: you finished in time to be compared.
    """

    day: str
    tricks: int | None
    counts: bool


class DailyCalendar(msgspec.Struct, frozen=True):
    """The days that you have played.

    Args:
        days: in order.
        streaks: runs of consecutive days on which you finished the deal in time.
    """

    days: tuple[PlayedDay, ...]
    streaks: Streaks


class DailyTable(msgspec.Struct, frozen=True):
    """A table with the deal of a day.

    Args:
        code: its id.
        url: the path of its page.
    """

    code: str
    url: str


@get(
    "/api/daily",
    summary="Get the deal of today",
    responses=error_responses(401, 429, 503),
)
async def get_daily(request: AnyRequest) -> Daily:
    """Returns the deal of today as the principal may see it, and the seal of tomorrow's."""
    principal, service = await find_principal(request), _service(request)
    today = service.today()
    tomorrow = next_day(today)
    deal, following = await service.deal(today), await service.deal(tomorrow)
    first = await _tables(request).log.query(daily_log.first_day)
    assert deal is not None
    assert following is not None
    assert first is not None
    sealed = SealedDay(following.day, event_of(tomorrow), public_seal(tomorrow, following))
    return Daily(await _shown(request, principal, today, deal), sealed, first)


@get(
    "/api/daily/{day:str}",
    summary="Get the deal of a day",
    description=(
        "The results of others are shown once you have finished the deal, or can no longer play it."
    ),
    responses=error_responses(400, 401, 404, 429, 503),
)
async def get_daily_deal(request: AnyRequest, day: DayText) -> DailyDeal:
    """Returns the deal of a day as the principal may see it."""
    principal = await find_principal(request)
    found, deal = await _find_deal(request, day)
    return await _shown(request, principal, found, deal)


@get(
    "/api/me/daily",
    summary="List the days that I have played",
    responses=error_responses(401, 429, 503),
)
async def get_my_days(request: AnyRequest) -> DailyCalendar:
    """Returns the principal's days and streaks; empty without credentials."""
    principal, service = await find_principal(request), _service(request)
    if principal is None:
        return DailyCalendar((), streaks((), service.today()))
    person = principal.person_id
    await service.play(person, service.today())  # stores the result if it ended just now
    plays = await _tables(request).log.query(lambda c: daily_log.plays_of(c, person))
    days = tuple(PlayedDay(play.day, play.tricks, _counts(play)) for play in plays)
    counting = [parsed for day in days if day.counts and (parsed := parse_day(day.day))]
    return DailyCalendar(days, streaks(counting, service.today()))


@post(
    "/api/daily/{day:str}/attempt",
    status_code=200,
    summary="Play the deal of today",
    description=(
        "Opens the table of your one attempt; asked again, returns the same table. A client "
        "without credentials becomes a guest; the response sets the cookie."
    ),
    responses=error_responses(400, 401, 403, 404, 409, 429, 503),
)
async def play_daily(request: AnyRequest, day: DayText) -> Response[DailyTable]:
    """Opens the table of the principal's attempt."""
    principal = await _find_player(request)
    found, deal = await _find_deal(request, day)
    service = _service(request)
    begun = principal and await service.play(principal.person_id, found)
    if not begun and found != service.today():
        raise ApiError(409, "day-over", "this day is over: practise its deal, or play today’s")
    player = principal or make_guest()
    if not begun:
        await _admit(request, player)
    room = await service.begin(player.person_id, player.name, found, deal)
    return _opened(request, room, None if principal else player)


@post(
    "/api/daily/{day:str}/practice",
    status_code=201,
    summary="Play the deal of an earlier day for practice",
    description="Opens a table with the same cards and bots. The result is not compared.",
    responses=error_responses(400, 401, 403, 404, 409, 429, 503),
)
async def practise_daily(request: AnyRequest, day: DayText) -> Response[DailyTable]:
    """Opens a table with the deal of an earlier day."""
    principal = await _find_player(request)
    found, deal = await _find_deal(request, day)
    if _stage(request, found) != "over":
        raise ApiError(409, "day-not-over", "this deal still counts: play it, or practise later")
    player = principal or make_guest()
    await _admit(request, player)
    room = await _service(request).practise(player.person_id, player.name, found, deal)
    return _opened(request, room, None if principal else player)


async def _find_player(request: AnyRequest) -> Principal | None:
    """Returns the principal, who may not be a program: a bot would be compared with people."""
    principal = await find_table_opener(request)
    if principal is not None and principal.kind is PersonKind.BOT:
        raise ApiError(403, "people-only", "the daily deal is for people: open a table instead")
    return principal


async def _admit(request: AnyRequest, player: Principal) -> None:
    """Takes a new table from the player's rate limit, and stores a guest as a person."""
    part_of(request, RateLimiter).take(
        tables_by_person=player.person_id, tables_by_address=client_address(request.scope)
    )
    tables = _tables(request)
    now = tables.clock()
    await tables.log.write(lambda c: ensure_person(c, player, now))


def _opened(request: AnyRequest, room: TableRoom, guest: Principal | None) -> Response[DailyTable]:
    response = Response(DailyTable(room.code, f"/t/{room.code}"))
    if guest is not None:
        keep_guest(request, response, guest)
    return response


async def _find_deal(request: AnyRequest, text: str) -> tuple[date, DealRow]:
    """Returns a day up to today and its deal.

    Raises:
        ApiError: 400, this is not written as a day; 404, it had no deal, or lies ahead.
    """
    if not DAY_FORM.fullmatch(text):
        raise ApiError(400, "invalid", "day: write it as in 2026-11-23")
    day, service = parse_day(text), _service(request)
    deal = await service.deal(day) if day and day <= service.today() else None
    if day is None or deal is None:
        raise ApiError(404, "no-daily-deal", "there is no deal for this day")
    return day, deal


async def _shown(
    request: AnyRequest, principal: Principal | None, day: date, deal: DealRow
) -> DailyDeal:
    """Returns what a principal may know about a deal."""
    stage = _stage(request, day)
    play = None
    if principal is not None:
        play = await _service(request).play(principal.person_id, day)
    own = play.tricks if play is not None and _counts(play) else None
    may_know = stage == "over" or (play is not None and play.ended is not None)
    return DailyDeal(
        day=deal.day,
        stage=stage,
        game=GAME,
        level=LEVEL,
        dealer=dealer_of(day),
        ends=end_of(day),
        event=event_of(day),
        seal=public_seal(day, deal),
        secret=deal.secret if stage == "over" else None,
        you=None if play is None else _attempt(play),
        comparison=await _comparison(request, day, own) if may_know else None,
    )


def _attempt(play: PlayRow) -> DailyAttempt:
    return DailyAttempt(table=play.table, tricks=play.tricks, counts=_counts(play))


async def _comparison(request: AnyRequest, day: date, own: int | None) -> Comparison:
    name, until = day.isoformat(), reveal_of(day)
    results = await _tables(request).log.query(lambda c: daily_log.results_of_day(c, name, until))
    return compare(results, own)


def _counts(play: PlayRow) -> bool:
    """Tells whether an attempt was finished in time to be compared."""
    day = parse_day(play.day)
    return play.ended is not None and day is not None and play.ended <= reveal_of(day)


def _stage(request: AnyRequest, day: date) -> Literal["open", "closing", "over"]:
    now = _tables(request).clock()
    if day >= day_at(now):
        return "open"
    return "over" if now > reveal_of(day) else "closing"


def _service(request: AnyRequest) -> DailyService:
    return part_of(request, DailyService)


def _tables(request: AnyRequest) -> TableService:
    return part_of(request, TableService)


DAILY = (get_daily, get_daily_deal, get_my_days, play_daily, practise_daily)
"""For ``Litestar(route_handlers=…)``."""
