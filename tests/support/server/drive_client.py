"""People at a whist drive over HTTP; each response is checked against the API document."""

from __future__ import annotations

from itertools import count
from typing import Any

from tests.support.server.api_requests import ApiClient, refusal

NAMES = "\n".join(f"Player {number}" for number in range(1, 17))

_ids = count()


class DriveClient:
    """Somebody at a drive.

    Args:
        url: the address of the server.
        code: the code of the drive.
        key: the key of the role; None: a viewer.
    """

    def __init__(self, url: str, code: str, key: str | None = None) -> None:
        self.url = url
        self.code = code
        self.key = key
        self._api = ApiClient(url, key)
        self._children: list[DriveClient] = []

    def request(self, method: str, path: str = "", body: object = None, **options: Any) -> Any:
        """Sends a request below the drive's address."""
        return self._api(f"{method} /api/drives/{self.code}{path}", body, **options)

    def get(self, path: str = "") -> Any:
        """Returns the JSON of a request that must succeed."""
        answer = self.request("GET", path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    @property
    def seq(self) -> int:
        """The last entry of the drive's log."""
        return int(self.get()["seq"])

    @property
    def parts(self) -> dict[str, Any]:
        """All parts of the drive for this role."""
        parts: dict[str, Any] = self.get()["parts"]
        return parts

    def send(
        self, kind: str, *, seen: int | None = None, key: str | None = None, **fields: Any
    ) -> Any:
        """Gives a command and returns the response."""
        body = {
            "id": key or f"c{next(_ids)}",
            "seen": self.seq if seen is None else seen,
            "command": {"type": kind, **fields},
        }
        return self.request("POST", "/commands", body)

    def does(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Gives a command that must succeed."""
        answer = self.send(kind, **fields)
        assert answer.status_code == 200, answer.text
        result: dict[str, Any] = answer.json()
        return result

    def fails(self, kind: str, **fields: Any) -> tuple[int, str]:
        """Gives a command that must be refused; returns the status and the code."""
        return refusal(self.send(kind, **fields))

    def other(self, key: str | None = None) -> DriveClient:
        """Returns somebody else at the same drive."""
        self._children.append(DriveClient(self.url, self.code, key))
        return self._children[-1]

    def with_role(self, role: str, label: str = "") -> DriveClient:
        """Makes a key for a role and returns somebody who has it."""
        answer = self.request("POST", "/keys", {"role": role, "label": label or role})
        assert answer.status_code == 201, answer.text
        return self.other(answer.json()["key"])

    def phone(self, **place: int) -> DriveClient:
        """Returns a phone of a table or of a player; this client is the desk."""
        key = self.table_key(place["table"]) if "table" in place else self.player_key(**place)
        answer = self.other(key).request("POST", "/devices", place)
        assert answer.status_code == 201, answer.text
        return self.other(answer.json()["key"])

    def table_key(self, table: int) -> str:
        """Returns the key on a table's card; this client is the desk."""
        return str(self.get(f"/tables/{table}/key")["key"])

    def player_key(self, player: int) -> str:
        """Returns the key on the card of the table where a player sits; this client is the desk."""
        return self.keys_of_players()[player]

    def keys_of_players(self) -> dict[int, str]:
        """Returns the key on the card of each player's table; this client is the desk."""
        return {
            player: key
            for table in self.parts["round"]["tables"]
            for key in [self.table_key(table["table"])]
            for pair in table["pairs"]
            for player in pair
        }

    def play_round(self, *tricks: tuple[int, int]) -> None:
        """Begins a round and enters its results; tables without one get 8–5."""
        self.does("begin-round")
        self.enter_missing(*tricks)

    def enter_missing(self, *tricks: tuple[int, int]) -> None:
        """Enters the missing results of the round; tables without one get 8–5."""
        played = self.parts["round"]
        for at, table in enumerate(played["missing"]):
            result = tricks[at] if at < len(tricks) else (8, 5)
            self.does("enter-result", round=played["number"], table=table, tricks=result)

    def close(self) -> None:
        """Closes the connections of this person and of all made from here."""
        for client in self._children:
            client.close()
        self._api.close()


def open_drive(url: str, entries: str = NAMES, **choices: Any) -> DriveClient:
    """Opens a drive and returns its organiser.

    Args:
        url: the address of the server.
        entries: the names.
        **choices: ``plan`` and ``settings``; unless the plan says otherwise, first seats follow the
            list, so that tests know them, and bots fill the empty ones.
    """
    api = ApiClient(url)
    plan = {"seats": "list", "spare": "bots", **choices.pop("plan", {})}
    answer = api("POST /api/drives", {"entries": entries, "plan": plan, **choices})
    api.close()
    assert answer.status_code == 201, answer.text
    return DriveClient(url, answer.json()["code"], answer.json()["key"])
