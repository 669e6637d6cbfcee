"""Writes boards in export format: fifteen tags in order, then the rest, then the sections."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from msgspec import UNSET

from oddtrick.cards import Suit
from oddtrick.pbn.board import (
    CONTRACT,
    MANDATORY,
    NOTHING,
    SEAT_LETTERS,
    TRUMP,
    Board,
    Refusal,
    left_of,
    right_of,
)
from oddtrick.pbn.board_validation import check_board, played
from oddtrick.pbn.play_section import write_rows
from oddtrick.pbn.tokenizer import is_row

_HEADER = "% PBN 2.1\r\n% EXPORT\r\n"
_NAME = re.compile(r"[A-Za-z0-9_]+")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_BACKSLASH = re.compile(r'\\(?=[\\"]|$)')
_VULNERABLE = {"NONE": "None", "LOVE": "None", "-": "None", "ALL": "All", "BOTH": "All"}


def write_boards(boards: Iterable[Board]) -> str:
    r"""Formats boards in export format, with CRLF line ends.

    The fields of a board take precedence over its tags. Unknown values are ``?``, except that
    Dealer and Vulnerable are then empty, which more programs accept. A board without a number gets
    its position among the boards. An ending is written with a full contract, such as ``1H`` and
    not ``H``, for compatibility.

    Raises:
        OddtrickError: a board is impossible (as when reading), or a tag or row cannot be
            written; the message names the board.

    >>> print(write_boards([Board(dealer=2)]).split("\r\n")[10])
    [Dealer "S"]
    """
    texts = []
    for place, board in enumerate(boards, 1):
        try:
            check_board(board)
            texts.append("".join(f"{line}\r\n" for line in _lines(board, place)))
        except Refusal as refusal:
            raise refusal.located(f"board {place}") from None
    return _HEADER + "\r\n".join(texts)


def _lines(board: Board, place: int) -> Iterator[str]:
    sections = _sections(board)
    mandatory = _mandatory(board, place)
    for name in MANDATORY:
        yield _tag(name, mandatory[name])
    others, notes = _others(board)
    play = _play(board)
    if not play:
        others += [("Note", note) for note in notes.pop("Play", ())]
    plain = [(name, value) for name, value in others if name not in sections]
    for name, value in sorted(plain, key=_by_name):
        yield _tag(name, value)
    if _has_auction(board):
        yield _tag("Auction", board.tag("Auction") or "")
        yield from sections.pop("Auction", ())
        yield from (_tag("Note", note) for note in notes.get("Auction", ()))
    yield from play
    yield from (_tag("Note", note) for note in notes.get("Play", ()))
    for name in sorted(sections):
        yield _tag(name, board.tag(name) or "")
        yield from sections[name]


def _has_auction(board: Board) -> bool:
    return any(name == "Auction" for name, _ in (*board.tags, *board.sections))


def _by_name(tag: tuple[str, str]) -> str:
    return tag[0]


def _tag(name: str, value: str) -> str:
    if not _NAME.fullmatch(name):
        raise Refusal(
            f"{name[:20]!r} is not a name for a tag: take letters, digits and underscores"
        )
    value = _CONTROL.sub(" ", value)
    if name != "Note" and (value == "#" or value.startswith("##")):
        value = f" {value}"  # else a reader would inherit the value
    value = _BACKSLASH.sub(r"\\\\", value).replace('"', r"\"")
    return f'[{name} "{value}"]'


def _mandatory(board: Board, place: int) -> dict[str, str]:
    values = {name: board.tag(name) or "?" for name in MANDATORY}
    values["Board"] = board.number or str(place)
    values["Dealer"] = "" if board.dealer is None else SEAT_LETTERS[board.dealer]
    vulnerable = board.tag("Vulnerable") or ""
    vulnerable = "" if vulnerable == "?" else vulnerable
    values["Vulnerable"] = _VULNERABLE.get(vulnerable.upper(), vulnerable)
    values["Deal"] = _deal(board)
    values["Contract"] = _contract(board)
    values["Declarer"] = _declarer(board)
    values["Result"] = _result(board, values["Declarer"])
    return values


def _deal(board: Board) -> str:
    first = board.dealer or 0
    hands = [str(hand) if hand else "-" for hand in board.hands]
    return f"{SEAT_LETTERS[first]}:{' '.join(hands[first:] + hands[:first])}"


def _letter(trump: Suit | None) -> str:
    return "N" if trump is None else trump.letter


def _contract(board: Board) -> str:
    """The given contract if its strain is right, else the lowest contract in the trumps."""
    given = "".join((board.tag("Contract") or "").split()).upper()
    if board.trump is UNSET:
        return "Pass" if given.startswith("PASS") else "?"
    contract = CONTRACT.fullmatch(given)
    whole = board.ending or given[:1].isdigit()
    if contract and whole and contract[1][0] == _letter(board.trump):
        return given
    return "1NT" if board.trump is None else f"1{board.trump.letter}"


def _declarer(board: Board) -> str:
    """The given declarer if consistent, else the leader's right; empty if not needed."""
    given = (board.tag("Declarer") or "").strip().upper()
    letter = given.removeprefix("^")[:1]
    seat = SEAT_LETTERS.index(letter) if letter and letter in SEAT_LETTERS else None
    if board.leader is None:
        return "" if _contract(board) == "Pass" else "?"
    if seat is not None and (board.ending or left_of(seat) == board.leader):
        return given[: given.index(letter) + 1]
    eldest = board.dealer is not None and left_of(board.dealer) == board.leader
    if board.trump is UNSET and eldest and not _has_auction(board):
        return "?"  # there is no declarer, and the dealer determines the leader
    return SEAT_LETTERS[right_of(board.leader)]


