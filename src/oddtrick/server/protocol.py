"""The frames of the WebSocket of a table and of the lobby, version 1.

Each frame is one JSON object with a ``type``. ``docs/protocol.md`` is written from these types.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from oddtrick.tables.commands import PlayerCommand
from oddtrick.tables.projection import TableView, Update

PROTOCOL = 1
FRAME_BYTES = 16 * 1024
"""The longest frame that a client may send."""

CommandId = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=64,
        pattern="^[!-~]+$",
        description="The client's own id of a command, the same when it is sent again.",
    ),
]


class Hello(msgspec.Struct, frozen=True, tag_field="type", tag="hello", forbid_unknown_fields=True):
    """The first frame of a client.

    Args:
        protocol: the version that it speaks.
        seq: the last entry that it knows; null: none, it wants the whole table.
    """

    protocol: int
    seq: Annotated[int, Meta(ge=0)] | None = None


class Command(
    msgspec.Struct, frozen=True, tag_field="type", tag="command", forbid_unknown_fields=True
):
    """Asks for something; the answer is an ``update``, ``done`` or ``refused`` with ``re``.

    Args:
        id: the client's own; a command sent again under its id is answered, not applied twice.
        command: what is wanted.
    """

    id: CommandId
    command: PlayerCommand


class Ping(msgspec.Struct, frozen=True, tag_field="type", tag="ping", forbid_unknown_fields=True):
    """Asks whether anybody is there."""


ClientFrame = Hello | Command | Ping


class Welcome(msgspec.Struct, frozen=True, tag_field="type", tag="welcome", kw_only=True):
    """The first frame of the server.

    Args:
        protocol: the version that it speaks.
        now: its clock (ms since 1970).
        seq: the last entry; updates go on from here.
        table: the whole table; null where the updates that the client missed follow instead.
        person: your id.
        name: what you are called.
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
        seq: of the entry that it made, or of the last entry.
    """

    re: str
    seq: int


class RefusedFrame(msgspec.Struct, frozen=True, tag_field="type", tag="refused", kw_only=True):
    """A command that was refused; the table stays as it was.

    Args:
        re: the client's id of the command; null where there was none to be read.
        code: what kind of refusal, for programs.
        message: one clear line for a person.
        rule: the id of the rule of the game that is broken.
        retry: the same command may be sent again, under its id.
    """

    re: str | None
    code: str
    message: str
    rule: str | None = None
    retry: bool = False


class Notice(msgspec.Struct, frozen=True, tag_field="type", tag="notice"):
    """Something about the server.

    Args:
        code: ``store-unavailable``, ``store-recovered`` or ``closing``; others may come.
        message: one line for people.
    """

    code: str
    message: str


class Pong(msgspec.Struct, frozen=True, tag_field="type", tag="pong"):
    """The answer to a ping.

    Args:
        now: the server's clock (ms since 1970).
    """

    now: int


class LobbyTable(msgspec.Struct, frozen=True, kw_only=True):
    """A public table, as the lobby lists it.

    Args:
        code: its id.
        game: the game's id.
        options: of the game.
        stage: what goes on.
        host: the name of the host.
        places: how many there are.
        taken: by persons.
        open: that somebody may take.
        rated: counts for the ratings.
        timed: there is a clock.
        changed: when something last changed (ms since 1970).
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
    """The public tables; sent at first, and when something has changed.

    Args:
        tables: the last changed first.
    """

    tables: tuple[LobbyTable, ...]


TableFrame = Welcome | Update | Done | RefusedFrame | Notice | Pong
LobbyFrame = Lobby | Notice | Pong
ServerFrame = TableFrame | Lobby
