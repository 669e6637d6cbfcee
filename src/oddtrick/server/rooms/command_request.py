"""A command on its way to a table: who gives it, from where, and under which conditions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from oddtrick.server.rooms.room import Listener
    from oddtrick.tables.commands import Command


class CommandRequest(msgspec.Struct, frozen=True):
    """A command and its origin.

    Args:
        command: the command.
        by: the person who gives it, or ``"server"``.
        key: the client's own id of it; a repeat is answered and not applied twice.
        name: the person's name.
        program: whether the person is a bot with an account.
        origin: the connection that it came from, whose update carries ``re``.
        after: apply it only if the table's last entry is this one.
    """

    command: Command
    by: str
    key: str | None = None
    name: str = ""
    program: bool = False
    origin: Listener | None = None
    after: int | None = None
