"""Deals and play as Portable Bridge Notation 2.1, the text format of bridge programs.

Seats: 0 is North, 1 East, 2 South, 3 West. Whist has no bidding, and PBN no other place for trumps
than a contract: the dealer is written as declarer of the lowest contract in the trump suit, so that
every program shows the right trumps and lets the declarer's left, the eldest hand, lead (T2).
Supplemental tags say what it really is: ``[OddtrickGame "whist"]``, ``[OddtrickTrump "H"]`` (``N``
is no trumps) and, where a card was turned up (W4), ``[OddtrickTurnUp "4H"]``.

What is lost on the way through a :class:`Board`: comments, and the marks and glyphs on played
cards. A play section has to be a play: it ends where the first unknown card (``-``) stands.
"""

from oddtrick.pbn.board import SEATS, Board, Trumps
from oddtrick.pbn.board_files import decode_pbn, encode_pbn, read_boards
from oddtrick.pbn.match_conversion import boards_of, is_whist, match_of, to_whist_match
from oddtrick.pbn.writer import write_boards

__all__ = [
    "SEATS",
    "Board",
    "Trumps",
    "boards_of",
    "decode_pbn",
    "encode_pbn",
    "is_whist",
    "match_of",
    "read_boards",
    "to_whist_match",
    "write_boards",
]
