"""Logs of drives written by earlier versions: first they held commands, then what came of them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from oddtrick.drive import decode_drive
from oddtrick.drive.live import commands as c
from oddtrick.drive.live.command_log import facts_of
from oddtrick.drive.live.facts import CommandBody, decode_body, encode_body
from oddtrick.drive.live.fold import fold_body, open_live
from oddtrick.drive.live.settings import OnlineSettings, PlanChoices
from oddtrick.drive.live.state import LiveDrive
from oddtrick.errors import OddtrickError
from tests.support.drives import ANN, DriveLog

DATA = Path(__file__).parents[1] / "data/drives"
OPENED = 1_800_000_000_000

DRIVES: list[dict[str, Any]] = msgspec.json.decode((DATA / "older_logs.json").read_bytes())
"""Each: the bodies of a log, with their times after the first, and the drive's file at its end."""


def logs_in(name: str) -> list[dict[str, Any]]:
    """Each: the time, key and body of the entries, and the state that the version of then had.

    People did anything at random: in each movement, in the hall and online.
    """
    return [msgspec.json.decode(line) for line in (DATA / name).read_text().splitlines()]


COMMAND_LOGS = logs_in("command_logs.jsonl")
FACT_LOGS = logs_in("fact_logs.jsonl")


def load(entries: Iterable[tuple[int, str, str]], *, rewritten: bool = False) -> LiveDrive:
    """Returns the drive of a log; rewritten: after its entries were changed into facts."""
    live: LiveDrive | None = None
    for at, key, text in entries:
        body = decode_body(text)
        if rewritten:
            assert isinstance(body, CommandBody)
            body = decode_body(encode_body(facts_of(live, body, at)))
        live = open_live(body, at) if live is None else fold_body(live, body, at, key or None)
    assert live is not None
    return live


@pytest.mark.parametrize("older", DRIVES, ids=["bots", "sit-outs", "balanced"])
def test_an_older_log_makes_the_drive_that_it_made_then(older: dict[str, Any]) -> None:
    opening, *entries = older["log"]
    live = load([(OPENED, "", opening), *((at, "", body) for at, body in entries)])
    assert live.drive == decode_drive(older["file"].encode())
    assert live.stage == older["stage"] == "closed"


@pytest.mark.parametrize("older", COMMAND_LOGS, ids=[each["name"] for each in COMMAND_LOGS])
def test_a_log_of_commands_makes_the_state_that_it_made_then(older: dict[str, Any]) -> None:
    assert load(older["log"]) == state_of(older)
    assert load(older["log"], rewritten=True) == state_of(older)


@pytest.mark.parametrize("older", FACT_LOGS, ids=[each["name"] for each in FACT_LOGS])
def test_a_log_of_facts_makes_the_state_that_it_made_then(older: dict[str, Any]) -> None:
    assert load(older["log"]) == state_of(older)


def state_of(older: dict[str, Any]) -> LiveDrive:
    return msgspec.json.decode(msgspec.json.encode(older["state"]), type=LiveDrive)


def _join(name: str) -> c.JoinOnline:
    return c.JoinOnline(name, "hash", "p1")


def _share(entry: int) -> c.TakeSeat:
    return c.TakeSeat(entry=entry, player=0, share=True, why="late")


REFUSED_TODAY: dict[str, tuple[c.Command, ...]] = {
    "the name of a bot": (_join("bot 8"),),
    "a name that two share": (_share(8), _join("person 1  & LATE 8")),
    "a seat of three": (_share(8), _share(9)),
    "a name in other case": (c.AddEntries(text="PERSON  1"),),
    "a name in another form": (
        c.AddEntries(text="Zo\u00eb"),
        c.ChangeEntry(entry=1, name="Zoe\u0308"),
    ),
    "a card's name in other case": (c.ReplacePlayer(player=3, name="PERSON 1", why="gone"),),
    "a name of before": (
        c.ReplacePlayer(player=3, name="Somebody", bot=True, why="gone"),
        _join("SOMEBODY"),
    ),
}
"""Commands of whose last one earlier versions made an entry."""


@pytest.mark.parametrize("commands", REFUSED_TODAY.values(), ids=REFUSED_TODAY)
def test_a_log_of_commands_that_are_refused_today_still_loads(
    commands: tuple[c.Command, ...],
) -> None:
    log = DriveLog(7, PlanChoices(movement="partner"), online=OnlineSettings(tables="all"))
    log.codes = (f"table{number:07}" for number in range(9)).__next__
    log.does(c.BeginRound())
    log.does(c.AddEntries(text="Late 8\nLate 9"))
    for command in commands[:-1]:
        log.does(command)
    with pytest.raises(OddtrickError):
        log.does(commands[-1])
    body = decode_body(encode_body(CommandBody(commands[-1], ANN)))
    assert fold_body(log.live, body, log.now).seq == log.live.seq + 1


def test_the_older_logs_hold_every_command_and_fact_that_there_was() -> None:
    bodies = [
        msgspec.json.decode(body)
        for older in (*COMMAND_LOGS, *FACT_LOGS)
        for _, _, body in older["log"]
    ]
    commands = {body["command"]["type"] for body in bodies if "command" in body}
    facts = {fact["type"] for body in bodies for fact in body.get("facts", ())}
    assert (len(commands), len(facts)) == (31, 18)
