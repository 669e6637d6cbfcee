"""The boards of a drive: those of an event in several halls, and what a file holds of any.

Every hall of an event plays board *n* in round *n*, so a round that was undone is played again with
the same board, where a drive with boards of its own would take another.

A file never holds the cards of a board that may still be played: they could be read there, or shown
by opening the file elsewhere and entering results. The server that goes on with it draws boards of
its own, or is given those of the event again.
"""

from __future__ import annotations

from msgspec.structs import replace

from oddtrick.drive.drive import Drive, check_open
from oddtrick.drive.plan import DrivePlan, read_trumps
from oddtrick.drive.sealed_boards import SealedBoards, open_board, without_secrets
from oddtrick.errors import OddtrickError


def take_boards(drive: Drive, boards: SealedBoards) -> Drive:
    """Returns a drive that plays the boards of an event.

    After the first round they can only be those that it has, as in a drive opened from a file.

    Raises:
        OddtrickError: a round has begun with other boards, a secret is missing, or the boards do
            not fit the plan; see :func:`check_event_boards`.
    """
    check_open(drive)
    known = drive.boards if drive.event_boards else None
    if drive.rounds and (known is None or without_secrets(known) != without_secrets(boards)):
        raise OddtrickError("a round has begun: the boards can no longer be changed")
    check_event_boards(drive.plan, boards)
    for board in boards.boards:
        open_board(boards, board.number)
    return replace(drive, boards=boards, event_boards=True)


def check_event_boards(plan: DrivePlan, boards: SealedBoards) -> None:
    """Checks that a drive with this plan can play the boards of an event.

    Raises:
        OddtrickError: the movement is not duplicate, there are too few boards, their trumps are not
            those of the rounds, or a secret is not the one that was sealed.
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
        if board.secret is not None:
            open_board(boards, board.number)
    for number in range(1, plan.rounds + 1):
        if trumps[(number - 1) % len(trumps)] != plan.trump(number):
            raise OddtrickError(
                f"board {number} has other trumps than round {number}: set the drive's trumps to "
                f"{boards.trumps}"
            )


def boards_dealt(drive: Drive) -> int:
    """Returns how many boards people have seen: one a round, and one for each that was undone."""
    if drive.boards is None or drive.event_boards:
        return 0 if drive.boards is None else len(drive.rounds)
    seen = len(drive.rounds) + sum(change.kind == "undone" for change in drive.log)
    return min(seen, len(drive.boards.boards))


def boards_for_file(drive: Drive) -> SealedBoards | None:
    """Returns the boards as a file of the drive holds them: all of them once it is closed.

    Before that, an event's boards have no secrets, and a drive's own end with those dealt.
    """
    boards = drive.boards
    if boards is None or drive.closed:
        return boards
    if drive.event_boards:
        return without_secrets(boards)
    dealt = boards.boards[: boards_dealt(drive)]
    return replace(boards, boards=dealt) if dealt else None
