"""The example records, and their upload to a server."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.support.server.api_requests import ApiClient

EXAMPLES = Path(__file__).parents[2] / "data" / "examples"


RECORDS = sorted(EXAMPLES.glob("*.record.json"))


def upload_record(api_client: ApiClient, file: Path) -> dict[str, Any]:
    answer = api_client("POST /api/records", file.read_bytes())
    assert answer.status_code == 201, answer.text
    uploaded: dict[str, Any] = answer.json()
    return uploaded
