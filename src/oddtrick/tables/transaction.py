"""An entry in the making: facts are added one by one, and the state goes with them."""

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
    """A command that the table does not take now; the table stays as it was.

    Args:
        code: what kind of refusal, for programs: ``not-host``, ``not-your-turn`` …
        message: one clear line for the person.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Transaction:
    """What one command does.

    Args:
        table: the state so far.
        by: the person who asks, or ``"house"``.
        now: the moment (ms).
        new_secret: gives 32 fresh secret bytes.
        name: what the person is called.
        program: the person is a bot with an account.
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
        """One more fact."""
        self.facts.append(fact)
        self.table = fold_fact(self.table, fact, self.now)

    @property
    def place(self) -> int:
        """The place of the person who asks.

        Raises:
            CommandRefused: they have none.
        """
        place = self.table.place_of(self.by)
        if place is None:
            raise CommandRefused("no-place", "you have no place at this table: sit down first")
        return place

    @property
    def chair(self) -> Chair:
        """The chair of the person who asks."""
        return self.table.chairs[self.place]

    def returned(self, place: int) -> None:
        """Whoever decides something plays again; the bot that stood in is thanked."""
        if self.table.chairs[place].stand_in is not None:
            self.add(Returned(place))

    def require_host(self) -> None:
        """Makes sure that the host asks.

        Raises:
            CommandRefused: somebody else does.
        """
        if self.by != self.table.host:
            host = self.table.host_name
            raise CommandRefused("not-host", f"only the host, {host}, can do that")
