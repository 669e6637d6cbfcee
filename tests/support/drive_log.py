"""A drive that several people run, with its log, for tests of what they do to it."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from oddtrick.drive.live import commands as c
from oddtrick.drive.live.decide import decide, decide_opening
from oddtrick.drive.live.facts import CommandBody, LogBody, decode_body, encode_body
from oddtrick.drive.live.fold import fold_body, open_live
from oddtrick.drive.live.settings import LiveSettings, PlanChoices
from oddtrick.drive.live.state import Actor, LiveDrive

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


ANN = Actor("organiser", "Ann")
BEA = Actor("organiser", "Bea")
VIEWER = Actor("viewer", "viewer")
NOON = 1_800_000_000_000


class DriveLog:
    """A drive with its log.

    Args:
        people: the number of entries.
        plan: the plan; None: that of the file.
        file: the text of a drive's file.
        **how: the settings.
    """

    def __init__(
        self,
        people: int = 16,
        plan: PlanChoices | None = None,
        file: str | None = None,
        **how: Any,
    ) -> None:
        opening = c.OpenDrive(
            code="k3f90pqr7xyz", settings=LiveSettings(**how), plan=plan, file=file
        )
        body, at, self.live = decide_opening(opening, ANN, NOON)
        self.entries: list[tuple[LogBody, int, str]] = [(body, at, "")]
        self.now = NOON
        self.codes: Callable[[], str] | None = None
        """Returns the code of each new table of the server; None: no table is played there."""
        names = "\n".join(f"Person {number}" for number in range(1, people + 1))
        if file is None:
            self.does(c.AddEntries(text=names))

    def does(
        self, command: Any, actor: Actor = ANN, seen: int | None = None, key: str | None = None
    ) -> bool:
        """Applies a command; returns whether it made an entry."""
        decision = decide(
            self.live, command, actor, self.now, seen=seen, key=key, new_code=self.codes
        )
        if decision is None:
            return False
        self.entries.append((decision.body, decision.at, key or ""))
        self.live = decision.after
        return True

    def play(self, rng: Random, upto: int | None = None) -> None:
        """Plays rounds at random."""
        while self.live.round_number < (upto or self.live.drive.plan.rounds):
            self.does(c.BeginRound())
            self.finish(rng)

    def finish(self, rng: Random) -> None:
        """Enters the missing results of the round."""
        for table in self.live.tables_in("missing"):
            self.does(entered(self.live, table, rng.randrange(14)))


def entered(live: LiveDrive, table: int, taken: int) -> c.EnterResult:
    """Returns the command that enters the tricks of North–South at a table."""
    return c.EnterResult(round=live.round_number, table=table, tricks=(taken, 13 - taken))


def replayed(entries: Sequence[tuple[LogBody | CommandBody, int, str]]) -> LiveDrive:
    """Returns the drive as it is read back from its log."""
    live = open_live(decode_body(encode_body(entries[0][0])), entries[0][1])
    for body, at, key in entries[1:]:
        live = fold_body(live, decode_body(encode_body(body)), at, key or None)
    return live
