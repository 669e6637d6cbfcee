"""Commands without a task: decided in the call that brings them, settled when they are written.

Almost everything that happens at a table is a card, and a card waits for nothing but the disk. To
carry it through the framework, a task and its locks would cost more than to decide it.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import msgspec

from oddtrick.errors import OddtrickError
from oddtrick.server.appends import append_of
from oddtrick.server.rooms import Answer, Step
from oddtrick.server.store.entry import Appended
from oddtrick.server.store.writer import Raised
from oddtrick.tables.commands import SLOW

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable

    from oddtrick.server.hub import Asked, Hub
    from oddtrick.server.rooms import Room
    from oddtrick.server.store.entry import Append


def is_free(hub: Hub, room: Room, asked: Asked) -> bool:
    """Whether a command can be decided at once: nothing else is under way, or in doubt."""
    return (
        hub.away is None
        and (room.at_once or not room.lock.locked())
        and not room.stale
        and type(asked.command) not in SLOW
        and hub.rooms.get(room.code) is room
        and room.answer_to(asked.by, asked.key) is None
    )


def submit_at_once(
    hub: Hub, room: Room, asked: Asked, told: Callable[[Answer | Exception], None]
) -> bool:
    """What :meth:`Hub.submit` does, for a caller that does not wait.

    Args:
        hub: the tables.
        room: the table; :func:`is_free` holds of it.
        asked: the command.
        told: is called with what came of it, or with what ``submit`` would raise; now or later. It
            raises nothing.

    Returns:
        False: it has to go the usual way, and nothing was done.
    """
    if not _taken(room.lock):
        if room.at_once:  # it goes on as soon as that one is written
            room.behind.append(partial(_go_on, hub, room, asked, told))
        return room.at_once
    try:
        outcome = hub.decide(room, asked)
        if outcome.facts:
            step = Step(room.table, outcome.table, outcome.facts, asked.by, asked.key)
            append = append_of(room, step, hub.worker)
            hub.log.append_soon(append, _Written(hub, room, asked, step, append, told))
            hub.at_once += 1
            room.at_once = True
            return True
    except OddtrickError as error:
        room.lock.release()
        hub.count(asked, "refused")
        told(error)
    except Exception:  # noqa: BLE001  # the usual way meets it again, and knows what to do with it
        room.lock.release()
        return False
    else:
        room.lock.release()
        hub.count(asked, "nothing")
        told(Answer(room.table.seq))
    return True


def _taken(lock: asyncio.Lock) -> bool:
    """Takes a lock if that needs no waiting: then its coroutine is over at the first step."""
    taking = lock.acquire()
    try:
        taking.send(None)
    except StopIteration:
        return True
    taking.close()
    return False


class _Written(msgspec.Struct, frozen=True):
    """A command that is on its way to the disk; called with what came of that.

    Args:
        hub: the tables.
        room: the table; its lock is held until then.
        asked: the command.
        step: what was decided.
        append: what is written.
        told: is called with the answer.
    """

    hub: Hub
    room: Room
    asked: Asked
    step: Step
    append: Append
    told: Callable[[Answer | Exception], None]

    def __call__(self, appended: Appended | Raised) -> None:
        """Goes on where the command was left, and then with those behind it."""
        hub, room = self.hub, self.room
        hub.at_once -= 1
        room.at_once = False
        try:
            answer = self._answer(appended)
        except Exception as error:  # noqa: BLE001  # whoever asked is told, and the others go on
            answer = error
        finally:
            room.lock.release()
        if answer is not None:
            self.told(answer)
        while room.behind and not room.lock.locked():
            room.behind.popleft()()

    def _answer(self, appended: Appended | Raised) -> Answer | Exception | None:
        """What became of the command; None: that is not decided yet."""
        if appended is Appended.COMMITTED:
            return self._done()
        if isinstance(appended, Raised):
            self.hub.not_written(self.room, appended.error)
            return appended.error
        self.room.stale = True  # another worker was first
        self.hub.count(self.asked, "overtaken")
        self.hub.go_on(_usual(self.hub, self.room, self.asked, self.told))
        return None

    def _done(self) -> Answer:
        hub, room, step = self.hub, self.room, self.step
        room.take(step, self.asked.origin)
        hub.committed(room, self.append, step)
        hub.count(self.asked, "done")
        return Answer(step.after.seq, step=step)


def _go_on(hub: Hub, room: Room, asked: Asked, told: Callable[[Answer | Exception], None]) -> None:
    """It is the turn of a command that had to wait behind another."""
    if not (is_free(hub, room, asked) and submit_at_once(hub, room, asked, told)):
        hub.go_on(_usual(hub, room, asked, told))


async def _usual(
    hub: Hub, room: Room, asked: Asked, told: Callable[[Answer | Exception], None]
) -> None:
    """Waits like everybody else from now on."""
    try:
        answer: Answer | Exception = await hub.submit_asked(room, asked)
    except Exception as error:  # noqa: BLE001  # whoever asked is told
        answer = error
    told(answer)
