"""Positions for the solver from boards: whole deals, and endings of any size."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from oddtrick.cli.record_input import scan_board_file
from oddtrick.cli.solve_input import position_at
from oddtrick.errors import OddtrickError
from oddtrick.match import Playing
from oddtrick.pbn import Board, match_of
from oddtrick.pbn.board import TURN_UP, right_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from oddtrick.cards import Card
    from oddtrick.pbn import Trumps
    from oddtrick.solver import Position


class BoardMoment(msgspec.Struct, frozen=True, kw_only=True):
    """The moment of a board that is solved, and what the command line says about it.

    Args:
        trump: the trumps, instead of those of the board; UNSET: those of the board.
        leader: the leader to the first trick, instead of the board's; None: the board's.
        deal: the number of the deal, or None; a board has one.
        played: the number of cards played; None for the end of an unfinished play, or the lead.
        points: colonial games are solved for points, and not for tricks.
    """

    trump: Trumps = UNSET
    leader: int | None = None
    deal: int | None = None
    played: int | None = None
    points: bool = False


def read_positions(file: str, moment: BoardMoment) -> Iterator[tuple[str, Position]]:
    """Yields a position of each board of a file, with its place for messages.

    Raises:
        OddtrickError: the file cannot be read, or holds no board, or one that cannot be solved.
    """
    for number, found in scan_board_file(file, moment.trump):
        place = f"{file}: board {number}"
        if not isinstance(found, Board):
            line = f", line {found.line}" if found.line else ""
            raise found.located(f"{place}{line}")
        try:
            yield place, position_of_board(found, moment)
        except OddtrickError as error:
            raise OddtrickError(f"{place}: {error}") from None


def position_of_board(board: Board, moment: BoardMoment) -> Position:
    """Returns a position of a board.

    Raises:
        OddtrickError: a hand, the trumps or the leader is not known, or nothing is to be played at
            that moment.
    """
    if moment.deal not in (None, 1):
        raise OddtrickError(f"there is no deal {moment.deal}: a board has one")
    board = _with_flags(replace(board, plays=_plays_until(board, moment.played)), moment)
    if board.trump is UNSET:
        raise OddtrickError("trumps are not known: give --trump, or a [Contract] in the file")
    if board.leader is None:
        raise OddtrickError(
            "it is not known who leads: give --leader, or in the file the [Declarer], in an ending "
            "the seat of [Play]"
        )
    match = match_of(board)
    if not isinstance(match.phase, Playing):
        raise OddtrickError("no card is left to play: the deal is over; give a smaller --played")
    return position_at(match, match.phase, points=moment.points)


def _plays_until(board: Board, played: int | None) -> tuple[Card, ...]:
    """The cards before the moment."""
    if played is None:
        complete = board.size is not None and len(board.plays) == 4 * board.size
        return () if complete else board.plays
    if played > len(board.plays):
        raise OddtrickError(
            f"the board has {len(board.plays)} cards played, not {played}: give fewer"
        )
    return board.plays[:played]


def _with_flags(board: Board, moment: BoardMoment) -> Board:
    """The board with the trumps and the leader of the command line.

    Raises:
        OddtrickError: cards have been played with other trumps, or after another lead.
    """
    trump = board.trump if moment.trump is UNSET else moment.trump
    leader = board.leader if moment.leader is None else moment.leader
    if (trump, leader) == (board.trump, board.leader):
        return board
    if board.plays and (leader != board.leader or board.trump is not UNSET):
        raise OddtrickError(
            "cards are played with other trumps or another leader: leave --trump and --leader out, "
            "or add --played 0"
        )
    # The dealer and the turn-up are those of the deal as it was played.
    return replace(
        board,
        trump=trump,
        leader=leader,
        dealer=None if leader is None else right_of(leader),
        tags=tuple(tag for tag in board.tags if tag[0] != TURN_UP),
    )
