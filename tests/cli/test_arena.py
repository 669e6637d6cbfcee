import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from functools import cache
from pathlib import Path
from typing import cast, get_args

import pytest

from oddtrick.arena import EXECUTORS, UNITS, Purpose
from oddtrick.arena.contest import CHUNK
from oddtrick.cli import arena_flags, make_parser
from tests.support.arena_programs import SAMPLE
from tests.support.extent import part
from tests.support.run_program import PROGRAM, Done, oddtrick

FEW = ("arena", "casual", "random", "--deals", "12", "--seed", "3")


@cache
def few(*args: str) -> Done:
    """A contest that several tests look at."""
    return oddtrick(*FEW, *args)


def run_json(*args: str | Path) -> list[dict[str, object]]:
    """The output with --json, without the elapsed time."""
    done = oddtrick(*args, "--json")
    assert (done.stderr, done.returncode) == ("", 0)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    for line in lines:
        assert line.pop("seconds") >= 0
    return lines


def test_json_is_one_line_with_these_keys() -> None:
    done = few("--json")
    assert done.stdout.count("\n") == 1
    answer = json.loads(done.stdout)
    assert list(answer) == ["a", "b", "unit", "deals", "mean", "ci95", "decided", "seconds"]
    low, high = answer["ci95"]
    assert low < answer["mean"] < high
    assert (answer["a"], answer["b"]) == ("casual", "random")
    assert (answer["unit"], answer["deals"], answer["decided"]) == ("tricks", 12, None)


def test_no_verdict_is_given_before_fifty_deals() -> None:
    for deals, decided in (("2", None), ("49", None), ("50", "better")):
        (answer,) = run_json("arena", "casual", "random", "--seed", "3", "--deals", deals)
        assert answer["decided"] == decided
    report = few().stdout
    assert "Decided" not in report
    assert "Undecided: fewer than 50 deals decide nothing." in report


@pytest.mark.parametrize("unit", ["firsts", "matches"])
def test_percentages_stay_within_0_and_100(unit: str) -> None:
    flags = ("--match", "deals", "--match-deals", "1", "--unit", unit, "--seed", "3")
    for bots in (("club", "random"), ("random", "club")):
        for deals in ("2", "9"):
            command = ("arena", *bots, *flags, "--deals", deals)
            (answer,) = run_json(*command)
            low, high = cast("list[float]", answer["ci95"])
            assert 0 <= low <= cast("float", answer["mean"]) <= high <= 1
            assert low < high
            shown = re.findall(r"(-?[\d.]+) %", oddtrick(*command).stdout)
            assert shown
            assert all(0 <= float(each) <= 100 for each in shown)


def test_one_deal_has_a_mean_and_no_interval() -> None:
    (answer,) = run_json(*FEW, "--deals", "1")
    assert answer["ci95"] == [None, None]
    assert "–" in oddtrick(*FEW, "--deals", "1").stdout


def test_the_report_shows_swing_intervals_and_times() -> None:
    done = few()
    assert (done.stderr, done.returncode) == ("", 0)
    assert "whist: casual against random, 12 deals, seed 3" in done.stdout
    for word in ("tricks a deal", "± ", "95 % by t", "95 % by bootstrap", "median", "CPU"):
        assert word in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert "…\n" not in done.stdout


@pytest.mark.parametrize("columns", ["0", "1", "x", "-5", "9" * 20])
def test_a_terminal_of_any_width_gets_every_figure(columns: str, tmp_path: Path) -> None:
    league = ("arena", "league", "table", "casual", "random", "--deals", "2")
    for report, last in ((FEW, "95 % by bootstrap"), (league, "a decision")):
        done = oddtrick(*report, columns=columns, cwd=tmp_path)
        assert (done.stderr, done.returncode) == ("", 0)
        found = [line for line in done.stdout.splitlines() if " ± " in line or last in line]
        heading, row = found[:2]
        assert heading.rstrip().endswith(last)
        assert " ± " in row
        assert "…\n" not in done.stdout


def test_shares_are_shown_in_per_cent_with_the_equal_share() -> None:
    report = oddtrick(*FEW, "--game", "knockout", "--players", "5").stdout
    assert "knockout-whist, 5 players: casual against random, 12 matches" in report
    assert "matches won" in report
    assert "Equal players come to 20.0 %." in report


def test_more_than_two_bots_play_each_pairing() -> None:
    answers = run_json("arena", "casual", "random", "oracle", "--deals", "2")
    pairs = [(answer["a"], answer["b"]) for answer in answers]
    assert pairs == [("casual", "random"), ("casual", "oracle"), ("random", "oracle")]


def test_together_seats_all_bots_at_the_same_tables() -> None:
    three = ("casual", "random", "casual", "--deals", "3", "--together")
    (answer,) = run_json("arena", *three, "--game", "scotch", "--players", "3")
    assert (answer["a"], answer["b"], answer["unit"]) == ("casual", "random+casual", "points")


def test_an_external_program_has_a_name() -> None:
    own = f"mine={sys.executable} {SAMPLE}"
    (answer,) = run_json("arena", "mine", "random", "--deals", "4", "--bot", own)
    assert answer["a"] == "mine"


