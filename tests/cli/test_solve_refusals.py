"""Tests that ``oddtrick solve`` refuses invalid input in one helpful line."""

from __future__ import annotations

import pytest

from tests.support.run_program import EXAMPLES, oddtrick

DEAL = "N:A2... K3... ..A2. ..K3."
HERE = ("--trump", "D", "--leader", "1")
RECORD = str(EXAMPLES / "whist-1.record.json")
WRONG_USAGE = {
    "there is nothing to solve": (),
    "a deal needs --trump": (DEAL, "--leader", "N"),
    "a deal needs --trump (S, H, D, C, N) and --leader": (DEAL, "--trump", "N"),
    "'Q' is not a seat: write a number from 0, or N, E, S or W": (DEAL, *HERE[:-1], "Q"),
    "trump is 'X': write S, H, D, C or N": (DEAL, "--trump", "X", *HERE[2:]),
    "seat 5 can't lead: the seats are 0 to 3 (T1)": (DEAL, *HERE[:-1], "5"),
    "hands, seat 2: '..A2' is not a hand": ("A2... K3... ..A2 ..K3.", *HERE),
    "hands: there are 3, and whist has 4 seats": ("A2... K3... ..A2.", *HERE),
    "3S": ("A2... 3... 3.2.. ..K3.", *HERE),
    "trick, card 2: 'XS' is not a card": (DEAL, *HERE, "--trick", "4S XS"),
    "'bridge' is not a game": (DEAL, *HERE, "--game", "bridge"),
    "--sides is '0,x'": (DEAL, *HERE, "--sides", "0,x"),
    "sides has 2 numbers for 4 seats": (DEAL, *HERE, "--sides", "0,1"),
    "contract is missing: bid-whist is played under one, such as 3 uptown": (
        *(DEAL, *HERE, "--game", "bid-whist"),
    ),
    "'3 downtwon' is no contract of bid-whist: did you mean '3 downtown'?": (
        *(DEAL, *HERE, "--game", "bid-whist", "--contract", "3 downtwon", "--declarer", "N"),
    ),
    "'solo' is no contract of whist, which has none: leave it out": (
        *(DEAL, *HERE, "--contract", "solo"),
    ),
    "declarer is given without a contract: leave it out, or add that": (
        *(DEAL, *HERE, "--declarer", "N"),
    ),
    "3 downtown is played by the side of its declarer: name that (B2)": (
        *(DEAL, *HERE, "--game", "bid-whist", "--contract", "3 downtown"),
    ),
    "3 no trump low is played without trumps (B3)": (
        *(DEAL, *HERE, "--game", "bid-whist", "--contract", "3 no trump low", "--declarer", "N"),
    ),
    "a high deal is granded by a seat (M3)": (
        *(DEAL, "--trump", "N", *HERE[2:], "--game", "minnesota", "--contract", "high"),
    ),
    "a low deal is granded by nobody (M3)": (
        *(DEAL, "--trump", "N", *HERE[2:], "--game", "minnesota", "--contract", "low"),
        *("--declarer", "N"),
    ),
    "a deal is played without trumps (M1)": (
        *(DEAL, *HERE, "--game", "minnesota", "--contract", "low"),
    ),
    "proposal is played by two players (SO2)": (
        *(DEAL, *HERE, "--game", "solo-whist", "--contract", "proposal", "--declarer", "N"),
    ),
    "misere is played without trumps (SO2)": (
        *(DEAL, *HERE, "--game", "solo-whist", "--contract", "misere", "--declarer", "N"),
    ),
    "solo is played with trumps (SO2)": (
        *(DEAL, "--trump", "N", *HERE[2:], "--game", "solo-whist", "--contract", "solo"),
        *("--declarer", "N"),
    ),
    "oh-hell has no double-dummy value": (DEAL, *HERE, "--game", "oh-hell"),
    "--contract does not go with a record": (RECORD, "--contract", "solo"),
    "--played does not go with a deal": (DEAL, *HERE, "--played", "3"),
    "--threads does not go with a single position": (DEAL, *HERE, "--threads", "2"),
    "--trump does not go with a record": (RECORD, "--trump", "H"),
    "--line does not go with --jsonl": ("--jsonl", "--line"),
    "--deal: '0' is not a whole number from 1": (RECORD, "--deal", "0"),
    "--played: '-1' is not a whole number from 0": (RECORD, "--played", "-1"),
    "--threads: '0' is not a whole number from 1": ("--jsonl", "--threads", "0"),
    "--threads: 'x' is not a whole number from 1": ("--jsonl", "--threads", "x"),
}
FAILURES = {
    "there is no deal 9": (RECORD, "--deal", "9"),
    "cards played, not 53": (RECORD, "--played", "53"),
    "it is over": (RECORD, "--played", "52"),
    "no such file or directory": ("nowhere.json",),
    "nowhere.jsonl: no such file or directory": ("--jsonl", "nowhere.jsonl"),
}


@pytest.mark.parametrize("why", [*WRONG_USAGE, *FAILURES])
def test_an_unsolvable_input_is_one_line_of_error(why: str) -> None:
    args = (WRONG_USAGE | FAILURES)[why]
    done = oddtrick("solve", *args, stdin='{"hands": []}\n')
    assert (done.returncode, done.stdout) == (2 if why in WRONG_USAGE else 1, "")
    assert why in done.stderr
    assert done.stderr.count("\n") == 1
