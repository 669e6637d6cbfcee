"""The deal of a whist drive that a table plays, and what is settled about it beforehand."""

from __future__ import annotations

import msgspec


class Board(msgspec.Struct, frozen=True):
    """A board whose cards were sealed before the drive, see :mod:`oddtrick.drive.sealed_boards`.

    Args:
        event: the name of the event, which is part of the seal.
        number: the number of the board, from 1.
        secret: 64 hexadecimal digits, from which the cards follow.
    """

    event: str
    number: int
    secret: str


class DriveDeal(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One deal of a whist drive at one table.

    Args:
        code: the code of the drive.
        name: the name of the event.
        round: the number of the round, from 1.
        rounds: the number of rounds of the drive.
        table: the number of the table in the drive, from 1.
        dealer: the seat that deals.
        starts_at: the time at which the deal begins at all tables (ms since 1970).
        board: the cards, if they were sealed beforehand; None: the players shuffle and cut (W3).
    """

    code: str
    name: str
    round: int
    rounds: int
    table: int
    dealer: int
    starts_at: int
    board: Board | None = None
