"""Who is there, whose time is over, and who plays for those who are not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.tables import facts as f
from oddtrick.tables.fair_draws import draw_late
from oddtrick.tables.state import DESERTED_MS, Stage
from oddtrick.tables.transaction import Draft, Refused

if TYPE_CHECKING:
    from oddtrick.tables.commands import Arrive, Depart, Hold, Sweep


def tick(draft: Draft) -> None:
    """Whatever time has brought about; nothing if none is over."""
    table = draft.table
    if table.empty_since is not None:
        if draft.now >= table.empty_since + DESERTED_MS:
            draft.add(f.Closed("deserted"))
        return
    draw_late(draft)
    _stand_in_for_gone(draft)
    _stand_in_for_late(draft)
    _pass_host_of_gone(draft)
    table = draft.table
    if table.stage is Stage.PAUSE and draft.now >= (table.pause_until or 0):
        draft.add(f.Continued())


def _pass_host_of_gone(draft: Draft) -> None:
    """Where the host does not come back, somebody who is there becomes the host."""
    lost_at, heir = draft.table.host_lost_at, draft.table.heir
    if lost_at is not None and heir is not None and draft.now >= lost_at:
        draft.add(f.HostPassed(heir))


def _stand_in_for_gone(draft: Draft) -> None:
    """A bot takes over from those who have been gone for too long."""
    if not draft.table.under_way:
        return
    grace = draft.table.settings.grace_seconds * 1000
    for place, chair in enumerate(draft.table.chairs):
        gone = chair.kind == "person" and chair.gone_since is not None
        if gone and chair.stand_in is None and draft.now >= (chair.gone_since or 0) + grace:
            draft.add(f.TookOver(place, "gone"))


def _stand_in_for_late(draft: Draft) -> None:
    """A bot takes over from one whose time is over, until they want to play again."""
    place, deadline = draft.table.turn, draft.table.deadline
    if place is not None and deadline is not None and draft.now >= deadline:
        here = draft.table.chairs[place].here
        draft.add(f.TookOver(place, "clock" if here else "gone"))


def arrive(draft: Draft, command: Arrive) -> None:
    """A person came in; one who was gone plays again."""
    if (draft.by, command.worker) in draft.table.here:
        return
    draft.add(f.Arrived(draft.by, command.worker))
    place = draft.table.place_of(draft.by)
    if place is not None and draft.table.chairs[place].stand_in == "gone":
        draft.add(f.Returned(place))


def depart(draft: Draft, command: Depart) -> None:
    """A person's last connection at a worker went."""
    if (draft.by, command.worker) not in draft.table.here:
        return
    draft.add(f.Departed(draft.by, command.worker))


def sweep(draft: Draft, command: Sweep) -> None:
    """Connections at workers that are no more have gone."""
    alive = set(command.alive)
    for person, worker in sorted(draft.table.here):
        if worker not in alive:
            draft.add(f.Departed(person, worker))


def hold(draft: Draft, command: Hold) -> None:
    """The house was not there: no clock ran; where nobody is, none runs anyway."""
    table = draft.table
    if command.ms > 0 and table.empty_since is None and table.wake is not None:
        draft.add(f.Held(command.ms))


def away(draft: Draft) -> None:
    """Lets a bot play on."""
    place = draft.place
    if not draft.table.under_way:
        raise Refused("not-now", "there is nothing that a bot could play now")
    if draft.chair.stand_in is None:
        draft.add(f.TookOver(place, "asked"))


def back(draft: Draft) -> None:
    """Takes the place back from the bot."""
    table, place = draft.table, draft.place
    ends = table.time_ends
    if table.turn == place and ends is not None and draft.now >= ends:
        raise Refused("too-late", "your time is over: the bot makes this decision, you the next")
    draft.returned(place)
