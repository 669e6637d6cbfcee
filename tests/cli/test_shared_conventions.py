"""The conventions that all verbs share: help, examples, suggestions and exit statuses."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from unittest.mock import patch

import pytest

from oddtrick import __version__
from oddtrick.cli import make_parser
from oddtrick.cli import review as review_verb
from oddtrick.cli.errors import STATUSES
from oddtrick.cli.parser import Parser
from oddtrick.games import GAMES, Game, options_of
from oddtrick.record import encode_record
from tests.support.extent import part, times
from tests.support.perft.perft_data_files import load
from tests.support.review_deals import LITTLE
from tests.support.run_program import EXAMPLES, oddtrick

ROOT = Path(__file__).parents[2]
PARSERS = list(make_parser().walk())
SHOWN = [command for parser in PARSERS for command, _ in parser.examples]

NOT_RUN = ("serve", "arena", "data", "db", "drive", "game")
"""Verbs whose examples are parsed only: they serve, take minutes, or need files of their own."""

DEALS = times(1, whole=5)
"""The deals of the match that is replayed and reviewed."""


def words_of(parser: Parser) -> list[str]:
    """The words that name a parser, without the program's."""
    return parser.prog.split()[1:]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that the examples name, and with saved games."""
    record = (EXAMPLES / "whist-1.record.json").read_bytes()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    for kind in ("unfinished", "finished"):
        (tmp_path / "data" / "oddtrick" / kind).mkdir(parents=True)
        (tmp_path / "data" / "oddtrick" / kind / f"{kind}.json").write_bytes(record)
    place = min(load("whist"), key=lambda place: place.sequences)
    game = json.loads(record)
    (tmp_path / "game.json").write_text(json.dumps({**game, "deals": game["deals"][:DEALS]}))
    (tmp_path / "games.jsonl").write_bytes(b" ".join(record.splitlines()) + b"\n")
    (tmp_path / "ending.json").write_bytes(encode_record(place.record))
    for name in ("problems.pbn", "bridge.pbn"):
        shutil.copy(ROOT / "tests/data/pbn/whist.pbn", tmp_path / name)
    return tmp_path


@pytest.mark.parametrize("parser", PARSERS, ids=lambda parser: parser.prog)
def test_every_help_has_examples_of_its_own(parser: Parser) -> None:
    done = oddtrick(*words_of(parser), "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert 1 <= len(parser.examples) <= 2
    for command, meaning in parser.examples:
        assert f"  {command}\n      {meaning}\n" in done.stdout
        assert command.startswith("oddtrick ")
    assert max(map(len, done.stdout.splitlines())) <= 80


@pytest.mark.parametrize("command", part(sorted(set(SHOWN)), 30))
def test_every_example_is_accepted_and_does_what_it_says(command: str, folder: Path) -> None:
    _, verb, *args = shlex.split(command)
    if ">" in args:
        args = args[: args.index(">")]
    if "--help" not in args:  # which ends the program
        make_parser().parse_args([verb, *args])
    if verb in NOT_RUN:
        return
    with patch.object(review_verb, "_budget", lambda name: LITTLE):
        done = oddtrick(verb, *args, cwd=folder)
    assert (done.returncode, done.stderr) == (0, "")
    named = args[-1] if "-o" in args else None
    assert (folder / named).stat().st_size if named else done.stdout


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["rveiw"], "oddtrick: unknown verb 'rveiw': did you mean 'review'?"),
        (["relay", "x.json"], "oddtrick: unknown verb 'relay': did you mean 'replay'?"),
        (["--plug", "sys", "arna"], "oddtrick: unknown verb 'arna': did you mean 'arena'?"),
        (["zzz"], "oddtrick: unknown verb 'zzz': choose from play, serve, drive,"),
        (["pbn", "exprt"], "oddtrick: unknown direction 'exprt': did you mean 'export'?"),
        (["db", "chekc"], "oddtrick: unknown action 'chekc': did you mean 'check'?"),
        (["play", "wist"], "oddtrick: unknown game 'wist': did you mean 'whist'?"),
        (
            ["review", "x.json", "--treads=3"],
            "oddtrick: unknown option --treads: did you mean '--threads'?",
        ),
        (
            ["play", "whist", "--honors=none"],
            "oddtrick: unknown option --honors: did you mean '--honours'?",
        ),
        (["rules", "-x"], "oddtrick: unknown option -x; see oddtrick rules --help"),
        (["perft", "a", "b"], "oddtrick: unexpected argument 'b'; see"),
        (
            ["review", "x.json", "--effort=fast"],
            "argument --effort: invalid choice: 'fast' (choose",
        ),
        (
            ["replace", "a.json"],
            "'replace': did you mean 'oddtrick drive replace'? See oddtrick --help",
        ),
        (["league", "x"], "unknown verb 'league': did you mean 'oddtrick arena league'?"),
        (["check", "x"], "did you mean 'oddtrick data check' or 'oddtrick game check' or "),
        (["play", "catch"], "unknown game 'catch': choose from whist, "),
        (
            ["play", "whist", "--players=3"],
            "oddtrick: unknown option --players; see oddtrick play whist",
        ),
        (["--json", "games"], "oddtrick: --json belongs to a verb: write it behind that; see"),
        (["--hlep"], "oddtrick: unknown option --hlep: did you mean '--help'? See oddtrick --help"),
        (["-v"], "oddtrick: unknown option -v; see oddtrick --help"),
        (["replay", "--jsno"], "unknown option --jsno: did you mean '--json'? See oddtrick replay"),
        (["db", "--daat=x"], "oddtrick: unknown option --daat; see oddtrick db --help"),
        (["arena", "--delas", "3"], "oddtrick: unknown option --delas: did you mean '--deals'?"),
        (["games", "-json"], "oddtrick: unknown option -json: did you mean '--json'?"),
        (["arena", "--sprt", "-1,1"], "--sprt: expected one argument, joined by = if it begins"),
        (["--plugin", "sys"], "oddtrick: the following arguments are required: VERB; see oddtrick"),
        (["rules", "wist"], "oddtrick: 'wist' is not a game: did you mean 'whist'?"),
        (["arena", "clbu", "casual"], "oddtrick: 'clbu' is not a bot: did you mean 'club'?"),
        (["arena", "pmc-20", "club"], "oddtrick: 'pmc-20' is not a bot: did you mean 'pimc-20'?"),
        (
            ["arena", "club", "casual", "--deals", "99999999"],
            "argument --deals: '99999999' is not a whole number from 1 to 10000000; see",
        ),
        (["replay"], "oddtrick: the following arguments are required: FILE; see"),
        (["replay", ""], "oddtrick: argument FILE: the name is empty: name a file; see"),
    ],
)
def test_wrong_usage_is_one_line_with_a_suggestion_and_status_2(args: list[str], said: str) -> None:
    done = oddtrick(*args)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.error
    assert "--help" in done.stderr or "is not a" in done.stderr


GROUPS = [parser for parser in PARSERS if parser.verbs and parser.verbs.required]


@pytest.mark.parametrize("parser", GROUPS, ids=lambda parser: parser.prog)
def test_whoever_asks_for_nothing_gets_the_help(parser: Parser) -> None:
    done = oddtrick(*words_of(parser))
    assert done == oddtrick(*words_of(parser), "--help")
    assert (done.returncode, done.stderr) == (0, "")


def test_a_capital_v_prints_the_version_too() -> None:
    assert oddtrick("-V") == oddtrick("--version") == (0, f"oddtrick {__version__}\n", "")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@pytest.mark.parametrize("verb", [["arena"], ["arena", "league"]], ids=" ".join)
def test_the_help_shows_the_options_of_the_game_that_is_named(verb: list[str], game: Game) -> None:
    help_text = oddtrick(*verb, "--game", game.id, "--help").stdout
    shown = set(re.findall(r"^  (--[\w-]+)", help_text, re.MULTILINE))
    flags = {
        (one.id, "--" + {"deals": "match-deals"}.get(each.name, each.name).replace("_", "-"))
        for one in GAMES
        for each in options_of(one.options)
    }
    assert shown & {flag for _, flag in flags} == {flag for one, flag in flags if one == game.id}


def test_the_help_and_the_documentation_list_the_same_exit_statuses() -> None:
    text = oddtrick("--help").stdout
    page = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    for status, meaning in STATUSES:
        assert f"  {status:<4} {meaning}\n" in text
        assert f"| {status} | {meaning} |\n" in page


def test_importing_the_package_imports_neither_textual_nor_numpy() -> None:
    loads = "import sys, oddtrick; print(*{m.split('.')[0] for m in sys.modules})"
    done = subprocess.run([sys.executable, "-c", loads], capture_output=True, check=True)
    assert not {"textual", "rich", "numpy", "asyncio"} & set(done.stdout.decode().split())
