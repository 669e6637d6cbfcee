"""The daily deal: one deal of whist for everybody each day, played once, compared as duplicate.

The database holds the truth: the secret of each day, and one row for each person and day, whose
key allows a single attempt. The row is written before the table is opened under the code in it, so
that two requests at once, or a worker that dies in between, lead to the same table.

Days are those of UTC.
"""

from __future__ import annotations

import asyncio
import secrets
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

import msgspec

from oddtrick.fair import SERVER, seal_of
from oddtrick.games.whist.rules import single_deal
from oddtrick.record import options_json
from oddtrick.server.rooms.table_log import TableNotFound
from oddtrick.server.security.tokens import new_code
from oddtrick.server.store import daily_log
from oddtrick.server.store.daily_log import DealRow, PlayRow
from oddtrick.server.store.database_errors import StoreUnavailable
from oddtrick.server.telemetry.logs import log
from oddtrick.tables import SealedDeal, Settings, Stage
from oddtrick.tables.archive import host_tricks
from oddtrick.tables.fixed_deals import DRAW

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from oddtrick.server.rooms.room import TableRoom
    from oddtrick.server.rooms.table_service import TableService


DAY_MS = 24 * 3600 * 1000

GRACE_MS = 3600 * 1000
"""The time after midnight in which an attempt begun before may still be finished and count."""


class Streaks(msgspec.Struct, frozen=True):
    """Runs of consecutive days.

    Args:
        current: the run that ends today, or yesterday as long as today is not over; 0: none.
        longest: the longest run.
        total: all days.
    """

    current: int
    longest: int
    total: int


def day_at(now: int) -> date:
    """Returns the day at a time in milliseconds since 1970."""
    return datetime.fromtimestamp(now / 1000, UTC).date()


def parse_day(text: str) -> date | None:
    """Parses a day; returns None if it is not written as in ``2026-11-23``.

    >>> parse_day("2026-11-23"), parse_day("20261123"), parse_day("2026-02-30")
    (datetime.date(2026, 11, 23), None, None)
    """
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if day.isoformat() == text else None


def begin_of(day: date) -> int:
    """Returns the first moment of a day (ms since 1970)."""
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()) * 1000


def end_of(day: date) -> int:
    """Returns the first moment after a day (ms since 1970)."""
    return begin_of(day) + DAY_MS


def reveal_of(day: date) -> int:
    """Returns when the deal of a day is revealed and attempts stop counting (ms)."""
    return end_of(day) + GRACE_MS


def next_day(day: date) -> date:
    """Returns the day after another."""
    return day + timedelta(days=1)


def streaks(days: Iterable[date], today: date) -> Streaks:
    """Returns the runs of consecutive days.

    >>> played = [date(2026, 11, day) for day in (3, 4, 5, 9, 10)]
    >>> streaks(played, date(2026, 11, 11))
    Streaks(current=2, longest=3, total=5)
    """
    lengths: dict[date, int] = {}
    for day in sorted(set(days)):
        lengths[day] = lengths.get(day - timedelta(days=1), 0) + 1
    current = lengths.get(today) or lengths.get(today - timedelta(days=1), 0)
    return Streaks(current, max(lengths.values(), default=0), len(lengths))


class ResultCount(msgspec.Struct, frozen=True):
    """A result, and how many people had it.

    Args:
        tricks: the tricks of the player's side.
        people: the number of people.
    """

    tricks: int
    people: int


class Comparison(msgspec.Struct, frozen=True):
    """The results of everybody who has finished a deal.

    Args:
        results: the results that occurred, the most tricks first.
        people: the number of people.
        rank: your rank, from 1; equal results share it; None without a result that counts.
        match_points: your share of the match points in percent: 2 for each person with fewer
            tricks and 1 for each other person with as many; None if there is nobody else.
    """

    results: tuple[ResultCount, ...]
    people: int
    rank: int | None
    match_points: float | None


def compare(results: Mapping[int, int], own: int | None) -> Comparison:
    """Compares a result with all results.

    Args:
        results: the number of people by tricks, you among them if your result counts.
        own: the tricks of your side; None without a result that counts.

    >>> compare({7: 2, 8: 1, 6: 1}, 7).match_points
    50.0
    """
    people = sum(results.values())
    counts = tuple(ResultCount(tricks, results[tricks]) for tricks in sorted(results, reverse=True))
    if own is None:
        return Comparison(counts, people, None, None)
    better = sum(count for tricks, count in results.items() if tricks > own)
    worse = sum(count for tricks, count in results.items() if tricks < own)
    others = people - 1
    equal = others - better - worse
    points = 100 * (2 * worse + equal) / (2 * others) if others else None
    return Comparison(counts, people, better + 1, points)


