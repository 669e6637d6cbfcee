"""The facts that make up the log of a drive, and what an entry of the log holds.

An entry holds the facts of one command, in order: what stands differently after it, as values. So a
log makes the same drive in every later version, whatever comes of a command there and however a
text, a draw or a movement is read then. Facts are kept for ever: a field may be added with a
default; none is taken away, allowed fewer values or given another meaning, and neither are those of
the values in them. They hold secrets, such as those of boards, and never leave the server.
"""

from __future__ import annotations

import msgspec
from msgspec import UNSET, Raw, UnsetType

from oddtrick.cards import Suit
from oddtrick.drive.drive import Change, Drive
from oddtrick.drive.entry_list import ListedEntry
from oddtrick.drive.live.commands import Command
from oddtrick.drive.live.settings import LiveSettings
from oddtrick.drive.live.state import Actor, Clock, Device, Grant, OnlineRound, Report
from oddtrick.drive.plan import DrivePlan
from oddtrick.drive.players import Player
from oddtrick.drive.prizes import PrizeList
from oddtrick.drive.rounds import Tricks, Unplayed
from oddtrick.drive.sealed_boards import SealedBoards
from oddtrick.drive.seating import Seating


class _Fact(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True):
    pass


class DriveOpened(_Fact, frozen=True, tag="opened"):
    """A drive was opened, empty or from a file.

    Args:
        code: the code of the drive.
        drive: the drive as it began.
        settings: how it is run.
        organiser: the name of the first grant, an organiser's.
        online: the rounds of a file, with their boards.
        boards_dealt: the number of the last board that was dealt in them.
    """

    code: str
    drive: Drive
    settings: LiveSettings
    organiser: str
    online: tuple[OnlineRound, ...] = ()
    boards_dealt: int = 0


class EntriesChanged(_Fact, frozen=True, tag="entries-changed"):
    """Entries were added, at the end of the list, or stand differently."""

    entries: tuple[ListedEntry, ...]


class EntryRemoved(_Fact, frozen=True, tag="entry-removed"):
    """An entry was removed from the list."""

    entry: int


class CardsChanged(_Fact, frozen=True, tag="cards-changed"):
    """Cards were given, or those who play them came, left, returned or were replaced."""

    players: tuple[Player, ...]


class RoundBegun(_Fact, frozen=True, tag="round-begun"):
    """A round began.

    Args:
        trump: the trumps; None for no trumps.
        seating: who sits where.
        online: the tables that are played on the server, and the board.
    """

    trump: Suit | None
    seating: Seating
    online: OnlineRound


class RoundUndone(_Fact, frozen=True, tag="round-undone"):
    """The last round was taken back, with its results."""


class ResultChanged(_Fact, frozen=True, tag="result-changed"):
    """A table has a result, or another, or its deal was not played."""

    round: int
    table: int
    result: Tricks | Unplayed


class ReportsChanged(_Fact, frozen=True, tag="reports-changed"):
    """Phones have reported the result of a table in the round under way; none: it is settled."""

    table: int
    reports: tuple[Report, ...] = ()


class ChangeLogged(_Fact, frozen=True, tag="change-logged"):
    """Something that was settled has changed, for a reason."""

    change: Change


class ClockChanged(_Fact, frozen=True, tag="clock-changed"):
    """The clock was set, or the bell rung."""

    clock: Clock


class SettingsChanged(_Fact, frozen=True, tag="settings-changed"):
    """The drive is run differently."""

    settings: LiveSettings


class PlanChanged(_Fact, frozen=True, tag="plan-changed"):
    """The drive has another plan."""

    plan: DrivePlan


class BoardsChanged(_Fact, frozen=True, tag="boards-changed"):
    """Boards were sealed, or those of an event taken or dropped.

    Args:
        boards: all boards of the drive, with their secrets; None: withdrawn.
        of_event: whether they are those of an event in several halls.
    """

    boards: SealedBoards | None
    of_event: bool


class PrizesChanged(_Fact, frozen=True, tag="prizes-changed"):
    """There are other prizes, or one was given by hand."""

    prizes: PrizeList


class DriveClosed(_Fact, frozen=True, tag="closed"):
    """The results are final."""


class GrantChanged(_Fact, frozen=True, tag="grant-changed"):
    """A role was given to the holders of a key, or taken back."""

    grant: Grant


class DeviceChanged(_Fact, frozen=True, tag="device-changed"):
    """A phone or another device has come, or changed hands, or was replaced."""

    key_hash: str
    device: Device


class TableKeyReplaced(_Fact, frozen=True, tag="table-key-replaced"):
    """The key of a table was replaced, for the ``times``-th time."""

    table: int
    times: int


Fact = (
    DriveOpened
    | EntriesChanged
    | EntryRemoved
    | CardsChanged
    | RoundBegun
    | RoundUndone
    | ResultChanged
    | ReportsChanged
    | ChangeLogged
    | ClockChanged
    | SettingsChanged
    | PlanChanged
    | BoardsChanged
    | PrizesChanged
    | DriveClosed
    | GrantChanged
    | DeviceChanged
    | TableKeyReplaced
)


class LogBody(msgspec.Struct, frozen=True, omit_defaults=True):
    """The contents of an entry besides its number, time and key.

    Args:
        facts: what came of a command.
        actor: who gave the command.
        touched: the names of the things that it was meant to change and that have changed, of those
            that two people might change at once.
    """

    facts: tuple[Fact, ...]
    actor: Actor
    touched: tuple[str, ...] = ()


class CommandBody(msgspec.Struct, frozen=True, omit_defaults=True):
    """The contents of an entry of an older log; see :mod:`~oddtrick.drive.live.command_log`.

    Args:
        command: the command.
        actor: who gave it.
        begun: what was computed, if a round began.
    """

    command: Command
    actor: Actor
    begun: Begun | None = None


class Begun(msgspec.Struct, frozen=True, omit_defaults=True):
    """The seating that was computed when a round of an older log began.

    Args:
        players: all players, with the cards that were given.
        entries: the list of entries, with these cards.
        seating: who sits where.
        online: the tables that are played on the server.
    """

    players: tuple[Player, ...]
    entries: tuple[ListedEntry, ...]
    seating: Seating
    online: OnlineRound = OnlineRound()


class _Kind(msgspec.Struct, frozen=True):
    command: Raw | UnsetType = UNSET


_kind = msgspec.json.Decoder(_Kind)
_body = msgspec.json.Decoder(LogBody)
_command_body = msgspec.json.Decoder(CommandBody)


def encode_body(body: LogBody | CommandBody) -> str:
    """Returns an entry as text."""
    return msgspec.json.encode(body).decode()


def decode_body(text: str) -> LogBody | CommandBody:
    """Reads an entry."""
    is_older = _kind.decode(text).command is not UNSET
    return _command_body.decode(text) if is_older else _body.decode(text)
