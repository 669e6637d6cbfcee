"""One table in this process: its state, its listeners, and the updates they are sent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import msgspec

from oddtrick.cached import cached_value
from oddtrick.server.engine.room import Room
from oddtrick.tables import Change, EntryUpdates, Table, change_of, decode_facts, fold_entry

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Iterable

    from oddtrick.server.protocol import ServerFrame
    from oddtrick.server.store.log_entries import Entry
    from oddtrick.server.store.table_rows import TableRow
    from oddtrick.tables import Fact

_encode = msgspec.json.Encoder().encode


class Listener(Protocol):
    """A connection that receives the updates of a table."""

    @property
    def person(self) -> str | None:
        """The person's id; None for an anonymous spectator."""

    def push(self, frame: bytes) -> None:
        """Queues an encoded frame; never waits, never raises."""


class Client(Listener, Protocol):
    """A WebSocket, which also receives the server's notices."""

    def tell(self, frame: ServerFrame) -> None:
        """Queues a frame that is not encoded yet; never waits, never raises."""

    def restart(self) -> None:
        """Closes the connection because this worker stops; the client reconnects."""


Updates = list[tuple[Listener, bytes]]
"""One encoded update for each listener."""


class Transition(msgspec.Struct, frozen=True, dict=True):
    """One entry of the log and the states around it.

    Args:
        before: the table before the entry.
        after: the table after it.
        facts: the facts of the entry.
        by: the person who gave the command, or ``"server"``.
        key: the client's own id of the command.
    """

    before: Table
    after: Table
    facts: tuple[Fact, ...]
    by: str
    key: str | None

    @cached_value
    def change(self) -> Change:
        """The extent of the change."""
        return change_of(self.before, self.after, self.facts)


def command_key(by: str, key: str) -> str:
    """Returns the identity of a command for :attr:`TableRoom.applied`.

    A string and not a tuple, because the garbage collector would traverse every tuple.
    """
    return f"{by} {key}"


class TableRoom(Room[Table, Listener]):
    """A table as this process knows it: a cache of its log, and the listeners.

    Args:
        table: the state after the entries read so far.
        applied: the entry of each command applied so far, by :func:`command_key`.
    """

    def __init__(self, table: Table, applied: dict[str, int]) -> None:
        super().__init__(table)
        self.applied = applied
        self.is_led_elsewhere = False
        """Another worker wrote the last entry and holds the lease on the wake."""
        self.wake: int | None = None
        self.row: TableRow | None = None
        self.best_card: bytes | None = None
        """The frame with the best card of the last deal, for those who connect later."""
        self.timer: asyncio.TimerHandle | None = None
        self.timer_due: int | None = None

    @property
    def table(self) -> Table:
        """The state."""
        return self.state

    def applied_seq(self, by: str, key: str | None) -> int | None:
        """Returns the entry of a command that was applied before, or None."""
        return None if key is None else self.applied.get(command_key(by, key))

    def stop_timer(self) -> None:
        """Cancels the timer, if there is one."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def connected_persons(self) -> set[str]:
        """Returns the persons who have a connection here."""
        return {one.person for one in self.listeners if one.person is not None}

    def advance(self, transition: Transition, updates: Updates) -> None:
        """Moves on by one committed entry and sends its updates.

        Args:
            transition: the entry.
            updates: from :meth:`encode_updates`. Listeners who left since then get nothing.
        """
        self.state = transition.after
        if transition.key is not None:
            self.applied[command_key(transition.by, transition.key)] = transition.after.seq
        listeners = self.listeners
        for listener, frame in updates:
            if listener in listeners:
                listener.push(frame)

    def encode_updates(self, transition: Transition, origin: Listener | None = None) -> Updates:
        """Encodes an entry for each listener; equal updates share the same bytes.

        This may run before the entry is committed, since no client can join while the lock is held.

        Args:
            transition: the entry.
            origin: the connection whose command it answers.
        """
        if not self.listeners:
            return []
        telling = EntryUpdates(
            transition.before, transition.after, transition.facts, transition.change
        )
        common = b""
        updates: Updates = []
        for listener in self.listeners:
            person = listener.person
            if telling.differs(person):
                frame = _encode(telling.for_person(person))
            else:
                frame = common = common or _encode(telling.common)
            if listener is origin and transition.key is not None:
                frame = with_reply_field(frame, transition.key)
            updates.append((listener, frame))
        return updates


def with_reply_field(frame: bytes, key: str) -> bytes:
    """Adds ``re``, the id of the command that an encoded update answers, as its last field.

    Splicing bytes saves encoding the whole update once more for one listener.

    >>> with_reply_field(b'{"type":"update","seq":7}', "mine")
    b'{"type":"update","seq":7,"re":"mine"}'
    """
    return b'%b,"re":%b}' % (frame[:-1], _encode(key))


def transition_of(before: Table, entry: Entry) -> Transition:
    """Applies an entry of the log to a table."""
    facts = decode_facts(entry.body)
    after = fold_entry(before, entry.seq, entry.at, facts)
    return Transition(before, after, facts, entry.by, entry.key)


def room_of(entries: Iterable[Entry]) -> TableRoom | None:
    """Builds a room from the whole log of a table; None if the log is empty."""
    table: Table | None = None
    applied = {}
    for entry in entries:
        table = fold_entry(table, entry.seq, entry.at, decode_facts(entry.body))
        if entry.key is not None:
            applied[command_key(entry.by, entry.key)] = entry.seq
    return None if table is None else TableRoom(table, applied)


def transitions_since(entries: Iterable[Entry], seq: int) -> tuple[Table | None, list[Transition]]:
    """Returns the table after a whole log, and the transitions after entry ``seq``."""
    table: Table | None = None
    transitions = []
    for entry in entries:
        if table is not None and entry.seq > seq:
            transition = transition_of(table, entry)
            transitions.append(transition)
            table = transition.after
        else:
            table = fold_entry(table, entry.seq, entry.at, decode_facts(entry.body))
    return table, transitions
