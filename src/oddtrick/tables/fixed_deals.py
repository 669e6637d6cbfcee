"""Deals fixed beforehand: sealed, the same at every table that plays them, or of a whist drive."""

from __future__ import annotations

import hashlib

import msgspec

from oddtrick.errors import OddtrickError
from oddtrick.fair.seals import check_secret, is_table
from oddtrick.rules import Rules
from oddtrick.tricks import check_seat

DRAW = 1
"""The number of the draw that deals the cards; a match of one deal has no other."""


class SealedDeal(msgspec.Struct, frozen=True, omit_defaults=True):
    """A deal fixed beforehand.

    Args:
        event: its name, which is part of the seal, such as ``daily-2026-11-23``.
        secret: 32 bytes in lower-case hexadecimal, from which the cards follow.
        dealer: the place that deals, by agreement instead of a cut.
        once: the first attempt counts: there is no undo, no hint and no second attempt, and
            nobody but the player may see the table.
    """

    event: str
    secret: str
    dealer: int
    once: bool = False

    @property
    def salt(self) -> str:
        """The seed of the bots' random choices."""
        lines = ("oddtrick/sealed-bots/1", self.event, self.secret)
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def check_sealed_deal(sealed: SealedDeal, rules: Rules) -> None:
    """Checks that a sealed deal can be played by these rules.

    Raises:
        OddtrickError: the event or the secret is malformed, or the match has more than one deal.
        RuleBroken: there is no such dealer.
    """
    check_secret(sealed.secret)
    check_seat(sealed.dealer, rules.players, "deal")
    if not is_table(sealed.event):
        raise OddtrickError(
            f"{sealed.event[:40]!r} is not an event name: use 1 to 40 letters, digits, - and _"
        )
    if rules.goal.deals != 1:
        raise OddtrickError("a sealed deal needs a match of one deal (D1)")


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