def test_a_program_error_is_one_line_after_the_result(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(
        'input()\nprint(\'{"protocol": "oddtrick-bot/1"}\', flush=True)\ninput()\n'
        "raise SystemExit('no idea')\n"
    )
    named = f"mine={sys.executable} {bot}"
    done = oddtrick("arena", "mine", "random", "--deals", "3", "--bot", named, "--json")
    assert (done.returncode, json.loads(done.stdout)["deals"]) == (0, 3)
    assert done.error == (
        "mine: forfeited 3 of 3 deals; first deal 0: it exited with status 1: no idea\n"
    )


def test_the_sequential_test_stops_the_contest(tmp_path: Path) -> None:
    file = tmp_path / "deals.jsonl"
    many = ("arena", "casual", "random", "--deals", "500", "--sprt", "0,1", "--out", file)
    (answer,) = run_json(*many)
    assert answer["deals"] == 50
    assert file.read_text().count("\n") == 51
    report = oddtrick(*many).stdout
    assert "Decided in favour of the high figure, 1." in report
    undecided = oddtrick("arena", "casual", "random", "--deals", "49", "--sprt", "0,1").stdout
    assert "Undecided: the same command with more --deals goes on." in undecided


def test_a_contest_goes_on_until_it_is_decided(tmp_path: Path) -> None:
    file = tmp_path / "deals.jsonl"
    until = ("arena", "random", "casual", "--until", "0.5", "--out", file)
    (answer,) = run_json(*until)
    assert (answer["deals"], answer["decided"]) == (50, "worse")
    (stopped,) = run_json(*until, "--deals", "20")
    assert (stopped["deals"], stopped["decided"], stopped["ci95"]) == (20, None, [None, None])
    report = oddtrick(*until).stdout
    assert "Decided: random plays worse." in report
    assert "95 % at any time" in report
    assert "To know the mean to ± 0.5 takes about" in " ".join(report.split())
    (same,) = run_json("arena", "random", "random", "--until", "0.2")
    assert (same["deals"], same["decided"]) == (50, "even")


def test_what_is_reported_is_played_on_other_deals_than_what_was_chosen(tmp_path: Path) -> None:
    file = tmp_path / "deals.jsonl"
    choose, *reports = (
        run_json(*FEW, "--seed", seed, *purpose)
        for seed, *purpose in (("3",), ("3", "--purpose=report"), ("4", "--purpose=report"))
    )
    assert choose == run_json(*FEW, "--purpose", "choose", "--out", file)
    assert len({one["mean"] for (one,) in (choose, *reports)}) == 3
    assert "12 deals, seed 3 to report" in oddtrick(*FEW, "--purpose", "report").stdout
    refused = oddtrick(*FEW, "--purpose", "report", "--out", file)
    assert (refused.stdout, refused.returncode) == ("", 1)
    assert "started with purpose choose, not report" in refused.stderr


@pytest.mark.parametrize(
    ("args", "wrong"),
    [
        ((), "the following arguments are required: BOT"),
        (("casual",), "casual needs an opponent"),
        (("casual", "nobody"), "'nobody' is not a bot: the bots are "),
        (("casual", "random", "--game", "bridge"), "'bridge' is not a game: the games are whist"),
        (("casual", "random", "--players", "5"), "whist has no option 'players'"),
        (("casual", "random", "--target", "0"), "target is a whole number from 1, not 0 (W6)"),
        (("casual", "random", "--honours", "x"), 'honours is "none" or "'),
        (("casual", "random", "--deals", "0"), "--deals: '0' is not a whole number from 1"),
        (("casual", "random", "--chunk", "0"), "--chunk: '0' is not a whole number from 1"),
        (("casual", "random", "--workers", "0"), "--workers: '0' is not a whole number from 1"),
        (("casual", "random", "--limit", "0"), "--limit: '0' is not a number of seconds above 0"),
        (("casual", "random", "--limit", "nan"), "--limit: 'nan' is not a number of seconds"),
        (("casual", "random", "--sprt", "1"), "--sprt is '1': write two numbers, as in --sprt"),
        (("casual", "random", "--sprt", "1,0"), "--sprt is 1,0: the first number must be below"),
        (("casual", "random", "--sprt", "a,b"), "--sprt is 'a,b': write two numbers"),
        (("casual", "random", "--until", "0"), "--until: '0' is not a width above 0"),
        (("casual", "random", "--until", "1", "--sprt", "0,1"), "give one of them"),
        (("casual", "random", "--bot", "mine"), "--bot is 'mine': write NAME=COMMAND"),
        (("casual", "mine", "--bot", "mine=no-program"), "program 'no-program' not found"),
        (("casual", "random", "casual", "--together"), "whist has 2 sides here: casual needs 1 "),
    ],
)
def test_wrong_usage_is_one_line_and_status_2(args: tuple[str, ...], wrong: str) -> None:
    done = oddtrick("arena", *args, "--json")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert wrong in done.stderr


def test_resuming_another_contests_file_is_one_line_and_status_1(tmp_path: Path) -> None:
    file = tmp_path / "deals.jsonl"
    assert oddtrick(*FEW, "--deals", "1", "--out", file, "--json").returncode == 0
    before = file.read_bytes()
    for other in ("--seed=4", "--game=scotch", "--target=7", "--unit=matches"):
        done = oddtrick(*FEW, "--out", file, other)
        assert (done.stdout, done.returncode, done.stderr.count("\n")) == ("", 1, 1)
        assert "repeat the original command, or choose another name" in done.stderr
        assert file.read_bytes() == before


ENDLESS = ("--deals", "9999", "--executor")
DEALS = 80
MANY = ("arena", "casual", "random", "--seed", "9", "--deals", str(DEALS), "--chunk", "2")


@cache
def whole_contest() -> list[dict[str, object]]:
    """The result of a contest that nobody stopped."""
    return run_json(*MANY)


@pytest.mark.whole(
    held_by="tests/arena/test_results_file.py::test_a_file_truncated_at_any_byte_resumes_to_the_same_end"
)
@pytest.mark.parametrize(
    ("name", "executor", "kills"),
    part(
        [
            ("deals.jsonl", "threads", (4, 12)),
            ("deals.jsonl", "processes", (4,)),
            ("deals.parquet", "threads", (4, 12)),
        ],
        1,
    ),
)
def test_a_killed_contest_resumes_to_the_same_result(
    tmp_path: Path, name: str, executor: str, kills: tuple[int, ...]
) -> None:
    if name.endswith("parquet"):
        pytest.importorskip("pyarrow")
    file = tmp_path / name
    growing = file.with_name(name + ".part") if name.endswith("parquet") else file
    args = (*MANY, "--out", file, "--executor", executor)
    for lines in kills:
        pids = _killed_at(lines, growing, args)
        data = growing.read_bytes()
        assert lines <= data.count(b"\n") <= DEALS
        assert _gone(pids)
    assert run_json(*args) == whole_contest()
    if name.endswith("jsonl"):
        numbers = [json.loads(line)["deal"]["number"] for line in file.read_text().splitlines()[1:]]
        assert numbers == list(range(DEALS))
    assert [one.name for one in tmp_path.iterdir()] == [name]


def _killed_at(lines: int, file: Path, args: tuple[str | Path, ...]) -> list[int]:
    """Kills the program when its file has a number of lines; returns its processes."""
    running = subprocess.Popen([*PROGRAM, *map(str, args), "--json"], stdout=subprocess.DEVNULL)
    try:
        while not file.exists() or file.read_bytes().count(b"\n") < lines:
            assert running.poll() is None
            time.sleep(0.002)
        pids = _children(running.pid)
    finally:
        running.send_signal(signal.SIGKILL)
        assert running.wait() == -signal.SIGKILL
    return pids


def _children(pid: int) -> list[int]:
    found = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in found.read_text().split()] if found.exists() else []


