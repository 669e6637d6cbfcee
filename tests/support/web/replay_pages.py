"""Records and tables for replay tests."""

from __future__ import annotations

from itertools import count
from typing import Any

import msgspec
from playwright.sync_api import FilePayload, expect

from oddtrick.match import DealLog, Match
from oddtrick.record import decode_record, encode_record, record_of, replay, steps_of
from oddtrick.rules import PASS
from tests.support.random_matches import course
from tests.support.server.upload_example_records import EXAMPLES
from tests.support.web.browser_user import BrowserUser

NAMES = ("Ann", "Bartholomew", "Cat", "Dot", "Eve", "Fay", "Guy", "Hal")
CAPTION = ".caption"


def example_record(name: str) -> tuple[bytes, Any]:
    """Returns an example record and its steps."""
    data = (EXAMPLES / f"{name}.record.json").read_bytes()
    record = decode_record(data)
    steps = steps_of(replay(record), record.names)
    return data, msgspec.json.decode(msgspec.json.encode(steps))


def a_file(name: str, data: bytes) -> FilePayload:
    """Returns a file for import."""
    return {"name": name, "mimeType": "application/json", "buffer": data}


def dropped(user: BrowserUser, record: bytes, name: str = "game.json") -> None:
    """Imports a record and waits for its replay."""
    user.go("/replay")
    user.see("#file").set_input_files(files=[a_file(name, record)])
    expect(user.see(".board")).to_be_visible()


def with_passes() -> Match:
    """Returns a match of knock-out whist with a pass (X5), also by the seat that is to lead."""
    options = {"players": 4, "dogs_life": True}
    matches = (course("knockout-whist", options, seed)[-1] for seed in count())
    return next(match for match in matches if any(map(_begins_with_a_pass, match.all_deals)))


def _begins_with_a_pass(log: DealLog) -> bool:
    tricks = [trick for hand in log.hands for trick in hand.turns(log.seats)]
    return any(trick[0][1] is PASS for trick in tricks)


def by_players(players: int) -> bytes:
    """Returns an example record for a number of players."""
    game, options = "scotch-whist", dict[str, Any](players=players, target=20)
    if players == 4:
        game, options = "whist", {"match": "deals", "deals": 2}
    match = course(game, options, 4)[-1]
    return encode_record(record_of(match, NAMES[:players]))
