"""Boards in LIN and RBN are those of PBN; endplay writes and reads LIN, too."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from oddtrick.cards import Suit
from oddtrick.errors import OddtrickError
from oddtrick.pbn import Board, read_boards, write_boards
from oddtrick.pbn.board_files import holds_boards, scan_boards
from oddtrick.pbn.bridge_board import contract_of
from tests.support.pbn_boards import lin_of, rbn_of, whole_boards
from tests.support.run_program import oddtrick
from tests.support.solver.dds import endplay

LEFT_OUT = st.none() | st.integers(0, 3)
"""The hand of a deal that is not written."""

FIELDS = ("hands", "dealer", "trump", "leader", "plays")

LIN = (
    "pn|Sue,Will,Ned,Eve|st||md|3S2HAKQJT9876543DC,S3HDAKQJT9876543C,S4HDCAKQJT9876543,|rh||"
    "ah|Board 12|sv|b|mb|p|mb|1S!|an|five, or so|mb|p|mb|p|mb|p|pg||pc|S2|pc|S3S4|pc|sa|pg||mc|9|"
)
RBN = """\
D 20260101
E Club night
{A paragraph
over two lines}
N Ned+Sue:Will+Eve
B 12:A
H S:2.AKQJT9876543;3..AKQJT9876543.:4...AKQJT9876543:
A NB:P1S*P:PP
C 1S:E
P S234!?A^1;D2H3-
R 13+260
"""


@given(st.lists(st.tuples(whole_boards(), LEFT_OUT), min_size=1, max_size=3))
def test_lin_gives_the_same_boards(drawn: list[tuple[Board, int | None]]) -> None:
    text = "\n".join(lin_of(board, left_out=hand) for board, hand in drawn)
    for (board, _), read in zip(drawn, read_boards(text), strict=True):
        for field in ("hands", "trump", "leader", "plays"):
            assert getattr(read, field) == getattr(board, field), field
        assert read.dealer == board.leader


@given(st.lists(st.tuples(whole_boards(), LEFT_OUT), min_size=1, max_size=3), st.integers(0, 3))
def test_rbn_gives_the_same_boards(drawn: list[tuple[Board, int | None]], first: int) -> None:
    text = "\n".join(rbn_of(board, (first,), left_out=hand) for board, hand in drawn)
    for (board, _), read in zip(drawn, read_boards(text), strict=True):
        for field in FIELDS:
            assert getattr(read, field) == getattr(board, field), field


@given(whole_boards())
@settings(max_examples=40)
def test_endplay_reads_our_lin_and_we_read_that_of_endplay(board: Board) -> None:
    whole = board.plays[: len(board.plays) // 4 * 4]  # endplay counts the tricks
    board = replace(board, dealer=board.leader, plays=whole)
    [theirs] = endplay("parsers.lin").loads(
        "pn|a,b,c,d|" + lin_of(board, left_out=None).replace("\n", "")
    )
    assert theirs.deal.to_pbn() == f"N:{' '.join(map(str, board.hands))}"
    assert theirs.deal.first.abbr == "NESW"[board.leader or 0]
    assert len(theirs.play) == len(board.plays)
    [back] = read_boards(endplay("parsers.lin").dumps([theirs]))
    for field in FIELDS:
        assert getattr(back, field) == getattr(board, field), field


def test_the_fields_of_both_formats_become_tags() -> None:
    [lin], [rbn] = read_boards(LIN), read_boards(RBN)
    for board in (lin, rbn):
        assert (board.number, board.dealer, board.trump) == ("12", 0, Suit.SPADES)
        assert board.names == ["Ned", "Eve", "Sue", "Will"]
        assert board.tag("Vulnerable") == "All"
        assert (board.tag("Contract"), board.tag("Declarer")) == ("1S", "E")
        assert board.leader == 2
        assert str(board.hands[1]) == "AKQJT98765.2.2.2"
        assert [card.name for card in board.plays[:4]] == ["S2", "S3", "S4", "SA"]
    assert (lin.tag("Result"), rbn.tag("Result"), rbn.tag("Event")) == ("9", "13", "Club night")
    for board in (lin, rbn):
        [again] = read_boards(write_boards([board]))
        assert [getattr(again, field) for field in FIELDS] == [
            getattr(board, field) for field in FIELDS
        ]


def test_a_play_of_rbn_ends_at_the_first_card_that_is_not_named() -> None:
    [board] = read_boards(RBN.replace(";D2H3-", ":S5HKDK-:DA"))
    assert [card.name for card in board.plays[4:]] == ["S5", "HK", "DK"]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("md|3S2", "md|7S2", "line 1: md|7S2HAK"),
        ("md|3S2H", "md|3S2X", "is not a hand: write suits and ranks"),
        ("S3HD", "S33HD", "holds 3S twice"),
        ("S3HD", "S2HD", "S2 is in"),
        ("mb|1S!", "mb|1Z", "mb|1Z| is not a call"),
        ("pc|S2", "pc|XX", "pc|XX| is not a card"),
        ("pc|S2", "pc|D3", "South plays D3, which West holds"),
        ("pc|S2", "pc|H3|pc|C4|pc|D3", "West plays C4, which North holds"),
        ("H S:", "H X:", "the first seat of H is 'X'"),
        ("2.AKQJ", "x.AKQJ", "has cards that are not named"),
        ("2.AKQJ", "2.AAQJ", "holds AH twice"),
        ("A NB", "A QB", "the dealer in A is 'Q'"),
        ("P1S*", "P1Q*", "is not a call"),
        ("C 1S:E", "C 9S:E", "C 9S:E is not a contract"),
        ("C 1S:E", "C 1S", "the declarer in C is ''"),
        ("C 1S:E", "C 1S:E:X", "the leader in C is 'X'"),
        ("P S234", "P 234", "is not a trick: write a suit"),
        ("P S234", "P S2D34", "trick 1: West plays D3 on the lead of S2 and holds S3: a revoke"),
        ("C 1S:E", "C 1S:N", "East plays S2, which South holds"),
    ],
)
def test_a_fault_is_one_line_that_names_board_and_line(old: str, new: str, told: str) -> None:
    text = LIN if old in LIN else RBN
    assert text.count(old) == 1
    with pytest.raises(OddtrickError) as refused:
        list(read_boards(text.replace(old, new)))
    assert str(refused.value).startswith("board 1, line ")
    assert told in str(refused.value)
    assert "\n" not in str(refused.value)


@given(st.text("md|,SHDCpcb123AKx \n") | st.text("HAPCNB NESW:;.SHDCAK23x-?\n{}"))
def test_any_text_is_boards_or_refused(text: str) -> None:
    for prefix in ("md|", "H N:", ""):
        for _, found in scan_boards(prefix + text):
            told = "" if isinstance(found, Board) else str(found.located())
            assert "\n" not in told


def test_a_contract_is_the_last_bid_by_whoever_first_named_its_suit() -> None:
    assert contract_of(0, []) is None
    assert contract_of(0, ["P"] * 4) is None
    assert contract_of(0, ["1H", "P", "2C", "P", "3H", "X", "R", "P", "P", "P"]) == ("3HXX", 0)
    assert contract_of(2, ["1H", "1S", "2H", "2S", "P", "P", "P"]) == ("2S", 3)
    assert contract_of(1, ["1S", "X", "2S", "P", "4S", "P"]) == ("4S", 1)


@pytest.mark.parametrize(("name", "text"), [("a.lin", LIN), ("a.rbn", RBN), ("deals.txt", RBN)])
def test_commands_read_them_whatever_their_name(name: str, text: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text)
    done = oddtrick("pbn", "import", "--json", name, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["record"]["names"] == ["Ned", "Eve", "Sue", "Will"]
    for args in (("replay", name), ("solve", name, "--played", "0")):
        done = oddtrick(*args, cwd=tmp_path)
        assert (done.returncode, done.stderr) == (0, ""), args
        assert f"{name}: board 1" in done.stdout


def test_deals_alone_get_their_trumps_from_the_command_line(tmp_path: Path) -> None:
    for name, text in (
        ("a.lin", LIN.partition("|rh|")[0]),
        ("a.rbn", RBN.partition("C 1S")[0].replace("P1S*P:PP", "")),
        ("a.pbn", f'[Dealer "N"][Deal "{deal_of(LIN)}"]'),
    ):
        (tmp_path / name).write_text(text)
        refused = oddtrick("pbn", "import", name, cwd=tmp_path)
        assert (refused.returncode, "trumps are not known" in refused.stderr) == (1, True), name
        for trump in "SHDCN":
            done = oddtrick("pbn", "import", name, "--trump", trump, cwd=tmp_path)
            assert (done.returncode, done.stderr) == (0, "")
            solved = oddtrick("solve", name, "--trump", trump, "--json", cwd=tmp_path)
            assert json.loads(solved.stdout)["value"] in range(14)
    wrong = oddtrick("pbn", "import", "a.pbn", "--trump", "Q", cwd=tmp_path)
    assert (wrong.returncode, wrong.error) == (2, "trump is 'Q': write S, H, D, C or N\n")


def deal_of(text: str) -> str:
    [board] = read_boards(text)
    return f"N:{' '.join(map(str, board.hands))}"


def test_records_are_not_taken_for_boards() -> None:
    for start in (b"", b"{}", b'  {"format"', b"[]", b'["a"', b"\x1f\x8b", b"\xef\xbb\xbf{", b"\0"):
        assert not holds_boards(start)
    for start in (
        b'[ Event "x"]',
        b"% PBN 2.1",
        b"pn|a|",
        b"\nqx|o1|",
        b"D 2026",
        b'\xef\xbb\xbf[A "',
    ):
        assert holds_boards(start)
