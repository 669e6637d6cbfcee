"""The example records, and their upload to a server."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.support.server.api_requests import Asker

EXAMPLES = Path(__file__).parents[2] / "data" / "examples"


RECORDS = sorted(EXAMPLES.glob("*.record.json"))


def upload_record(asker: Asker, file: Path) -> dict[str, Any]:
    answer = asker("POST /api/records", file.read_bytes())
    assert answer.status_code == 201, answer.text
    told: dict[str, Any] = answer.json()
    return told
