"""A player's card as pages and programs are sent it: the next seat, and a line for each round."""

from __future__ import annotations

import msgspec

from oddtrick.drive.rounds import Unplayed
from oddtrick.drive.seating import Pair


class NextSeat(msgspec.Struct, frozen=True, kw_only=True):
    """The seat of a player in the round under way.

    Args:
        round: the number of the round.
        trump: its trumps, or null for none.
        table: the number of the table; null: the player sits out.
        direction: 0 for North–South, 1 for East–West, or null.
        partner: the id of the partner, or null.
        opponents: the ids of the opponents, or null.
        online: the code of the server's table where you play, or null; sent to that player only.
    """

    round: int
    trump: str | None
    table: int | None = None
    direction: int | None = None
    partner: int | None = None
    opponents: Pair | None = None
    online: str | None = None


class CardRow(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a player's card.

    Args:
        round: the number of the round.
        trump: its trumps, or null for none.
        table: the number of the table; null: the player sat out.
        direction: 0 for North–South, 1 for East–West, or null.
        partner: the id of the partner, or null.
        opponents: the ids of the opponents, or null.
        tricks: the tricks of the player's side; null: missing or hidden.
        score: the score of the round; null: missing or hidden.
        total: the score up to this round; null: missing or hidden.
        unplayed: how the deal is scored if it was not played to its end, or null.
    """

    round: int
    trump: str | None
    table: int | None = None
    direction: int | None = None
    partner: int | None = None
    opponents: Pair | None = None
    tricks: int | None = None
    score: float | None = None
    total: float | None = None
    unplayed: Unplayed | None = None


class CardPart(msgspec.Struct, frozen=True):
    """A player's card.

    Args:
        player: the id.
        total: the score over the rounds that are shown.
        rounds: its lines.
    """

    player: int
    total: float
    rounds: tuple[CardRow, ...]
