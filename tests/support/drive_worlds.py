"""Drives that differ only in what a role may not know: cards of unplayed boards, hidden results."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from msgspec.structs import replace

from oddtrick.drive.live import commands as c
from oddtrick.drive.live.decide import decide
from oddtrick.drive.live.online_tables import opened_boards
from tests.support.drive_log import ANN, entered

if TYPE_CHECKING:
    from oddtrick.drive.live.state import LiveDrive


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
