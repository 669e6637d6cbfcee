"""Makes the board of a bridge deal from what the readers of LIN and RBN find."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from oddtrick.cards import FULL_PACK, Card, Hand, Suit
from oddtrick.pbn.board import CONTRACT, SEAT_LETTERS, Board, Refusal, Trumps, left_of
from oddtrick.pbn.board_validation import check_board


def contract_of(dealer: int, calls: Sequence[str]) -> tuple[str, int] | None:
    """The contract and the declarer, or None if everybody has passed so far.

    Args:
        dealer: the seat of the first call.
        calls: as in ``("1H", "P", "2H", "X")``; notrumps are ``N``, a redouble is ``R``.

    >>> contract_of(3, ["P", "1S", "P", "2S", "X", "P", "P", "P"])
    ('2SX', 0)
    """
    last = max((at for at, call in enumerate(calls) if call[0].isdigit()), default=None)
    if last is None:
        return None
    doubled = [call for call in calls[last:] if call in ("X", "R")]
    first = min(at for at in range(last % 2, last + 1, 2) if calls[at][1:] == calls[last][1:])
    return calls[last] + {"X": "X", "R": "XX"}.get("".join(doubled[-1:]), ""), (dealer + first) % 4


class BridgeDeal(msgspec.Struct, kw_only=True):
    """A deal as it is read, field by field.

    Args:
        line: its first line.
        hands: North first.
        dealer: the seat that calls first, or None.
        calls: the auction, for :func:`contract_of`.
        contract: as in ``4SX``; empty: that of the auction.
        declarer: the seat, or None: that of the auction.
        leader: the seat; None: the declarer's left.
        plays: the cards in the order played.
        tags: of PBN, without dealer, contract and declarer.
    """

    line: int
    hands: list[Hand] = msgspec.field(default_factory=lambda: [Hand()] * 4)
    dealer: int | None = None
    calls: list[str] = []
    contract: str = ""
    declarer: int | None = None
    leader: int | None = None
    plays: list[Card] = []
    tags: dict[str, str] = {}

    def board(self, trump: Trumps) -> Board:
        """The board, with these trumps if it names none.

        Raises:
            Refusal: there can be no such board.
        """
        contract, declarer = self.contract, self.declarer
        if not contract and self.dealer is not None:
            contract, declarer = contract_of(self.dealer, self.calls) or ("", None)
        tags = {"Contract": contract or "Pass"} if contract or self.calls else {}
        if declarer is not None:
            tags["Declarer"] = SEAT_LETTERS[declarer]
        leader = self.leader
        if leader is None and (declarer is not None or not self.calls):
            left = self.dealer if declarer is None else declarer
            leader = None if left is None else left_of(left)
        north, east, south, west = _completed(self.hands)
        board = Board(
            hands=(north, east, south, west),
            dealer=self.dealer,
            trump=_trump(contract) if contract else trump,
            leader=leader,
            plays=tuple(self.plays),
            tags=tuple((self.tags | tags).items()),
        )
        check_board(board)
        return board


def _completed(hands: list[Hand]) -> list[Hand]:
    """The hands; a fourth one that is left out has the cards that the others lack."""
    missing = [seat for seat, hand in enumerate(hands) if not hand]
    masks = [hand.mask for hand in hands]
    whole = sum(map(len, hands)) == 39 and (masks[0] | masks[1] | masks[2] | masks[3]).bit_count()
    if len(missing) == 1 and whole == 39:
        hands = list(hands)
        hands[missing[0]] = Hand(FULL_PACK & ~(masks[0] | masks[1] | masks[2] | masks[3]))
    return hands


def _trump(contract: str) -> Suit | None:
    strain = CONTRACT.fullmatch(contract)
    if strain is None:
        raise Refusal(f"{contract[:20]!r} is not a contract: write 4S, 3NX or 2HXX")
    return next((suit for suit in Suit if suit.letter == strain[1][0]), None)
