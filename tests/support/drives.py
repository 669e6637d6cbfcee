"""Drives for tests: any plan, any number of players, any results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, get_args

from hypothesis import strategies as st
from msgspec import convert
from msgspec.structs import replace

from oddtrick.drive import Drive, DrivePlan, begin_round, create_drive, enter_result
from oddtrick.drive.live import commands as c
from oddtrick.drive.live.decide import decide, decide_opening
from oddtrick.drive.live.facts import CommandBody, LogBody, decode_body, encode_body
from oddtrick.drive.live.fold import fold_body, open_live
from oddtrick.drive.live.online_tables import opened_boards
from oddtrick.drive.live.settings import LiveSettings, PlanChoices
from oddtrick.drive.live.state import Actor, LiveDrive
from oddtrick.drive.plan import MovementName, ScoringName, SpareSeats
from oddtrick.drive.players import bot_entries

RESULT_BASED = ("progressive", "semi-partner", "winners-move", "head-table")
FIXED_PAIRS = ("partner", "duplicate", "military")
MOVEMENTS: tuple[str, ...] = get_args(MovementName)


@st.composite
def plans(draw: st.DrawFn, movements: tuple[str, ...] = MOVEMENTS) -> DrivePlan:
    """Draws a plan of up to seven rounds."""
    return DrivePlan(
        movement=draw(st.sampled_from(movements)),
        rounds=draw(st.integers(1, 7)),
        scoring=draw(st.sampled_from(get_args(ScoringName))),
        spare=draw(st.sampled_from(get_args(SpareSeats))),
        seed=draw(st.integers(0, 99)),
    )


@st.composite
def played_drives(draw: st.DrawFn, movements: tuple[str, ...] = MOVEMENTS) -> Drive:
    """Draws a drive of 8 to 30 players with all its results."""
    plan = draw(plans(movements))
    return play_at_random(
        create_drive(plan, bot_entries(draw(st.integers(8, 30)))), draw(st.integers(0, 2**32))
    )


def play_at_random(drive: Drive, seed: int, tricks: tuple[int, ...] = tuple(range(14))) -> Drive:
    """Plays the rest of a drive with results drawn from some counts of tricks."""
    rng = Random(seed)
    while not drive.over:
        if not drive.rounds or drive.rounds[-1].complete:
            drive = begin_round(drive)
        for table in drive.rounds[-1].missing:
            taken = rng.choice(tricks)
            drive = enter_result(drive, table, (taken, 13 - taken))
    return drive


def plan_of(movement: str, rounds: int) -> DrivePlan:
    """Returns a plan with the default choices for a movement given as text."""
    return convert({"movement": movement, "rounds": rounds, "trumps": (2, 1, 3, 0)}, DrivePlan)


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


def drawn(seed: str, boards: int) -> tuple[str, ...]:
    """Returns a secret for each of some boards."""
    return tuple(f"{Random(f'{seed}/{number}').getrandbits(256):064x}" for number in range(boards))


def open_numbers(live: LiveDrive) -> set[int]:
    boards = opened_boards(live)
    assert boards is not None
    return {board.number for board in boards.boards if board.secret is not None}


def with_other_secrets(live: LiveDrive) -> LiveDrive:
    """The drive with other cards of every board that is not open, behind the same seals."""
    boards, known = live.drive.boards, open_numbers(live)
    assert boards is not None
    other = drawn("other", len(boards.boards))
    changed = tuple(
        board if board.number in known else replace(board, secret=other[board.number - 1])
        for board in boards.boards
    )
    return replace(live, drive=replace(live.drive, boards=replace(boards, boards=changed)))


def with_other_names(live: LiveDrive, seed: int) -> LiveDrive:
    """The drive with other people, who have the same initials."""
    rng, drive = Random(seed), live.drive

    def other(name: str) -> str:
        return " ".join(f"{word[0]}{rng.randrange(10**4):04}" for word in name.split())

    names = {player.name: other(player.name) for player in drive.players if not player.bot}
    names |= {entry.name: other(entry.name) for entry in drive.entries if entry.name not in names}
    players = (replace(one, name=names.get(one.name, one.name)) for one in drive.players)
    entries = (replace(one, name=names[one.name]) for one in drive.entries)
    return replace(live, drive=replace(drive, players=tuple(players), entries=tuple(entries)))


def with_hidden_results(live: LiveDrive, seed: int) -> LiveDrive:
    """The drive at the end of its last round, with results of the rounds left as the seed has them.

    The number of entries in its log and their times do not depend on the seed.
    """
    rng = Random(seed)

    def does(command: c.DriveCommand) -> None:
        nonlocal live
        decision = decide(live, command, ANN, live.at)
        assert decision is not None
        live = decision.after

    while live.round_number < live.drive.plan.rounds:
        does(c.BeginRound())
        for table in live.tables_in("missing"):
            does(entered(live, table, rng.randrange(14)))
    return live