DEAL = single_deal()
GAME = DEAL.game
RULES: dict[str, object] = {"game": GAME, **options_json(DEAL.options)}
"""One deal of whist: the only game here of which a single deal is a whole contest in tricks."""

LEVEL = "club"
"""The bots: good players without search, so that the same cards always get the same answers."""

ATTEMPT = Settings(spectators=False, undo=False, chat=False, late_join=False, bot_delay_ms=0)
PRACTICE = Settings(chat=False, bot_delay_ms=0)

SEAL_SECONDS = 600.0
"""The interval at which the service checks that the next day's deal is sealed."""


def event_of(day: date) -> str:
    """Returns the name of a day's deal in its seal and proof."""
    return f"daily-{day.isoformat()}"


def dealer_of(day: date) -> int:
    """Returns the place that deals on a day; it moves on by one every day."""
    return day.toordinal() % 4


def public_seal(day: date, deal: DealRow) -> str:
    """Returns the seal of a day's deal."""
    return seal_of(event_of(day), DRAW, SERVER, deal.secret)


class DailyService:
    """The daily deals of one worker.

    Args:
        tables: the tables of the worker; its clock tells the day.
    """

    def __init__(self, tables: TableService) -> None:
        self._tables = tables
        self._log = tables.log

    def today(self) -> date:
        """Returns the current day."""
        return day_at(self._tables.clock())

    async def run(self) -> None:
        """Keeps the deals of today and tomorrow sealed, until cancelled."""
        while True:
            try:
                await self.seal_ahead()
            except StoreUnavailable as error:
                log.warning("daily deal not sealed, will retry", reason=error.why)
            await asyncio.sleep(SEAL_SECONDS)

    async def seal_ahead(self) -> None:
        """Draws the secrets of today and tomorrow, unless some worker has done so.

        Raises:
            StoreUnavailable: the database does not answer.
        """
        now = self._tables.clock()
        today = day_at(now)
        days = [today.isoformat(), next_day(today).isoformat()]
        if len(await self._log.query(lambda c: daily_log.find_deals(c, days))) == len(days):
            return
        deals = [DealRow(day, secrets.token_hex(32), now) for day in days]
        await self._log.write(lambda c: daily_log.add_deals(c, deals))

    async def deal(self, day: date) -> DealRow | None:
        """Returns the deal of a day up to tomorrow; None if there was none.

        Raises:
            StoreUnavailable: the database does not answer.
        """
        if self.today() <= day <= next_day(self.today()):
            await self.seal_ahead()
        name = day.isoformat()
        return (await self._log.query(lambda c: daily_log.find_deals(c, [name]))).get(name)

    async def play(self, person: str, day: date) -> PlayRow | None:
        """Returns a person's attempt at a day's deal, with the result if it has one.

        Raises:
            StoreUnavailable: the database does not answer.
        """
        name = day.isoformat()
        play = await self._log.query(lambda c: daily_log.find_play(c, person, name))
        if play is None or play.ended is not None:
            return play
        try:
            room = await self._tables.current_room(play.table)
        except TableNotFound:
            return play  # the server stopped before it was opened
        if room.table.stage is not Stage.OVER:
            return play
        # The archiver writes it too; a player who asks at once need not wait for that.
        tricks, ended = host_tricks(room.table), room.table.at
        await self._log.write(lambda c: daily_log.finish_play(c, play.table, tricks, ended))
        return await self._log.query(lambda c: daily_log.find_play(c, person, name))

    async def begin(self, person: str, name: str, day: date, deal: DealRow) -> TableRoom:
        """Opens the table of a person's one attempt, or returns it if it is open already.

        Raises:
            StoreUnavailable: it is unknown whether it was opened; it may be asked for again.
        """
        wanted = PlayRow(deal.day, new_code(), self._tables.clock(), None, None)
        play = await self._log.write(lambda c: daily_log.reserve_play(c, person, wanted))
        try:
            return await self._tables.current_room(play.table)
        except TableNotFound:
            sealed = SealedDeal(event_of(day), deal.secret, dealer_of(day), once=True)
            return await self._tables.open_sealed(
                RULES, ATTEMPT, sealed, level=LEVEL, code=play.table, person=person, name=name
            )

    async def practise(self, person: str, name: str, day: date, deal: DealRow) -> TableRoom:
        """Opens a table with the deal of an earlier day, which does not count.

        Raises:
            StoreUnavailable: it is unknown whether it was opened.
        """
        sealed = SealedDeal(event_of(day), deal.secret, dealer_of(day))
        return await self._tables.open_sealed(
            RULES, PRACTICE, sealed, level=LEVEL, code=new_code(), person=person, name=name
        )
