"""Logs and files of drives played by an earlier version: people come, leave, return, take over."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from oddtrick.drive import decode_drive
from oddtrick.drive.live.fold import fold_body, open_live
from oddtrick.drive.live.log import decode_body

OPENED = 1_800_000_000_000
DRIVES: list[dict[str, Any]] = msgspec.json.decode(
    (Path(__file__).parents[1] / "data/drives/older_logs.json").read_bytes()
)
"""Each: the bodies of a log, with their times after the first, and the drive's file at its end."""


@pytest.mark.parametrize("older", DRIVES, ids=["bots", "sit-outs", "balanced"])
def test_an_older_log_makes_the_drive_that_it_made_then(older: dict[str, Any]) -> None:
    opening, *entries = older["log"]
    live = open_live(decode_body(opening), OPENED)
    for at, body in entries:
        live = fold_body(live, decode_body(body), at)
    assert live.drive == decode_drive(older["file"].encode())
    assert live.stage == older["stage"] == "closed"
