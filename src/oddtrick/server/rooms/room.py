"""One table in this process: its state, who listens, and what each of them is sent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import msgspec

from oddtrick.cached import once
from oddtrick.server.rooms.fair_lock import FairLock
from oddtrick.tables import Change, EntryUpdates, Table, change_of, decode_facts, fold_entry

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Iterable

    from oddtrick.server.protocol import ServerFrame
    from oddtrick.server.store.log_entry import Entry, TableRow
    from oddtrick.tables import Fact

_encode = msgspec.json.Encoder().encode


class Listener(Protocol):
    """A connection that is told what happens at a table."""

    @property
    def person(self) -> str | None:
        """Whose connection it is; None: nobody's in particular."""

    def push(self, frame: bytes) -> None:
        """Sends a frame some time soon; never waits, never raises."""


class Client(Listener, Protocol):
    """A WebSocket that receives the server's notices as well."""

    def tell(self, frame: ServerFrame) -> None:
        """Sends a frame that is not encoded yet; never waits, never raises."""

    def restart(self) -> None:
        """Closes the connection because this worker stops; the client reconnects."""


Updates = list[tuple[Listener, bytes]]
"""The frames that an entry is to those who listen."""


class Transition(msgspec.Struct, frozen=True, dict=True):
    """One entry and the states around it.

    Args:
        before: the table before the entry.
        after: the table after it.
        facts: of the entry.
        by: who asked for it.
        key: the client's own id of the command.
    """

    before: Table
    after: Table
    facts: tuple[Fact, ...]
    by: str
    key: str | None

    @once
    def change(self) -> Change:
        """How much of the table the entry changes."""
        return change_of(self.before, self.after, self.facts)


class Reply(msgspec.Struct, frozen=True):
    """What became of a command.

    Args:
        seq: of the entry that it made, now or before; or of the last entry if it made none.
        repeated: it was applied before.
        step: what it changed, if it did so now.
    """

    seq: int
    repeated: bool = False
    step: Transition | None = None


def command_key(by: str, key: str) -> str:
    """Who gave a command and under which id, in one: a tuple the collector would look through."""
    return f"{by} {key}"


class Room:
    """A table as this process knows it: a cache of its log, with those who listen.

    Args:
        table: the state after the entries read so far.
        answered: the commands that have been applied, see :func:`told_by`, and their entry.
    """

    def __init__(self, table: Table, answered: dict[str, int]) -> None:
        self.table = table
        self.answered = answered
        self.lock = FairLock()
        self.listeners: set[Listener] = set()
        self.stale = False
        """The log may have gone on without us."""
        self.doubtful = False
        """Perhaps by an entry of our own: nobody said whether it was kept."""
        self.foreign = False
        """The last entry is another worker's, which sees to what is due."""
        self.wake: int | None = None
        self.row: TableRow | None = None
        self.timer: asyncio.TimerHandle | None = None
        self.timed: int | None = None
        """The moment for which the timer is set."""
        self.used = 0

    @property
    def code(self) -> str:
        """The id of the table."""
        return self.table.code

    def answer_to(self, by: str, key: str | None) -> int | None:
        """The entry of a command that was applied before, or None."""
        return None if key is None else self.answered.get(command_key(by, key))

    def stop_timer(self) -> None:
        """Nothing is looked for at a certain moment any more."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def persons(self) -> set[str]:
        """The persons who have a connection here."""
        return {one.person for one in self.listeners if one.person is not None}

    def take(self, step: Transition, news: Updates) -> None:
        """Goes on by one entry that is committed, and tells all who listen.

        Args:
            step: the entry.
            news: from :meth:`news`; who has left since then is told nothing.
        """
        self.table = step.after
        if step.key is not None:
            self.answered[command_key(step.by, step.key)] = step.after.seq
        listeners = self.listeners
        for listener, frame in news:
            if listener in listeners:
                listener.push(frame)

    def news(self, step: Transition, origin: Listener | None = None) -> Updates:
        """What everybody who listens is sent of an entry; those told the same get the same bytes.

        It may be asked before the entry is written, while all that it looks at is at hand; nobody
        comes to listen before :meth:`take`, as the lock is held.

        Args:
            step: the entry.
            origin: the connection whose command it answers.
        """
        if not self.listeners:
            return []
        telling = EntryUpdates(step.before, step.after, step.facts, step.change)
        common = b""
        news: Updates = []
        for listener in self.listeners:
            person = listener.person
            if telling.differs(person):
                frame = _encode(telling.for_person(person))
            else:
                frame = common = common or _encode(telling.common)
            if listener is origin and step.key is not None:
                frame = with_reply_field(frame, step.key)
            news.append((listener, frame))
        return news


def with_reply_field(frame: bytes, key: str) -> bytes:
    """An encoded update, told to the one whose command it answers: ``re`` is its last field.

    >>> answering(b'{"type":"update","seq":7}', "mine")
    b'{"type":"update","seq":7,"re":"mine"}'
    """
    return b'%b,"re":%b}' % (frame[:-1], _encode(key))


def transition_of(before: Table, entry: Entry) -> Transition:
    """What an entry of the log does."""
    facts = decode_facts(entry.facts)
    after = fold_entry(before, entry.seq, entry.at, facts)
    return Transition(before, after, facts, entry.by, entry.key)


def room_of(entries: Iterable[Entry]) -> Room | None:
    """A table's room from its whole log; None: there is no such table."""
    table: Table | None = None
    answered = {}
    for entry in entries:
        table = fold_entry(table, entry.seq, entry.at, decode_facts(entry.facts))
        if entry.key is not None:
            answered[command_key(entry.by, entry.key)] = entry.seq
    return None if table is None else Room(table, answered)


def transitions_since(entries: Iterable[Entry], seq: int) -> tuple[Table | None, list[Transition]]:
    """The table at a moment of its log, and what has happened since."""
    table: Table | None = None
    steps = []
    for entry in entries:
        if table is not None and entry.seq > seq:
            step = transition_of(table, entry)
            steps.append(step)
            table = step.after
        else:
            table = fold_entry(table, entry.seq, entry.at, decode_facts(entry.facts))
    return table, steps
