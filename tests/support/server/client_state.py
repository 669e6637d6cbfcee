"""A client's state from the frames of a table: the table as it knows it, without any rules.

It is written from the documents of the protocol, so that it can be held against the server.
"""

from __future__ import annotations

from typing import Any

Seen = dict[str, Any]
"""A frame, or a part of one, as JSON gives it."""


class Follower:
    """One client's knowledge of a table.

    It fails where the server breaks its word: an entry left out, told twice, or taken back.
    """

    def __init__(self) -> None:
        self.seq = -1
        self.table: Seen = {}
        self.at = 0
        self.updates: dict[int, str] = {}
        """Each update by its entry, as it came."""

    @property
    def known(self) -> int | None:
        """The ``seq`` that a ``hello`` resumes from."""
        return None if self.seq < 0 else self.seq

    def welcome(self, frame: Seen) -> None:
        """The first frame of a connection."""
        assert frame["seq"] >= self.seq, f"entry {self.seq} was told, now there are {frame['seq']}"
        if frame["table"] is None:
            assert frame["seq"] == self.seq, f"{frame['seq']} is not where {self.seq} goes on"
            return
        self.seq = frame["seq"]
        self.table = frame["table"]

    def update(self, frame: Seen, text: str) -> None:
        """An entry, read and as it came."""
        seq = frame["seq"]
        assert seq == self.seq + 1, f"after entry {self.seq} came {seq}"
        self.seq, self.at = seq, frame["at"]
        self.updates[seq] = text
        if "table" in frame:
            self.table = frame["table"]
            return
        for told in frame["events"]:
            if told["type"] == "played":
                _play(self.table["match"], told)
            elif told["type"] == "chat":
                self.table["chat"] = [*self.table["chat"], told["message"]][-50:]
        if "turn" in frame:
            _turn(self.table, frame["turn"])
        if "draw" in frame:
            self.table["draw"] = frame["draw"]


def _play(match: Seen, told: Seen) -> None:
    """A card is played to the trick on the table."""
    seat, card = told["seat"], told["card"]
    if seat == match["seat"]:
        match["hand"].remove(card)
    match["counts"][seat] -= 1
    match["table"].append(card)
    if told["winner"] is None:
        return
    order, winner = match["table_seats"], told["winner"]
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
