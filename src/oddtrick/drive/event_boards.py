"""The boards of an event in several halls, in the drive of one of them: round *n* plays board *n*.

Every hall plays the same board in the same round, so a round that was undone is played again with
the same board, where a drive with boards of its own would take another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from oddtrick.drive.drive import check_open
from oddtrick.drive.plan import read_trumps
from oddtrick.drive.sealed_boards import open_board
from oddtrick.errors import OddtrickError

if TYPE_CHECKING:
    from oddtrick.drive.drive import Drive
    from oddtrick.drive.plan import DrivePlan
    from oddtrick.drive.sealed_boards import SealedBoards


def take_boards(drive: Drive, boards: SealedBoards) -> Drive:
    """Returns a drive that plays the boards of an event.

    Raises:
        OddtrickError: a round has begun, or the boards do not fit the plan; see
            :func:`check_event_boards`.
    """
    check_open(drive)
    if drive.rounds:
        raise OddtrickError("a round has begun: the boards can no longer be changed")
    check_event_boards(drive.plan, boards)
    return replace(drive, boards=boards, event_boards=True)


def check_event_boards(plan: DrivePlan, boards: SealedBoards) -> None:
    """Checks that a drive with this plan can play the boards of an event.

    Raises:
        OddtrickError: the movement is not duplicate, there are too few boards, their trumps are not
            those of the rounds, or a secret is missing or not the one that was sealed.
    """
    if plan.movement != "duplicate":
        raise OddtrickError(
            f"a {plan.movement} drive has no boards: choose the duplicate movement first"
        )
    if len(boards.boards) < plan.rounds:
        raise OddtrickError(
            f"{boards.event} has {len(boards.boards)} boards, and the drive {plan.rounds} deals"
        )
    trumps = read_trumps(boards.trumps)
    for board in boards.boards:
        open_board(boards, board.number)
    for number in range(1, plan.rounds + 1):
        if trumps[(number - 1) % len(trumps)] != plan.trump(number):
            raise OddtrickError(
                f"board {number} has other trumps than round {number}: set the drive's trumps to "
                f"{boards.trumps}"
            )
