"""Commands without a task: decided in the call that brings them, settled when they are written.

Almost everything that happens at a table is a card, and a card waits for nothing but the disk. To
carry it through the framework, a task and its locks would cost more than to decide it.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import msgspec

from oddtrick.errors import OddtrickError
from oddtrick.server.rooms.append_builder import append_of
from oddtrick.server.rooms.room import Answer, Step
from oddtrick.server.store.errors import StoreUnavailable
from oddtrick.server.store.log_entry import Appended
from oddtrick.server.store.writer import Raised
from oddtrick.tables.commands import SLOW

if TYPE_CHECKING:
    from collections.abc import Callable

    from oddtrick.server.rooms.hub import Asked, Hub
    from oddtrick.server.rooms.room import News, Room
    from oddtrick.server.store.log_entry import Append


def is_plain(hub: Hub, room: Room, asked: Asked) -> bool:
    """Whether a command needs no more than a decision and the disk: nothing is in doubt."""
    return (
        hub.away is None
        and not room.stale
        and type(asked.command) not in SLOW
        and hub.rooms.get(room.code) is room
        and room.answer_to(asked.by, asked.key) is None
    )


def submit_at_once(
    hub: Hub, room: Room, asked: Asked, told: Callable[[Answer | Exception], None]
) -> None:
    """What :meth:`Hub.submit` does, for a caller that does not wait.

    Args:
        hub: the tables.
        room: the table.
        asked: the command, of which :func:`is_plain` holds.
        told: is called with what came of it, or with what ``submit`` would raise; now or later. It
            raises nothing.
    """
    if room.lock.take():
        _decide(hub, room, asked, told)
    else:
        room.lock.behind(partial(_go_on, hub, room, asked, told))


def _go_on(hub: Hub, room: Room, asked: Asked, told: Callable[[Answer | Exception], None]) -> bool:
    """It is the turn of a command that had to wait behind another."""
    if not is_plain(hub, room, asked):
        hub.go_on(_usual(hub, room, asked, told))
        return False
    _decide(hub, room, asked, told)
    return True


def _decide(hub: Hub, room: Room, asked: Asked, told: Callable[[Answer | Exception], None]) -> None:
    """Decides, and has it written; the room's lock is held, and let go of when that is done."""
    try:
        outcome = hub.decide(room, asked)
        if outcome.facts:
            step = Step(room.table, outcome.table, outcome.facts, asked.by, asked.key)
            append = append_of(room, step, hub.worker)
            news = room.news(step, asked.origin)
            hub.log.append_soon(append, _Written(hub, room, asked, step, append, news, told))
            hub.at_once += 1
            return
        hub.count(asked, "nothing")
        answer: Answer | Exception = Answer(room.table.seq)
    except StoreUnavailable as error:
        hub.not_written(room, error)
        answer = error
    except OddtrickError as error:
        hub.count(asked, "refused")
        answer = error
    except Exception as error:  # noqa: BLE001  # whoever asked is told, and the others go on
        answer = error
    room.lock.release()
    told(answer)


class _Written(msgspec.Struct, frozen=True):
    """A command that is on its way to the disk; called with what came of that.

    Args:
        hub: the tables.
        room: the table; its lock is held until then.
        asked: the command.
        step: what was decided.
        append: what is written.
        news: what all who listen are sent when it is.
        told: is called with the answer.
    """

    hub: Hub
    room: Room
    asked: Asked
    step: Step
    append: Append
    news: News
    told: Callable[[Answer | Exception], None]

    def __call__(self, appended: Appended | Raised) -> None:
        """Goes on where the command was left."""
        self.hub.at_once -= 1
        try:
            answer = self._answer(appended)
        except Exception as error:  # noqa: BLE001  # whoever asked is told, and the others go on
            answer = error
        self.room.lock.release()
        if answer is not None:
            self.told(answer)

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
        room.take(step, self.news)
        hub.committed(room, self.append, step)
        hub.count(self.asked, "done")
        return Answer(step.after.seq, step=step)


async def _usual(
    hub: Hub, room: Room, asked: Asked, told: Callable[[Answer | Exception], None]
) -> None:
    """Waits like everybody else from now on."""
    try:
        answer: Answer | Exception = await hub.submit_asked(room, asked)
    except Exception as error:  # noqa: BLE001  # whoever asked is told
        answer = error
    told(answer)
