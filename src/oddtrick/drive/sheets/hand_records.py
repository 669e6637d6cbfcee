"""Hand records: the cards of sealed boards on paper, to sort packs by before a duplicate drive."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.resources import as_file, files
from typing import Any

import typst

from oddtrick.cards import Hand, Suit, cards_in
from oddtrick.drive.sealed_boards import DealtBoard
from oddtrick.drive.sheets.print_options import Paper
from oddtrick.drive.sheets.sheet_words import Words
from oddtrick.i18n.catalogue import Language


def typeset_hands(
    event: str, boards: Sequence[DealtBoard], *, language: Language, paper: Paper
) -> bytes:
    """Returns the hand records as a tagged PDF: the same bytes for the same boards.

    Args:
        event: the name of the event.
        boards: the boards to print.
        language: the language of the sheet.
        paper: the size of the paper.
    """
    words = Words(language)
    data = {
        "event": event,
        "language": language,
        "paper": {"a4": "a4", "letter": "us-letter"}[paper],
        "title": words.say("hands"),
        "secret": words.say("secret"),
        "boards": [_board(board, words) for board in boards],
    }
    with as_file(files("oddtrick.drive.sheets") / "hand_records.typ") as template:
        return typst.compile(
            str(template),
            font_paths=typst.Fonts(include_system_fonts=False, font_paths=[]),
            sys_inputs={"data": json.dumps(data, ensure_ascii=False)},
            pdf_standards="ua-1",
            timestamp=0,
        )


def _board(board: DealtBoard, words: Words) -> dict[str, Any]:
    seats = [words.say(seat) for seat in ("north", "east", "south", "west")]
    trump = words.say("no-trumps") if board.trump is None else words.suit(board.trump.letter)
    return {
        "title": words.say("board", board=board.number),
        "trumps": f"{words.say('trump')}: {trump}",
        "dealer": words.say("dealer", seat=seats[board.dealer]),
        "leads": words.say("leads", seat=seats[(board.dealer + 1) % 4]),
        "hands": [
            {"seat": seats[seat], "suits": _suits(hand, words)}
            for seat, hand in enumerate(board.hands)
        ],
    }


def _suits(hand: Hand, words: Words) -> list[dict[str, str]]:
    """The suits of a hand, spades first, with the ranks from the highest."""
    shown = []
    for suit in reversed(Suit):
        held = reversed(cards_in(hand.suit(suit).mask))
        cards = " ".join(words.rank(str(card)[0]) for card in held)
        name = words.suit(suit.letter)
        shown.append({"symbol": suit.symbol, "name": name, "cards": cards or "–"})
    return shown
