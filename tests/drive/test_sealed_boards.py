"""Sealed boards: fixed by their secrets, verified against their seals, printed to sort cards by."""

from __future__ import annotations

import io
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from pypdf import PdfReader

from oddtrick.cards import FULL_PACK, Hand
from oddtrick.dealing import deal_out
from oddtrick.drive.sealed_boards import (
    SealedBoards,
    deal_board,
    decode_boards,
    encode_boards,
    fingerprint,
    seal_boards,
    verify_boards,
    without_secrets,
)
from oddtrick.drive.sheets.hand_records import typeset_hands
from oddtrick.drive.sheets.sheet_words import Words
from oddtrick.errors import OddtrickError
from oddtrick.fair import Purpose, draw_key, seal_of, shuffle_pack
from oddtrick.games.whist.rules import single_deal
from oddtrick.match import start

SECRETS = [f"{number:064x}" for number in range(1, 7)]
BOARDS = seal_boards("may-2026", SECRETS)

secrets = st.integers(0, 2**256 - 1).map(lambda number: f"{number:064x}")


@given(st.lists(secrets, min_size=1, max_size=5))
def test_a_board_deals_the_whole_pack_in_four_hands(drawn: list[str]) -> None:
    boards = seal_boards("e", drawn)
    for number in range(1, len(drawn) + 1):
        hands = deal_board(boards, number).hands
        assert [len(hand) for hand in hands] == [13] * 4
        assert sum(hand.mask for hand in hands) == FULL_PACK


def test_the_cards_are_those_of_the_specification_of_fair_deals() -> None:
    key = draw_key("may-2026", 2, Purpose.DEAL, SECRETS[1], {})
    match = start(single_deal(None), dealer=1)
    dealt = deal_out(match, shuffle_pack(FULL_PACK, key))
    assert deal_board(BOARDS, 2).hands == dealt.hands[0]
    assert BOARDS.boards[1].seal == seal_of("may-2026", 2, "server", SECRETS[1])


def test_dealers_and_trumps_take_turns() -> None:
    dealt = [deal_board(BOARDS, number) for number in range(1, 7)]
    assert [board.dealer for board in dealt] == [0, 1, 2, 3, 0, 1]
    assert [str(board.trump) for board in dealt[:5]] == [
        *("hearts", "diamonds", "spades", "clubs", "hearts")
    ]
    assert deal_board(seal_boards("e", SECRETS[:1], "N"), 1).trump is None


def test_boards_that_were_sealed_are_verified() -> None:
    assert list(verify_boards(without_secrets(BOARDS), BOARDS)) == []
    assert decode_boards(encode_boards(BOARDS)) == BOARDS


def test_the_published_file_holds_no_secret() -> None:
    data = encode_boards(without_secrets(BOARDS)).decode()
    assert not any(secret in data for secret in SECRETS)
    with pytest.raises(OddtrickError, match="board 1 is sealed: this file has no secrets"):
        deal_board(without_secrets(BOARDS), 1)


def changed(number: int, **fields: Any) -> SealedBoards:
    boards = list(BOARDS.boards)
    boards[number - 1] = replace(boards[number - 1], **fields)
    return replace(BOARDS, boards=tuple(boards))


@pytest.mark.parametrize(
    ("opened", "fault"),
    [
        (changed(3, secret="ff" * 32), "board 3: the secret is not the one that was sealed"),
        (changed(2, secret=None), "board 2 is sealed: this file has no secrets"),
        (changed(4, seal="00" * 32), "board 4: its seal is not the one published"),
        (replace(BOARDS, trumps="HD"), "the trumps is HD, and HDSC was sealed"),
        (replace(BOARDS, boards=BOARDS.boards[:5]), "there are 5 boards, and 6 were sealed"),
    ],
)
def test_another_board_is_found(opened: SealedBoards, fault: str) -> None:
    assert list(verify_boards(without_secrets(BOARDS), opened)) == [fault]


def test_boards_of_another_event_do_not_open() -> None:
    faults = list(verify_boards(without_secrets(BOARDS), replace(BOARDS, event="june")))
    assert faults[0] == "the event is june, and may-2026 was sealed"
    assert len(faults) == 7


def test_a_fingerprint_is_of_the_seals() -> None:
    assert fingerprint(BOARDS) == fingerprint(without_secrets(BOARDS))
    assert fingerprint(BOARDS) != fingerprint(seal_boards("may-2026", SECRETS[::-1]))


@pytest.mark.parametrize(
    ("event", "drawn", "trumps", "wrong"),
    [
        ("May 2026", SECRETS, "H", "is not an event name"),
        ("may", [], "H", "there are no boards"),
        ("may", ["x"], "H", "a secret is 32 bytes"),
        ("may", SECRETS, "X", "'X' is not a trump suit"),
    ],
)
def test_what_cannot_be_sealed_is_refused(
    event: str, drawn: list[str], trumps: str, wrong: str
) -> None:
    with pytest.raises(OddtrickError, match=wrong):
        seal_boards(event, drawn, trumps)


@pytest.mark.parametrize(
    "data",
    [
        *(b"", b"[]", b"\xff", b'{"event": 1}', b"[" * 100_000),
        encode_boards(replace(BOARDS, format="other/1")),
        encode_boards(replace(BOARDS, boards=BOARDS.boards[1:])),
        encode_boards(replace(BOARDS, boards=())),
        encode_boards(replace(BOARDS, trumps="X")),
    ],
    ids=range(9),
)
def test_a_file_that_holds_no_boards_is_refused(data: bytes) -> None:
    with pytest.raises(OddtrickError):
        decode_boards(data)


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_hands_are_printed_suit_by_suit_and_tagged(language: Any, tmp_path: Path) -> None:
    dealt = [deal_board(BOARDS, number) for number in (1, 2)]
    pdf = typeset_hands("may-2026", dealt, language=language, paper="a4")
    assert pdf == typeset_hands("may-2026", dealt, language=language, paper="a4")
    reader = PdfReader(io.BytesIO(pdf))
    text = " ".join(page.extract_text() for page in reader.pages)
    assert "/StructTreeRoot" in reader.root_object
    words = Words(language)
    for board in dealt:
        assert words.say("board", board=board.number) in text
        for hand in board.hands:
            for suit in str(hand).split("."):
                shown = " ".join(words.rank(rank) for rank in suit)
                assert (shown or "–") in text


def test_no_two_boards_share_their_cards() -> None:
    rng = Random(1)
    boards = seal_boards("e", [rng.randbytes(32).hex() for _ in range(50)])
    hands: set[Hand] = set()
    for number in range(1, 51):
        hands.update(deal_board(boards, number).hands)
    assert len(hands) == 200
