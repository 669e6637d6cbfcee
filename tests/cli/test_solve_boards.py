"""Tests of ``oddtrick solve`` on boards in PBN: endings and whole deals."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from oddtrick.cards import CARDS, Suit
from oddtrick.pbn import Board, write_boards
from tests.support.pbn_boards import SUITS, dealt, played_on
from tests.support.run_program import EXAMPLES, oddtrick
from tests.support.solver.dds import endplay

SQUEEZE = """[Deal "N:432.J.. ..A4.54 8.Q.T.9 .A..QJ6"]
[Contract "1S"]
[Declarer "N"]
[Play "E"]
DA DT HA S2
+  -  -  HJ
"""
ENDINGS = 40


def solved(file: Path, *flags: str) -> list[dict[str, Any]]:
    done = oddtrick("solve", file, "--cards", "--json", *flags)
    assert done.stderr == ""
    return [json.loads(line) for line in done.stdout.splitlines()]


def endings() -> list[Board]:
    """Endings of two to seven cards a hand, some with cards played."""
    rng, boards = Random("endings in PBN"), []
    for _ in range(ENDINGS):
        size = rng.randint(2, 7)
        board = Board(
            hands=dealt(rng.sample(CARDS, 4 * size), size),
            trump=rng.choice(SUITS),
            leader=rng.randrange(4),
        )
        choices = [rng.randrange(13) for _ in range(rng.randrange(4 * size - 4))]
        boards.append(played_on(board, choices if rng.random() < 0.6 else []))
    return boards


def solved_by_dds(text: str) -> list[dict[str, int]]:
    """The values of all cards, read and solved by endplay."""
    found = []
    for board in endplay("parsers.pbn").loads(text):
        for card in board.play:
            board.deal.play(card)
        cards = endplay("dds.solve").solve_board(board.deal)
        found.append({card.rank.abbr + card.suit.name[0].upper(): tricks for card, tricks in cards})
    return found


def test_endings_have_the_values_that_a_bridge_solver_finds(tmp_path: Path) -> None:
    text = write_boards(endings())
    (tmp_path / "endings.pbn").write_text(text)
    ours = solved(tmp_path / "endings.pbn")
    assert [answer["cards"] for answer in ours] == solved_by_dds(text)
    assert [answer["value"] for answer in ours] == [max(each["cards"].values()) for each in ours]


def test_an_ending_is_solved_where_its_play_stops(tmp_path: Path) -> None:
    (tmp_path / "a.pbn").write_text(SQUEEZE)
    done = oddtrick("solve", "a.pbn", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    first, turn, *_, value = done.stdout.splitlines()
    assert first == "a.pbn: board 1"
    assert turn == "spades are trumps, seat 0 led, JH on the table, seat 1 to play"
    assert value == "seats 1 and 3 take 0 of 3 tricks"
    lead = oddtrick("solve", "a.pbn", "--played", "0", cwd=tmp_path).stdout.splitlines()
    assert lead[1] == "spades are trumps, seat 1 to lead"


def test_trumps_and_leader_may_come_from_the_command_line(tmp_path: Path) -> None:
    bare = tmp_path / "bare.pbn"
    bare.write_text('[Deal "N:432.J.. ..A4.54 8.Q.T.9 .A..QJ6"]')
    full = tmp_path / "full.pbn"
    full.write_text(SQUEEZE)
    asked = ("--trump", "H", "--leader", "S")
    by_hands = oddtrick(
        "solve", "N:432.J.. ..A4.54 8.Q.T.9 .A..QJ6", *asked, "--cards", "--json"
    ).stdout
    assert solved(bare, *asked) == [json.loads(by_hands)]
    assert solved(full, *asked, "--played", "0") == solved(bare, *asked)


@pytest.mark.parametrize("game", ["whist", "colonial-whist"])
@pytest.mark.parametrize("objective", ["tricks", "points"])
def test_a_whole_deal_is_solved_like_its_record(tmp_path: Path, game: str, objective: str) -> None:
    boards, records = tmp_path / "a.pbn", tmp_path / "a.jsonl"
    boards.write_text(oddtrick("pbn", "export", EXAMPLES / f"{game}-1.record.json").stdout)
    assert oddtrick("pbn", "import", boards, "-o", records).returncode == 0
    moment = ("--played", "37", "--objective", objective)
    assert solved(boards, *moment) == solved(records, *moment)


DEAL = '[Deal "N:A2... K3... .A2.. .K3.."]'


@pytest.mark.parametrize(
    ("text", "flags", "message"),
    [
        (DEAL, (), "trumps are not known: give --trump, or a [Contract] in the file"),
        (DEAL, ("--trump", "N"), "it is not known who leads: give --leader, or in the file"),
        (DEAL, ("--trump", "N", "--leader", "5"), "seats are 0 to 3"),
        (DEAL, ("--trump", "N", "--leader", "N", "--deal", "2"), "there is no deal 2"),
        ('[Deal "N:A2... - .A2.. .K3.."]', ("--trump", "N", "--leader", "N"), "East's hand is not"),
        ('[Deal "N:A2... K... .A2.. .K3.."]', (), "the hands have different sizes"),
        (SQUEEZE, ("--trump", "H"), "cards are played with other trumps or another leader"),
        (SQUEEZE, ("--played", "6"), "the board has 5 cards played, not 6: give fewer"),
        ("", (), "holds no board"),
    ],
)
def test_a_board_that_cannot_be_solved_is_refused(
    tmp_path: Path, text: str, flags: tuple[str, ...], message: str
) -> None:
    (tmp_path / "a.pbn").write_text(text)
    done = oddtrick("solve", "a.pbn", *flags, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.error.startswith("a.pbn: ")
    assert done.stderr.count("\n") == 1
    assert message in done.stderr


def test_the_last_card_of_a_complete_play_leaves_nothing_to_solve(tmp_path: Path) -> None:
    ending = played_on(Board(hands=dealt(list(CARDS), 1), trump=Suit.CLUBS, leader=0), [0] * 4)
    (tmp_path / "a.pbn").write_text(write_boards([ending]))
    assert oddtrick("solve", "a.pbn", cwd=tmp_path).returncode == 0  # its lead
    done = oddtrick("solve", "a.pbn", "--played", "4", cwd=tmp_path)
    assert (
        done.error
        == "a.pbn: board 1: no card is left to play: the deal is over; give a smaller --played\n"
    )
