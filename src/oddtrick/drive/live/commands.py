"""The commands of a drive that is run by several people: those that people send, and the server's.

The logs of older drives hold them (:mod:`~oddtrick.drive.live.command_log`): a field may be added
with a default, none is taken away or given another meaning.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from oddtrick.drive.bounds import (
    MAX_ENTRIES,
    EventName,
    Money,
    Name,
    Note,
    Number,
    PlayerId,
    Reason,
    TeamName,
)
from oddtrick.drive.couples import TwoNames
from oddtrick.drive.drive import Drive
from oddtrick.drive.live.settings import LiveSettings, NamePolicy, OnlineSettings, PlanChoices
from oddtrick.drive.live.state import GrantedRole
from oddtrick.drive.players import Group
from oddtrick.drive.prizes import PrizeList
from oddtrick.drive.rounds import Unplayed
from oddtrick.drive.sealed_boards import SealedBoards

Tricks = Annotated[
    tuple[Annotated[int, Meta(ge=0, le=13)], Annotated[int, Meta(ge=0, le=13)]],
    Meta(description="The tricks of North–South and of East–West: thirteen together."),
]


class _Command(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="type",
):
    """A command of a drive."""


class AddEntries(_Command, frozen=True, tag="add-entries"):
    """Adds entries; after the first round they are late arrivals, seated with the next.

    The name of somebody who has left brings them back. Where partners stay together, lines one
    after another are couples, or teams in a military drive, unless the text says who came together.

    Args:
        text: a name on each line, or CSV with a group, a partner or a team.
        two_names: the meaning of two names on one line: they share a seat, or are a couple.
    """

    text: Annotated[str, Meta(min_length=1, max_length=50_000)]
    two_names: TwoNames = "share"


class ChangeEntry(_Command, frozen=True, tag="change-entry"):
    """Changes an entry; fields left out stay as they are.

    Args:
        entry: the id of the entry.
        name: the name.
        group: the group asked for; null: any.
        here: whether the person has come.
        paid: what the person has paid, in the smallest coin.
        note: a line for the organiser.
        online: whether the person plays from home.
        partner: the id of the entry of the one that they came with; null: nobody. Whoever the two
            had before has nobody from then on.
        team: the name of the team that they came with; empty: none.
    """

    entry: Number
    name: Name | UnsetType = UNSET
    group: Group | UnsetType | None = UNSET
    here: bool | UnsetType = UNSET
    paid: Money | UnsetType = UNSET
    note: Note | UnsetType = UNSET
    online: bool | UnsetType = UNSET
    partner: Number | UnsetType | None = UNSET
    team: TeamName | UnsetType = UNSET


class RemoveEntry(_Command, frozen=True, tag="remove-entry"):
    """Removes an entry that has no card yet.

    Args:
        entry: the id of the entry.
    """

    entry: Number


class ChooseCrossing(_Command, frozen=True, tag="choose-crossing"):
    """Chooses who plays in the seats of the other group, where the groups are unequal.

    As many of them as are needed do so from the next round on, and others only if they are too few.

    Args:
        entries: the ids of the entries; all others are chosen no longer.
    """

    entries: Annotated[tuple[Number, ...], Meta(max_length=MAX_ENTRIES)]


class LeaveDrive(_Command, frozen=True, tag="leave"):
    """Lets a player leave, from the next round on.

    Args:
        player: the id of the card.
        why: the reason, for the log.
    """

    player: PlayerId
    why: Reason


class ReturnPlayer(_Command, frozen=True, tag="return"):
    """Lets somebody who has left come back, with their card and its score, for the next round.

    Args:
        player: the id of the card.
        why: the reason, for the log.
    """

    player: PlayerId
    why: Reason


class ReplacePlayer(_Command, frozen=True, tag="replace"):
    """Gives a card, with its score, to somebody else.

    Args:
        player: the id of the card.
        name: the name of the one who takes it over.
        why: the reason, for the log.
        bot: whether a bot takes it over.
    """

    player: PlayerId
    name: Name
    why: Reason
    bot: bool = False


class TakeSeat(_Command, frozen=True, tag="take-seat"):
    """Gives a late arrival the card of a bot or of somebody who has left, or a share of a seat.

    Args:
        entry: the id of the entry.
        player: the id of the card.
        share: whether both play the card in turn.
        why: the reason, for the log.
    """

    entry: Number
    player: PlayerId
    why: Reason
    share: bool = False


class FreePlace(_Command, frozen=True, tag="free-place"):
    """Takes an entry back from the phone that joined with it, so that another can join.

    Args:
        entry: the id of the entry.
    """

    entry: Number


class NewTableKey(_Command, frozen=True, tag="new-table-key"):
    """Replaces the key of a table, as after its card was lost; the phone of the table ends with it.

    Args:
        table: the number of the table.
    """

    table: Number


class BeginRound(_Command, frozen=True, tag="begin-round"):
    """Seats the next round; the first numbers the cards."""


class UndoRound(_Command, frozen=True, tag="undo-round"):
    """Takes back the last round with its results.

    Args:
        why: the reason, for the log.
    """

    why: Reason


class EnterResult(_Command, frozen=True, tag="enter-result"):
    """Enters the result of a table in the round under way.

    Args:
        round: the number of the round.
        table: the number of the table.
        tricks: the tricks of North–South and of East–West.
    """

    round: Number
    table: Number
    tricks: Tricks


class ConfirmResult(_Command, frozen=True, tag="confirm-result"):
    """Confirms a result that the other side has entered.

    Args:
        round: the number of the round.
        table: the number of the table.
        tricks: the result as it was seen.
    """

    round: Number
    table: Number
    tricks: Tricks


class DisputeResult(_Command, frozen=True, tag="dispute-result"):
    """Disputes a result; the organiser decides.

    Args:
        round: the number of the round.
        table: the number of the table.
        tricks: what it should be; null: not said.
    """

    round: Number
    table: Number
    tricks: Tricks | None = None


class CorrectResult(_Command, frozen=True, tag="correct-result"):
    """Corrects a result of any round: totals change, seats already taken do not.

    Args:
        round: the number of the round.
        table: the number of the table.
        tricks: the right tricks.
        why: the reason, for the log.
    """

    round: Number
    table: Number
    tricks: Tricks
    why: Reason


class MarkUnplayed(_Command, frozen=True, tag="mark-unplayed"):
    """Scores a deal that was not played to its end, so that the round does not wait for it.

    Args:
        round: the number of the round.
        table: the number of the table.
        score: half-way between a win and a loss for all four, nothing, or a result that is entered
            later.
        why: the reason, for the log.
    """

    round: Number
    table: Number
    score: Unplayed
    why: Reason


class SetClock(_Command, frozen=True, tag="clock"):
    """Starts, pauses, moves or resets the clock of the round, or rings the bell.

    Args:
        act: what is done.
        minutes: with ``add``: the minutes to add; negative: to take away.
    """

    act: Literal["start", "pause", "add", "reset", "ring"]
    minutes: Annotated[int, Meta(ge=-180, le=180)] = 0


class ChangeDriveSettings(_Command, frozen=True, tag="change-settings"):
    """Changes how the drive is run; fields left out stay as they are.

    Args:
        name: the name of the event.
        minutes: the time for a round; 0: no clock.
        fee: what each player pays, in the smallest coin.
        check_in: whether only entries that are here are seated.
        confirm: whether results from phones wait for the opponents.
        hide_last: the number of last rounds whose results and standings are hidden.
        names: the names that viewers and phones are shown.
        online: the tables that are played on the server; from the next round on.
    """

    name: EventName | UnsetType = UNSET
    minutes: Annotated[int, Meta(ge=0, le=180)] | UnsetType = UNSET
    fee: Money | UnsetType = UNSET
    check_in: bool | UnsetType = UNSET
    confirm: bool | UnsetType = UNSET
    hide_last: Annotated[int, Meta(ge=0, le=100)] | UnsetType = UNSET
    names: NamePolicy | UnsetType = UNSET
    online: OnlineSettings | UnsetType = UNSET


class ChangePlan(_Command, frozen=True, tag="change-plan"):
    """Changes the plan before the cards are numbered.

    Args:
        plan: the whole plan.
    """

    plan: PlanChoices


class ChangePrizes(_Command, frozen=True, tag="change-prizes"):
    """Changes the prizes that there are, or gives those that are given by hand.

    Once the drive is closed, only prizes given by hand can change.

    Args:
        prizes: the whole list.
    """

    prizes: PrizeList


class CloseDrive(_Command, frozen=True, tag="close"):
    """Makes the results final."""


DriveCommand = (
    AddEntries
    | ChangeEntry
    | RemoveEntry
    | ChooseCrossing
    | LeaveDrive
    | ReturnPlayer
    | ReplacePlayer
    | TakeSeat
    | FreePlace
    | NewTableKey
    | BeginRound
    | UndoRound
    | EnterResult
    | ConfirmResult
    | DisputeResult
    | CorrectResult
    | MarkUnplayed
    | SetClock
    | ChangeDriveSettings
    | ChangePlan
    | ChangePrizes
    | CloseDrive
)
"""The commands that people send."""


class OpenDrive(msgspec.Struct, frozen=True, kw_only=True, tag="open", tag_field="type"):
    """Opens a drive, empty or from a file.

    Args:
        code: the code of the drive.
        settings: how it is run.
        plan: the plan, with a seed; null if there is a file.
        file: the drive of an ``oddtrick-drive/1`` file; in older logs the text of the file.
        organiser: the name of the first grant, an organiser's, for the log.
        prizes: the prizes that there are; a file has its own.
    """

    code: str
    settings: LiveSettings
    plan: PlanChoices | None = None
    file: Drive | str | None = None
    organiser: str = "organiser"
    prizes: PrizeList = PrizeList()


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
    tricks: Tricks


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


Command = (
    DriveCommand
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
"""Those, and the commands that the server gives for them or by itself."""
