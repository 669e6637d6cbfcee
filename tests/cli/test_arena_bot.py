"""``oddtrick arena bot``: answers on standard output, and errors in one line."""

from __future__ import annotations

import json

import pytest

from oddtrick import __version__, new_match
from oddtrick.arena.view_json import encode_rules, encode_view
from tests.support.run_program import oddtrick

MATCH = new_match("whist", seed=1)
HELLO = {"type": "hello", "protocol": "oddtrick-bot/1", **encode_rules(MATCH.rules)}
VIEW = encode_view(MATCH.view(MATCH.to_act))
CHOOSE = {"type": "choose", "seed": 1, "view": VIEW}


def lines(*messages: object) -> str:
    return "".join(f"{json.dumps(message)}\n" for message in messages)


def test_a_bot_answers_each_message_with_a_line() -> None:
    done = oddtrick("arena", "bot", "casual", stdin=lines({**HELLO, "version": True}, CHOOSE))
    assert (done.stderr, done.returncode) == ("", 0)
    greeting, choice = map(json.loads, done.stdout.splitlines())
    assert greeting["protocol"] == "oddtrick-bot/1"
    assert greeting["version"].startswith(f"{__version__}+")
    assert choice["action"] in VIEW["legal"]


@pytest.mark.parametrize(
    ("args", "stdin", "status", "wrong"),
    [
        (("oracle",), "", 2, "oracle sees all cards"),
        (("nobody",), "", 2, "'nobody' is not a bot"),
        ((), "", 2, "the following arguments are required: BOT"),
        (("casual",), "tea\n", 1, "line 1: JSON is malformed"),
        (("casual",), lines(CHOOSE), 1, "line 1: the arena has not said hello"),
    ],
)
def test_errors_are_one_line(args: tuple[str, ...], stdin: str, status: int, wrong: str) -> None:
    done = oddtrick("arena", "bot", *args, stdin=stdin)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (status, "", 1)
    assert wrong in done.stderr
