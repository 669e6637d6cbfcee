"""A client's state, folded from the frames of a table without any rules.

It implements the protocol documentation, independently of the server.
"""

from __future__ import annotations

from typing import Any

Seen = dict[str, Any]
"""A decoded JSON frame, or a part of one."""


class ClientState:
    """The state of a table as one client knows it.

    Raises an AssertionError if an entry is missing, repeated or withdrawn.
    """

    def __init__(self) -> None:
        self.seq = -1
        self.table: Seen = {}
        self.at = 0
        self.updates: dict[int, str] = {}
        """The text of each update by its sequence number."""

    @property
    def resume_seq(self) -> int | None:
        """The ``seq`` to resume from in ``hello``."""
        return None if self.seq < 0 else self.seq

    def welcome(self, frame: Seen) -> None:
        """Applies a welcome, the first frame of a connection."""
        assert frame["seq"] >= self.seq, (
            f"entry {self.seq} was received, but the table has {frame['seq']}"
        )
        if frame["table"] is None:
            assert frame["seq"] == self.seq, f"{frame['seq']} is not where {self.seq} goes on"
            return
        self.seq = frame["seq"]
        self.table = frame["table"]

    def update(self, frame: Seen, text: str) -> None:
        """Applies an update, given as decoded frame and as text."""
        seq = frame["seq"]
        assert seq == self.seq + 1, f"after entry {self.seq} came {seq}"
        self.seq, self.at = seq, frame["at"]
        self.updates[seq] = text
        if "table" in frame:
            self.table = frame["table"]
            return
        for event in frame["events"]:
            if event["type"] == "played":
                _play(self.table["match"], event)
            elif event["type"] == "chat":
                self.table["chat"] = [*self.table["chat"], event["message"]][-50:]
        if "turn" in frame:
            _turn(self.table, frame["turn"])
        if "draw" in frame:
            self.table["draw"] = frame["draw"]


def _play(match: Seen, event: Seen) -> None:
    """Applies a played card to the trick."""
    seat, card = event["seat"], event["card"]
    if seat == match["seat"]:
        match["hand"].remove(card)
    match["counts"][seat] -= 1
    match["table"].append(card)
    if event["winner"] is None:
        return
    order, winner = match["table_seats"], event["winner"]
    trick = {"seats": order, "cards": match["table"], "winner": winner}
    match["tricks"].append(trick)
    match["last_trick"] = trick
    match["won"][winner] += 1
    match["table"] = []
    first = order.index(winner)
    match["table_seats"] = [*order[first:], *order[:first]]


def _turn(table: Seen, turn: Seen) -> None:
    match = table["match"]
    match["to_act"] = turn["seat"]
    match["legal"] = turn["legal"] or []
    match["broken"] = turn["broken"]
    match["turn_up_shown"] = turn["turn_up_shown"]
    seats = [place["seat"] for place in table["places"]]
    table["turn"] = seats.index(turn["seat"])
    table["deadline"] = turn["deadline"]
    for place, spent in zip(table["places"], turn["spent_ms"], strict=False):
        place["spent_ms"] = spent
