"""Everything that can go wrong with any verb ends in one clear line and the documented status."""

from __future__ import annotations

import argparse
import gzip
import os
import pty
import shlex
import signal
import subprocess
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path
from unittest.mock import patch

import pytest

from oddtrick.cli import main, make_parser
from oddtrick.cli.errors import file_name, path
from oddtrick.cli.parser import Parser
from tests.support.extent import part
from tests.support.run_program import EXAMPLES, PROGRAM, Done, oddtrick, run_process

WHIST = str(EXAMPLES / "whist-1.record.json")
KNOCKOUT = str(EXAMPLES / "knockout-whist-1.record.json")
DEAL = "A2.K3.. K3.A2.. QJ...A2 T9...K3"

READERS = {
    "replay": ("replay", "{}"),
    "replay --verify": ("replay", WHIST, "--verify", "{}"),
    "review": ("review", "{}"),
    "perft": ("perft", "{}"),
    "solve": ("solve", "{}"),
    "pbn export": ("pbn", "export", "{}"),
    "pbn import": ("pbn", "import", "{}"),
    "play --resume": ("play", "--resume", "{}"),
    "db import": ("db", "import", "{}", "--data", "data"),
    "drive next": ("drive", "next", "{}"),
    "drive standings": ("drive", "standings", "{}"),
    "drive hands": ("drive", "hands", "{}"),
    "drive compare": ("drive", "compare", "{}"),
}
"""Commands that read a file, whose name takes the place of ``{}``."""

WRITERS = {
    "pbn export -o": ("pbn", "export", WHIST, "-o", "{}"),
    "arena --out": ("arena", "casual", "random", "--deals", "1", "--json", "--out", "{}"),
    "db export": ("db", "export", "{}", "--data", "data"),
}
"""Commands that write a file."""

PRINTERS = (
    ("--help",),
    ("--version",),
    ("rules",),
    ("rules", "whist"),
    ("rules", "whist", "--json"),
    ("completion", "zsh"),
    ("replay", WHIST),
    ("replay", WHIST, "--json"),
    ("games", "--json"),
    ("pbn", "export", WHIST),
    ("pbn", "export", WHIST, "--json"),
    ("solve", DEAL, "--trump", "S", "--leader", "N", "--cards"),
    ("arena", "casual", "random", "--deals", "1", "--json"),
    ("play", "whist", "--plain", "--seed", "1"),
    ("games",),
    ("drive", "balance", "--movement", "balanced", "--players", "16"),
    ("data", "--help"),
    ("game", "--help"),
    ("arena", "league", "table", "casual", "random", "--deals", "1", "--json"),
    ("review", KNOCKOUT, "--deal", "7", "--effort", "quick"),
    ("drive", "run", "--players", "8", "--deals", "1"),
)
"""Commands that print a line or more."""

PRINTERS_WITH_RICH = (
    ("arena", "casual", "random", "--deals", "1"),
    ("arena", "league", "table", "casual", "random", "--deals", "1"),
)
"""Commands that print tables by a library with errors of its own."""


