"""Tables of a whist drive: opened with their players, and closed to what a drive decides itself."""

from __future__ import annotations

from typing import Any

import msgspec

from oddtrick.bots import find_bot
from oddtrick.tables import commands as c
from oddtrick.tables import facts as f
from oddtrick.tables.lifecycle import run_follow_ups
from oddtrick.tables.state import Stage, Table
from oddtrick.tables.transaction import CommandRefused, Transaction

HOST = "drive"
"""The id of the host of a table of a drive, which no person has."""


class Sitter(msgspec.Struct, frozen=True):
    """Somebody whom a drive seats.

    Args:
        name: the name on the card.
        person: the person's id; None: a bot plays.
        level: the level of the bot.
    """

    name: str
    person: str | None = None
    level: str = "club"


_DECIDED_BY_DRIVE = frozenset(
    {
        c.Abandon,
        c.AddBot,
        c.Begin,
        c.ChangeSettings,
        c.ClearPlace,
        c.Leave,
        c.Rematch,
        c.Sit,
        c.TransferHost,
        c.Undo,
    }
)


def check_allowed(table: Table, command: c.Command) -> None:
    """Refuses what the drive decides, at a table of a drive.

    Raises:
        CommandRefused: the drive decides this.
    """
    if table.drive is not None and type(command) in _DECIDED_BY_DRIVE:
        raise CommandRefused("drive", "this table belongs to a whist drive, which decides this")


def seat_all(tx: Transaction, sitters: tuple[Sitter, ...]) -> None:
    """Seats everybody at a table just opened, and begins if it is time.

    Raises:
        OddtrickError: there is no such bot.
    """
    for place, sitter in enumerate(sitters):
        _seat(tx, place, sitter)
    if tx.table.drive is not None and tx.now >= tx.table.drive.starts_at:
        tx.add(f.Begun())
        run_follow_ups(tx)


def _seat(tx: Transaction, place: int, sitter: Sitter) -> None:
    if sitter.person is None:
        find_bot(sitter.level, tx.table.rules)
        tx.add(f.BotSeated(place, sitter.level, sitter.name))
    else:
        tx.add(f.Sat(place, sitter.person, sitter.name))


def reseat(tx: Transaction, command: c.Reseat) -> None:
    """Gives a place to the one who holds the card now, instead of a bot or an earlier holder."""
    table = tx.table
    if table.stage is Stage.OVER or table.chairs[command.place].person == command.person:
        return
    _seat(tx, command.place, Sitter(command.name, command.person, command.level))


def disband(tx: Transaction) -> None:
    """Closes a table whose result the drive no longer needs; one that is over stays readable."""
    if tx.table.stage is not Stage.OVER:
        tx.add(f.Closed("abandoned"))


def opening_facts(
    opened: Table, sitters: tuple[Sitter, ...], now: int, new_secret: Any
) -> tuple[tuple[f.Fact, ...], Table]:
    """Returns the facts that seat a table just opened, and the table after them."""
    tx = Transaction(opened, by=f.SERVER, now=now, new_secret=new_secret)
    seat_all(tx, sitters)
    return tuple(tx.facts), tx.table
