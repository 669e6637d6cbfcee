"""Reads boards in import format; impossible boards are refused."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET
from msgspec.structs import replace

from oddtrick.cards import Hand, Suit, parse_hand
from oddtrick.errors import OddtrickError
from oddtrick.pbn.board import (
    CONTRACT,
    NOTHING,
    SEAT_LETTERS,
    SEATS,
    TRUMP,
    Board,
    Refusal,
    Trumps,
    left_of,
)
from oddtrick.pbn.board_validation import check_board
from oddtrick.pbn.play_section import OrderedPlays, order_plays, read_cells
from oddtrick.pbn.tokenizer import Tag, games

MAX_INHERITED = 100
"""The maximum number of tags inherited with ``##``."""

_NOT_INHERITED = frozenset(
    ("Dealer", "Vulnerable", "Deal", "Declarer", "Contract", "Auction", "Play")
)
"""Tags that may not inherit their value from another board."""

_OF_BOARD, _WITH_BOARD = frozenset(("Board", "Deal")), ("Dealer", "Vulnerable")
"""Tags that name a board, and those that it has at every table."""

_SEATS = {
    **{letter: seat for seat, letter in enumerate(SEAT_LETTERS)},
    **{name.upper(): seat for seat, name in enumerate(SEATS)},
}


def scan_pbn(text: str, trump: Trumps = UNSET) -> Iterator[tuple[int, Board | Refusal]]:
    """Yields each board of a text with its number, from 1, or what is wrong with it.

    Args:
        text: boards, separated by empty lines.
        trump: the trumps of boards that name none.
    """
    inheritance = _Inheritance()
    number = 1
    for game in games(text):
        try:
            tags = inheritance.resolve(game.tags)  # also of a board with a fault, for later ones
            if not tags and game.refusal is None:
                continue
            found: Board | Refusal = game.refusal or _board(tags, trump)
        except Refusal as refusal:
            found = game.refusal or refusal
        yield number, found
        number += 1


class _Inheritance:
    """Inherited tag values: ``#`` repeats the last one, ``##`` sets one for later boards."""

    def __init__(self) -> None:
        self._last: dict[str, str] = {}
        self._inherited: dict[str, str] = {}
        self._board_before: list[Tag] = []

    def resolve(self, game: list[Tag]) -> list[Tag]:
        """The tags with resolved values; none for a header, which has only ``##`` tags."""
        header = all(tag.value.startswith("##") for tag in game)
        tags = [self._resolve(tag) for tag in game]
        if header or not game:
            return []
        tags += self._same_board(tags)
        given = {tag.name for tag in tags}
        line = game[0].line
        tags += [
            Tag(name, value, line, [])
            for name, value in self._inherited.items()
            if name not in given
        ]
        return tags

    def _same_board(self, tags: list[Tag]) -> list[Tag]:
        """The tags of the board before, if neither it nor its cards are named: another table's."""
        named = {tag.name for tag in tags}
        if not named & _OF_BOARD:
            return [tag for tag in self._board_before if tag.name not in named]
        self._board_before = [tag for tag in tags if tag.name in (*_OF_BOARD, *_WITH_BOARD)]
        return []

    def _resolve(self, tag: Tag) -> Tag:
        value = tag.value
        if tag.name == "Note":
            return tag
        if (value == "#" or value.startswith("##")) and tag.name in _NOT_INHERITED:
            raise Refusal(
                f'[{tag.name} "{value[:20]}"]: this tag cannot be taken over from another board, '
                "write its value",
                line=tag.line,
            )
        if value == "#":
            value = self._last.get(tag.name, "")
        elif value.startswith("##"):
            value = self._inherited[tag.name] = value[2:]
        elif tag.name in self._inherited:
            self._inherited[tag.name] = value
        if len(self._inherited) > MAX_INHERITED:
            raise Refusal(
                f"more than {MAX_INHERITED} tags go on with ##: give the others to each board",
                line=tag.line,
            )
        self._last[tag.name] = value
        return tag._replace(value=value)


def _board(tags: list[Tag], trump: Trumps) -> Board:
    """The validated board of one game's tags."""
    named = {tag.name: tag for tag in reversed(tags)}
    lines = {name: tag.line for name, tag in named.items()}
    try:
        board = Board(
            hands=_hands(named.get("Deal")),
            dealer=_seat(named.get("Dealer")),
            trump=_trump(named.get("Contract"), named.get(TRUMP)),
            tags=tuple((tag.name, tag.value) for tag in tags),
            sections=tuple(
                (tag.name, tag.rows) for tag in tags if tag.words and tag.name != "Play"
            ),
        )
        board = replace(board, leader=_leader(board, named))
        board = replace(board, trump=trump) if board.trump is UNSET else board
        play = _play(board, named.get("Play"))
    except Refusal as refusal:
        refusal.line = refusal.line or lines.get(refusal.tag)
        raise
    board = replace(board, plays=play.plays)
    try:
        check_board(board)
    except Refusal as refusal:
        known = refusal.play is not None and refusal.play < len(play.lines)
        refusal.line = play.lines[refusal.play or 0] if known else lines.get(refusal.tag)
        refusal.line = refusal.line or tags[0].line
        raise
    if play.refusal is not None:
        raise play.refusal
    return board


