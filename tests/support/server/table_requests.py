"""Requests shared by the table tests: open a table, read a list, play a match."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable
from secrets import token_hex
from typing import Any

from tests.support.server.api_requests import ApiClient
from tests.support.server.example_client import client

QUICK = {"bot_delay_ms": 0, "pause_seconds": 0}


WHIST = {"game": "whist", "match": "deals", "deals": 1}


def open_table(api_client: ApiClient, **fields: Any) -> dict[str, Any]:
    answer = api_client("POST /api/tables", {"rules": WHIST, "settings": QUICK, **fields})
    assert answer.status_code == 201, answer.text
    opened: dict[str, Any] = answer.json()
    assert answer.headers["location"] == f"/api/tables/{opened['code']}"
    return opened


def all_pages(api_client: ApiClient, path: str, name: str) -> list[Any]:
    """Returns all items of a paginated list."""
    found: list[Any] = []
    page = api_client(f"GET {path}").json()
    while page["next"] is not None:
        found += page[name]
        page = api_client(f"GET {path}&before={page['next']}").json()
    return [*found, *page[name]]


def play_out(
    api_client: ApiClient,
    code: str,
    *,
    until: Callable[[dict[str, Any]], bool] = lambda table: table["stage"] == "over",
) -> dict[str, Any]:
    """Plays legal cards and contributes to draws; returns the table at the end.

    Args:
        api_client: the client of a player.
        code: the code of the table.
        until: whether to stop at this table; by default when the match is over.
    """
    secret: dict[int, str] = defaultdict(lambda: token_hex(32))
    table: dict[str, Any] = api_client(f"GET /api/tables/{code}").json()
    while not until(table):
        if not contribute(api_client, table, secret):
            time.sleep(0.02)  # it is the bots' turn
        table = api_client(f"GET /api/tables/{code}").json()
    return table


def in_deal(number: int) -> Callable[[dict[str, Any]], bool]:
    """Returns whether the deal of a number is being played, counted from 0."""
    # During the pause the next deal has its number already.
    return lambda table: table["stage"] == "playing" and table["match"]["number"] == number


def contribute(api_client: ApiClient, table: dict[str, Any], secret: dict[int, str]) -> bool:
    """Plays or contributes to a draw as the documented client does; False if it is not asked."""
    command = client.next_command(table, table["match"]["legal"], secret)
    if command is None:
        return False
    fields = {"id": token_hex(8), "command": command}
    api_client(f"POST /api/tables/{table['code']}/commands", fields)
    return True
