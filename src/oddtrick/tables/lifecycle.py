"""Between deals and between matches: who is asked, who is ready, and what follows by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.tables import facts as f
from oddtrick.tables.fair_draws import begin_due_draws
from oddtrick.tables.state import Stage
from oddtrick.tables.transaction import CommandRefused, Transaction

if TYPE_CHECKING:
    from oddtrick.tables.state import Table


def run_follow_ups(tx: Transaction) -> None:
    """What follows by itself from an entry: a pause ends, a rematch begins, chance acts."""
    table = tx.table
    if table.stage is Stage.PAUSE and _all_ready(table):
        tx.add(f.Continued())
    elif table.stage is Stage.OVER and _rematch_agreed(table):
        tx.add(f.Begun())
    begin_due_draws(tx)


def active_places(table: Table) -> frozenset[int]:
    """The places of those who are there and play for themselves."""
    return frozenset(
        place
        for place, chair in enumerate(table.chairs)
        if chair.connected and chair.stand_in is None
    )


def _all_ready(table: Table) -> bool:
    """Whether all who look at the score are ready for the next deal."""
    if table.settings.pause_seconds == 0:
        return True
    there = active_places(table)
    return bool(there) and there <= table.ready


def _rematch_agreed(table: Table) -> bool:
    """Whether a rematch begins: all who are there want it; at a rated table, all who sit there."""
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
    """Has seen the score of the deal."""
    place = tx.place
    if tx.table.stage is not Stage.PAUSE:
        raise CommandRefused("not-now", "there is nothing to be ready for")
    tx.returned(place)
    if place not in tx.table.ready:
        tx.add(f.Readied(place))


def rematch(tx: Transaction) -> None:
    """Wants another match; it begins when all who are there do."""
    table, place = tx.table, tx.place
    if table.stage is not Stage.OVER:
        raise CommandRefused("not-now", "a rematch can be had when the match is over")
    if _has_open_place(table):
        raise CommandRefused("open-places", "a place is open: somebody has to take it first")
    tx.returned(place)
    if place not in table.ready:
        tx.add(f.Readied(place))
