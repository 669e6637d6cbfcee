"""Transitions between deals and matches: readiness, rematches and automatic follow-ups."""

from __future__ import annotations

from oddtrick.tables import facts as f
from oddtrick.tables.fair_draws import begin_due_draws
from oddtrick.tables.state import Stage, Table
from oddtrick.tables.transaction import CommandRefused, Transaction


def run_follow_ups(tx: Transaction) -> None:
    """Adds what follows automatically: ends a pause, begins a rematch, starts a draw."""
    table = tx.table
    if table.stage is Stage.PAUSE and _all_ready(table):
        tx.add(f.Continued())
    elif table.stage is Stage.OVER and _rematch_agreed(table):
        tx.add(f.Begun())
    begin_due_draws(tx)


def active_places(table: Table) -> frozenset[int]:
    """The places of connected persons who play for themselves."""
    return frozenset(
        place
        for place, chair in enumerate(table.chairs)
        if chair.connected and chair.stand_in is None
    )


def _all_ready(table: Table) -> bool:
    """True if every active person is ready for the next deal."""
    if table.settings.pause_seconds == 0:
        return True
    there = active_places(table)
    return bool(there) and there <= table.ready


def _rematch_agreed(table: Table) -> bool:
    """True if all active persons want a rematch; at a rated table, all seated persons."""
    there = active_places(table)
    away = any(
        chair.kind == "person" and place not in there for place, chair in enumerate(table.chairs)
    )
    if (table.settings.rated and away) or _has_open_place(table):
        return False
    return bool(there) and there <= table.ready


def _has_open_place(table: Table) -> bool:
    return any(chair.kind == "open" for chair in table.chairs)


def ready(tx: Transaction) -> None:
    """Marks a place as ready for the next deal."""
    place = tx.place
    if tx.table.stage is not Stage.PAUSE:
        raise CommandRefused("not-now", "you can be ready only in the pause between deals")
    tx.end_stand_in(place)
    if place not in tx.table.ready:
        tx.add(f.Readied(place))


def rematch(tx: Transaction) -> None:
    """Marks a place as wanting a rematch."""
    table, place = tx.table, tx.place
    if table.stage is not Stage.OVER:
        raise CommandRefused("not-now", "you can ask for a rematch when the match is over")
    if _has_open_place(table):
        raise CommandRefused("open-places", "a place is open: someone has to take it first")
    tx.end_stand_in(place)
    if place not in table.ready:
        tx.add(f.Readied(place))
