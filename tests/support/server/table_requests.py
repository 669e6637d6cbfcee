"""Requests shared by the table tests: open a table, read a list, play a match."""

from __future__ import annotations

from collections import defaultdict
from secrets import token_hex
from typing import TYPE_CHECKING, Any

from tests.support.server.example_client import client

if TYPE_CHECKING:
    from tests.support.server.api_requests import Asker

QUICK = {"bot_delay_ms": 0, "pause_seconds": 0}


WHIST = {"game": "whist", "match": "deals", "deals": 1}


def open_table(asker: Asker, **asked: Any) -> dict[str, Any]:
    answer = asker("POST /api/tables", {"rules": WHIST, "settings": QUICK, **asked})
    assert answer.status_code == 201, answer.text
    told: dict[str, Any] = answer.json()
    assert answer.headers["location"] == f"/api/tables/{told['code']}"
    return told


def all_pages(asker: Asker, path: str, name: str) -> list[Any]:
    """Returns all items of a paginated list."""
    found: list[Any] = []
    page = asker(f"GET {path}").json()
    while page["next"] is not None:
        found += page[name]
        page = asker(f"GET {path}&before={page['next']}").json()
    return [*found, *page[name]]


def play_out(asker: Asker, code: str) -> dict[str, Any]:
    """Plays the first legal card and contributes to draws until the match is over."""
    secret: dict[int, str] = defaultdict(lambda: token_hex(32))
    table: dict[str, Any] = asker(f"GET /api/tables/{code}").json()
    while table["stage"] != "over":
        contribute(asker, table, secret)
        table = asker(f"GET /api/tables/{code}").json()
    return table


def contribute(asker: Asker, table: dict[str, Any], secret: dict[int, str]) -> None:
    """Contributes to a draw as the documented client does."""
    command = client.next_command(table, table["match"]["legal"], secret)
    if command is not None:
        asked = {"id": token_hex(8), "command": command}
        asker(f"POST /api/tables/{table['code']}/commands", asked)
