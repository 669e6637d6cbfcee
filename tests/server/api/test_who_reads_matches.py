"""Who may read a match: with spectators anybody with the code, else its players and the host."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.support.server.api_requests import ApiClient
from tests.support.server.table_requests import QUICK, open_table, play_out
from tests.support.server.validate_schemas import document

PRACTICE = {"deal": 1, "decision": 1, "moves": []}
READS = ("record", "proof", "replay", "review", "practice")


def routes() -> list[tuple[str, str]]:
    """Returns each route of the API that reads a match of a table, with its method."""
    found = [
        (method.upper(), path)
        for path, methods in document()["paths"].items()
        for method in methods
        if path.startswith("/api/tables/{code}/matches/")
        or (path.startswith("/api/tables/{code}/") and path.rpartition("/")[2] in READS)
    ]
    kinds = {
        path.removesuffix("/events").removesuffix("/{deal}").split("/")[-1] for _, path in found
    }
    assert kinds == set(READS)
    return sorted(set(found))


def status(asker: ApiClient, method: str, path: str, code: str) -> int:
    target = path.format(code=code, number=1, deal=1)
    return asker(f"{method} {target}", PRACTICE if method == "POST" else None).status_code


def cards_missed(asker: ApiClient, code: str) -> list[str]:
    """Returns the cards of the match that somebody gets as updates that they have missed.

    A match has three times seven cards and more, so that one step ends between its first and last,
    and of too many updates nothing is told.
    """
    seq = asker(f"GET /api/tables/{code}/events").json()["seq"]
    found = []
    for after in range(0, seq, 10):
        answer = asker(f"GET /api/tables/{code}/events?after={after}").json()
        events = (event for update in answer["updates"] for event in update.get("events") or ())
        found += [event["card"] for event in events if event["type"] == "played"]
    return found


@pytest.mark.parametrize("spectators", [True, False])
def test_a_match_is_read_by_those_who_may(
    spectators: bool, new_client: Callable[..., ApiClient]
) -> None:
    host, player, newcomer, nobody = (new_client() for _ in range(4))
    for name, client in (("Host", host), ("Player", player), ("Newcomer", newcomer)):
        client.named(name)
    rules = {"game": "knockout-whist", "players": 3}
    settings: dict[str, Any] = QUICK | {"spectators": spectators}
    code = open_table(host, rules=rules, settings=settings)["code"]

    def give(client: ApiClient, id_: str, **command: Any) -> None:
        body = {"id": id_, "command": command}
        assert client(f"POST /api/tables/{code}/commands", body).status_code == 200

    give(player, "1", type="sit", place=1)
    for place in (0, 2):
        give(host, f"bot-{place}", type="add-bot", place=place, level="random")
    give(host, "begin", type="begin")
    play_out(player, code)
    give(player, "2", type="leave")
    give(newcomer, "3", type="sit", place=1)  # the code lets anybody play the next match
    for method, path in routes():
        for reader in (host, player):
            assert status(reader, method, path, code) == 200, path
        assert status(newcomer, method, path, code) == (200 if spectators else 403), path
        assert status(nobody, method, path, code) == (200 if spectators else 401), path
    assert cards_missed(player, code)
    assert bool(cards_missed(newcomer, code)) == spectators
