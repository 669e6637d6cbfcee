"""Compares PBN with endplay, a bridge library from PyPI."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from oddtrick.cards import Suit
from oddtrick.pbn import Board, Trumps, boards_of, match_of, read_boards, write_boards
from tests.support.pbn_boards import FILES, file_text, whole_boards
from tests.support.solver.dds import endplay

LETTERS = {0: "N", 1: "E", 2: "S", 3: "W"}


def denom(trump: Trumps) -> Any:
    return getattr(endplay("types").Denom, str(trump) if isinstance(trump, Suit) else "nt")


def check(ours: Board, theirs: Any) -> None:
    """The same cards, trumps, first leader and play."""
    assert [str(theirs.deal[endplay("types").Player(seat)]) for seat in range(4)] == [
        str(hand) for hand in ours.hands
    ]
    assert theirs.deal.trump == theirs.contract.denom == denom(ours.trump)
    assert theirs.deal.first.abbr == LETTERS[ours.leader or 0]
    assert [card.suit.name[0].upper() + card.rank.abbr for card in theirs.play] == [
        card.name for card in ours.plays
    ]


@given(st.lists(whole_boards(st.integers(1, 13)), min_size=1, max_size=3))
@settings(max_examples=60)
def test_endplay_reads_our_output(boards: list[Board]) -> None:
    read = endplay("parsers.pbn").loads(write_boards(boards))
    for ours, theirs in zip(boards, read, strict=True):
        check(ours, theirs)


@given(whole_boards())
@settings(max_examples=60)
def test_endplay_reads_whist(board: Board) -> None:
    [whist] = boards_of(match_of(board))
    [theirs] = endplay("parsers.pbn").loads(write_boards([whist]))
    check(whist, theirs)
    assert theirs.dealer.abbr == theirs.contract.declarer.abbr == LETTERS[whist.dealer or 0]
    assert theirs.contract.level == 1
    assert theirs.info["OddtrickGame"] == "whist"


@given(whole_boards())
@settings(max_examples=60)
def test_we_read_the_output_of_endplay(board: Board) -> None:
    [theirs] = endplay("parsers.pbn").loads(write_boards([board]))
    [back] = read_boards(endplay("parsers.pbn").dumps([theirs]))
    for field in ("hands", "trump", "leader", "plays"):
        assert getattr(back, field) == getattr(board, field), field


@pytest.mark.parametrize("name", [name for name in FILES if name != "endings.pbn"])
def test_endplay_reads_the_files_as_we_write_them(name: str) -> None:
    """Except for the auction, whose annotations endplay does not know."""
    boards = [replace(board, sections=()) for board in read_boards(file_text(name))]
    for ours, theirs in zip(
        boards, endplay("parsers.pbn").loads(write_boards(boards)), strict=True
    ):
        assert theirs.deal.to_pbn() == f"N:{' '.join(map(str, ours.hands))}"
        if ours.plays:
            check(ours, theirs)


def test_endplay_reads_an_ending() -> None:
    """Replaces a contract that is a strain alone: the standard allows it, endplay does not."""
    ending = replace(next(read_boards(file_text("endings.pbn"))), tags=())
    [theirs] = endplay("parsers.pbn").loads(write_boards([ending]))
    check(ending, theirs)