def _gone(pids: list[int]) -> bool:
    """Returns True once all processes have exited, as orphaned workers do."""
    for _ in range(200):
        if not any(Path(f"/proc/{pid}").exists() and not _dead(pid) for pid in pids):
            return True
        time.sleep(0.05)
    return False


def _dead(pid: int) -> bool:
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return True
    return stat.rpartition(")")[2].split()[0] == "Z"


@pytest.mark.parametrize("executor", part(["processes", "threads"], 1))
def test_an_interrupted_contest_keeps_its_deals_and_prints_nothing(
    tmp_path: Path, executor: str
) -> None:
    file = tmp_path / "deals.jsonl"
    running = subprocess.Popen(
        [*PROGRAM, *MANY, *ENDLESS, executor, "--out", str(file)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        while not file.exists() or file.read_bytes().count(b"\n") < 4:
            assert running.poll() is None
            time.sleep(0.01)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
    finally:
        running.kill()
    assert (running.returncode, out, err) == (130, "", "")
    deals = file.read_text().splitlines()[1:]
    assert [json.loads(line)["deal"]["number"] for line in deals] == list(range(len(deals)))


def test_a_terminal_shows_a_progress_bar() -> None:
    master, slave = pty.openpty()
    done = subprocess.Popen(
        [*PROGRAM, *FEW, "--json"],
        stdout=subprocess.PIPE,
        stderr=slave,
        env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "100"},
    )
    os.close(slave)
    shown = b""
    while True:
        try:
            part = os.read(master, 4096)
        except OSError:  # the reader has closed the pipe
            break
        if not part:
            break
        shown += part
    os.close(master)
    out, _ = done.communicate(timeout=60)
    assert json.loads(out)["deals"] == 12
    assert "casual – random" in shown.decode()
    assert "12/12" in shown.decode()


def test_the_flags_match_the_arena_options() -> None:
    assert (arena_flags.UNITS, arena_flags.EXECUTORS) == (UNITS, EXECUTORS)
    assert arena_flags.PURPOSES == get_args(Purpose)
    args = make_parser().parse_args(["arena", "casual", "random", "--match-deals", "4"])
    assert (args.chunk, args.option_deals) == (CHUNK, 4)
