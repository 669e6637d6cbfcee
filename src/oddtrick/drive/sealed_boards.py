"""Sealed boards: the deals of a duplicate drive for several halls, fixed before and verified after.

The organiser draws a secret for each board and publishes its seal. Each hall sorts its cards by the
secrets and plays. Afterwards the secrets are published, and everybody can verify that the boards
are those that were sealed. The cards follow from the secrets as in fair deals
(``docs/fair-deals.md``), with no other contribution.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256

import msgspec

from oddtrick.cards import Hand, Suit
from oddtrick.drive.plan import read_trumps
from oddtrick.errors import OddtrickError
from oddtrick.fair.seals import SERVER, Hex, check_opening, is_table, seal_of
from oddtrick.fair.shuffle import Purpose, draw_action, draw_key
from oddtrick.games.whist.rules import single_deal
from oddtrick.match import Deal, start

FORMAT = "oddtrick-boards/1"
SEATS = 4


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One board.

    Args:
        number: the number, from 1.
        seal: of its secret, see :func:`oddtrick.fair.seal_of`.
        secret: 64 hexadecimal digits, from which the cards follow; None while it is sealed.
    """

    number: int
    seal: Hex
    secret: Hex | None = None


class SealedBoards(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The boards of one event.

    Args:
        event: its name, 1 to 40 letters, digits, ``-`` and ``_``; part of what is sealed.
        trumps: the trumps of the boards in turn, as letters of C D H S, and N.
        boards: the boards in order.
        format: the format of the file.
    """

    event: str
    trumps: str
    boards: tuple[Board, ...]
    format: str = FORMAT


class DealtBoard(msgspec.Struct, frozen=True):
    """The cards of a board.

    Args:
        number: the number, from 1.
        dealer: the seat that deals: North (0) board 1, then clockwise.
        trump: the trumps; None for none.
        hands: the hands of North, East, South and West.
    """

    number: int
    dealer: int
    trump: Suit | None
    hands: tuple[Hand, ...]


def seal_boards(event: str, secrets: Sequence[str], trumps: str = "HDSC") -> SealedBoards:
    """Seals boards, one for each secret; the result holds the secrets.

    Args:
        event: the name of the event.
        secrets: 32 random bytes for each board, as 64 lower-case hexadecimal digits.
        trumps: the trumps of the boards in turn.

    Raises:
        OddtrickError: the name, a secret or the trumps are not of this form, or there is no board.
    """
    if not is_table(event):
        raise OddtrickError(
            f"{event[:40]!r} is not an event name: use 1 to 40 letters, digits, - and _"
        )
    if not secrets:
        raise OddtrickError("there are no boards: seal at least one")
    letters = "".join("N" if trump is None else trump.letter for trump in read_trumps(trumps))
    boards = tuple(
        Board(number, seal_of(event, number, SERVER, secret), secret)
        for number, secret in enumerate(secrets, start=1)
    )
    return SealedBoards(event=event, trumps=letters, boards=boards)


def extend_boards(
    before: SealedBoards | None, event: str, secrets: Sequence[str], trumps: str
) -> SealedBoards:
    """Returns boards with more of them at the end.

    Args:
        before: the boards so far, or None.
        event: the name of the event, if there are none yet.
        secrets: those of the further boards.
        trumps: the trumps of the boards in turn, if there are none yet.

    Raises:
        OddtrickError: see :func:`seal_boards`.
    """
    if before is None:
        return seal_boards(event, secrets, trumps)
    first = len(before.boards) + 1
    more = tuple(
        Board(number, seal_of(before.event, number, SERVER, secret), secret)
        for number, secret in enumerate(secrets, start=first)
    )
    return msgspec.structs.replace(before, boards=before.boards + more)


def without_secrets(boards: SealedBoards) -> SealedBoards:
    """Returns what is published before the event: the seals alone."""
    sealed = tuple(Board(board.number, board.seal) for board in boards.boards)
    return msgspec.structs.replace(boards, boards=sealed)


def fingerprint(boards: SealedBoards) -> str:
    """Returns a digest of all seals, short enough to read out, as groups of four digits.

    >>> fingerprint(seal_boards("example", ["00" * 32]))
    '0f8c fd35 ff94 9109'
    """
    digits = sha256(encode_boards(without_secrets(boards))).hexdigest()
    return " ".join(digits[at : at + 4] for at in range(0, 16, 4))


def open_board(boards: SealedBoards, number: int) -> str:
    """Returns the secret of a board, checked against its seal.

    Raises:
        OddtrickError: there is no such board, its secret is not open, or not the one sealed.
    """
    if not 1 <= number <= len(boards.boards):
        raise OddtrickError(f"there is no board {number}: boards run to {len(boards.boards)}")
    board = boards.boards[number - 1]
    if board.secret is None:
        raise OddtrickError(f"board {number} is sealed: this file has no secrets")
    try:
        check_opening(board.seal, boards.event, number, SERVER, board.secret)
    except OddtrickError as error:
        raise OddtrickError(f"board {number}: {error}") from None
    return board.secret


def deal_board(boards: SealedBoards, number: int) -> DealtBoard:
    """Returns the cards of a board, and checks its secret against its seal.

    Raises:
        OddtrickError: see :func:`open_board`.
    """
    secret = open_board(boards, number)
    trumps = read_trumps(boards.trumps)
    trump = trumps[(number - 1) % len(trumps)]
    match = start(single_deal(trump), dealer=(number - 1) % SEATS)
    deal = draw_action(match, draw_key(boards.event, number, Purpose.DEAL, secret, {}))
    assert isinstance(deal, Deal)
    return DealtBoard(number, match.deal.dealer, trump, deal.hands[0])


def verify_boards(sealed: SealedBoards, opened: SealedBoards) -> Iterator[str]:
    """Yields what is wrong with opened boards, each as a sentence; nothing if they are as sealed.

    Args:
        sealed: the boards as published before the event.
        opened: the boards with their secrets.
    """
    for name in ("event", "trumps"):
        before, after = getattr(sealed, name), getattr(opened, name)
        if before != after:
            yield f"the {name} is {after}, and {before} was sealed"
    if len(sealed.boards) != len(opened.boards):
        yield f"there are {len(opened.boards)} boards, and {len(sealed.boards)} were sealed"
    for before, after in zip(sealed.boards, opened.boards, strict=False):
        if before.seal != after.seal:
            yield f"board {after.number}: its seal is not the one published"
            continue
        try:
            deal_board(opened, after.number)
        except OddtrickError as error:
            yield str(error)


def encode_boards(boards: SealedBoards) -> bytes:
    """Returns the boards as indented JSON: the same bytes for the same boards."""
    return msgspec.json.format(msgspec.json.encode(boards), indent=1) + b"\n"


def decode_boards(data: bytes) -> SealedBoards:
    """Reads boards from JSON.

    Raises:
        OddtrickError: it is no file of boards; the message says where it breaks.
    """
    try:
        boards = msgspec.json.decode(data, type=SealedBoards)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise OddtrickError(f"this is not a file of boards: {error}") from None
    check_boards(boards)
    return boards


def check_boards(boards: SealedBoards) -> None:
    """Checks the form of boards that were read from a file.

    Raises:
        OddtrickError: they have another format, none at all, or numbers that do not count from 1.
    """
    if boards.format != FORMAT:
        raise OddtrickError(f'format is {boards.format[:40]!r}: this reads "{FORMAT}"')
    if not boards.boards or not is_table(boards.event):
        raise OddtrickError("this is not a file of boards: it has no boards, or no event name")
    numbers = [board.number for board in boards.boards]
    if numbers != list(range(1, len(numbers) + 1)):
        raise OddtrickError("this is not a file of boards: their numbers do not count from 1")
    read_trumps(boards.trumps)
