"""The fold of facts into the clocks and deadlines of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from oddtrick.tables.state import DRAW_STAGE_MS

if TYPE_CHECKING:
    from oddtrick.tables.state import Table


def charge_time(table: Table, place: int, at: int) -> Table:
    """Adds the time since ``clock_started`` to what a person has used.

    Called when the person decides, and when a bot takes over in the middle of a decision.
    """
    if table.settings.deal_seconds is None or table.turn != place or table.chairs[place].bot_plays:
        return table
    used = table.spent[place] + at - table.clock_started
    return replace(table, spent=with_spent(table, place, used), clock_started=at)


def with_spent(table: Table, place: int, spent: int) -> tuple[int, ...]:
    """Returns the time that each place has used, with one of them changed."""
    return (*table.spent[:place], spent, *table.spent[place + 1 :])


def restart_clock(table: Table, place: int, at: int) -> Table:
    """Starts a person's clock at ``at`` if it is their turn.

    ``turn_started`` stays: leaving and coming back must not renew the time for a move.
    """
    return replace(table, clock_started=at) if table.turn == place else table


def reset_clocks(table: Table, at: int) -> Table:
    """Resets clocks and readiness for a new deal."""
    return replace(
        table,
        turn_started=at,
        clock_started=at,
        spent=(0,) * table.rules.players,
        pause_until=None,
        ready=frozenset(),
    )


def shift_deadlines(table: Table, ms: int, at: int) -> Table:
    """Moves every running deadline back by ``ms``, and no start into the future.

    Two workers may report the same downtime. The limits make this harmless: a timer may start
    again, but never runs longer than its full length.
    """

    def since(moment: int | None) -> int | None:
        return None if moment is None else min(moment + ms, at)

    draw, pause = table.draw, table.pause_until
    if draw is not None:
        draw = replace(draw, until=min(draw.until + ms, at + DRAW_STAGE_MS))
    if pause is not None:
        pause = min(pause + ms, at + table.settings.pause_seconds * 1000)
    return replace(
        table,
        chairs=tuple(
            chair
            if chair.gone_since is None
            else replace(chair, gone_since=since(chair.gone_since))
            for chair in table.chairs
        ),
        turn_started=min(table.turn_started + ms, at),
        clock_started=min(table.clock_started + ms, at),
        host_gone_since=since(table.host_gone_since),
        pause_until=pause,
        draw=draw,
    )
