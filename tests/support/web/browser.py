"""Chromium's flags, and a table with a finished match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.support.server.api_requests import ApiClient
from tests.support.server.table_requests import open_table, play_out

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.support.server.server_process import ServerProcess

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def play_with_bots(server: ServerProcess, rules: dict[str, Any]) -> Iterator[str]:
    """Yields a table at which Ann has played a match against bots."""
    ann = ApiClient(server.url).named("Ann")
    code = open_table(ann, rules=rules, sit=0, fill="random", begin=True)["code"]
    play_out(ann, code)
    yield code
    ann.close()
