"""Report pages for tests."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from typing import Any

from oddtrick.bots.search import SearchBudget
from oddtrick.record import decode_record
from oddtrick.review import Review, review
from tests.support.server.upload_example_records import EXAMPLES
from tests.support.web.replay_pages import NAMES

QUICK = SearchBudget(candidates=300, worlds=40)

HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(2)>',
    "</style></main>&amp;\u202e\x1b[2J",
    "Bartholomew-Maximilian-of-the-Long-Name",
)


@cache
def reviewed(name: str, *deals: int, names: Sequence[str] = NAMES) -> Review:
    """Returns a quick review of some deals of an example, or of all deals by default."""
    record_json: dict[str, Any] = json.loads((EXAMPLES / f"{name}.record.json").read_bytes())
    record_json["names"] = names[: _players(record_json)]
    record = decode_record(json.dumps(record_json).encode())
    return review(record, deals=deals or None, budget=QUICK)


def _players(record_json: dict[str, Any]) -> int:
    return len(record_json["deals"][0]["hands"][0]["cards"])
