"""Text of bridge programs: its encoding, and boards in PBN, LIN and RBN, told apart by content."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import UNSET

from oddtrick.errors import OddtrickError
from oddtrick.pbn.board import Board, Refusal, Trumps
from oddtrick.pbn.lin_reader import scan_lin
from oddtrick.pbn.rbn_reader import scan_rbn
from oddtrick.pbn.reader import scan_pbn


def decode_pbn(data: bytes) -> str:
    """The text of a file: UTF-8 if it is that, else Latin-1, in which every byte means something.

    >>> decode_pbn("Zoë".encode()) == decode_pbn("Zoë".encode("latin-1")) == "Zoë"
    True
    """
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def encode_pbn(text: str) -> bytes:
    r"""The bytes of a file: Latin-1 as the standard wants, UTF-8 where that would not come back.

    >>> encode_pbn("Zoë"), encode_pbn("Łucja")
    (b'Zo\xeb', b'\xc5\x81ucja')

    Raises:
        OddtrickError: half a surrogate pair stands in the text.
    """
    try:
        data = text.encode("latin-1")
    except UnicodeEncodeError:
        data = b""
    if data and decode_pbn(data) == text:
        return data
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise OddtrickError("a tag has characters that cannot be written") from None


_LIN = re.compile(r"(?:^|\|)\s*md\|")
_RBN = re.compile(r"^H \S?[:;]", re.MULTILINE)
_BEGINS = re.compile(rb'(?:\xef\xbb\xbf)?\s*(?:%|\[\s*[A-Za-z]\w*\s+"|[a-z]{2}\||[DTLEFSKNBH] \S)')


def holds_boards(start: bytes) -> bool:
    """True if a file that begins like this holds boards, and not records.

    >>> holds_boards(b'[Event "x"]'), holds_boards(b"pn|Ann,Bob|"), holds_boards(b'{"format": 1}')
    (True, True, False)
    """
    return _BEGINS.match(start) is not None


def scan_boards(text: str, trump: Trumps = UNSET) -> Iterator[tuple[int, Board | Refusal]]:
    """Yields each board of a text with its number, from 1, or what is wrong with it.

    Args:
        text: in PBN, LIN or RBN.
        trump: the trumps of boards that name none.
    """
    if _LIN.search(text):
        return scan_lin(text, trump)
    return scan_rbn(text, trump) if _RBN.search(text) else scan_pbn(text, trump)


def read_boards(text: str, trump: Trumps = UNSET) -> Iterator[Board]:
    """Parses the boards of a text in PBN, LIN or RBN lazily.

    In PBN the leader is the declarer's left; in whist (``OddtrickGame``), and without any contract,
    the dealer's left (T2); in an ending the seat named by ``[Play]``. Trumps are ``OddtrickTrump``,
    or the strain of the contract.

    Args:
        text: the boards.
        trump: the trumps of boards that name none.

    Raises:
        OddtrickError: a board is invalid; the message names the board (from 1, in the order of the
            text), the line, the error and its remedy.

    >>> [board] = read_boards('[Dealer "S"][Deal "N:A... .A.. ..A. ...A"][OddtrickTrump "H"]')
    >>> board.dealer, board.trump, str(board.hands[1])
    (2, <Suit.HEARTS: 2>, '.A..')
    >>> [board] = read_boards("H N:A.:.A:..A:...A" + chr(10) + "C 1S:W")
    >>> board.trump, board.leader, str(board.hands[3])
    (<Suit.SPADES: 3>, 0, '...A')
    """
    for number, board in scan_boards(text, trump):
        if isinstance(board, Board):
            yield board
            continue
        where = f"board {number}" + (f", line {board.line}" if board.line else "")
        raise board.located(where) from None
