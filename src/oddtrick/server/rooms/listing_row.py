"""A table as the lobby and other lists show it, derived from its state."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from oddtrick.record import options_json
from oddtrick.server.protocol import LobbyTable
from oddtrick.server.store.table_rows import SeatChange, TableRow
from oddtrick.tables.facts import BotSeated, Sat, Vacated

if TYPE_CHECKING:
    from oddtrick.server.rooms.room import Transition
    from oddtrick.tables import Fact, Table

_encode = msgspec.json.Encoder().encode


class Summary(msgspec.Struct, frozen=True):
    """The summary in a table's row: its entry in the lobby, and the number of the match."""

    lobby: LobbyTable
    number: int


def lobby_table(table: Table) -> LobbyTable:
    """Returns a table as the lobby lists it; ``changed`` comes from its row."""
    kinds = [chair.kind for chair in table.chairs]
    bots_give_way = not table.under_way or (table.settings.late_join and not table.settings.rated)
    return LobbyTable(
        code=table.code,
        game=table.rules.game,
        options=options_json(table.rules.options),
        stage=table.stage.value,
        host=table.host_name,
        places=len(kinds),
        taken=kinds.count("person"),
        open=kinds.count("open") + (kinds.count("bot") if bots_give_way else 0),
        rated=table.settings.rated,
        timed=table.settings.timed,
        changed=0,
    )


def table_row(table: Table, now: int) -> TableRow:
    """A table's row in lists, as changed now."""
    return TableRow(
        id=table.code,
        game=table.rules.game,
        stage=table.stage.value,
        public=table.settings.public,
        rated=table.settings.rated,
        created=table.opened,
        changed=now,
        summary=_encode(Summary(lobby_table(table), table.number)).decode(),
    )


def lobby_entry(row: TableRow) -> LobbyTable:
    """Returns the lobby's entry for a row."""
    lobby = msgspec.json.decode(row.summary, type=Summary).lobby
    return msgspec.structs.replace(lobby, changed=row.changed)


def seat_changes(facts: tuple[Fact, ...], before: Table | None) -> tuple[SeatChange, ...]:
    """Returns who sat down, moved or left by these facts; the last change of each person counts."""
    if before is None:
        return ()
    if not any(isinstance(fact, (Sat, BotSeated, Vacated)) for fact in facts):
        return ()
    sitting: dict[str, int | None] = {}
    at = {place: chair.person for place, chair in enumerate(before.chairs)}
    for fact in facts:
        if not isinstance(fact, (Sat, BotSeated, Vacated)):
            continue
        old = at.get(fact.place)
        if old is not None and sitting.get(old, fact.place) == fact.place:
            sitting[old] = None
        at[fact.place] = fact.person if isinstance(fact, Sat) else None
        if isinstance(fact, Sat):
            sitting[fact.person] = fact.place
    return tuple(SeatChange(person, place) for person, place in sitting.items())


def persons_met(transition: Transition) -> tuple[str, ...]:
    """Returns the persons at a table if a match begins, or if one of them joins a match.

    Sitting together before a match is no meeting: at a public table anybody could sit down for a
    moment. Whist drives have their own list of players.
    """
    table = transition.after
    if not table.under_way or table.drive is not None:
        return ()
    joins = any(isinstance(fact, Sat) for fact in transition.facts)
    if transition.before.under_way and not joins:
        return ()
    persons = [chair.person for chair in table.chairs if chair.person and not chair.program]
    return tuple(sorted(persons)) if len(persons) > 1 else ()
