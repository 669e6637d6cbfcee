"""Tests of ``oddtrick solve --jsonl``: one JSON object per problem and per answer."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import pytest

from oddtrick.cards import CARDS, Hand, mask_of
from oddtrick.cli.solve_output import SolveStream
from oddtrick.solver import Position, solve, solve_cards
from tests.support.run_program import oddtrick

SMALL = '{"hands": ["A2...", "K3...", "..A2.", "..K3."], "trump": "D", "leader": 1}'
SOLVED = '{"value":1}'
COMMAND = [sys.executable, "-m", "oddtrick", "solve", "--jsonl"]


def _problem(rng: Random, cards: int) -> dict[str, Any]:
    dealt = rng.sample(CARDS, 4 * cards)
    hands = [str(Hand(mask_of(dealt[seat::4]))) for seat in range(4)]
    return {"hands": hands, "trump": rng.choice("SHDCN"), "leader": rng.randrange(4)}


def _position(problem: dict[str, Any]) -> Position:
    trump = None if problem["trump"] == "N" else problem["trump"]
    return Position.parse(problem["hands"], trump, problem["leader"])


def _lines(*problems: dict[str, Any]) -> str:
    return "".join(json.dumps(problem) + "\n" for problem in problems)


@pytest.mark.parametrize("threads", [1, 3])
def test_answers_keep_the_order_of_the_problems(threads: int) -> None:
    rng = Random(threads)
    problems = [_problem(rng, rng.randint(1, 6)) for _ in range(700)]
    done = oddtrick("solve", "--jsonl", "--threads", str(threads), stdin=_lines(*problems))
    assert (done.returncode, done.stderr) == (0, "")
    output = [json.loads(line) for line in done.stdout.splitlines()]
    assert output == [{"value": solve(_position(problem))} for problem in problems]


def test_cards_adds_the_value_of_every_legal_card(tmp_path: Path) -> None:
    rng = Random(5)
    problems = [_problem(rng, 4) for _ in range(30)]
    path = tmp_path / "problems.jsonl"
    path.write_text(_lines(*problems))
    done = oddtrick("solve", "--jsonl", "--cards", path)
    for problem, line in zip(problems, done.stdout.splitlines(), strict=True):
        values = solve_cards(_position(problem))
        assert json.loads(line) == {
            "value": max(values.values()),
            "cards": {str(card): value for card, value in values.items()},
        }


def test_omitted_fields_have_defaults() -> None:
    whole = {"trick": [], "sides": [0, 1, 0, 1], "game": "whist", "trumps_held_back": False}
    problem = json.loads(SMALL)
    without = problem | {"trump": None}
    output = oddtrick("solve", "--jsonl", stdin=_lines(problem, problem | whole, without))
    assert output.stdout.splitlines()[:2] == [SOLVED, SOLVED]
    assert output.stdout.splitlines()[2] == json.dumps(
        {"value": solve(_position(problem | {"trump": "N"}))}, separators=(",", ":")
    )


def test_unbroken_trumps_are_not_led() -> None:
    free = {"hands": ["A.2..", "K.3..", "Q...2"], "trump": "S", "leader": 0, "game": "knockout"}
    held = free | {"trumps_held_back": True}
    done = oddtrick("solve", "--jsonl", "--cards", stdin=_lines(free, held))
    first, second = (json.loads(line)["cards"] for line in done.stdout.splitlines())
    assert (set(first), set(second)) == ({"AS", "2H"}, {"2H"})


BAD = {
    "nonsense": "this is not JSON",
    "[1]": "this is not a problem: expected object, got array",
    "[" * 9000: "this is not",
    '{"hands": [], "leader": 0}': "the key trump is missing",
    SMALL.replace('"leader"', '"lead": 1, "leader"'): "'lead' is not a key: the keys are hands, ",
    SMALL.replace("1}", '"N"}'): "leader: expected int, got str",
    SMALL.replace("1}", "8}"): "leader: expected int <= 7",
    SMALL.replace("1}", "99999999999999999999}"): "leader: ",
    SMALL.replace('"A2..."', "7"): "hands, seat 0: expected str, got int",
    SMALL.replace("A2...", "AA..."): "hands, seat 0: 'AA...' holds AS twice",
    SMALL.replace("A2...", "A3..."): "3S is held twice",
    SMALL.replace("1}", '1, "trick": ["3S", "1S"]}'): "trick, card 2: '1S' is not a card",
    SMALL.replace("1}", '1, "game": "go"}'): "'go' is not a game",
    SMALL.replace("1}", '1, "out": [9]}'): "out, seat 0: expected int <= 7",
    "x" * 20_000: "the line is longer than 16 KB",
    '{"hands": "\\ud800"}': "this is not JSON",
}


def test_a_bad_line_yields_an_error_and_the_rest_is_solved() -> None:
    done = oddtrick("solve", "--jsonl", stdin="".join(f"{line}\n{SMALL}\n" for line in BAD))
    assert (done.returncode, done.stderr) == (1, "")
    output = done.stdout.splitlines()
    assert output[1::2] == [SOLVED] * len(BAD)
    for answer, why in zip(output[::2], BAD.values(), strict=True):
        assert list(json.loads(answer)) == ["error"]
        assert why in json.loads(answer)["error"]


def test_blank_lines_byte_order_marks_and_missing_final_newlines_are_accepted() -> None:
    done = oddtrick("solve", "--jsonl", stdin=f"\ufeff\n\n{SMALL}\r\n \n{SMALL}")
    assert done.stdout.splitlines() == [SOLVED, SOLVED]
    assert oddtrick("solve", "--jsonl").stdout == ""


def test_each_problem_is_answered_before_the_next_is_read() -> None:
    """Runs a dialogue in which a program reads each answer before it sends the next problem."""
    with subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for _ in range(3):
            process.stdin.write(SMALL + "\n")
            process.stdin.flush()
            assert process.stdout.readline() == SOLVED + "\n"
        process.stdin.close()
        assert process.wait(timeout=30) == 0


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for one process")
def test_ctrl_c_keeps_the_answers_and_reports_their_number() -> None:
    pipe = subprocess.PIPE
    with subprocess.Popen(COMMAND, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(SMALL + "\n")
        process.stdin.flush()
        assert process.stdout.readline() == SOLVED + "\n"
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 130
        assert process.stderr.read() == "stopped after 1 answers\n"
        assert process.stdout.read() == ""


def test_a_closed_answer_pipe_is_no_error(tmp_path: Path) -> None:
    path = tmp_path / "many.jsonl"
    path.write_text((SMALL + "\n") * 5000)
    program = f"{' '.join(COMMAND)} {path} | head -1"
    done = subprocess.run(program, shell=True, capture_output=True, check=False)  # noqa: S602
    assert done.stdout.decode() == SOLVED + "\n"
    assert done.stderr == b""


def test_a_terminal_shows_progress(capsys: pytest.CaptureFixture[str]) -> None:
    answering = SolveStream(cards=False, points=False, threads=1, show_progress=True)
    out = BytesIO()
    answering.run(BytesIO((SMALL + "\n").encode() * 3), out)
    assert out.getvalue().decode() == (SOLVED + "\n") * 3
    output = capsys.readouterr().err
    assert output.startswith("\r3 solved, ")
    assert output.endswith(" a second\n")