def _result(board: Board, declarer: str) -> str:
    """The tricks of the declarer's side: those of the tag, else counted after a full play."""
    seat = SEAT_LETTERS.find(declarer[-1:]) if declarer else -1
    given = board.tag("Result") or ""
    if given not in NOTHING:
        return given if seat < 0 else _declarer_result(given, seat)
    hand = played(board)
    if hand is None or len(board.plays) != 52 or seat < 0:
        return "" if _contract(board) == "Pass" else "?"
    return str(sum(winner % 2 == seat % 2 for winner in hand.winners))


def _declarer_result(result: str, seat: int) -> str:
    """A result by sides, as in ``EW 10 NS 3``, as the tricks of the declarer's side.

    >>> _declarer_result("EW 10 NS 3", 2), _declarer_result("^NS 9", 0), _declarer_result("4", 1)
    ('3', '^9', '4')
    """
    sides = dict(re.findall(r"(NS|EW) *(\d+)", result.upper()))
    tricks = sides.get("EW" if seat % 2 else "NS")
    return result if tricks is None else ("^" if result[0] == "^" else "") + tricks


def _others(board: Board) -> tuple[list[tuple[str, str]], dict[str, list[str]]]:
    """The supplemental tags, and the notes by section."""
    others: dict[str, str] = {}
    loose: list[tuple[str, str]] = []
    notes: dict[str, list[str]] = {}
    section = ""
    for name, value in board.tags:
        if name in ("Auction", "Play"):
            section = name
        elif name != "Note":
            others.setdefault(name, value)
        elif section:
            notes.setdefault(section, []).append(value)
        else:
            loose.append((name, value))
    if TRUMP in others:
        others[TRUMP] = "?" if board.trump is UNSET else _letter(board.trump)
    plain = [(name, value) for name, value in others.items() if name not in MANDATORY]
    return plain + loose, notes


def _play(board: Board) -> list[str]:
    """The play section; an ending has it even without a card, to name the leader."""
    hand = played(board)
    if hand is None or not (board.plays or board.ending):
        return []
    assert board.leader is not None
    return [_tag("Play", SEAT_LETTERS[board.leader]), *write_rows(board, hand.winners)]


def _sections(board: Board) -> dict[str, list[str]]:
    sections: dict[str, list[str]] = {}
    for name, rows in board.sections:
        if name in (*MANDATORY, "Play", "Note") or name in sections:
            raise Refusal(f"[{name[:20]}] takes no rows, or has them twice: leave them out")
        for row in rows:
            if not is_row(row):
                raise Refusal(
                    f"the row {row[:40]!r} of [{name[:20]}] cannot be written: keep brackets, "
                    "braces and semicolons within quotes, and one space between words"
                )
        # A % in the first column would hide the row.
        sections[name] = [f" {row}" if row[0] == "%" else row for row in rows]
    return sections
