"""The fold of facts about people: seats, connections, settings and chat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from oddtrick.tables.fold_clocks import charge_time, restart_clock, shift_deadlines, with_spent
from oddtrick.tables.state import OPEN_CHAIR, Chair

if TYPE_CHECKING:
    from oddtrick.tables import facts as f
    from oddtrick.tables.state import Table

CHAT_HISTORY = 50


def _with_chair(table: Table, place: int, chair: Chair) -> Table:
    chairs = (*table.chairs[:place], chair, *table.chairs[place + 1 :])
    return replace(table, chairs=chairs)


def fold_settings_changed(table: Table, fact: f.SettingsChanged, at: int) -> Table:
    """Folds new settings; everybody has to be ready again."""
    return replace(table, settings=fact.settings, ready=frozenset())


def fold_sat(table: Table, fact: f.Sat, at: int) -> Table:
    """Folds a person who sat down."""
    chair = Chair(
        kind="person",
        person=fact.person,
        name=fact.name,
        program=fact.program,
        gone_since=None if _is_connected(table, fact.person) else at,
    )
    table = _with_chair(table, fact.place, chair)
    if fact.person == table.host:
        table = replace(table, host_name=fact.name)
    if not table.under_way:
        return table
    table = restart_clock(table, fact.place, at)
    if (fact.person, fact.place) in table.participants:
        return table
    participants = (*table.participants, (fact.person, fact.place))
    return replace(table, participants=participants, spent=with_spent(table, fact.place, 0))


def _is_connected(table: Table, person: str) -> bool:
    return any(person == other for other, _ in table.connections)


def fold_bot_seated(table: Table, fact: f.BotSeated, at: int) -> Table:
    """Folds a bot that was given a place."""
    table = charge_time(table, fact.place, at)
    return _with_chair(table, fact.place, Chair(kind="bot", name=fact.name, level=fact.level))


def fold_vacated(table: Table, fact: f.Vacated, at: int) -> Table:
    """Folds a place that became free."""
    table = _with_chair(table, fact.place, OPEN_CHAIR)
    return replace(table, ready=table.ready - {fact.place})


def fold_host_changed(table: Table, fact: f.HostChanged, at: int) -> Table:
    """Folds a change of host."""
    place = table.place_of(fact.person)
    name = table.chairs[place].name if place is not None else table.host_name
    gone = None if _is_connected(table, fact.person) else at
    return replace(table, host=fact.person, host_name=name, host_gone_since=gone)


def fold_took_over(table: Table, fact: f.TookOver, at: int) -> Table:
    """Folds a bot that stands in for a person."""
    table = charge_time(table, fact.place, at)
    return _with_chair(table, fact.place, replace(table.chairs[fact.place], stand_in=fact.reason))


def fold_returned(table: Table, fact: f.Returned, at: int) -> Table:
    """Folds a person who plays again instead of a bot."""
    chair = replace(table.chairs[fact.place], stand_in=None)
    return restart_clock(_with_chair(table, fact.place, chair), fact.place, at)


def fold_arrived(table: Table, fact: f.Arrived, at: int) -> Table:
    """Folds a connection; deadlines stood still while nobody was connected."""
    table = replace(table, connections=table.connections | {(fact.person, fact.worker)})
    place = table.place_of(fact.person)
    if place is not None:
        chair = replace(table.chairs[place], gone_since=None)
        table = _with_chair(table, place, chair)
    if fact.person == table.host:
        table = replace(table, host_gone_since=None)
    if table.empty_since is None:
        return table
    held = at - table.empty_since
    return shift_deadlines(replace(table, empty_since=None), held, at)


def fold_departed(table: Table, fact: f.Departed, at: int) -> Table:
    """Folds the end of a connection."""
    table = replace(table, connections=table.connections - {(fact.person, fact.worker)})
    if _is_connected(table, fact.person):
        return table
    if fact.person == table.host:
        table = replace(table, host_gone_since=at)
    place = table.place_of(fact.person)
    if place is not None:
        table = _with_chair(table, place, replace(table.chairs[place], gone_since=at))
    if table.connections or table.drive is not None:
        return table
    return replace(table, empty_since=at)


def fold_said(table: Table, fact: f.Said, at: int) -> Table:
    """Folds a chat message."""
    return replace(table, chat=(*table.chat, fact)[-CHAT_HISTORY:])
