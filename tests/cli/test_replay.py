"""Tests of ``oddtrick replay``, whose output other programs rely on."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from oddtrick.games import list_games
from oddtrick.record import encode_record, record_of
from tests.support.random_matches import course
from tests.support.run_program import EXAMPLES, oddtrick

GAMES = [game.id for game in list_games()]
RECORDS = sorted(EXAMPLES.glob("*.record.json"))


def result_for(record: Path) -> Any:
    return json.loads(record.with_name(record.name.replace("record", "result")).read_text())


def test_json_prints_the_result_object() -> None:
    done = oddtrick("replay", RECORDS[0], "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) == result_for(RECORDS[0])


def test_several_records_print_one_result_per_line_in_order() -> None:
    done = oddtrick("replay", "--json", *RECORDS)
    assert [json.loads(line) for line in done.stdout.splitlines()] == [
        result_for(record) for record in RECORDS
    ]


def test_json_lines_are_read_from_a_file_or_standard_input(tmp_path: Path) -> None:
    lines = "".join(json.dumps(json.loads(path.read_text())) + "\n" for path in RECORDS)
    (tmp_path / "all.jsonl").write_text(lines)
    from_file = oddtrick("replay", "--json", tmp_path / "all.jsonl")
    from_stdin = oddtrick("replay", "--json", "-", stdin=lines)
    assert from_file.stdout == from_stdin.stdout
    assert len(from_file.stdout.splitlines()) == len(RECORDS)


def test_the_report_names_the_sides_the_trumps_and_the_winner() -> None:
    done = oddtrick("replay", EXAMPLES / "whist-2.record.json")
    assert done.returncode == 0
    assert "hearts" in done.stdout
    assert "The match is over: seat 1+3 won." in done.stdout


def test_X6_the_report_and_the_result_tell_the_rubber_points(tmp_path: Path) -> None:
    match = course("whist", {"match": "rubber", "rubber_points": True, "target": 1}, 1)[-1]
    path = tmp_path / "rubber.json"
    path.write_bytes(encode_record(record_of(match)))
    first, second = match.standing.rubber
    assert abs(first - second) >= 1
    report = oddtrick("replay", path).stdout
    assert f"Rubber points: seat 0+2 {first}, seat 1+3 {second}." in report
    assert json.loads(oddtrick("replay", path, "--json").stdout)["rubber"] == [first, second]


@pytest.mark.parametrize("game", GAMES)
def test_the_report_tells_what_each_deal_was_played_for(game: str, tmp_path: Path) -> None:
    match = course(game, {}, 5)[-1]
    path = tmp_path / "match.json"
    path.write_bytes(encode_record(record_of(match)))
    heading, *lines = oddtrick("replay", path).stdout.splitlines()[2:]
    assert ("called" in heading.split()) == bool(match.rules.calls)
    for log, line in zip(match.all_deals, lines, strict=False):
        if log.contract is not None:
            side = "+".join(map(str, log.contract.side))
            assert (f"seat {side}: {log.contract.bid}" if side else str(log.contract.bid)) in line
        elif tricks := [phase for phase in log.calls if phase.name == "bids"]:
            assert f"  {' '.join(str(bid) for _, bid in sorted(tricks[0].made))}  " in line
        elif log.calls:
            assert "  nothing  " in line


def spoil(tmp_path: Path, name: str, **changes: Any) -> Path:
    """Copies an example with ``plays[index]`` of the first deal, or other keys, changed."""
    record = json.loads((EXAMPLES / f"{name}.record.json").read_text())
    deal = record["deals"][0]
    for key, value in changes.items():
        if key.startswith("play_"):
            plays, at = deal["hands"][0]["plays"], int(key[5:])
            plays[at : at + 1] = [value]
        else:
            deal[key] = value
    path = tmp_path / "game.json"
    path.write_text(json.dumps(record))
    return path


REFUSALS = [
    (
        "whist-1",
        {"play_1": "7H"},
        (
            "game.json: deal 1, hand 1, trick 1, seat 1: 7H does not follow suit, "
            "JS was led and seat 1 holds 3S 5S 9S TS KS (T3)"
        ),
    ),
    (
        "whist-1",
        {"play_4": "JS"},
        "game.json: deal 1, hand 1, trick 2, seat 3: JS has been played already (T3)",
    ),
    (
        "scotch-whist-1",
        {"play_12": "8S"},
        "game.json: deal 1, hand 1, trick 7, seat 0: 8S is played after the last trick",
    ),
    (
        "scotch-whist-1",
        {"turn_up": "TS"},
        "game.json: deal 1: TS is turned up, but seat 1, the dealer, lacks it (S4)",
    ),
    ("whist-1", {"trump": "S"}, "game.json: deal 1: trump is S, it must be D (W4)"),
    ("whist-1", {"turn_up": "AD"}, "game.json: deal 1: AD is turned up, but seat 3, the dealer, "),
    ("whist-3", {"trump": "N"}, "game.json: deal 1: trump is N, it must be H (R2)"),
    ("whist-1", {"dealer": 4}, "game.json: deal 1: seat 4 can't deal: the seats are 0 to 3 (T1)"),
    ("whist-1", {"dealer": "3"}, "game.json: deal 1, dealer: expected int, got str"),
    ("whist-1", {"dealt": 1}, "game.json: deal 1: it has the unknown key dealt"),
    ("whist-1", {"play_2": "ZZ"}, "game.json: deal 1, hand 1, trick 1, seat 2: 'ZZ' is not a card"),
]


@pytest.mark.parametrize(("name", "changes", "line"), REFUSALS, ids=lambda value: str(value)[:40])
def test_an_illegal_record_is_one_line_on_standard_error(
    tmp_path: Path, name: str, changes: dict[str, Any], line: str
) -> None:
    spoil(tmp_path, name, **changes)
    for extra in ([], ["--json"]):
        done = oddtrick("replay", "game.json", *extra, cwd=tmp_path)
        assert done.returncode == 1
        assert done.stdout == ""
        assert done.error.startswith(line)
        assert done.stderr.count("\n") == 1


def test_nothing_is_printed_when_one_of_several_is_illegal(tmp_path: Path) -> None:
    bad = spoil(tmp_path, "whist-1", trump="S")
    done = oddtrick("replay", RECORDS[0], bad, "--json")
    assert (done.returncode, done.stdout) == (1, "")


def test_control_characters_of_the_input_do_not_reach_the_terminal(tmp_path: Path) -> None:
    bad = spoil(tmp_path, "whist-1", play_0="\x1b[2J")
    done = oddtrick("replay", bad)
    assert "\x1b" not in done.stderr
    assert done.stderr.count("\n") == 1


def through_shell(command: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Runs a shell command in which ``$ODDTRICK`` is the program."""
    env = {**os.environ, "ODDTRICK": f"{sys.executable} -m oddtrick"}
    return subprocess.run(
        ["/bin/sh", "-c", command],
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=60,
        cwd=cwd,
        env=env,
    )


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("$ODDTRICK replay game.json >&-", "standard output is closed\n"),
        ("$ODDTRICK replay game.json >/dev/full", "no space left on device\n"),
        ("$ODDTRICK rules whist >/dev/full", "no space left on device\n"),
        ("$ODDTRICK replay - <&-", "-: this is not JSON: Input data was truncated\n"),
        (
            "$ODDTRICK pbn import /dev/zero",
            "/dev/zero: it is longer than the 16 MB that are read\n",
        ),
        (
            "$ODDTRICK pbn import - <&-",
            (
                '-: holds no board: a board of PBN begins with a tag, as in [Board "1"], '
                "one of LIN with md|, and one of RBN has a line H\n"
            ),
        ),
    ],
)
def test_closed_or_full_streams_are_one_line_of_error(
    tmp_path: Path, command: str, message: str
) -> None:
    spoil(tmp_path, "whist-1")
    done = through_shell(command, tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", f"oddtrick: {message}")


def test_unencodable_names_are_shown_with_replacements(tmp_path: Path) -> None:
    record = json.loads((EXAMPLES / "whist-1.record.json").read_text())
    record["names"] = ["Ünal", "日本", "Cal", "Dot"]
    (tmp_path / "game.json").write_text(json.dumps(record))
    done = through_shell("PYTHONIOENCODING=ascii $ODDTRICK replay game.json", tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Uenal+Cal" in done.stdout


@pytest.mark.parametrize(
    ("name", "shown"), [("a\nb\x1b.json", "a b�.json"), (os.fsdecode(b"\xff.json"), "�.json")]
)
def test_an_unusual_file_name_is_shown_in_one_line(tmp_path: Path, name: str, shown: str) -> None:
    spoil(tmp_path, "whist-1").rename(tmp_path / name)
    done = oddtrick("replay", name, cwd=tmp_path)
    assert done.returncode == 0
    assert done.stdout.startswith(f"{shown}: whist, 4 players\n")


def test_an_error_shows_the_file_name_as_typed(tmp_path: Path) -> None:
    spoil(tmp_path, "whist-1", dealer=4).rename(tmp_path / "a  b.json")
    assert oddtrick("replay", "a  b.json", cwd=tmp_path).error.startswith("a  b.json: deal 1: ")


def test_a_byte_order_mark_does_not_hide_json_lines(tmp_path: Path) -> None:
    line = json.dumps(json.loads(RECORDS[0].read_text())) + "\n"
    done = oddtrick("replay", "-", "--json", stdin="\ufeff" + line * 2)
    assert len(done.stdout.splitlines()) == 2
