"""An example of every command of a whist drive, and what refuses it, as a real drive answers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from oddtrick.drive.live import commands as c
from oddtrick.drive.live.decide import ALLOWED, decide, decide_opening
from oddtrick.drive.live.edit_conflicts import things_of
from oddtrick.drive.live.settings import LiveSettings, OnlineSettings, PlanChoices
from oddtrick.drive.live.state import Actor, LiveDrive, Role
from oddtrick.drive.prizes import OwnPrize, PrizeList
from oddtrick.errors import OddtrickError
from oddtrick.server.errors import to_api_error

NOON = 1_800_000_000_000
DESK = Actor("organiser", "Olga")
PHONES = (
    Actor("captain", "table 2", table=2),
    Actor("captain", "Ann", player=0),
    Actor("captain", "somebody"),
)
ROLES: dict[Role, str] = {
    "organiser": "an organiser",
    "scorer": "a scorer",
    "captain": "the phone of the table or of somebody who sits there",
}
"""The roles that may give a command, in words."""

COMMANDS: tuple[tuple[c.DriveCommand, ...], ...] = (
    (c.AddEntries(text="Lucy Late, B\nMax Late"), c.AddEntries(text="Ann"), c.AddEntries(text=",")),
    (c.ChangeEntry(entry=3, here=True, paid=350), c.ChangeEntry(entry=99, here=True)),
    (c.RemoveEntry(entry=3), c.RemoveEntry(entry=99)),
    (c.ChooseCrossing(entries=(1, 4)), c.ChooseCrossing(entries=(99,))),
    (c.LeaveDrive(player=6, why="went home"), c.LeaveDrive(player=99, why="-")),
    (c.ReturnPlayer(player=6, why="came back"), c.ReturnPlayer(player=99, why="-")),
    (
        c.ReplacePlayer(player=6, name="Zoe Roe", why="unwell"),
        c.ReplacePlayer(player=6, name="Ann", why="-"),
    ),
    (
        c.TakeSeat(entry=9, player=7, why="came late"),
        c.TakeSeat(entry=9, player=6, why="-", share=True),
        c.TakeSeat(entry=99, player=7, why="-"),
    ),
    (c.FreePlace(entry=3), c.FreePlace(entry=99)),
    (c.NewTableKey(table=2), c.NewTableKey(table=99)),
    (c.BeginRound(),),
    (c.UndoRound(why="wrong seats"),),
    (
        c.EnterResult(round=1, table=1, tricks=(8, 5)),
        c.EnterResult(round=1, table=1, tricks=(8, 8)),
        c.EnterResult(round=1, table=99, tricks=(8, 5)),
    ),
    (
        c.ConfirmResult(round=1, table=1, tricks=(8, 5)),
        c.ConfirmResult(round=1, table=1, tricks=(9, 4)),
    ),
    (c.DisputeResult(round=1, table=1, tricks=(7, 6)),),
    (
        c.CorrectResult(round=1, table=1, tricks=(5, 8), why="sides exchanged"),
        c.CorrectResult(round=1, table=1, tricks=(8, 8), why="-"),
    ),
    (
        c.MarkUnplayed(round=1, table=1, score="average", why="no time"),
        c.MarkUnplayed(round=1, table=99, score="average", why="-"),
    ),
    (c.SetClock(act="start"), c.SetClock(act="add", minutes=1)),
    (c.ChangeDriveSettings(minutes=10, online=OnlineSettings(tables="some")),),
    (
        c.ChangePlan(plan=PlanChoices(rounds=20, scoring="tricks", groups=("Gents", "Ladies"))),
        c.ChangePlan(plan=PlanChoices(groups=("A", "A"))),
    ),
    (
        c.ChangePrizes(prizes=PrizeList(places=2, own=(OwnPrize("Raffle", 3),))),
        c.ChangePrizes(prizes=PrizeList(own=(OwnPrize("Raffle"), OwnPrize("Raffle")))),
        c.ChangePrizes(prizes=PrizeList(own=(OwnPrize("Raffle", 99),))),
    ),
    (c.CloseDrive(),),
)
"""Each command, then others of the kind that no drive takes."""


class DriveExample(NamedTuple):
    """A command, who may give it, and what refuses it.

    Args:
        command: the command.
        roles: those who may give it.
        conflicts: whether a change by somebody else since ``seen`` refuses it.
        refusals: the HTTP status, the code and the message of each refusal.
    """

    command: c.DriveCommand
    roles: tuple[Role, ...]
    conflicts: bool
    refusals: tuple[tuple[int, str, str], ...]


def drive_examples() -> Iterator[DriveExample]:
    """Yields an example of each command with what it was refused for in the drives below."""
    for kinds in COMMANDS:
        example = kinds[0]
        roles = tuple(role for role in ROLES if type(example) in ALLOWED[role])
        found: dict[str, tuple[int, str, str]] = {}
        actors = (DESK, *PHONES) if "captain" in roles else (DESK,)
        for command, live, actor in product(kinds, _drives(), actors):
            for refusal in _refusals(live, command, actor):
                # The same refusal for another table or round is no other.
                found.setdefault(re.sub(r"\d+(, \d+)*", "0", refusal[-1]), refusal)
        conflicts = bool(list(things_of(_drives()[-1], example)))
        yield DriveExample(example, roles, conflicts, tuple(found.values()))


def _refusals(
    live: LiveDrive, command: c.DriveCommand, actor: Actor
) -> Iterator[tuple[int, str, str]]:
    try:
        decide(live, command, actor, live.at)
    except OddtrickError as error:
        answer = to_api_error(error)
        yield answer.status, answer.code, answer.message


@cache
def _drives() -> tuple[LiveDrive, ...]:
    """A drive of two rounds at each of its stages."""
    opening = c.OpenDrive(code="k3f90pqr7xyz", settings=LiveSettings(), plan=PlanChoices(rounds=2))
    live = decide_opening(opening, DESK, NOON).after
    drives = []
    table_1 = Actor("captain", "table 1", table=1)
    steps: list[tuple[Any, Actor]] = [
        (c.AddEntries(text="Ann\nBob\nCarl\nDora\nEve\nFred\nGus\nHanna"), DESK),
        (c.BeginRound(), DESK),
        (c.AddEntries(text="Ivy\nJo"), DESK),
        (c.TakeSeat(entry=10, player=6, why="came late", share=True), DESK),
        (c.EnterResult(round=1, table=2, tricks=(4, 9)), DESK),
        (c.EnterResult(round=1, table=1, tricks=(8, 5)), table_1),
        (c.DisputeResult(round=1, table=1), DESK),
        (c.CorrectResult(round=1, table=1, tricks=(8, 5), why="counted"), DESK),
        (c.LeaveDrive(player=5, why="went home"), DESK),
        (c.BeginRound(), DESK),
        (c.EnterResult(round=2, table=1, tricks=(8, 5)), DESK),
        (c.EnterResult(round=2, table=2, tricks=(8, 5)), DESK),
        (c.CloseDrive(), DESK),
    ]
    for command, actor in steps:
        decision = decide(live, command, actor, NOON)
        assert decision is not None
        live = decision.after
        drives.append(live)
    return tuple(drives)
