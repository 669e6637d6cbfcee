"""Tests of output where the character set has no suits."""

from __future__ import annotations

import codecs
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddtrick.cards import Suit
from oddtrick.cli.output import FOR_JSON, FOR_PEOPLE
from oddtrick.terminal.canvas import CardFrame
from tests.support.extent import part
from tests.support.run_program import EXAMPLES

WHIST = EXAMPLES / "whist-1.record.json"
KNOCKOUT = EXAMPLES / "knockout-whist-1.record.json"
ENVIRONMENTS = [{"LC_ALL": "C"}, {"LC_ALL": "POSIX"}, {"PYTHONIOENCODING": "ascii"}]
COMMANDS: dict[str, tuple[list[str | Path], bytes]] = {
    "replay": (["replay", WHIST], b""),
    "review": (["review", KNOCKOUT, "--deal=7", "--effort=quick"], b""),
    "solve": (["solve", KNOCKOUT, "--deal=1", "--played=9", "--cards", "--line"], b""),
    "rules": (["rules", "whist"], b""),
    "play": (["play", "whist", "--seed=6"], b"hint\ntrumps\ntrick\nscore\n"),
}


def run(args: list[str | Path], stdin: bytes, env: dict[str, str]) -> bytes:
    done = subprocess.run(
        [sys.executable, "-m", "oddtrick", *map(str, args)],
        input=stdin,
        capture_output=True,
        check=False,
        timeout=60,
        env={key: value for key, value in os.environ.items() if key != "LC_ALL"} | env,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout


@given(st.text())
def test_any_text_is_written_in_ascii_and_json_is_not_changed(text: str) -> None:
    assert text.encode("ascii", FOR_PEOPLE).isascii()
    told = json.dumps({"name": text}, ensure_ascii=False).encode("ascii", FOR_JSON)
    assert json.loads(told) == {"name": text}


@pytest.mark.parametrize("suit", Suit)
def test_a_suit_is_its_letter(suit: Suit) -> None:
    assert suit.symbol.encode("ascii", FOR_PEOPLE).decode() == suit.letter


def test_frames_keep_their_width_and_are_no_question_marks() -> None:
    for frame in CardFrame:
        drawn = frame.value.encode("ascii", FOR_PEOPLE)
        assert len(drawn) == len(frame.value)
        assert not set(b"?") & set(drawn)


def test_undecodable_input_is_not_taken_for_a_lacking_character() -> None:
    with pytest.raises(UnicodeDecodeError):
        codecs.decode(b"\xff", "utf-8", FOR_PEOPLE)


@pytest.mark.parametrize("verb", part(COMMANDS, 2))
def test_every_verb_writes_letters_where_the_locale_has_no_suits(verb: str, tmp_path: Path) -> None:
    args, stdin = COMMANDS[verb]
    data = {"XDG_DATA_HOME": str(tmp_path)}
    expected = run(args, stdin, {"PYTHONIOENCODING": "utf-8", **data}).decode()
    env = ENVIRONMENTS[len(verb) % len(ENVIRONMENTS)]
    told = run(args, stdin, {**env, **data}).decode("ascii")
    assert told.count("?") == expected.count("?")
    assert _columns(told) == _columns(expected.encode("ascii", FOR_PEOPLE).decode())


def _columns(text: str) -> list[str]:
    return [line for line in text.splitlines() if "--resume" not in line]


@pytest.mark.parametrize("env", part(ENVIRONMENTS, 1))
def test_json_is_complete_in_any_locale(env: dict[str, str], tmp_path: Path) -> None:
    record = json.loads(KNOCKOUT.read_text())
    record["names"] = ["Zoë", "王小明", "♠", "Bob", "Cid"]
    (tmp_path / "named.json").write_text(json.dumps(record))
    told = run(
        ["review", tmp_path / "named.json", "--json", "--deal=7", "--effort=quick"], b"", env
    )
    assert json.loads(told)["names"] == record["names"]
