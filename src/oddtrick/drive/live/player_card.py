"""A player's card as pages and programs are sent it: the next seat, and a line for each round."""

from __future__ import annotations

import msgspec

from oddtrick.drive.drive import Drive
from oddtrick.drive.rounds import Round, Unplayed
from oddtrick.drive.seating import Pair, Seating, Table
from oddtrick.drive.standings import deal_score, whole_score


class _Seat(msgspec.Struct, frozen=True, kw_only=True):
    """The seat of a player in a round.

    Args:
        round: the number of the round.
        trump: its trumps, or null for none.
        table: the number of the table; null: the player sits out.
        direction: 0 for North–South, 1 for East–West, or null.
        partner: the id of the partner, or null.
        opponents: the ids of the opponents, or null.
    """

    round: int
    trump: str | None
    table: int | None = None
    direction: int | None = None
    partner: int | None = None
    opponents: Pair | None = None


class NextSeat(_Seat, frozen=True, kw_only=True):
    """The seat of a player in the round under way.

    Args:
        online: the code of the server's table where you play, or null; sent to that player only.
    """

    online: str | None = None


class CardRow(_Seat, frozen=True, kw_only=True):
    """A line of a player's card.

    Args:
        table: the number of the table; null: the player sat out.
        tricks: the tricks of the player's side; null: missing or hidden.
        score: the score of the round; null: missing or hidden.
        total: the score up to this round; null: missing or hidden.
        unplayed: how the deal is scored if it was not played to its end, or null.
    """

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


class SeatIndex:
    """The table of each player, by seating; looking through a hundred tables takes too long."""

    def __init__(self) -> None:
        self._tables: dict[int, tuple[Seating, dict[int, Table]]] = {}

    def table_of(self, seating: Seating, player: int) -> Table | None:
        """Returns the table of a player; None if the player does not sit."""
        found = self._tables.get(id(seating))
        if found is None or found[0] is not seating:
            by_player = {one: table for table in seating.tables for one in table.players}
            found = self._tables[id(seating)] = (seating, by_player)
        return found[1].get(player)


def next_seat(drive: Drive, player: int, seats: SeatIndex) -> NextSeat | None:
    """Returns where a player sits in the round under way; None before the first."""
    if not drive.rounds:
        return None
    played = drive.rounds[-1]
    table = seats.table_of(played.seating, player)
    if table is None:
        return NextSeat(round=played.number, trump=_letter(played))
    direction = int(player in table.pairs[1])
    return NextSeat(
        round=played.number,
        trump=_letter(played),
        table=table.number,
        direction=direction,
        partner=_partner(table, direction, player),
        opponents=table.pairs[1 - direction],
    )


def card_of(drive: Drive, player: int, shown: int, seats: SeatIndex) -> CardPart:
    """Returns a player's card.

    Args:
        drive: the drive.
        player: the id.
        shown: the number of rounds whose results are shown.
        seats: the tables of all players.
    """
    rows: list[CardRow] = []
    total: float = 0
    for played in drive.rounds:
        table = seats.table_of(played.seating, player)
        if table is None and player not in played.seating.sitting_out:
            continue
        is_shown = played.number <= shown
        row = _row(drive, played, player, table, is_shown=is_shown)
        total = whole_score(total + (row.score or 0))
        rows.append(row if row.score is None else msgspec.structs.replace(row, total=total))
    return CardPart(player, total, tuple(rows))


def _row(
    drive: Drive, played: Round, player: int, table: Table | None, *, is_shown: bool
) -> CardRow:
    if table is None:
        score = drive.plan.award if is_shown else None
        return CardRow(round=played.number, trump=_letter(played), score=score)
    direction = int(player in table.pairs[1])
    result = played.result_of(table.number) if is_shown else None
    return CardRow(
        round=played.number,
        trump=_letter(played),
        table=table.number,
        direction=direction,
        partner=_partner(table, direction, player),
        opponents=table.pairs[1 - direction],
        tricks=None if result is None or isinstance(result, str) else result[direction],
        score=deal_score(drive.plan, result, direction),
        unplayed=result if isinstance(result, str) else None,
    )


def _partner(table: Table, direction: int, player: int) -> int:
    first, second = table.pairs[direction]
    return second if player == first else first


def _letter(played: Round) -> str | None:
    return None if played.trump is None else played.trump.letter