def error_line(done: Done, status: int) -> str:
    """The error of a failed run: one line, and nothing else was printed."""
    assert (done.returncode, done.stdout) == (status, ""), done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stderr.endswith("\n")
    assert "Traceback" not in done.stderr
    assert done.stderr.isprintable() or done.stderr[:-1].isprintable()
    return done.error


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with files that are no records, each wrong in its own way."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    junk = bytes(range(256)) * 20
    whole = gzip.compress(Path(WHIST).read_bytes())
    for name, content in {
        "empty.json": b"",
        "empty.jsonl": b"",
        "blank.json": b" \n\n",
        "junk.json": junk,
        "junk.jsonl.gz": junk,
        "junk.jsonl.zst": junk,
        "cut-off.json.gz": whole[: len(whole) // 2],
        "nul.json": bytes(100),
        "nested.json": b"[" * 100_000,
        "list.json": b"[]",
        "other.json": b'{"format": "other/1"}',
        "odd.json": b'{"format": "oddtrick-drive/1", "rounds": 5}',
        "junk.pbn": junk,
        "empty.pbn": b"",
    }.items():
        (tmp_path / name).write_bytes(content)
    (tmp_path / "folder.json").mkdir()
    (tmp_path / "loop.json").symlink_to("loop.json")
    # Opens for anybody and cannot be read by anybody, not even by root.
    (tmp_path / "unreadable.json").symlink_to("/proc/self/mem")
    return tmp_path


@pytest.mark.parametrize("verb", part(READERS, 2))
def test_a_file_that_cannot_be_used_is_one_line_with_its_name(verb: str, folder: Path) -> None:
    names = [file.name for file in folder.iterdir()]
    assert len(names) == 17
    for name in [*names, "missing.json", "missing/record.json", "x" * 300, "new\nline.json"]:
        args = [name if arg == "{}" else arg for arg in READERS[verb]]
        line = error_line(oddtrick(*args, cwd=folder), 1)
        assert line.startswith(" ".join(name[:100].splitlines())), (name, line)
    assert {file.name for file in folder.iterdir()} - {"data"} == set(names)


def test_solving_lines_of_junk_answers_each_with_an_error(folder: Path) -> None:
    for name in ("junk.json", "nul.json", "nested.json", "list.json"):
        done = oddtrick("solve", "--jsonl", name, cwd=folder)
        assert (done.returncode, done.stderr) == (1, "")
        assert all(line.startswith('{"error":"') for line in done.stdout.splitlines())
    for name in ("folder.json", "loop.json", "missing.json", "unreadable.json"):
        assert error_line(oddtrick("solve", "--jsonl", name, cwd=folder), 1).startswith(f"{name}: ")


@pytest.mark.parametrize("verb", part(WRITERS, 3))
def test_an_output_that_cannot_be_written_is_one_line_with_its_name(
    verb: str, folder: Path
) -> None:
    assert oddtrick("db", "upgrade", "--data", "data", cwd=folder).returncode == 0
    before = {file.name for file in folder.iterdir()}
    for name in ("folder.json", "missing/out", "loop.json/out", "/proc/out", "x" * 300):
        args = [name if arg == "{}" else arg for arg in WRITERS[verb]]
        line = error_line(oddtrick(*args, cwd=folder), 1)
        assert line.startswith(name[:100]), (name, line)
    assert {file.name for file in folder.iterdir()} == before


@pytest.mark.parametrize("verb", [*READERS, *WRITERS])
def test_an_empty_file_name_is_wrong_usage(verb: str) -> None:
    args = ["" if arg == "{}" else arg for arg in (READERS | WRITERS)[verb]]
    assert "the name is empty: name a file; see oddtrick " in error_line(oddtrick(*args), 2)


@pytest.mark.parametrize("parser", part(make_parser().walk(), 20), ids=lambda parser: parser.prog)
def test_a_number_that_is_none_is_refused_in_our_words(
    parser: Parser, capsys: pytest.CaptureFixture[str]
) -> None:
    """By each option and argument that takes numbers, whatever they are used for."""
    words = parser.prog.split()[1:]
    for action in parser.arguments:
        if action.type in (None, str, file_name, path):
            continue
        for wrong in ("x", "", "1.5.2", "9" * 5000):
            if action.option_strings:
                args = [*words, f"{action.option_strings[-1]}={wrong}"]
            else:
                before = [each for each in parser.arguments if not each.option_strings].index(
                    action
                )
                args = [*words, *["1"] * before, wrong]
            assert main(args) == 2
            told = capsys.readouterr().err
            assert told.count("\n") == 1
            assert f": {wrong[:40]!r} is not a " in told


def checked_options(parser: Parser) -> list[argparse.Action]:
    """The options of a verb that accept some values only."""
    return [
        action
        for action in parser.arguments
        if action.option_strings
        and action.nargs != 0
        and (action.choices or action.type not in (None, str))
    ]


@pytest.mark.parametrize(
    "parser",
    part([*filter(checked_options, make_parser().walk())], 6),
    ids=lambda parser: parser.prog,
)
def test_a_wrong_value_of_any_option_is_one_line(parser: Parser) -> None:
    words = parser.prog.split()[1:]
    for action in checked_options(parser):
        option = action.option_strings[0]
        wrong = "" if action.type in (file_name, path) else "?"
        given = [f"{option}={wrong}"] if option.startswith("--") else [option, wrong]
        assert option in error_line(oddtrick(*words, *given), 2)
        if action.nargs is None:
            assert option in error_line(oddtrick(*words, option), 2)


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("review {} --seed 1.5", "--seed: '1.5' is not a whole number"),
        ("review {} --deal 99999999999999999999", "in deal 99999999999999999999: cards were"),
        ("perft {} --depth -1", "--depth: '-1' is not a whole number from 0"),
        (f"solve --trump X --leader N '{DEAL}'", "trump is 'X': write S, H, D, C or N"),
        (f"solve --trump S --leader 9 '{DEAL}'", "is not a seat"),
        (f"solve --trump S --leader N --sides 0,1 '{DEAL}'", "sides has 2 numbers for 4 seats"),
        ("play whist --seat 4", "the seats are 0 to 3"),
        ("play whist --bot nobody", "'nobody' is not a bot"),
        ("play scotch-whist --players 9", "a whole number from 2 to 8, not 9"),
        ("serve --port 99999", "--port: '99999' is invalid, give a number from 0 to 65535"),
        ("serve --port x", "--port: 'x' is invalid"),
        ("serve --workers 0", "--workers: '0' is invalid"),
        ("serve --workers 2", "SQLite has one writer process"),
        ("db check --database mysql://x", "--database: give a URL that begins with postgresql://"),
        ("db check --database sqlite:///", "invalid database URL: use sqlite:///FILE"),
        ("db check --data a --database sqlite:///b", "give --data or --database, not both"),
        ("db check --data nowhere", "nowhere/oddtrick.sqlite3: no such database"),
        ("rules trick-plya", "'trick-plya' is not a game: the games are "),
        ("replay {} --verify {}", "this is not a proof"),
        (f"replay {{}} {{}} --verify {shlex.quote(WHIST)}", "--verify takes one record"),
        ("--plugin no_such_module rules", "the plugin no_such_module can't be loaded"),
    ],
)
def test_a_wrong_argument_is_one_line_that_says_what_is_allowed(
    command: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ODDTRICK_PLUGINS", "")
    by_content = ("review", "replay", "--plugin", "db check --data nowhere")
    status = 1 if command.startswith(by_content) and "--seed" not in command else 2
    done = oddtrick(*shlex.split(command.replace("{}", shlex.quote(WHIST))), cwd=tmp_path)
    assert said in error_line(done, status)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("args", [*part(PRINTERS, 2), *PRINTERS_WITH_RICH], ids=" ".join)
def test_a_reader_that_closes_the_output_early_is_no_error(
    args: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    reading, writing = os.pipe()
    os.close(reading)
    err = TextIOWrapper(BytesIO(), encoding="utf-8")
    with (
        os.fdopen(writing, "w", encoding="utf-8") as pipe,
        patch.multiple(sys, stdout=pipe, stderr=err, stdin=TextIOWrapper(BytesIO())),
    ):
        assert main(args) == 0
    err.seek(0)
    assert err.read() == ""


def test_head_ends_a_real_program_quietly() -> None:
    for verb in ("rules whist", "--help"):
        command = f"{shlex.join(PROGRAM)} {verb} | head -1; echo ${{PIPESTATUS[0]}}"
        done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
        assert (done.stderr, done.stdout.splitlines()[-1]) == ("", "0")


def test_closed_standard_error_changes_no_output_and_no_status() -> None:
    for verb, status in (("rules bridge", 2), ("replay nowhere", 1)):
        command = f"{shlex.join(PROGRAM)} {verb} 2>&-"
        done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout, done.stderr) == (status, "", "")


class _Interrupted(BytesIO):
    """A standard input at which somebody presses Ctrl-C."""

    def read(self, size: int | None = -1) -> bytes:
        raise KeyboardInterrupt

    read1 = readline = readinto = read  # type: ignore[assignment]


@pytest.mark.parametrize(
    "verb", [verb for verb in READERS if not verb.startswith(("play", "drive"))]
)
def test_ctrl_c_ends_any_reader_with_status_130_and_no_word(
    verb: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(_Interrupted()))
    assert main(["-" if arg == "{}" else arg for arg in READERS[verb]]) == 130
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    "args",
    [("review", WHIST, "--effort", "expert"), ("play", "whist", "--plain")],
    ids=["busy", "waiting"],
)
def test_ctrl_c_ends_a_real_program_at_once(args: tuple[str, ...]) -> None:
    """A review is at work in many threads, and shows its progress; a game waits for a card."""
    terminal, shown_there = pty.openpty()
    waits = args[0] == "play"
    running = subprocess.Popen(
        [*PROGRAM, *args],
        stdin=subprocess.PIPE,
        stdout=shown_there if waits else subprocess.PIPE,
        stderr=subprocess.PIPE if waits else shown_there,
        text=True,
    )
    os.close(shown_there)
    try:
        assert os.read(terminal, 1)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
    finally:
        running.kill()
        os.close(terminal)
    assert (running.returncode, out or "", err or "") == (130, "", "")


def test_a_real_program_fails_as_it_does_here() -> None:
    """The table above runs in this process; a few of its rows in a process of their own."""
    for args in (("rveiw",), ("replay", "nowhere.json"), ("rules", "bridge")):
        apart = run_process(*args)
        assert (apart.returncode, apart.stdout, apart.stderr) == oddtrick(*args)


def test_every_verb_is_in_a_table() -> None:
    """A new verb gets its row: the verbs without files are those that print."""
    rows = [*READERS.values(), *WRITERS.values(), *PRINTERS]
    verbs = make_parser().verbs
    assert verbs is not None
    assert set(verbs.parsers) - {row[0] for row in rows} <= {"serve"}
