"""Hand records: the cards of sealed boards on paper, to sort packs by before a duplicate drive."""

from __future__ import annotations

import json
from importlib.resources import as_file, files
from typing import TYPE_CHECKING, Any

import typst

from oddtrick.cards import Suit, cards_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from oddtrick.cards import Hand
    from oddtrick.drive.sealed_boards import DealtBoard
    from oddtrick.drive.sheets.print_options import Language, Paper

WORDS: dict[str, dict[str, Any]] = {
    "en": {
        "title": "Hand records",
        "board": "Board",
        "dealer": "Dealer",
        "leads": "leads",
        "seats": ("North", "East", "South", "West"),
        "trumps": "Trumps",
        "suits": ("clubs", "diamonds", "hearts", "spades"),
        "none": "no trumps",
        "ranks": "23456789TJQKA",
        "secret": "Keep this sheet from the players until every table has played.",
    },
    "de": {
        "title": "Kartenverteilungen",
        "board": "Spiel",
        "dealer": "Geber",
        "leads": "spielt aus",
        "seats": ("Nord", "Ost", "Süd", "West"),
        "trumps": "Trumpf",
        "suits": ("Kreuz", "Karo", "Herz", "Pik"),
        "none": "ohne Trumpf",
        "ranks": "23456789TBDKA",
        "secret": "Dieses Blatt bleibt verborgen, bis alle Tische gespielt haben.",
    },
}
"""The words of the sheet in each language."""


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
    words = WORDS[language]
    data = {
        "event": event,
        "language": language,
        "paper": {"a4": "a4", "letter": "us-letter"}[paper],
        "title": words["title"],
        "secret": words["secret"],
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


def _board(board: DealtBoard, words: dict[str, Any]) -> dict[str, Any]:
    seats = words["seats"]
    trump = words["none"] if board.trump is None else words["suits"][board.trump]
    return {
        "title": f"{words['board']} {board.number}",
        "trumps": f"{words['trumps']}: {trump}",
        "dealer": f"{words['dealer']}: {seats[board.dealer]}",
        "leads": f"{seats[(board.dealer + 1) % 4]} {words['leads']}",
        "hands": [
            {"seat": seats[seat], "suits": _suits(hand, words)}
            for seat, hand in enumerate(board.hands)
        ],
    }


def _suits(hand: Hand, words: dict[str, Any]) -> list[dict[str, str]]:
    """The suits of a hand, spades first, with the ranks from the highest."""
    shown = []
    for suit in reversed(Suit):
        ranks = [words["ranks"][card.rank] for card in reversed(cards_in(hand.suit(suit).mask))]
        cards = " ".join("10" if rank == "T" else rank for rank in ranks)
        shown.append({"symbol": suit.symbol, "name": words["suits"][suit], "cards": cards or "–"})
    return shown
