"""The frames of the WebSockets of tables, the lobby and whist drives, version 1.

Each frame is one JSON object with a ``type``. ``docs/protocol.md`` is generated from these types.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from oddtrick.drive.live.view_types import DriveParts
from oddtrick.review.best_card import BestCard
from oddtrick.tables.commands import Place, PlayerCommand
from oddtrick.tables.projection import TableView, Update

PROTOCOL = 1
FRAME_BYTES = 16 * 1024
"""The maximum size of a frame from a client, in bytes."""

CommandId = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=64,
        pattern="^[!-~]+$",
        description="Chosen by the client; the same when the command is sent again.",
    ),
]


class Hello(msgspec.Struct, frozen=True, tag_field="type", tag="hello", forbid_unknown_fields=True):
    """The first frame of a client.

    Args:
        protocol: the protocol version of the client.
        seq: the last entry that the client has received; null to receive the whole table.
        key: at a whist drive, the key of a role; null: that of the cookie, if there is one.
    """

    protocol: int
    seq: Annotated[int, Meta(ge=0)] | None = None
    key: Annotated[str, Meta(max_length=100)] | None = None


class Command(
    msgspec.Struct, frozen=True, tag_field="type", tag="command", forbid_unknown_fields=True
):
    """Sends a command; the response is an ``update``, ``done`` or ``refused`` with ``re``.

    Args:
        id: the client's id of the command; a resent command is not applied twice.
        command: the command.
    """

    id: CommandId
    command: PlayerCommand


class Ping(msgspec.Struct, frozen=True, tag_field="type", tag="ping", forbid_unknown_fields=True):
    """Asks for a ``pong``, to keep an idle connection open."""


class Visit(msgspec.Struct, frozen=True, tag_field="type", tag="visit", forbid_unknown_fields=True):
    """Shows the others that you are about to take a place; it reserves nothing, and has no answer.

    It holds until the next one, or until the connection closes: send it again after ``welcome``.

    Args:
        doing: ``sitting-down`` while you choose your name, ``waiting`` while you wait for the end
            of the deal; null: you have stopped.
        place: the place.
        name: the name chosen so far, if the server knows none yet.
    """

    doing: Literal["sitting-down", "waiting"] | None
    place: Place | None = None
    name: Annotated[str, Meta(max_length=100)] = ""


ClientFrame = Hello | Command | Visit | Ping


class Welcome(msgspec.Struct, frozen=True, tag_field="type", tag="welcome", kw_only=True):
    """The first frame of the server.

    Args:
        protocol: the protocol version of the server.
        now: the server's clock (ms since 1970).
        seq: the last entry; updates continue after it.
        table: the whole table; null if the missed updates follow instead.
        person: your id; null for anonymous spectators.
        name: your name.
    """

    protocol: int
    now: int
    seq: int
    table: TableView | None
    person: str | None
    name: str


class Done(msgspec.Struct, frozen=True, tag_field="type", tag="done"):
    """A command was applied before, or changes nothing now.

    Args:
        re: the client's id of the command.
        seq: the entry that the command created, or the last entry.
    """

    re: str
    seq: int


class RefusedFrame(msgspec.Struct, frozen=True, tag_field="type", tag="refused", kw_only=True):
    """A command that was refused; the table stays as it was.

    Args:
        re: the client's id of the command; null if it could not be read.
        code: the kind of refusal, for programs.
        message: one line for people.
        rule: the id of the broken rule of the game.
        retry: whether to send the command again, with the same id.
    """

    re: str | None
    code: str
    message: str
    rule: str | None = None
    retry: bool = False


class Notice(msgspec.Struct, frozen=True, tag_field="type", tag="notice"):
    """A message about the state of the server.

    Args:
        code: ``store-unavailable``, ``store-recovered`` or ``closing``; more may be added.
        message: one line for people.
    """

    code: str
    message: str


class Visitor(msgspec.Struct, frozen=True):
    """Somebody who is about to take a place.

    Args:
        doing: ``sitting-down`` or ``waiting``, for the end of the deal.
        place: the place; null if they have not said.
        name: their name; empty before they have one.
    """

    doing: Literal["sitting-down", "waiting"]
    place: int | None
    name: str


class Visitors(msgspec.Struct, frozen=True, tag_field="type", tag="visitors"):
    """All others who are about to take a place; sent when that changes.

    Args:
        visitors: in no particular order; none after ``welcome`` until this frame says otherwise.
    """

    visitors: tuple[Visitor, ...]


class BestCardFrame(msgspec.Struct, frozen=True, tag_field="type", tag="best-card"):
    """The best card of a deal that has ended, once its review knows it.

    Sent only where the server has found time to review the deal, and again where a better estimate
    follows, or after ``welcome``.

    Args:
        match: the number of the match at this table, from 1.
        deal: the number of the deal, from 0.
        best: the card; null if none stands out.
    """

    match: int
    deal: int
    best: BestCard | None


class Pong(msgspec.Struct, frozen=True, tag_field="type", tag="pong"):
    """The response to a ping.

    Args:
        now: the server's clock (ms since 1970).
    """

    now: int


class LobbyTable(msgspec.Struct, frozen=True, kw_only=True):
    """A public table, as the lobby lists it.

    Args:
        code: the id of the table.
        game: the id of the game.
        options: the options of the game.
        stage: the stage of the table.
        host: the name of the host.
        places: the number of places.
        taken: the number of places taken by persons.
        open: the number of places that can be taken.
        rated: whether its matches count for ratings.
        timed: whether there is a time limit.
        changed: the time of the last change (ms since 1970).
    """

    code: str
    game: str
    options: dict[str, Any]
    stage: str
    host: str
    places: int
    taken: int
    open: int
    rated: bool
    timed: bool
    changed: int


class Lobby(msgspec.Struct, frozen=True, tag_field="type", tag="lobby"):
    """The public tables; sent on connection and after changes.

    Args:
        tables: most recently changed first.
    """

    tables: tuple[LobbyTable, ...]


class DriveUpdate(msgspec.Struct, frozen=True, tag_field="type", tag="drive"):
    """A whist drive: first all parts for your role, later those that have changed.

    Args:
        seq: the last entry of the drive's log.
        now: the server's clock (ms since 1970).
        parts: the parts; replace each as a whole.
    """

    seq: int
    now: int
    parts: DriveParts


TableFrame = Welcome | Update | Done | RefusedFrame | Visitors | BestCardFrame | Notice | Pong
LobbyFrame = Lobby | Notice | Pong
DriveFrame = DriveUpdate | RefusedFrame | Notice | Pong
ServerFrame = TableFrame | Lobby | DriveUpdate
