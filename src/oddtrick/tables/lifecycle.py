"""Between deals and between matches: who is asked, who is ready, and what follows by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.tables import facts as f
from oddtrick.tables.fair_draws import draw_if_due
from oddtrick.tables.state import Stage
from oddtrick.tables.transaction import Draft, Refused

if TYPE_CHECKING:
    from oddtrick.tables.state import Table


def go_on(draft: Draft) -> None:
    """What follows by itself from an entry: a pause ends, a rematch begins, chance acts."""
    table = draft.table
    if table.stage is Stage.PAUSE and _nobody_waits(table):
        draft.add(f.Continued())
    elif table.stage is Stage.OVER and _all_want_another(table):
        draft.add(f.Begun())
    draw_if_due(draft)


def present(table: Table) -> frozenset[int]:
    """The places of those who are there and play for themselves."""
    return frozenset(
        place for place, chair in enumerate(table.chairs) if chair.here and chair.stand_in is None
    )


def _nobody_waits(table: Table) -> bool:
    """Whether all who look at the score are ready for the next deal."""
    if table.settings.pause_seconds == 0:
        return True
    there = present(table)
    return bool(there) and there <= table.ready


def _all_want_another(table: Table) -> bool:
    """Whether a rematch begins: all who are there want it; at a rated table, all who sit there."""
    there = present(table)
    away = any(
        chair.kind == "person" and place not in there for place, chair in enumerate(table.chairs)
    )
    if (table.settings.rated and away) or _open_place(table):
        return False
    return bool(there) and there <= table.ready


def _open_place(table: Table) -> bool:
    return any(chair.kind == "open" for chair in table.chairs)


def ready(draft: Draft) -> None:
    """Has seen the score of the deal."""
    place = draft.place
    if draft.table.stage is not Stage.PAUSE:
        raise Refused("not-now", "there is nothing to be ready for")
    draft.returned(place)
    if place not in draft.table.ready:
        draft.add(f.Readied(place))


def rematch(draft: Draft) -> None:
    """Wants another match; it begins when all who are there do."""
    table, place = draft.table, draft.place
    if table.stage is not Stage.OVER:
        raise Refused("not-now", "a rematch can be had when the match is over")
    if _open_place(table):
        raise Refused("open-places", "a place is open: somebody has to take it first")
    draft.returned(place)
    if place not in table.ready:
        draft.add(f.Readied(place))
