"""Connections, deadlines, and bots that stand in for absent players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.tables import facts as f
from oddtrick.tables.fair_draws import expire_draw_stage
from oddtrick.tables.state import DESERTED_MS, Stage
from oddtrick.tables.transaction import CommandRefused, Transaction

if TYPE_CHECKING:
    from oddtrick.tables.commands import (
        Arrive,
        Depart,
        ExtendDeadlines,
        RemoveDeadWorkers,
        StandIn,
    )


def tick(tx: Transaction) -> None:
    """Applies every deadline that has passed; adds nothing if none has."""
    table = tx.table
    if table.empty_since is not None:
        if tx.now >= table.empty_since + DESERTED_MS:
            tx.add(f.Closed("deserted"))
        return
    expire_draw_stage(tx)
    _replace_absent_players(tx)
    _replace_slow_player(tx)
    _replace_absent_host(tx)
    table = tx.table
    if table.drive and table.stage is Stage.GATHERING and tx.now >= table.drive.starts_at:
        tx.add(f.Begun())
    if table.stage is Stage.PAUSE and tx.now >= (table.pause_until or 0):
        tx.add(f.Continued())


def _replace_absent_host(tx: Transaction) -> None:
    """Makes a connected person the host if the host does not come back."""
    lost_at, next_host = tx.table.host_transfer_at, tx.table.next_host
    if lost_at is not None and next_host is not None and tx.now >= lost_at:
        tx.add(f.HostChanged(next_host))


def _replace_absent_players(tx: Transaction) -> None:
    """Lets bots take over for persons whose grace period has ended."""
    for place in range(len(tx.table.chairs)):
        times = tx.table.stand_in_times(place)
        if times is not None and tx.now >= times[1]:
            tx.add(f.TookOver(place, "disconnected"))


def _replace_slow_player(tx: Transaction) -> None:
    """Lets a bot take over for a person who has run out of time, until they return."""
    place, deadline = tx.table.turn, tx.table.deadline
    if place is not None and deadline is not None and tx.now >= deadline:
        here = tx.table.chairs[place].connected
        tx.add(f.TookOver(place, "timeout" if here else "disconnected"))


def arrive(tx: Transaction, command: Arrive) -> None:
    """Registers a connection; a person replaced for disconnecting plays again."""
    if (tx.by, command.worker) in tx.table.connections:
        return
    tx.add(f.Arrived(tx.by, command.worker))
    place = tx.table.place_of(tx.by)
    if place is not None and tx.table.chairs[place].stand_in == "disconnected":
        tx.add(f.Returned(place))


def depart(tx: Transaction, command: Depart) -> None:
    """Removes a person's connection at a worker."""
    if (tx.by, command.worker) not in tx.table.connections:
        return
    tx.add(f.Departed(tx.by, command.worker))


def remove_dead_workers(tx: Transaction, command: RemoveDeadWorkers) -> None:
    """Removes the connections of dead workers."""
    alive = set(command.alive)
    for person, worker in sorted(tx.table.connections):
        if worker not in alive:
            tx.add(f.Departed(person, worker))


def extend_deadlines(tx: Transaction, command: ExtendDeadlines) -> None:
    """Extends deadlines after server downtime; an empty table has none to extend."""
    table = tx.table
    if command.ms > 0 and table.empty_since is None and table.wake is not None:
        tx.add(f.DeadlinesExtended(command.ms))


def away(tx: Transaction) -> None:
    """Lets a bot play for the person."""
    place = tx.place
    if not tx.table.under_way:
        raise CommandRefused("not-now", "a bot can play for you only during a match")
    if tx.chair.stand_in is None:
        tx.add(f.TookOver(place, "away"))


def stand_in(tx: Transaction, command: StandIn) -> None:
    """Lets a bot play for a disconnected person before the grace period ends."""
    table, place = tx.table, command.place
    if tx.place == place or place >= len(table.chairs):
        raise CommandRefused("no-such-place", f"place {place}: name the place of another player")
    times = table.stand_in_times(place)
    if times is None:
        raise CommandRefused("not-now", "a bot can play only for a player who is disconnected")
    if tx.now < times[0]:
        seconds = -((tx.now - times[0]) // 1000)
        raise CommandRefused("not-now", f"wait {seconds} s: {table.chairs[place].name} may return")
    tx.add(f.TookOver(place, "disconnected"))


def back(tx: Transaction) -> None:
    """Returns the place from the bot to the person."""
    table, place = tx.table, tx.place
    ends = table.decision_deadline
    if table.turn == place and ends is not None and tx.now >= ends:
        raise CommandRefused(
            "too-late", "your time is over: the bot makes this decision, you the next"
        )
    tx.end_stand_in(place)
