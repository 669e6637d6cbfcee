"""The transaction of one command: collects its facts and folds each into the state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.errors import OddtrickError
from oddtrick.tables.facts import Returned
from oddtrick.tables.fold import fold_fact

if TYPE_CHECKING:
    from collections.abc import Callable

    from oddtrick.tables.facts import Fact
    from oddtrick.tables.state import Chair, Table


class CommandRefused(OddtrickError):
    """A command was refused; the table is unchanged.

    Args:
        code: the reason for programs, such as ``not-host`` or ``not-your-turn``.
        message: the reason for people, in one line.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Transaction:
    """The facts of one command and the state after them.

    Later steps of a command see the effect of earlier ones. If any step raises, the caller drops
    the transaction, so that an entry is all or nothing.

    Args:
        table: the state before the command.
        by: the id of the person, or ``"server"``.
        now: the current time (ms).
        new_secret: returns 32 random bytes.
        name: the person's display name.
        program: the person is a bot with its own account.
    """

    def __init__(
        self,
        table: Table,
        *,
        by: str,
        now: int,
        new_secret: Callable[[], bytes],
        name: str = "",
        program: bool = False,
    ) -> None:
        self.table = table
        self.by = by
        self.now = now
        self.new_secret = new_secret
        self.name = name
        self.program = program
        self.facts: list[Fact] = []

    def add(self, fact: Fact) -> None:
        """Appends a fact and folds it into the state."""
        self.facts.append(fact)
        self.table = fold_fact(self.table, fact, self.now)

    @property
    def place(self) -> int:
        """The place of the person who sent the command.

        Raises:
            CommandRefused: the person has no place.
        """
        place = self.table.place_of(self.by)
        if place is None:
            raise CommandRefused("no-place", "you have no place at this table: sit down first")
        return place

    @property
    def chair(self) -> Chair:
        """The chair of the person who sent the command."""
        return self.table.chairs[self.place]

    def end_stand_in(self, place: int) -> None:
        """Ends a bot's stand-in: a person who decides something is playing again."""
        if self.table.chairs[place].stand_in is not None:
            self.add(Returned(place))

    def require_host(self) -> None:
        """Refuses the command unless the host sent it.

        Raises:
            CommandRefused: another person sent it.
        """
        if self.by != self.table.host:
            host = self.table.host_name
            raise CommandRefused("not-host", f"only the host, {host}, can do that")
