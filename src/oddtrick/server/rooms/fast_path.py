"""Commands without a task: decided in the call that brings them, settled when they are written.

Almost everything that happens at a table is a card, and a card waits for nothing but the disk. To
carry it through the framework, a task and its locks would cost more than to decide it.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import msgspec

from oddtrick.errors import OddtrickError
from oddtrick.server.rooms.append_builder import build_append
from oddtrick.server.rooms.room import Reply, Transition
from oddtrick.server.store.errors import StoreUnavailable
from oddtrick.server.store.log_entry import AppendResult
from oddtrick.server.store.writer import WriteFailure
from oddtrick.tables.commands import SLOW

if TYPE_CHECKING:
    from collections.abc import Callable

    from oddtrick.server.rooms.room import Room, Updates
    from oddtrick.server.rooms.table_service import CommandRequest, TableService
    from oddtrick.server.store.log_entry import Append


def can_submit_synchronously(service: TableService, room: Room, asked: CommandRequest) -> bool:
    """Whether a command needs no more than a decision and the disk: nothing is in doubt."""
    return (
        service.away is None
        and not room.stale
        and type(asked.command) not in SLOW
        and service.rooms.get(room.code) is room
        and room.answer_to(asked.by, asked.key) is None
    )


def submit_synchronously(
    service: TableService,
    room: Room,
    asked: CommandRequest,
    told: Callable[[Reply | Exception], None],
) -> None:
    """What :meth:`TableService.submit` does, for a caller that does not wait.

    Args:
        service: the tables.
        room: the table.
        asked: the command, of which :func:`can_submit_synchronously` holds.
        told: is called with what came of it, or with what ``submit`` would raise; now or later. It
            raises nothing.
    """
    if room.lock.take():
        _decide(service, room, asked, told)
    else:
        room.lock.behind(partial(_go_on, service, room, asked, told))


def _go_on(
    service: TableService,
    room: Room,
    asked: CommandRequest,
    told: Callable[[Reply | Exception], None],
) -> bool:
    """It is the turn of a command that had to wait behind another."""
    if not can_submit_synchronously(service, room, asked):
        service.go_on(_usual(service, room, asked, told))
        return False
    _decide(service, room, asked, told)
    return True


def _decide(
    service: TableService,
    room: Room,
    asked: CommandRequest,
    told: Callable[[Reply | Exception], None],
) -> None:
    """Decides, and has it written; the room's lock is held, and let go of when that is done."""
    try:
        outcome = service.decide(room, asked)
        if outcome.facts:
            step = Transition(room.table, outcome.table, outcome.facts, asked.by, asked.key)
            append = build_append(room, step, service.worker)
            news = room.news(step, asked.origin)
            service.log.append_nowait(
                append, _Written(service, room, asked, step, append, news, told)
            )
            service.at_once += 1
            return
        service.count(asked, "nothing")
        answer: Reply | Exception = Reply(room.table.seq)
    except StoreUnavailable as error:
        service.not_written(room, error)
        answer = error
    except OddtrickError as error:
        service.count(asked, "refused")
        answer = error
    except Exception as error:  # noqa: BLE001  # whoever asked is told, and the others go on
        answer = error
    room.lock.release()
    told(answer)


class _Written(msgspec.Struct, frozen=True):
    """A command that is on its way to the disk; called with what came of that.

    Args:
        service: the tables.
        room: the table; its lock is held until then.
        asked: the command.
        step: what was decided.
        append: what is written.
        news: what all who listen are sent when it is.
        told: is called with the answer.
    """

    service: TableService
    room: Room
    asked: CommandRequest
    step: Transition
    append: Append
    news: Updates
    told: Callable[[Reply | Exception], None]

    def __call__(self, appended: AppendResult | WriteFailure) -> None:
        """Goes on where the command was left."""
        self.service.at_once -= 1
        try:
            answer = self._answer(appended)
        except Exception as error:  # noqa: BLE001  # whoever asked is told, and the others go on
            answer = error
        self.room.lock.release()
        if answer is not None:
            self.told(answer)

    def _answer(self, appended: AppendResult | WriteFailure) -> Reply | Exception | None:
        """What became of the command; None: that is not decided yet."""
        if appended is AppendResult.COMMITTED:
            return self._done()
        if isinstance(appended, WriteFailure):
            self.service.not_written(self.room, appended.error)
            return appended.error
        self.room.stale = True  # another worker was first
        self.service.count(self.asked, "overtaken")
        self.service.go_on(_usual(self.service, self.room, self.asked, self.told))
        return None

    def _done(self) -> Reply:
        service, room, step = self.service, self.room, self.step
        room.take(step, self.news)
        service.committed(room, self.append, step)
        service.count(self.asked, "done")
        return Reply(step.after.seq, step=step)


async def _usual(
    service: TableService,
    room: Room,
    asked: CommandRequest,
    told: Callable[[Reply | Exception], None],
) -> None:
    """Waits like everybody else from now on."""
    try:
        answer: Reply | Exception = await service.submit_asked(room, asked)
    except Exception as error:  # noqa: BLE001  # whoever asked is told
        answer = error
    told(answer)
