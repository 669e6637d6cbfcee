"""The log of a drive: what an entry holds, and how the entries make the drive.

An entry holds a command together with what was drawn or computed when it was first applied: the
seating of a round and the cards it gave. So a log makes the same drive in every later version.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from oddtrick.drive.drive import Drive, begin_round
from oddtrick.drive.drive_file import decode_drive
from oddtrick.drive.entry_list import EntryList
from oddtrick.drive.live import commands as c
from oddtrick.drive.live.settings import LiveSettings, PlanChoices
from oddtrick.drive.live.state import Actor, GrantedRole, OnlineRound
from oddtrick.drive.players import Player
from oddtrick.drive.prize_list import PrizeList, change_prizes
from oddtrick.drive.rounds import Round
from oddtrick.drive.sealed_boards import SealedBoards
from oddtrick.drive.seating import Seating

if TYPE_CHECKING:
    from oddtrick.drive.live.state import LiveDrive


class OpenDrive(msgspec.Struct, frozen=True, kw_only=True, tag="open", tag_field="type"):
    """The first entry: a drive is opened, empty or from the text of a file.

    Args:
        code: the code of the drive.
        settings: how it is run.
        plan: the plan, with a seed; null if there is a file.
        file: the text of an ``oddtrick-drive/1`` file.
        organiser: the name of the first grant, an organiser's, for the log.
        prizes: the prizes that there are; a file has its own.
    """

    code: str
    settings: LiveSettings
    plan: PlanChoices | None = None
    file: str | None = None
    organiser: str = "organiser"
    prizes: PrizeList = PrizeList()

    def drive(self) -> Drive:
        """Returns the drive as it begins.

        Raises:
            OddtrickError: the file is no drive, or the plan or the list of prizes is impossible.
        """
        if self.file is not None:
            return decode_drive(self.file.encode())
        drive = Drive((self.plan or PlanChoices()).plan())
        return change_prizes(drive, self.prizes)


class AddGrant(msgspec.Struct, frozen=True, tag="add-grant", tag_field="type"):
    """Gives a role to the holders of a new key."""

    role: GrantedRole
    label: str


class RevokeGrant(msgspec.Struct, frozen=True, tag="revoke-grant", tag_field="type"):
    """Takes a role back."""

    grant: int


class AddDevice(msgspec.Struct, frozen=True, tag="add-device", tag_field="type"):
    """Makes a phone that of a table or of a player, instead of an earlier one."""

    key_hash: str
    table: int | None = None
    player: int | None = None


class JoinOnline(msgspec.Struct, frozen=True, tag="join-online", tag_field="type"):
    """Enters somebody who plays on the server, or gives them an entry that waits for them.

    Args:
        name: the name.
        key_hash: the hash of the key of their device.
        person: the id of the person at the server's tables.
    """

    name: str
    key_hash: str
    person: str


class ChangePerson(msgspec.Struct, frozen=True, tag="change-person", tag_field="type"):
    """Lets a device play as another person, as after its owner has signed in."""

    key_hash: str
    person: str


class EndTable(msgspec.Struct, frozen=True, tag="end-table", tag_field="type"):
    """Enters the result of a table that was played on the server.

    Args:
        code: the code of the server's table.
        tricks: the tricks of North–South and of East–West.
    """

    code: str
    tricks: c.Tricks


class SealBoards(msgspec.Struct, frozen=True, tag="seal-boards", tag_field="type"):
    """Seals the boards of a drive, or more of them.

    Args:
        secrets: the secret of each board, as 64 hexadecimal digits.
    """

    secrets: tuple[str, ...]


class TakeBoards(msgspec.Struct, frozen=True, tag="take-boards", tag_field="type"):
    """Lets the drive play the boards of an event in several halls.

    Args:
        boards: the boards with their secrets.
    """

    boards: SealedBoards


Logged = (
    c.DriveCommand
    | OpenDrive
    | AddGrant
    | RevokeGrant
    | AddDevice
    | JoinOnline
    | ChangePerson
    | EndTable
    | SealBoards
    | TakeBoards
)
"""Everything that an entry of the log can hold."""


class Begun(msgspec.Struct, frozen=True, omit_defaults=True):
    """The seating that was computed when a round began.

    Args:
        players: all players, with the cards that were given.
        entries: the list of entries, with these cards.
        seating: who sits where.
        online: the tables that are played on the server.
    """

    players: tuple[Player, ...]
    entries: EntryList
    seating: Seating
    online: OnlineRound = OnlineRound()

    def applied(self, drive: Drive) -> Drive:
        """Returns the drive with this round."""
        number = len(drive.rounds) + 1
        empty = (None,) * len(self.seating.tables)
        begun = Round(number, drive.plan.trump(number), self.seating, empty)
        return replace(
            drive, players=self.players, entries=self.entries, rounds=(*drive.rounds, begun)
        )


class LogBody(msgspec.Struct, frozen=True, omit_defaults=True):
    """The contents of an entry besides its number, time and key.

    Args:
        command: the command.
        actor: who gave it.
        begun: what was computed, if a round began.
    """

    command: Logged
    actor: Actor
    begun: Begun | None = None


def seat_round(live: LiveDrive) -> Begun:
    """Computes the seating of the next round.

    Raises:
        OddtrickError: a result is missing, or too few players are there.
    """
    drive = begin_round(live.drive, check_in=live.settings.check_in)
    return Begun(drive.players, drive.entries, drive.rounds[-1].seating)


_decoder = msgspec.json.Decoder(LogBody)


def encode_body(body: LogBody) -> str:
    """Returns an entry as text."""
    return msgspec.json.encode(body).decode()


def decode_body(text: str) -> LogBody:
    """Reads an entry."""
    return _decoder.decode(text)