def _seat(tag: Tag | None) -> int | None:
    """The seat that a tag names; a declarer with ``^`` has changed places with dummy."""
    if tag is None or tag.value in NOTHING:
        return None
    text = tag.value.strip().upper()
    text = text.removeprefix("^") if tag.name == "Declarer" else text
    if text not in _SEATS:
        raise Refusal(
            f'[{tag.name} "{tag.value[:20]}"] is not a seat: write N, E, S or W', line=tag.line
        )
    return _SEATS[text]


def _hands(tag: Tag | None) -> tuple[Hand, Hand, Hand, Hand]:
    if tag is None or tag.value.strip() in NOTHING:
        return Board().hands
    first, colon, rest = tag.value.strip().partition(":")
    texts = rest.split()
    if not colon or first.strip().upper() not in _SEATS or len(texts) != 4:
        raise Refusal(
            f'[Deal "{tag.value[:60]}"] is not a deal: write the first seat, a colon and four '
            "hands clockwise, as in N:AKQ.T98..5432 - - -",
            line=tag.line,
        )
    seat = _SEATS[first.strip().upper()]
    hands = [_hand(text, tag.line) for text in texts]
    north, east, south, west = (hands[(at - seat) % 4] for at in range(4))
    return north, east, south, west


def _hand(text: str, line: int) -> Hand:
    try:
        return Hand() if text == "-" else parse_hand(text)
    except OddtrickError as error:
        raise Refusal(str(error), line=line) from None


def _trump(contract: Tag | None, whist: Tag | None) -> Trumps:
    """Trumps from the contract and from the whist tag, which must agree."""
    by_contract = _strain(contract)
    if whist is None or whist.value in NOTHING:
        return by_contract
    letter = whist.value.strip().upper()
    if letter not in ("S", "H", "D", "C", "N"):
        raise Refusal(
            f'[{TRUMP} "{whist.value[:20]}"]: write S, H, D, C, or N for no trumps', line=whist.line
        )
    trump = _suit(letter)
    if by_contract not in (UNSET, trump):
        raise Refusal(
            f'[{TRUMP} "{letter}"] and the contract differ: trumps must be the same in both',
            line=whist.line,
        )
    return trump


def _strain(tag: Tag | None) -> Trumps:
    text = "" if tag is None else "".join(tag.value.split()).upper()
    if tag is None or text in NOTHING or text.startswith("PASS"):
        return UNSET
    contract = CONTRACT.fullmatch(text)
    if contract is None:
        raise Refusal(
            f'[Contract "{tag.value[:20]}"] is not a contract: write 4S, 3NTX or Pass',
            line=tag.line,
        )
    return _suit(contract[1][0])


def _suit(letter: str) -> Suit | None:
    return next((suit for suit in Suit if suit.letter == letter), None)


def _leader(board: Board, named: dict[str, Tag]) -> int | None:
    """The leader to the first trick; see :func:`oddtrick.pbn.read_boards`."""
    declarer, first = _seat(named.get("Declarer")), _seat(named.get("Play"))
    by_declarer = None if declarer is None else left_of(declarer)
    by_dealer = None if board.dealer is None else left_of(board.dealer)
    if board.ending:
        return by_declarer if first is None else first
    if by_declarer is not None:
        return by_declarer
    if board.whist and by_dealer is not None:
        return by_dealer
    bridge = board.trump is not UNSET or "Auction" in named or _passed(named.get("Contract"))
    return by_dealer if first is None and not bridge else first


def _passed(contract: Tag | None) -> bool:
    return contract is not None and contract.value not in NOTHING


def _play(board: Board, tag: Tag | None) -> OrderedPlays:
    """The play, in the order of its cards."""
    cells = read_cells(tag.words) if tag is not None else []
    if tag is None or not any(cell.card is not None for cell in cells):
        return OrderedPlays((), ())
    first = _seat(tag)
    if first is None:
        raise Refusal(
            '[Play] names no seat: write the first column\'s, as in [Play "W"]', tag="Play"
        )
    return order_plays(cells, first, board)
